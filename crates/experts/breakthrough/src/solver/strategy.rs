//! A stored strategy: the winner's first moves on a board whose table is too large to keep.
//!
//! A strategy gives the winner's move in every position reached by its own moves and any moves of the loser, up to some
//! depth. It is extracted from the table and stored as one byte per position (the move number), in an order that the
//! reader reproduces: breadth first, in order of the loser's replies; these bytes are deflated. Mirror images are the
//! same position.
//!
//! Of several winning moves the most robust one is stored: after any reply, as many of the winner's next moves as
//! possible win. Beyond the strategy a search must find a winning move, which is easier if there are many. Later
//! positions that came up in games follow one by one: 40 bits of the key, and the place of the winner's move in the
//! network's order. (The chance that another position has the same bits is one in ten million for 100,000 of them.)
//!
//! Behind these layers there may be far ones ([`Favourites`]), which store only the positions in which the network's
//! favourite loses. They know positions only of games in which the winner kept to the strategy, and the loser to likely
//! replies after the first far layer's move.

use super::favourites::{Favourites, likely, ranked, read_places, write_places};
use super::lanes::FIRST_WIN;
use super::numbers::{Keys, Numbers};
use super::sides::{QuietValues, Sides, State};
use super::{after, children, folded, sorted_moves, value};
use crate::words;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use quadrille_breakthrough::evaluation::network;
use quadrille_breakthrough::{Checksum, Move, Position};
use quadrille_core::{Game, Notation, Player, Refusal};
use quadrille_support::threads;
use std::io::Read;

/// The first line of a file.
const TITLE: &str = "quadrille breakthrough strategy 3";

/// The winner's move, by position.
#[derive(Clone, Debug)]
pub struct Strategy {
    start: Position,
    winner: Player,
    /// The move numbers, by layer (the winner's number of moves).
    layers: Vec<Vec<u8>>,
    moves: Numbers,
    /// Positions beyond the layers: the highest bits of their keys, ascending, and the places of the winner's moves.
    more: Vec<(u64, u8)>,
    far: Favourites,
}

/// A position beyond the layers.
#[derive(Clone, Copy, Debug)]
pub struct Further {
    key: u64,
    place: u8,
}

/// The bits of a key that are not stored of positions beyond the layers.
const CUT: u32 = 24;

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

    /// Advances to the positions after all replies to these moves; without positions, only their keys are kept.
    fn advance(&mut self, numbers: &[u8], with_positions: bool) {
        let positions = self.leave();
        for (position, &number) in positions.iter().zip(numbers) {
            let Some(&m) = sorted_moves(position).get(usize::from(number)) else { continue };
            let answered = after(position, m);
            for &reply in &sorted_moves(&answered) {
                self.reach(&after(&answered, reply), with_positions);
            }
        }
    }

    /// Advances to the positions after the likely replies.
    fn advance_likely(&mut self, numbers: &[u8], replies: usize, threads: usize) {
        let positions = self.leave();
        let pairs: Vec<(&Position, &u8)> = positions.iter().zip(numbers).collect();
        let reached = threads::map(threads, pairs.chunks(CHUNK), |chunk| {
            let mut reached = Vec::with_capacity(replies.min(16) * CHUNK);
            for &(position, &number) in chunk {
                let Some(&m) = sorted_moves(position).get(usize::from(number)) else { continue };
                reached.extend(likely(&after(position, m), replies));
            }
            reached
        });
        reached.iter().flatten().for_each(|position| self.reach(position, true));
    }

    /// The positions of the layer, which is left.
    fn leave(&mut self) -> Vec<Position> {
        self.keys.clear();
        std::mem::take(&mut self.positions)
    }

    /// Adds a position unless the next moves decide it.
    fn reach(&mut self, reached: &Position, with_position: bool) {
        if reached.outcome().is_none() && !is_plain(reached) {
            self.add(reached, with_position);
        }
    }
}

