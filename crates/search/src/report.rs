//! What a search found: one record for every algorithm.
//!
//! The terminal, the protocols and the page all show this record. Fields that do not apply to an algorithm stay zero,
//! empty or `None`. During a search, intermediate reports are passed to a callback on the caller's thread, at most ten
//! times a second; to use a channel, send a clone from the callback.

use crate::table::TableCounters;
use quadrille_core::{Game, Score, Sentence};
use quadrille_support::clock::Instant;
use std::time::Duration;

/// What a search knows, during or after it.
#[derive(Clone, Debug)]
pub struct Report<G: Game> {
    /// The algorithm's name, as on the command line.
    pub algorithm: &'static str,
    /// Completed plies of iterative deepening, or the mean depth of the tree's leaves.
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Beta cutoffs.
    pub cuts: u64,
    /// Cut nodes where the first move already caused the cut: `first_move_cuts / cuts` measures the move ordering.
    pub first_move_cuts: u64,
    /// What the transposition table did.
    pub table: TableCounters,
    /// Positions whose exact value was known without a search.
    pub known: u64,
    /// Games played out.
    pub playouts: u64,
    /// The root moves, best first.
    pub moves: Vec<MoveReport<G::Move>>,
    /// The move to play; `None` only without a legal move.
    pub best: Option<G::Move>,
    /// The value for the side to move, if the algorithm has one in units of the game, or a proven result.
    pub score: Option<Score>,
    /// The expected result for the side to move, from 0 (loss) to 1 (win), if the algorithm has one.
    pub value: Option<f32>,
    /// The expected continuation, beginning with `best`.
    pub pv: Vec<G::Move>,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The cost and result of each completed depth.
    pub history: Vec<DepthRow<G::Move>>,
    /// The most visited moves of the tree, if the request asked for them; a move comes after the one it answers.
    pub branches: Vec<Branch<G::Move>>,
    /// Whether the score is the exact margin with best play.
    pub exact: bool,
    /// What the search could not do as asked, such as a clamped depth.
    pub notes: Vec<Sentence>,
}

/// What a search knows about one root move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport<M> {
    /// The move.
    pub m: M,
    /// Playouts that started with this move, or nodes below it.
    pub visits: u64,
    /// Expected result for the side to move, 0 to 1.
    pub value: Option<f32>,
    /// Its probability before the search.
    pub prior: Option<f32>,
    /// AMAF: mean result of the playouts in which the mover played this move at any time.
    pub amaf: Option<f32>,
    /// How many playouts those were: the statistics of its move code.
    pub amaf_visits: Option<u64>,
    /// Its value in units of the game, or a proven result, for the side to move.
    pub score: Option<Score>,
    /// The expected continuation, beginning with the move.
    pub pv: Vec<M>,
}

impl<M> MoveReport<M> {
    /// A line for a move about which nothing is known yet.
    #[must_use]
    pub const fn new(m: M) -> Self {
        Self { m, visits: 0, value: None, prior: None, amaf: None, amaf_visits: None, score: None, pv: Vec::new() }
    }
}

/// One move in a search tree, for tools that display the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<M> {
    /// Index in the list of the parent move; none at the root.
    pub parent: Option<usize>,
    /// The move.
    pub m: M,
    /// Number of visits.
    pub visits: u64,
    /// Expected result for the player who makes it, 0 to 1.
    pub value: Option<f32>,
    /// How many replies to it have been tried.
    pub answers: usize,
}

/// One completed iteration of a deepening search.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthRow<M> {
    /// The depth.
    pub depth: u32,
    /// Positions visited since the search began.
    pub nodes: u64,
    /// Cuts since the search began.
    pub cuts: u64,
    /// Table hits since the search began.
    pub table_hits: u64,
    /// The part of the cuts made by the first move, 0 to 1.
    pub first_move_rate: f32,
    /// The value for the side to move.
    pub score: Score,
    /// The expected continuation.
    pub pv: Vec<M>,
    /// Time since the search began.
    pub elapsed: Duration,
}

impl<G: Game> Report<G> {
    /// An empty report.
    #[must_use]
    pub fn new(algorithm: &'static str) -> Self {
        Self {
            algorithm,
            depth: 0,
            seldepth: 0,
            nodes: 0,
            cuts: 0,
            first_move_cuts: 0,
            table: TableCounters::default(),
            known: 0,
            playouts: 0,
            moves: Vec::new(),
            best: None,
            score: None,
            value: None,
            pv: Vec::new(),
            elapsed: Duration::ZERO,
            history: Vec::new(),
            branches: Vec::new(),
            exact: false,
            notes: Vec::new(),
        }
    }

    /// The part of the cuts that the first move made, 0 to 1.
    #[must_use]
    pub fn first_move_rate(&self) -> f32 {
        if self.cuts == 0 { 0.0 } else { self.first_move_cuts as f32 / self.cuts as f32 }
    }

    /// Hashes everything that must not change when a search is repeated with the same seed: counts, values, visits.
    #[must_use]
    pub fn signature(&self, root: &G) -> u64 {
        let mut signature = Signature::default();
        for word in [self.nodes, self.cuts, self.playouts, self.table.hits, u64::from(self.depth)] {
            signature.add(word);
        }
        signature.add(self.score.map_or(0, |score| score.raw() as u64));
        for line in &self.moves {
            signature.add(root.code(line.m) as u64);
            signature.add(line.visits);
            signature.add(line.value.map_or(0, |value| u64::from(value.to_bits())));
            signature.add(line.score.map_or(0, |score| score.raw() as u64));
        }
        signature.0
    }
}

/// A running hash (FNV-1a over words).
#[derive(Clone, Copy, Debug)]
struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
    }
}

/// Passes reports to the caller, at most ten times a second.
pub(crate) struct Reporter<'a, G: Game> {
    listener: &'a mut dyn FnMut(&Report<G>),
    next: Instant,
}

impl<'a, G: Game> Reporter<'a, G> {
    const INTERVAL: Duration = Duration::from_millis(100);

    pub(crate) fn new(start: Instant, listener: &'a mut dyn FnMut(&Report<G>)) -> Self {
        Self { listener, next: start + Self::INTERVAL }
    }

    /// The same reporter for a shorter time.
    pub(crate) fn borrowed(&mut self) -> Reporter<'_, G> {
        Reporter { listener: &mut *self.listener, next: self.next }
    }

    /// Builds a report and passes it on if one is due.
    pub(crate) fn offer(&mut self, build: impl FnOnce() -> Report<G>) {
        let now = Instant::now();
        if now >= self.next {
            self.next = now + Self::INTERVAL;
            (self.listener)(&build());
        }
    }
}
