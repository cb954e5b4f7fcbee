//! Checking certificates without the solver.
//!
//! All this knows of Breakthrough is [`quadrille_breakthrough::twin`], the rules written slowly and obviously. It shares no
//! code with the solver that makes certificates, nor with the fast rules; only the first line of the file is common.
//! [`crate::solver::prove`] has an example.

use crate::solver::certificate::TITLE;
use crate::words;
use quadrille_breakthrough::twin::{Board, Cell, Step};
use quadrille_core::{Player, Refusal};
use quadrille_support::threads;

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position, as text.
    pub position: String,
    /// Who wins it.
    pub winner: Cell,
    /// How many positions were checked.
    pub members: usize,
}

/// Checks the contents of a certificate file; a refusal says what it does not prove.
///
/// The memory is that of the file and an index of about as much: members are looked up where they are, compressed.
pub fn verify(bytes: &[u8], threads: usize) -> Result<Verified, Refusal> {
    let certificate = Parsed::read(bytes)?;
    let start = read_board(&certificate.position)
        .ok_or_else(|| not_a_certificate(words::BAD_POSITION.refuse().quote("position", &certificate.position)))?;
    let checker = Checker { winner: certificate.winner, members: &certificate.members, like: &start };
    let covered = start.winner().is_none()
        && if start.turn == certificate.winner { checker.has_answer(&start) } else { checker.contains(&start) };
    if !covered {
        return Err(words::NOT_COVERED.refuse().quote("position", &certificate.position));
    }
    let count = certificate.members.count;
    let checked = threads::map(threads, 0..certificate.members.groups(), |group| {
        certificate
            .members
            .group(group)
            .enumerate()
            .try_for_each(|(place, member)| checker.check_member(GROUP * group + place, member))
    });
    checked.into_iter().collect::<Result<(), Refusal>>()?;
    Ok(Verified { position: certificate.position.clone(), winner: certificate.winner, members: count })
}

struct Checker<'a> {
    winner: Cell,
    members: &'a Members<'a>,
    /// A board of the right size.
    like: &'a Board,
}

impl Checker<'_> {
    /// Checks one member: a board with the loser to move, whose every move has an answer.
    fn check_member(&self, index: usize, member: u128) -> Result<(), Refusal> {
        let white_wins = self.winner == Cell::White;
        let (loser, name) = if white_wins { (Cell::Black, Player::Black) } else { (Cell::White, Player::White) };
        let board = unpacked(member, self.like, loser).filter(|board| board.winner().is_none());
        let board = board.ok_or_else(|| words::BAD_MEMBER.refuse().with("index", index).with("loser", name))?;
        self.check(&board)
    }

    /// Whether a board or its mirror image, whichever number is smaller, is a member.
    fn contains(&self, board: &Board) -> bool {
        self.members.contain(packed(board).min(packed(&board.mirrored())))
    }

    /// Whether the winner, to move, wins at once, moves into the set, or threatens to win so that every answer fails.
    fn has_answer(&self, board: &Board) -> bool {
        let replies = || board.steps().map(|step| board.after(step));
        replies().any(|next| next.winner() == Some(self.winner) || self.contains(&next))
            || replies().any(|next| self.threatens(&next) && self.escape(&next).is_none())
    }

    /// Whether the winner could reach its far row if it were its turn.
    fn threatens(&self, board: &Board) -> bool {
        let before_last = if self.winner == Cell::White { board.dx.checked_sub(2) } else { Some(1) };
        before_last.is_some_and(|x| {
            let passed = || Board { turn: self.winner, ..board.clone() };
            board.cells[x].contains(&self.winner) && passed().steps().any(|step| step.x1 == x as i32)
        })
    }

    /// A move of the loser, to move, to which the winner has no answer.
    fn escape(&self, board: &Board) -> Option<Step> {
        board.steps().find(|&step| {
            let next = board.after(step);
            next.winner().map_or_else(|| !self.has_answer(&next), |winner| winner != self.winner)
        })
    }

    fn check(&self, board: &Board) -> Result<(), Refusal> {
        let Some(step) = self.escape(board) else { return Ok(()) };
        let square = |x: i32, y: i32| format!("{}{}", char::from(b'a' + y as u8), x + 1);
        let answer = square(step.x1, step.y1) + &square(step.x2, step.y2);
        Err(words::ESCAPE.refuse().quote("member", text(board)).with("answer", answer))
    }
}

/// The members in the bytes of the file, as distances from one to the next.
struct Members<'a> {
    body: &'a [u8],
    count: usize,
    /// The first member of each group, and where the distance to the next begins.
    firsts: Vec<u128>,
    places: Vec<usize>,
}

/// Members that are read one after the other to find one.
const GROUP: usize = 32;

impl<'a> Members<'a> {
    /// None if the bytes are not this many ascending numbers.
    fn new(body: &'a [u8], count: usize) -> Option<Self> {
        let mut members = Self { body, count, firsts: Vec::new(), places: Vec::new() };
        let (mut place, mut number) = (0, 0_u128);
        for index in 0..count {
            let distance = next_number(body, &mut place)?;
            number = number.checked_add(distance).filter(|_| index == 0 || distance > 0)?;
            if index % GROUP == 0 {
                members.firsts.push(number);
                members.places.push(place);
            }
        }
        (place == body.len()).then_some(members)
    }

    /// How many groups there are.
    fn groups(&self) -> usize {
        self.firsts.len()
    }

