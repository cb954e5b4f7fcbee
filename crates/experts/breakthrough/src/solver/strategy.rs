//! A stored strategy: the winner's first moves on a board whose table is too large to keep.
//!
//! A strategy gives the winner's move in every position reached by its own moves and any moves of the loser, up to some
//! depth. It is extracted from the table and stored as one byte per position (the move number), in an order that the
//! reader reproduces: breadth first, in order of the loser's replies. Mirror images are the same position.
//!
//! Of several winning moves the most robust one is stored: after any reply, as many of the winner's next moves as
//! possible win. Beyond the strategy a search must find a winning move, which is easier if there are many. Single later
//! positions in which searches failed follow one by one.

use super::lanes::FIRST_WIN;
use super::sides::{QuietValues, Sides, State};
use super::{children, value};
use crate::words;
use quadrille_breakthrough::{Checksum, Move, Moves, Position};
use quadrille_core::{Game, Notation, Player, Refusal};
use quadrille_support::threads;
use std::collections::{HashMap, HashSet};

/// The first line of a file.
const TITLE: &str = "quadrille breakthrough strategy 1";

/// The winner's move, by position.
#[derive(Clone, Debug)]
pub struct Strategy {
    start: Position,
    winner: Player,
    /// The move numbers, by layer (the winner's number of moves).
    layers: Vec<Vec<u8>>,
    /// Positions beyond the layers.
    more: Vec<(Sides, u8)>,
    moves: HashMap<u64, u8>,
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

/// Whether the winner wins at once.
fn is_plain(position: &Position) -> bool {
    matches!(Sides::of(position).state(position.geometry()), State::Decided(_))
}

fn after(position: &Position, m: Move) -> Position {
    let mut next = *position;
    next.play(m);
    next
}

/// The positions that the replies to the stored moves of a layer lead to, in order, each once.
fn next_layer(layer: &[Position], numbers: &[u8], known: &mut HashSet<u64>) -> Vec<Position> {
    let mut next = Vec::new();
    for (position, &number) in layer.iter().zip(numbers) {
        let Some(&m) = sorted_moves(position).get(usize::from(number)) else { continue };
        let answered = after(position, m);
        for &reply in &sorted_moves(&answered) {
            let (reached, _) = folded(&after(&answered, reply));
            if reached.outcome().is_none() && !is_plain(&reached) && known.insert(reached.key()) {
                next.push(reached);
            }
        }
    }
    next
}

/// The positions with the winner to move that a strategy begins with.
fn first_layer(start: &Position, winner_moves: bool) -> Vec<Position> {
    if winner_moves {
        return vec![folded(start).0];
    }
    let mut known = HashSet::new();
    let reached = sorted_moves(start).into_iter().map(|m| folded(&after(start, m)).0);
    reached.filter(|position| known.insert(position.key())).collect()
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
        let mut next = first_layer(start, winner_moves);
        let mut known: HashSet<u64> = next.iter().map(Position::key).collect();
        let mut strategy = Self::empty(start, &next)?;
        while !next.is_empty() && strategy.moves.len() + next.len() <= most {
            let numbers = threads::map(threads, &next, |position| most_forgiving(position, table));
            let numbers = numbers.into_iter().collect::<Option<Vec<u8>>>()?;
            next = strategy.grow(&next, numbers, &mut known);
        }
        Some(strategy)
    }

    /// An empty strategy from these start positions; `None` if there are none.
    fn empty(start: &Position, first: &[Position]) -> Option<Self> {
        let winner = first.first()?.to_move();
        Some(Self { start: *start, winner, layers: Vec::new(), more: Vec::new(), moves: HashMap::new() })
    }

    /// Adds a layer; the positions of the next one.
    fn grow(&mut self, layer: &[Position], numbers: Vec<u8>, known: &mut HashSet<u64>) -> Vec<Position> {
        self.moves.extend(layer.iter().map(Position::key).zip(numbers.iter().copied()));
        let next = next_layer(layer, &numbers, known);
        self.layers.push(numbers);
        next
    }

    /// Adds a position of the winner, with the most robust move by a table; `None` if the table lacks a position.
    pub fn add(&mut self, position: &Position, table: &dyn QuietValues) -> Option<()> {
        let (position, _) = folded(position);
        let number = most_forgiving(&position, table)?;
        self.insert(&position, number);
        Some(())
    }

