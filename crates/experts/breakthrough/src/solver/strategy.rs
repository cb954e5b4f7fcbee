//! A stored strategy: the winner's first moves on a board whose table is too large to keep.
//!
//! A strategy gives the winner's move in every position reached by its own moves and any moves of the loser, up to some
//! depth. It is extracted from the table and stored as one byte per position (the move number), in an order that the
//! reader reproduces: breadth first, in order of the loser's replies; these bytes are deflated. Mirror images are the
//! same position.
//!
//! Of several winning moves the most robust one is stored: after any reply, as many of the winner's next moves as
//! possible win. Beyond the strategy a search must find a winning move, which is easier if there are many. Single later
//! positions in which searches failed follow one by one.
//!
//! Behind these layers there may be far ones ([`Favourites`]), which store only where the network's favourite loses. They
//! know positions only of games in which the winner kept to the strategy.

use super::favourites::{Favourites, ranked};
use super::lanes::FIRST_WIN;
use super::numbers::{Keys, Numbers};
use super::sides::{QuietValues, Sides, State};
use super::{children, value};
use crate::words;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use quadrille_breakthrough::{Checksum, Move, Moves, Position};
use quadrille_core::{Game, Notation, Player, Refusal};
use quadrille_support::threads;
use std::io::Read;

/// The first line of a file.
const TITLE: &str = "quadrille breakthrough strategy 2";

/// The winner's move, by position.
#[derive(Clone, Debug)]
pub struct Strategy {
    start: Position,
    winner: Player,
    /// The move numbers, by layer (the winner's number of moves).
    layers: Vec<Vec<u8>>,
    /// Positions beyond the layers.
    more: Vec<(Sides, u8)>,
    moves: Numbers,
    far: Favourites,
}

/// Bytes of each side's pawns in the file.
const SIDE_BYTES: usize = 5;
/// Bytes of a position beyond the layers, and its move.
const MORE_BYTES: usize = 2 * SIDE_BYTES + 1;

/// The moves of a position in an order of their own: by source, then by target.
fn sorted_moves(position: &Position) -> Moves {
    let mut moves = Moves::new();
    position.legal_moves(&mut moves);
    moves.sort_unstable_by_key(|m| (m.from, m.to));
    moves
}

/// The smaller of a position and its mirror image, and whether it is the mirror image.
fn folded(position: &Position) -> (Position, bool) {
    let mirror = position.mirrored();
    if mirror.seen_by_mover() < position.seen_by_mover() { (mirror, true) } else { (*position, false) }
}

/// A move of a folded position as a move of the position itself.
fn unfolded(position: &Position, folded: &Position, m: Move, is_mirrored: bool) -> Option<Move> {
    if !is_mirrored {
        return Some(m);
    }
    let target = after(folded, m).mirrored();
    children(position).find(|(_, next)| *next == target).map(|(m, _)| m)
}

/// Whether the winner wins at once.
fn is_plain(position: &Position) -> bool {
    matches!(Sides::of(position).state(position.geometry()), State::Decided(_))
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play(m);
    next
}

/// The positions of the layer after the last one read, in order, each once.
struct Front {
    keys: Vec<u64>,
    /// Empty if no layer follows.
    positions: Vec<Position>,
    known: Keys,
}

impl Front {
    /// The positions with the winner to move that a strategy begins with.
    fn new(start: &Position, winner_moves: bool) -> Self {
        let mut front = Self { keys: Vec::new(), positions: Vec::new(), known: Keys::default() };
        if winner_moves {
            front.add(start, true);
        } else {
            sorted_moves(start).iter().for_each(|&m| front.add(&after(start, m), true));
        }
        front
    }

    fn add(&mut self, position: &Position, with_position: bool) {
        let (position, _) = folded(position);
        if self.known.insert(position.key()) {
            self.keys.push(position.key());
            self.positions.extend(with_position.then_some(position));
        }
    }

    /// Advances to the positions after the replies to these moves; without positions, only their keys are kept.
    fn advance(&mut self, numbers: &[u8], with_positions: bool) {
        self.keys.clear();
        for (position, &number) in std::mem::take(&mut self.positions).iter().zip(numbers) {
            let Some(&m) = sorted_moves(position).get(usize::from(number)) else { continue };
            let answered = after(position, m);
            for &reply in &sorted_moves(&answered) {
                let reached = after(&answered, reply);
                if reached.outcome().is_none() && !is_plain(&reached) {
                    self.add(&reached, with_positions);
                }
            }
        }
    }
}

