//! k nearest neighbours: the moves played on the most similar recorded boards.
//!
//! A board is two sets of points, own and enemy stones of the player to move, so colours are already swapped where they
//! must be. The distance of two boards is the number of stones that differ, each with a weight that depends on how far it is
//! from the query's last move ([`Weighing`]), the least over the eight symmetric images of the query.
//!
//! The search is exact and covers every record, but never compares whole boards. From one position of a game to the
//! next a stone is placed and perhaps some are captured, and each changes the distance by its weight: up if the query
//! has no such stone, down if it has. So a recorded game is stored as the list of these changes, two bytes each, and
//! the distances are updated along it: those of all eight images are lanes of a few words, one addition per change.
//! Thirty million boards take 75 MB instead of 3 GB.
//!
//! Threads take a range of games each, and share the distance of the k-th nearest so far.

mod positions;
pub mod smallest;
mod voting;

pub use positions::Positions;
pub use voting::{ByNeighbours, sweep};

use crate::board::{Board, NOWHERE, PointSet, SIDE};
use positions::{CAPTURED, COLOUR, Change, POINT, SET_UP};
use quadrille_core::Player;
use quadrille_support::threads;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

/// The symmetric images of the square.
const IMAGES: usize = 8;
/// How many rows of numbers to add there are: for each colour and point a stone that comes, and one that is captured.
const ROWS: usize = 1 << (COLOUR + 2);
/// This many changes are gone through before it is asked whether one of them led to something wanted.
const STRIDE: usize = 16;

/// Weights by Manhattan distance to the last move; farther off it is one. Of eight tables tried this
/// one had the best log-loss (`docs/patterns.md` says on which games).
const NEAR: [u16; 10] = [40, 36, 28, 20, 14, 10, 7, 5, 3, 2];

/// How much a stone that differs counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighing {
    /// One, everywhere.
    Equal,
    /// The more, the nearer it is to the last move.
    #[default]
    NearLast,
}

impl Weighing {
    /// The weight of a point when the last move was at another.
    #[must_use]
    pub fn weight(self, spot: u16, last: Option<u16>) -> u16 {
        match (self, last) {
            (Self::NearLast, Some(last)) => {
                let side = SIDE as u16;
                let apart = (spot / side).abs_diff(last / side) + (spot % side).abs_diff(last % side);
                *NEAR.get(usize::from(apart)).unwrap_or(&1)
            }
            _ => 1,
        }
    }
}

/// A recorded position near the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighbour {
    /// The sum of the weights of the stones that differ.
    pub distance: u32,
    /// The game it is from, counted from 0 in the order of reading.
    pub game: u32,
    /// How many stones had been played in that game.
    pub turn: u16,
    /// The move, as it would be on the query's board.
    pub spot: u16,
    /// How many stones differ.
    pub differing: u32,
    /// How the query was turned.
    symmetry: u8,
}

/// A position whose neighbours are wanted.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_patterns::board::Board;
/// use quadrille_patterns::neighbours::{Asked, Positions, Weighing};
/// let asked = Asked { board: &Board::new(19, 19), player: Player::Black, last: None };
/// assert!(Positions::none(1).nearest(asked, Weighing::Equal, 3).is_empty());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Its 19x19 board.
    pub board: &'a Board,
    /// Who moves.
    pub player: Player,
    /// The last move, if it is known.
    pub last: Option<u16>,
}

/// The stones of a board, the player's first.
fn sides(board: &Board, player: Player) -> (PointSet, PointSet) {
    let (mut own, mut enemy) = (PointSet::default(), PointSet::default());
    for spot in board.spots() {
        match board.stone(spot) {
            Some(owner) if owner == player => own.insert(spot),
            Some(_) => enemy.insert(spot),
            None => {}
        }
    }
    (own, enemy)
}

/// Where a point goes under a symmetry of the square.
fn image(spot: u16, symmetry: usize) -> u16 {
    let last = SIDE as u16 - 1;
    let (row, column) = (spot / SIDE as u16, spot % SIDE as u16);
    let row = if symmetry & 1 == 0 { row } else { last - row };
    let column = if symmetry & 2 == 0 { column } else { last - column };
    if symmetry & 4 == 0 { row * SIDE as u16 + column } else { column * SIDE as u16 + row }
}

/// The distances of the eight images, sixteen bits each, in two words: first while Black is to move in the record, then while
/// White is. Every distance fits in fifteen bits, so words of distances, and of what is added to them, add up lane by lane:
/// what one lane borrows from the next comes back when the next word is complete.
type Lanes = [u64; 4];