    /// The members of a group.
    fn group(&self, group: usize) -> impl Iterator<Item = u128> {
        let (mut number, mut place) = (self.firsts[group], self.places[group]);
        let size = GROUP.min(self.count - GROUP * group);
        let first = number;
        let others = (1..size).map_while(move |_| {
            number += next_number(self.body, &mut place)?;
            Some(number)
        });
        std::iter::once(first).chain(others)
    }

    fn contain(&self, number: u128) -> bool {
        let group = self.firsts.partition_point(|&first| first <= number);
        group > 0 && self.group(group - 1).find(|&member| member >= number) == Some(number)
    }
}

/// The number at a place, seven bits to a byte, and the place after it; `None` where the bytes end or the number is too long.
fn next_number(bytes: &[u8], place: &mut usize) -> Option<u128> {
    let mut number = 0;
    for shift in (0..126).step_by(7) {
        let &byte = bytes.get(*place)?;
        *place += 1;
        number |= u128::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// A certificate file taken apart.
struct Parsed<'a> {
    position: String,
    winner: Cell,
    members: Members<'a>,
}

impl<'a> Parsed<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, Refusal> {
        Self::parts(bytes).map_err(not_a_certificate)
    }

    fn parts(bytes: &'a [u8]) -> Result<Self, Refusal> {
        let end = bytes.windows(2).take(1_000).position(|pair| pair == b"\n\n");
        let end = end.ok_or_else(|| words::NO_HEADER.refuse())?;
        let header = std::str::from_utf8(&bytes[..end]).map_err(|_| words::NOT_TEXT.refuse())?;
        let body = &bytes[end + 2..];
        let mut lines = header.lines();
        if lines.next() != Some(TITLE) {
            return Err(words::OTHER_TITLE.refuse().quote("title", TITLE));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)).and_then(|line| line.strip_prefix(' '));
            line.map(str::to_string).ok_or_else(|| words::NO_LINE.refuse().quote("name", name))
        };
        let position = field("position")?;
        let winner = match field("winner")?.as_str() {
            "white" => Cell::White,
            "black" => Cell::Black,
            other => return Err(words::BAD_WINNER.refuse().quote("winner", other)),
        };
        let number = |text: String| text.parse().map_err(|_| words::BAD_NUMBER.refuse().quote("text", &text));
        let (count, size): (usize, usize) = (number(field("members")?)?, number(field("bytes")?)?);
        let checksum = field("checksum")?;
        if size != body.len() || count > size {
            return Err(words::BAD_SIZE.refuse().with("count", count).with("size", size).with("found", body.len()));
        }
        if checksum != format!("{:016x}", sum(body)) {
            return Err(words::BAD_CHECKSUM.refuse());
        }
        let members = Members::new(body, count).ok_or_else(|| words::NOT_SORTED.refuse())?;
        Ok(Self { position, winner, members })
    }
}

fn not_a_certificate(why: Refusal) -> Refusal {
    words::NOT_A_CERTIFICATE.refuse().with("why", why)
}

fn number_of(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// The checksum of the format: FNV-1a over 64-bit words with a shift after each.
fn sum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325, |sum: u64, chunk| {
        let word = number_of(chunk) as u64;
        let product = (sum ^ word).wrapping_mul(0x0100_0000_01B3);
        product ^ product >> 29
    })
}

/// White squares in the low bits, black ones above them.
fn packed(board: &Board) -> u128 {
    let (mut white, mut black, mut bit) = (0_u64, 0_u64, 1);
    for cell in board.cells[..board.dx].iter().flat_map(|row| &row[..board.dy]) {
        white |= if *cell == Cell::White { bit } else { 0 };
        black |= if *cell == Cell::Black { bit } else { 0 };
        bit <<= 1;
    }
    u128::from(white) | u128::from(black) << (board.dx * board.dy)
}

/// The board of a packed number, of the same size as `like`; `None` if the number is not a board.
fn unpacked(number: u128, like: &Board, turn: Cell) -> Option<Board> {
    let squares = like.dx * like.dy;
    let mut board = Board { turn, ..like.clone() };
    for x in 0..board.dx {
        for y in 0..board.dy {
            let bit = board.dy * x + y;
            board.cells[x][y] = match (number >> bit & 1, number >> (squares + bit) & 1) {
                (0, 0) => Cell::Empty,
                (1, 0) => Cell::White,
                (0, 1) => Cell::Black,
                _ => return None,
            };
        }
    }
    (packed(&board) == number).then_some(board)
}

/// Reads `bbbbb/bbbbb/5/wwwww/wwwww w`.
fn read_board(text: &str) -> Option<Board> {
    let (rows, turn) = text.split_once(' ')?;
    let turn = match turn {
        "w" => Cell::White,
        "b" => Cell::Black,
        _ => return None,
    };
    let mut cells: Vec<Vec<Cell>> = Vec::new();
    for row in rows.split('/').rev() {
        let mut line = Vec::new();
        for symbol in row.chars() {
            match symbol {
                'w' => line.push(Cell::White),
                'b' => line.push(Cell::Black),
                '1'..='8' => line.extend(vec![Cell::Empty; symbol.to_digit(10)? as usize]),
                _ => return None,
            }
        }
        cells.push(line);
    }
    Board::from_cells(&cells, turn)
}

fn text(board: &Board) -> String {
    let symbol = |cell: &Cell| match cell {
        Cell::White => 'w',
        Cell::Black => 'b',
        Cell::Empty => '1',
    };
    let row = |x: usize| board.cells[x][..board.dy].iter().map(symbol).collect::<String>();
    let rows: Vec<String> = (0..board.dx).rev().map(row).collect();
    format!("{} {}", rows.join("/"), if board.turn == Cell::White { 'w' } else { 'b' })
}