/// Positions that a thread takes at a time.
const CHUNK: usize = 1_024;

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
            moves: Numbers::default(),
            more: Vec::new(),
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
        Some(Self { more: self.more.clone(), ..strategy })
    }

    /// The strategy with this many far layers behind the others, in which this many replies are likely; `None` if the table
    /// lacks a position.
    #[must_use]
    pub fn extended(&self, far: (usize, usize), table: &dyn QuietValues, threads: usize) -> Option<Self> {
        let (layers, replies) = far;
        let mut front = Front::new(&self.start, self.winner == self.start.to_move());
        self.layers.iter().for_each(|numbers| front.advance(numbers, true));
        let mut places = Vec::new();
        for layer in 1..=layers {
            let found = threads::map(threads, front.positions.chunks(CHUNK), |chunk| {
                let known_or_liked = |position: &Position| match self.moves.get(position.key()) {
                    Some(number) => Some((number, None)),
                    None => most_liked(position, table).map(|(number, place)| (number, Some(place))),
                };
                chunk.iter().map(known_or_liked).collect::<Option<Vec<(u8, Option<u8>)>>>()
            });
            let found = found.into_iter().collect::<Option<Vec<_>>>()?.concat();
            places.extend(front.keys.iter().zip(&found).filter_map(|(&key, &(_, place))| Some((key, place?))));
            let numbers: Vec<u8> = found.iter().map(|&(number, _)| number).collect();
            if layer < layers {
                front.advance_likely(&numbers, replies, threads);
            }
        }
        Some(Self { far: Favourites::of(far, &places), ..self.clone() })
    }

    /// A position of the winner, with the most robust move by a table; `None` if the table lacks a position.
    pub fn further_one(position: &Position, table: &dyn QuietValues) -> Option<Further> {
        let (position, _) = folded(position);
        let number = most_forgiving(&position, table)?;
        let moves = sorted_moves(&position);
        let m = moves[usize::from(number)];
        let place = ranked(&position, moves).iter().position(|&other| other == m)?;
        Some(Further { key: position.key() >> CUT, place: place as u8 })
    }

    /// Adds a position, unless it is there.
    pub fn add(&mut self, Further { key, place }: Further) {
        if let Err(at) = self.more.binary_search_by_key(&key, |&(key, _)| key) {
            self.more.insert(at, (key, place));
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

    /// The number of far layers, of likely replies, of the positions stored, and of those whose hashes clash.
    #[must_use]
    pub fn far(&self) -> [usize; 4] {
        self.far.header()
    }

    /// The winner's move, if known, after these moves from the start; without far layers the moves do not matter.
    #[must_use]
    pub fn advice_after(&self, moves: &[Move], position: &Position) -> Option<Move> {
        self.far_advice(moves, position).or_else(|| self.advice(position))
    }

    /// The winner's move if these moves lead to a position of the far layers.
    fn far_advice(&self, moves: &[Move], position: &Position) -> Option<Move> {
        if self.far.header()[0] == 0 || !self.is_of(position) || position.to_move() != self.winner {
            return None;
        }
        let (mut reached, mut made) = (self.start, 0);
        for &m in moves {
            // The game may have begun elsewhere.
            if !reached.is_legal(m) {
                return None;
            }
            let next = after(&reached, m);
            if reached.to_move() == self.winner {
                let chosen = self.choice(&reached, made)?;
                if folded(&after(&reached, chosen)).0 != folded(&next).0 {
                    return None;
                }
                made += 1;
            } else if made > self.layers.len() && !self.far.is_likely(&reached, &next) {
                return None;
            }
            reached = next;
        }
        if reached == *position { self.choice(position, made) } else { None }
    }

    /// The winner's move in a position of the layers or the far layers that the strategy came to with this many moves.
    fn choice(&self, position: &Position, made: usize) -> Option<Move> {
        let (seen, is_mirrored) = folded(position);
        if let Some(number) = self.moves.get(seen.key()) {
            return unfolded(position, &seen, *sorted_moves(&seen).get(usize::from(number))?, is_mirrored);
        }
        let layers = self.layers.len();
        let is_far = (layers..layers.saturating_add(self.far.header()[0])).contains(&made) && !is_plain(position);
        if is_far { self.favourite(position) } else { None }
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
        let m = *sorted_moves(&folded).get(usize::from(self.number(&folded)?))?;
        unfolded(position, &folded, m, is_mirrored)
    }

    /// The number of the winner's move in a folded position, if known.
    fn number(&self, folded: &Position) -> Option<u8> {
        let key = folded.key();
        if let Some(number) = self.moves.get(key) {
            return Some(number);
        }
        let at = self.more.binary_search_by_key(&(key >> CUT), |&(key, _)| key).ok()?;
        let moves = sorted_moves(folded);
        let m = *ranked(folded, moves.clone()).get(usize::from(self.more[at].1))?;
        moves.iter().position(|&other| other == m).map(|number| number as u8)
    }

    /// The contents of a file: a few lines of text, then, deflated, a byte for each position of the layers and the
    /// further positions.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> = self.layers.concat();
        write_places(self.more.iter().copied(), &mut body);
        self.far.write(&mut body);
        let mut packed = Vec::new();
        // Reading from memory never fails.
        let _ = DeflateEncoder::new(&body[..], Compression::best()).read_to_end(&mut packed);
        let header = Header {
            winner: self.winner,
            sizes: self.sizes().collect(),
            further: self.more.len(),
            far: self.far(),
            network: Header::network(&self.start),
        };
        [header.text(&self.start, &packed).as_bytes(), &packed].concat()
    }

    /// Reads a file; the positions of the layers follow from the moves. The first layers take much less time than all
    /// of them: at most this many are read, and then the further positions only if there are no more layers.
    pub fn from_bytes(bytes: &[u8], start: &Position, most_layers: usize) -> Result<Self, Refusal> {
        Self::parts(bytes, start, most_layers, true).ok_or_else(|| words::DAMAGED.refuse().with("path", TITLE))
    }

    /// Reads the layers of a file and nothing that depends on the network.
    pub fn layers_from_bytes(bytes: &[u8], start: &Position) -> Result<Self, Refusal> {
        Self::parts(bytes, start, usize::MAX, false).ok_or_else(|| words::DAMAGED.refuse().with("path", TITLE))
    }

    fn parts(bytes: &[u8], start: &Position, most_layers: usize, with_places: bool) -> Option<Self> {
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
        if with_places && layers == header.sizes.len() {
            // Places are those in the order of one network.
            if header.network != Header::network(start) {
                return None;
            }
            strategy.more = read_places(header.further, &mut body)?;
            strategy.far = Favourites::read(header.far, &mut body)?;
            body.read(&mut [0]).ok().filter(|&more| more == 0)?;
        }
        Some(strategy)
    }
}