/// The number of the most robust winning move; `None` if there is none or the table lacks a position.
fn most_forgiving(position: &Position, table: &dyn QuietValues) -> Option<u8> {
    let mut best: Option<(f64, u8)> = None;
    for (number, &m) in sorted_moves(position).iter().enumerate() {
        let next = after(position, m);
        if next.outcome().is_some() {
            return Some(number as u8);
        }
        if value(&next, table)? >= FIRST_WIN {
            continue;
        }
        let risk = children(&next).map(|(_, reply)| risk(&reply, table)).sum::<Option<f64>>()?;
        if best.is_none_or(|(least, _)| risk < least) {
            best = Some((risk, number as u8));
        }
    }
    best.map(|(_, number)| number)
}

/// The number of the first winning move in the network's order, and its place there; `None` if there is none or the table
/// lacks a position.
fn most_liked(position: &Position, table: &dyn QuietValues) -> Option<(u8, u8)> {
    let moves = sorted_moves(position);
    for (place, &m) in ranked(position, moves.clone()).iter().enumerate() {
        let next = after(position, m);
        if next.outcome().is_some() || value(&next, table)? < FIRST_WIN {
            let number = moves.iter().position(|&other| other == m)?;
            return Some((number as u8, place as u8));
        }
    }
    None
}

/// The share of the winner's moves that do not win.
fn risk(position: &Position, table: &dyn QuietValues) -> Option<f64> {
    if position.outcome().is_some() || is_plain(position) {
        return Some(0.0);
    }
    let (mut all, mut lost) = (0, 0);
    for (_, next) in children(position) {
        all += 1;
        lost += u32::from(next.outcome().is_none() && value(&next, table)? >= FIRST_WIN);
    }
    Some(f64::from(lost) / f64::from(all.max(1)))
}

impl Strategy {
    /// Finds the strategy of a start from a table, layer by layer, until the next layer would bring it beyond this many
    /// positions; `None` if the table lacks one.
    #[must_use]
    pub fn of(start: &Position, table: &dyn QuietValues, most: usize, threads: usize) -> Option<Self> {
        let winner_moves = value(start, table)? >= FIRST_WIN;
        let mut front = Front::new(start, winner_moves);
        let mut strategy = Self::empty(start, &front)?;
        while !front.keys.is_empty() && strategy.sizes().sum::<usize>() + front.keys.len() <= most {
            strategy.grow(&mut front, table, threads)?;
        }
        strategy.moves.sort();
        Some(strategy)
    }

    /// An empty strategy from these start positions; `None` if there are none.
    fn empty(start: &Position, front: &Front) -> Option<Self> {
        let winner = front.positions.first()?.to_move();
        Some(Self {
            start: *start,
            winner,
            layers: Vec::new(),
            more: Vec::new(),
            moves: Numbers::default(),
            far: Favourites::default(),
        })
    }

    /// Adds a layer from a table.
    fn grow(&mut self, front: &mut Front, table: &dyn QuietValues, threads: usize) -> Option<()> {
        let numbers = threads::map(threads, &front.positions, |position| most_forgiving(position, table));
        self.push(front, numbers.into_iter().collect::<Option<Vec<u8>>>()?, true);
        Some(())
    }

    /// Adds a layer; the front advances, with or without its positions.
    fn push(&mut self, front: &mut Front, numbers: Vec<u8>, with_positions: bool) {
        self.moves.extend(&front.keys, &numbers);
        front.advance(&numbers, with_positions);
        self.layers.push(numbers);
    }

    /// The strategy with one more layer; `None` if the table lacks a position.
    #[must_use]
    pub fn deepened(&self, table: &dyn QuietValues, threads: usize) -> Option<Self> {
        let mut front = Front::new(&self.start, self.winner == self.start.to_move());
        let mut strategy = Self::empty(&self.start, &front)?;
        self.layers.iter().for_each(|numbers| strategy.push(&mut front, numbers.clone(), true));
        strategy.grow(&mut front, table, threads)?;
        strategy.moves.sort();
        for &(sides, number) in &self.more {
            strategy.insert(&strategy.position(sides)?, number);
        }
        Some(strategy)
    }

