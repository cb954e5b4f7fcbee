//! Checking certificates without the solver.
//!
//! All this knows of Breakthrough is [`quadrille_breakthrough::twin`], the rules written slowly and obviously. It shares no
//! code with the solver that makes certificates, nor with the fast rules; only the first line of the file is common.
//! [`crate::solver::prove`] has an example.

use crate::solver::certificate::TITLE;
use crate::words;
use quadrille_breakthrough::twin::{Board, Cell, Step};
use quadrille_core::Refusal;
use std::collections::HashSet;

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
pub fn verify(bytes: &[u8]) -> Result<Verified, Refusal> {
    let certificate = Parsed::read(bytes)?;
    let start = read_board(&certificate.position)
        .ok_or_else(|| not_a_certificate(words::BAD_POSITION.refuse().quote("position", &certificate.position)))?;
    let checker = Checker::new(&certificate, &start)?;
    let covered = start.winner().is_none()
        && if start.turn == certificate.winner { checker.has_answer(&start) } else { checker.contains(&start) };
    if !covered {
        return Err(words::NOT_COVERED.refuse().quote("position", certificate.position));
    }
    checker.boards.iter().try_for_each(|board| checker.check(board))?;
    let members = certificate.members.len();
    Ok(Verified { position: certificate.position, winner: certificate.winner, members })
}

struct Checker {
    winner: Cell,
    boards: Vec<Board>,
    /// The boards and their mirror images, packed.
    set: HashSet<u128>,
}

impl Checker {
    /// Unpacks the members, boards of the size of `like` with the loser to move.
    fn new(certificate: &Parsed, like: &Board) -> Result<Self, Refusal> {
        let winner = certificate.winner;
        let (loser, name) = if winner == Cell::White { (Cell::Black, "Black") } else { (Cell::White, "White") };
        let mut checker = Self { winner, boards: Vec::new(), set: HashSet::new() };
        for (index, &member) in certificate.members.iter().enumerate() {
            let board = unpacked(member, like, loser).filter(|board| board.winner().is_none());
            let board = board.ok_or_else(|| words::BAD_MEMBER.refuse().with("index", index).with("loser", name))?;
            checker.set.extend([member, packed(&board.mirrored())]);
            checker.boards.push(board);
        }
        Ok(checker)
    }

    fn contains(&self, board: &Board) -> bool {
        self.set.contains(&packed(board))
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

/// A certificate file taken apart.
struct Parsed {
    position: String,
    winner: Cell,
    members: Vec<u128>,
}

impl Parsed {
    fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::parts(bytes).map_err(not_a_certificate)
    }

    fn parts(bytes: &[u8]) -> Result<Self, Refusal> {
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
        let (count, width): (usize, usize) = (number(field("members")?)?, number(field("width")?)?);
        let checksum = field("checksum")?;
        if !(1..=16).contains(&width) || count.checked_mul(width) != Some(body.len()) {
            return Err(words::BAD_SIZE.refuse().with("count", count).with("width", width).with("found", body.len()));
        }
        if checksum != format!("{:016x}", sum(body)) {
            return Err(words::BAD_CHECKSUM.refuse());
        }
        let members = body.chunks_exact(width).map(number_of).collect();
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
    let (mut white, mut black) = (0_u64, 0_u64);
    for row in board.cells[..board.dx].iter().rev() {
        for cell in row[..board.dy].iter().rev() {
            white = white << 1 | u64::from(*cell == Cell::White);
            black = black << 1 | u64::from(*cell == Cell::Black);
        }
    }
    u128::from(white) | u128::from(black) << (board.dx * board.dy)
}

/// The board of a packed number, of the same size as `like`; `None` if the number is no board.
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