/// Lanes in a word.
const IN_A_WORD: usize = 4;
/// One in every lane of a word.
const ONES: u64 = u64::MAX / 0xFFFF;
/// More than any distance: the highest bit of a lane.
const LARGEST: u32 = 1 << 15;
/// That bit of every lane of a word.
const HIGH: u64 = ONES * LARGEST as u64;

/// The same distance in every lane of a word; all that are too large are alike.
#[inline]
fn all_lanes(distance: u32) -> u64 {
    ONES * u64::from(distance.min(LARGEST))
}

/// The highest bits of a word's lanes are still there after the subtraction where the lane is not below that of `below`.
#[inline]
fn not_below(word: u64, below: u64) -> u64 {
    (word | HIGH) - below
}

#[inline]
fn add(lanes: &mut Lanes, row: &Lanes) {
    for (word, more) in lanes.iter_mut().zip(row) {
        *word = word.wrapping_add(*more);
    }
}

/// A position as it is looked for.
struct Query<'a> {
    asked: Asked<'a>,
    /// The distances from the empty board.
    start: Lanes,
    /// What each change adds to the distances.
    rows: Box<[Lanes; ROWS]>,
    k: usize,
    /// The smallest of all threads' k-th distances: nothing farther is wanted.
    limit: AtomicU32,
}

impl Positions {
    /// The k nearest records whose move is legal for the player, nearest first; of equally near ones those of earlier games.
    #[must_use]
    pub fn nearest(&self, asked: Asked<'_>, weighing: Weighing, k: usize) -> Vec<Neighbour> {
        if k == 0 {
            return Vec::new();
        }
        let query = Query::new(asked, weighing, k);
        let games = self.numbers.len();
        let part = |part: usize| games * part / self.threads..games * (part + 1) / self.threads;
        let mut found = threads::map(self.threads, 0..self.threads, |index| self.scan(part(index), &query)).concat();
        found.sort_unstable();
        found.truncate(k);
        let ours = sides(asked.board, asked.player);
        for near in &mut found {
            let theirs = self.stones(near).unwrap_or_default();
            near.differing = ours.0.difference(&theirs.0) + ours.1.difference(&theirs.1);
        }
        found
    }

    /// The stones of a record that was found, turned as the board it was found for: those of its player to move, then the
    /// enemy's.
    #[must_use]
    pub fn stones(&self, near: &Neighbour) -> Option<(PointSet, PointSet)> {
        let game = self.numbers.binary_search(&near.game).ok()?;
        let changes = &self.changes[self.starts[game]..self.starts[game + 1]];
        let is_played = |(_, change): &(usize, &Change)| **change < CAPTURED;
        let (played, last) = changes.iter().enumerate().filter(is_played).nth(near.turn.into())?;
        let (mut own, mut enemy) = (PointSet::default(), PointSet::default());
        for change in &changes[..played] {
            let side = if (change ^ last) >> COLOUR & 1 == 0 { &mut own } else { &mut enemy };
            if change & CAPTURED == 0 { side.insert(change & POINT) } else { side.remove(change & POINT) }
        }
        let turned_back = |stones: &PointSet| {
            let mut back = PointSet::default();
            let there = |spot: &u16| stones.contains(image(*spot, near.symmetry.into()));
            for spot in (0..NOWHERE).filter(there) {
                back.insert(spot);
            }
            back
        };
        Some((turned_back(&own), turned_back(&enemy)))
    }

    /// The k nearest of a range of games.
    fn scan(&self, games: Range<usize>, query: &Query<'_>) -> Vec<Neighbour> {
        let mut best = Best { heap: BinaryHeap::with_capacity(query.k + 1), below: LARGEST };
        for game in games {
            best.below = best.below.min(query.limit.load(Ordering::Relaxed) + 1);
            let changes = &self.changes[self.starts[game]..self.starts[game + 1]];
            let mut lanes = query.start;
            for (stride, few) in changes.chunks(STRIDE).enumerate() {
                let before = lanes;
                if query.pass(few, best.below, &mut lanes) {
                    let record = Stretch { game: self.numbers[game], changes, from: stride * STRIDE };
                    query.look(&record, before, &mut best);
                }
            }
        }
        best.heap.into_vec()
    }
}

/// A few changes of a game.
struct Stretch<'a> {
    game: u32,
    /// All changes of the game.
    changes: &'a [Change],
    /// The first of these.
    from: usize,
}

/// The nearest records that a thread has found.
struct Best {
    heap: BinaryHeap<Neighbour>,
    /// Only what is nearer is wanted. Games come in order, so of equally near records of one thread the first ones stay.
    below: u32,
}