    fn insert(&mut self, position: &Position, number: u8) {
        if self.moves.insert(position.key(), number).is_none() {
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

    /// The winner's move, if known.
    #[must_use]
    pub fn advice(&self, position: &Position) -> Option<Move> {
        if !self.is_of(position) {
            return None;
        }
        let (folded, is_mirrored) = folded(position);
        let m = *sorted_moves(&folded).get(usize::from(*self.moves.get(&folded.key())?))?;
        if !is_mirrored {
            return Some(m);
        }
        let target = after(&folded, m).mirrored();
        children(position).find(|(_, next)| *next == target).map(|(m, _)| m)
    }

    /// The contents of a file: a few lines of text, a byte for each position of the layers, then the further positions.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> = self.layers.concat();
        let in_layers = body.len();
        let mut more = self.more.clone();
        more.sort_unstable();
        for (sides, number) in more {
            body.extend_from_slice(&sides.own.to_le_bytes()[..SIDE_BYTES]);
            body.extend_from_slice(&sides.enemy.to_le_bytes()[..SIDE_BYTES]);
            body.push(number);
        }
        [header(&self.start, self.winner, in_layers, &body).as_bytes(), &body].concat()
    }

    /// Reads a file; the positions of the layers follow from the moves. The first layers take much less time than all
    /// of them: at most this many are read, and then the further positions only if there are no more layers.
    pub fn from_bytes(bytes: &[u8], start: &Position, most_layers: usize) -> Result<Self, Refusal> {
        Self::parts(bytes, start, most_layers).ok_or_else(|| words::DAMAGED.refuse().with("path", TITLE))
    }

    fn parts(bytes: &[u8], start: &Position, most_layers: usize) -> Option<Self> {
        let end = bytes.windows(2).take(1_000).position(|pair| pair == b"\n\n")? + 2;
        let (head, body) = bytes.split_at(end);
        let fields = std::str::from_utf8(head).ok()?;
        let field = |name: &str| fields.lines().find_map(|line| line.strip_prefix(name));
        let in_layers = field("layers ")?.parse().ok()?;
        let winner = if field("winner ")? == "white" { Player::White } else { Player::Black };
        if head != header(start, winner, in_layers, body).as_bytes() {
            return None;
        }
        let (mut moves, more) = body.split_at_checked(in_layers)?;
        let mut next = first_layer(start, winner == start.to_move());
        let mut known: HashSet<u64> = next.iter().map(Position::key).collect();
        let mut strategy = Self::empty(start, &next)?;
        while !moves.is_empty() && strategy.layers.len() < most_layers {
            let (numbers, rest) = moves.split_at_checked(next.len()).filter(|(numbers, _)| !numbers.is_empty())?;
            let is_last = rest.is_empty() || strategy.layers.len() + 1 == most_layers;
            if is_last {
                // What follows the last layer is not needed.
                strategy.moves.extend(next.iter().map(Position::key).zip(numbers.iter().copied()));
                strategy.layers.push(numbers.to_vec());
            } else {
                next = strategy.grow(&next, numbers.to_vec(), &mut known);
            }
            moves = rest;
        }
        if moves.is_empty() {
            more.chunks(MORE_BYTES).try_for_each(|entry| strategy.read_further(entry))?;
        }
        Some(strategy)
    }

    /// Reads a position beyond the layers.
    fn read_further(&mut self, entry: &[u8]) -> Option<()> {
        let (sides, number) = entry.split_at_checked(2 * SIDE_BYTES)?;
        let (own, enemy) = sides.split_at(SIDE_BYTES);
        let set = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |set, &byte| set << 8 | u64::from(byte));
        let sides = Sides { own: set(own), enemy: set(enemy) };
        let (white, black) = match self.winner {
            Player::White => (sides.own, sides.enemy),
            Player::Black => {
                let turned = sides.turned(self.start.geometry());
                (turned.own, turned.enemy)
            }
        };
        let position = Position::from_sets(&self.start.rules(), white, black, self.winner).ok()?;
        self.insert(&position, *number.first()?);
        Some(())
    }
}

/// The lines before the body.
fn header(start: &Position, winner: Player, in_layers: usize, body: &[u8]) -> String {
    let mut sum = Checksum::default();
    sum.add(body);
    let position = start.format_position();
    format!("{TITLE}\nposition {position}\nwinner {winner}\nlayers {in_layers}\nchecksum {:016x}\n\n", sum.0)
}