    /// The strategy with this many far layers behind the others; `None` if the table lacks a position.
    #[must_use]
    pub fn extended(&self, far: usize, table: &dyn QuietValues, threads: usize) -> Option<Self> {
        let mut front = Front::new(&self.start, self.winner == self.start.to_move());
        self.layers.iter().for_each(|numbers| front.advance(numbers, true));
        let mut places = Vec::new();
        for layer in 1..=far {
            let found = threads::map(threads, &front.positions, |position| match self.moves.get(position.key()) {
                Some(number) => Some((number, None)),
                None => most_liked(position, table).map(|(number, place)| (number, Some(place))),
            });
            let found = found.into_iter().collect::<Option<Vec<(u8, Option<u8>)>>>()?;
            places.extend(front.keys.iter().zip(&found).filter_map(|(&key, &(_, place))| Some((key, place?))));
            let numbers: Vec<u8> = found.iter().map(|&(number, _)| number).collect();
            if layer < far {
                front.advance(&numbers, true);
            }
        }
        Some(Self { far: Favourites::of(far, &places), ..self.clone() })
    }

    /// Adds a position of the winner, with the most robust move by a table; `None` if the table lacks a position.
    pub fn add(&mut self, position: &Position, table: &dyn QuietValues) -> Option<()> {
        let (position, _) = folded(position);
        let number = most_forgiving(&position, table)?;
        self.insert(&position, number);
        Some(())
    }

    fn insert(&mut self, position: &Position, number: u8) {
        if self.moves.insert(position.key(), number) {
            self.more.push((Sides::of(position), number));
        }
    }

    /// The number of positions beyond the layers.
    #[must_use]
    pub fn further(&self) -> usize {
        self.more.len()
    }

    /// The number of positions in each layer.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.layers.iter().map(Vec::len)
    }

    /// Whose strategy it is.
    #[must_use]
    pub const fn winner(&self) -> Player {
        self.winner
    }

    /// Whether a position is of its board.
    #[must_use]
    pub fn is_of(&self, position: &Position) -> bool {
        position.rules() == self.start.rules()
    }

    /// The number of far layers, of the positions stored for them, and of those whose hashes clash.
    #[must_use]
    pub fn far(&self) -> (usize, [usize; 2]) {
        (self.far.layers, self.far.sizes())
    }

    /// The winner's move, if known, after these moves from the start; without far layers the moves do not matter.
    #[must_use]
    pub fn advice_after(&self, moves: &[Move], position: &Position) -> Option<Move> {
        if let Some(m) = self.advice(position) {
            return Some(m);
        }
        if self.far.layers == 0 || !self.is_of(position) || position.to_move() != self.winner {
            return None;
        }
        let (mut reached, mut made) = (self.start, 0);
        for &m in moves {
            if reached.to_move() == self.winner {
                let chosen = self.choice(&reached, made)?;
                let is_kept = folded(&after(&reached, chosen)).0 == folded(&after(&reached, m)).0;
                if !is_kept {
                    return None;
                }
                made += 1;
            }
            reached.play(m);
        }
        if reached == *position { self.choice(position, made) } else { None }
    }

    /// The winner's move in a position that the strategy came to with this many moves.
    fn choice(&self, position: &Position, made: usize) -> Option<Move> {
        let is_far = || made < self.layers.len() + self.far.layers && !is_plain(position);
        self.advice(position).or_else(|| is_far().then(|| self.favourite(position))?)
    }

    /// The winner's move in a position of the far layers.
    fn favourite(&self, position: &Position) -> Option<Move> {
        let (seen, is_mirrored) = folded(position);
        let m = *ranked(&seen, sorted_moves(&seen)).get(usize::from(self.far.place(seen.key())))?;
        unfolded(position, &seen, m, is_mirrored)
    }

    /// The winner's move, if known.
    #[must_use]
    pub fn advice(&self, position: &Position) -> Option<Move> {
        if !self.is_of(position) {
            return None;
        }
        let (folded, is_mirrored) = folded(position);
        let m = *sorted_moves(&folded).get(usize::from(self.moves.get(folded.key())?))?;
        unfolded(position, &folded, m, is_mirrored)
    }

    /// The contents of a file: a few lines of text, then, deflated, a byte for each position of the layers and the
    /// further positions.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> = self.layers.concat();
        let mut more = self.more.clone();
        more.sort_unstable();
        for (sides, number) in more {
            body.extend_from_slice(&sides.own.to_le_bytes()[..SIDE_BYTES]);
            body.extend_from_slice(&sides.enemy.to_le_bytes()[..SIDE_BYTES]);
            body.push(number);
        }
        self.far.write(&mut body);
        let mut packed = Vec::new();
        // Reading from memory never fails.
        let _ = DeflateEncoder::new(&body[..], Compression::best()).read_to_end(&mut packed);
        let header =
            Header { winner: self.winner, sizes: self.sizes().collect(), further: self.more.len(), far: self.far() };
        [header.text(&self.start, &packed).as_bytes(), &packed].concat()
    }

    /// Reads a file; the positions of the layers follow from the moves. The first layers take much less time than all
    /// of them: at most this many are read, and then the further positions only if there are no more layers.
    pub fn from_bytes(bytes: &[u8], start: &Position, most_layers: usize) -> Result<Self, Refusal> {
        Self::parts(bytes, start, most_layers).ok_or_else(|| words::DAMAGED.refuse().with("path", TITLE))
    }

    fn parts(bytes: &[u8], start: &Position, most_layers: usize) -> Option<Self> {
        let end = bytes.windows(2).take(1_000).position(|pair| pair == b"\n\n")? + 2;
        let (head, packed) = bytes.split_at(end);
        let header = Header::read(std::str::from_utf8(head).ok()?)?;
        if head != header.text(start, packed).as_bytes() {
            return None;
        }
        let mut body = DeflateDecoder::new(packed);
        let mut front = Front::new(start, header.winner == start.to_move());
        let mut strategy = Self::empty(start, &front)?;
        let layers = header.sizes.len().min(most_layers);
        for (index, &size) in header.sizes[..layers].iter().enumerate() {
            // Whatever the header says, no more memory is used than the moves so far require.
            if size != front.keys.len() || size == 0 {
                return None;
            }
            let mut numbers = vec![0; size];
            body.read_exact(&mut numbers).ok()?;
            if index + 1 < layers {
                strategy.push(&mut front, numbers, index + 2 < layers);
            } else {
                strategy.moves.extend(&front.keys, &numbers);
                strategy.layers.push(numbers);
            }
        }
        strategy.moves.sort();
        if layers == header.sizes.len() {
            (0..header.further).try_for_each(|_| strategy.read_further(&mut body))?;
            let (layers, sizes) = header.far;
            strategy.far = Favourites::read(layers, sizes, &mut body)?;
            body.read(&mut [0]).ok().filter(|&more| more == 0)?;
        }
        Some(strategy)
    }

    /// Reads a position beyond the layers.
    fn read_further(&mut self, body: &mut impl Read) -> Option<()> {
        let mut entry = [0; MORE_BYTES];
        body.read_exact(&mut entry).ok()?;
        let set = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |set, &byte| set << 8 | u64::from(byte));
        let sides = Sides { own: set(&entry[..SIDE_BYTES]), enemy: set(&entry[SIDE_BYTES..2 * SIDE_BYTES]) };
        let position = self.position(sides)?;
        self.insert(&position, entry[2 * SIDE_BYTES]);
        Some(())
    }

    /// The position with the winner to move and these pawns, as the winner sees them.
    fn position(&self, sides: Sides) -> Option<Position> {
        let seen = if self.winner == Player::White { sides } else { sides.turned(self.start.geometry()) };
        Position::from_sets(&self.start.rules(), seen.own, seen.enemy, self.winner).ok()
    }
}