impl Best {
    fn keep(&mut self, neighbour: Neighbour, query: &Query<'_>) {
        self.heap.push(neighbour);
        if self.heap.len() > query.k {
            self.heap.pop();
        }
        if self.heap.len() == query.k
            && let Some(farthest) = self.heap.peek()
        {
            query.limit.fetch_min(farthest.distance, Ordering::Relaxed);
            self.below = self.below.min(farthest.distance);
        }
    }
}

impl<'a> Query<'a> {
    fn new(asked: Asked<'a>, weighing: Weighing, k: usize) -> Self {
        let mut start = 0;
        let mut rows = Box::new([[0; 4]; ROWS]);
        for spot in 0..NOWHERE {
            let (weight, stone) = (weighing.weight(spot, asked.last), asked.board.stone(spot));
            start += if stone.is_some() { u32::from(weight) } else { 0 };
            for (symmetry, player, mover) in cases() {
                // In the record a stone is an own one if its player is to move; it may come to lie on a like one of the query.
                let alike = stone.is_some_and(|stone| (stone == asked.player) == (player == mover));
                let lane = u64::from(weight) << (16 * (symmetry % IN_A_WORD));
                let row: &mut Lanes = &mut rows[player.index() << COLOUR | usize::from(image(spot, symmetry))];
                let word = &mut row[2 * mover.index() + symmetry / IN_A_WORD];
                *word = if alike { word.wrapping_sub(lane) } else { word.wrapping_add(lane) };
            }
        }
        let (come, captured) = rows.split_at_mut(usize::from(CAPTURED));
        for (less, more) in captured.iter_mut().zip(come) {
            *less = more.map(u64::wrapping_neg);
        }
        Self { asked, start: [all_lanes(start); 4], rows, k, limit: AtomicU32::new(LARGEST) }
    }

    #[inline]
    fn row(&self, change: Change) -> &Lanes {
        &self.rows[usize::from(change) % ROWS]
    }

    /// Goes through a few changes; says whether any distance on the way, be it that of a record or not, was below the number.
    #[inline]
    fn pass(&self, few: &[Change], below: u32, lanes: &mut Lanes) -> bool {
        let (below, mut clear, mut now) = (all_lanes(below), [HIGH; 4], *lanes);
        for &change in few {
            // Word by word and nothing else, so that the compiler may do all four at once.
            let row = self.row(change);
            for word in 0..4 {
                clear[word] &= not_below(now[word], below);
                now[word] = now[word].wrapping_add(row[word]);
            }
        }
        *lanes = now;
        clear != [HIGH; 4]
    }

    /// Goes through a few changes again and keeps what is wanted.
    #[cold]
    #[inline(never)]
    fn look(&self, stretch: &Stretch<'_>, mut lanes: Lanes, best: &mut Best) {
        for (at, &change) in stretch.changes.iter().enumerate().skip(stretch.from).take(STRIDE) {
            if change & (CAPTURED | SET_UP) == 0 {
                let mover = usize::from(change >> COLOUR & 1);
                let distance =
                    |symmetry: usize| (lanes[2 * mover + symmetry / IN_A_WORD] >> (16 * (symmetry % IN_A_WORD))) as u16;
                let images = (0..IMAGES).map(|symmetry| (u32::from(distance(symmetry)), symmetry));
                if let Some(nearest) = images.min().filter(|nearest| nearest.0 < best.below)
                    && let Some(neighbour) = self.neighbour(stretch.game, &stretch.changes[..=at], nearest)
                {
                    best.keep(neighbour, self);
                }
            }
            add(&mut lanes, self.row(change));
        }
    }

    /// The record whose move is the last of these changes, unless that is not legal here.
    fn neighbour(&self, game: u32, changes: &[Change], (distance, symmetry): (u32, usize)) -> Option<Neighbour> {
        let (&played, before) = changes.split_last()?;
        // The query was turned by `symmetry`; the move is turned back: the point whose image it is.
        let spot = (0..NOWHERE).find(|&spot| image(spot, symmetry) == played & POINT)?;
        let turn = before.iter().filter(|&&change| change < CAPTURED).count() as u16;
        let neighbour = Neighbour { distance, game, turn, spot, differing: 0, symmetry: symmetry as u8 };
        self.asked.board.is_legal(spot, self.asked.player).then_some(neighbour)
    }
}

/// Every symmetry, colour of a stone and player to move.
fn cases() -> impl Iterator<Item = (usize, Player, Player)> {
    let players = Player::BOTH.into_iter().flat_map(|player| Player::BOTH.map(|mover| (player, mover)));
    players.flat_map(|(player, mover)| (0..IMAGES).map(move |symmetry| (symmetry, player, mover)))
}