fn sum_of(bytes: &[u8]) -> u64 {
    let mut sum = Checksum::default();
    sum.add(bytes);
    sum.0
}

/// The lines before the body.
struct Header {
    winner: Player,
    /// The number of positions in each layer.
    sizes: Vec<usize>,
    /// The number of positions beyond the layers.
    further: usize,
    /// What is said of the far layers.
    far: [usize; 4],
    /// The checksum of the network that orders the moves of positions beyond the layers.
    network: Option<u64>,
}

impl Header {
    fn read(text: &str) -> Option<Self> {
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        let sizes = field("layers ")?.split(' ').map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>()?;
        let winner = if field("winner ")? == "white" { Player::White } else { Player::Black };
        let far: Vec<usize> = match field("far ") {
            Some(far) => far.split(' ').map(|size| size.parse().ok()).collect::<Option<_>>()?,
            None => vec![0; 4],
        };
        let far = far.try_into().ok()?;
        let network = match field("network ") {
            Some(sum) => Some(u64::from_str_radix(sum, 16).ok()?),
            None => None,
        };
        Some(Self { winner, sizes, further: field("further ")?.parse().ok()?, far, network })
    }

    /// The checksum of the network of a board.
    fn network(start: &Position) -> Option<u64> {
        network::of(start).map(|network| sum_of(&network.to_bytes()))
    }

    /// The text, with the checksum of the body.
    fn text(&self, start: &Position, packed: &[u8]) -> String {
        let (position, winner) = (start.format_position(), self.winner);
        let sizes: Vec<String> = self.sizes.iter().map(usize::to_string).collect();
        let (sizes, further) = (sizes.join(" "), self.further);
        let far = match self.far {
            [0, ..] => String::new(),
            [layers, replies, exceptions, clashes] => format!("far {layers} {replies} {exceptions} {clashes}\n"),
        };
        let network = self.network.map_or_else(String::new, |sum| format!("network {sum:016x}\n"));
        let sum = sum_of(packed);
        format!(
            "{TITLE}\nposition {position}\nwinner {winner}\nlayers {sizes}\nfurther {further}\n{far}{network}checksum {sum:016x}\n\n"
        )
    }
}