/// The lines before the body.
struct Header {
    winner: Player,
    /// The number of positions in each layer.
    sizes: Vec<usize>,
    /// The number of positions beyond the layers.
    further: usize,
    /// The number of far layers, and of what is stored of them.
    far: (usize, [usize; 2]),
}

impl Header {
    fn read(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let sizes = field("layers ")?.split(' ').map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>()?;
        let winner = if field("winner ")? == "white" { Player::White } else { Player::Black };
        let far: Vec<usize> = match field("far ") {
            Some(far) => far.split(' ').map(|size| size.parse().ok()).collect::<Option<_>>()?,
            None => vec![0; 3],
        };
        let &[layers, exceptions, clashes] = &far[..] else { return None };
        let far = (layers, [exceptions, clashes]);
        Some(Self { winner, sizes, further: field("further ")?.parse().ok()?, far })
    }

    /// The text, with the checksum of the body.
    fn text(&self, start: &Position, packed: &[u8]) -> String {
        let mut sum = Checksum::default();
        sum.add(packed);
        let (position, winner) = (start.format_position(), self.winner);
        let sizes: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        let (sizes, further) = (sizes.join(" "), self.further);
        let far = match self.far {
            (0, _) => String::new(),
            (layers, [exceptions, clashes]) => format!("far {layers} {exceptions} {clashes}\n"),
        };
        let sum = sum.0;
        format!(
            "{TITLE}\nposition {position}\nwinner {winner}\nlayers {sizes}\nfurther {further}\n{far}checksum {sum:016x}\n\n"
        )
    }
}
