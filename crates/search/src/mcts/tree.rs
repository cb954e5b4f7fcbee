//! The tree, or graph, of positions with their statistics.
//!
//! A [`Record`] belongs to a position that has been expanded and holds one [`Edge`] for each move: its visits, its
//! results, its prior, and where it leads. Statistics are per position and per move; in a graph, two edges that lead to
//! equal positions lead to the same record.
//!
//! Threads share the tree without locks: a record is complete before its number is published in an edge (Enzenberger and
//! Müller, *A lock-free multithreaded Monte-Carlo tree search algorithm*, 2009), and after that only tallies, links and
//! minimax values change, each a single atomic word.

use super::arena::Arena;
use super::options::{Options, Shape};
use super::tally::Tally;
use crate::Apart;
use quadrille_core::{Game, Outcome, Player};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The proven result of a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    Unknown = 0,
    Win = 1,
    Loss = 2,
    Draw = 3,
}

impl Proof {
    pub(super) fn of(outcome: Outcome, mover: Player) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if winner == mover => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The result that is proven, as an outcome.
    #[inline]
    pub(super) const fn outcome(self, mover: Player) -> Option<Outcome> {
        match self {
            Self::Unknown => None,
            Self::Win => Some(Outcome::Win(mover)),
            Self::Loss => Some(Outcome::Win(mover.opponent())),
            Self::Draw => Some(Outcome::Draw),
        }
    }
}

/// One move of a record.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub(super) tally: Tally,
    pub(super) m: M,
    /// The probability of the move before the search.
    pub(super) prior: f32,
    /// The minimax value of the evaluation below this move, 0 to 1 for its mover (bits of an `f32`).
    minimax: AtomicU32,
    /// Proof in the two highest bits, number of the child record plus one in the others.
    link: AtomicU32,
}

const _: () = assert!(size_of::<Edge<u32>>() == 24, "selection walks over edges: keep them small");

const CHILD_BITS: u32 = 30;
const CHILD_MASK: u32 = (1 << CHILD_BITS) - 1;

impl<M> Edge<M> {
    pub(super) fn new(m: M, prior: f32) -> Self {
        Self { tally: Tally::default(), m, prior, minimax: AtomicU32::new(0.5_f32.to_bits()), link: AtomicU32::new(0) }
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        proof_of(self.link.load(Ordering::Relaxed))
    }

    /// The number of the record this move leads to, if it has one.
    #[inline]
    pub(super) fn child(&self) -> Option<u32> {
        (self.link.load(Ordering::Acquire) & CHILD_MASK).checked_sub(1)
    }

    /// Stores a proof. Proofs never conflict, so races do not matter.
    pub(super) fn prove(&self, proof: Proof) {
        self.link.fetch_or((proof as u32) << CHILD_BITS, Ordering::Relaxed);
    }

    /// Publishes the child record and returns it; in a race the first one wins.
    pub(super) fn link(&self, child: u32) -> u32 {
        let mut old = self.link.load(Ordering::Relaxed);
        while old & CHILD_MASK == 0 {
            match self.link.compare_exchange_weak(old, old | (child + 1), Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return child,
                Err(now) => old = now,
            }
        }
        (old & CHILD_MASK) - 1
    }

    /// Replaces the child's number, when records are moved.
    pub(super) fn relink(&mut self, child: Option<u32>) {
        let link = self.link.get_mut();
        *link = *link & !CHILD_MASK | child.map_or(0, |child| child + 1);
    }

    #[inline]
    pub(super) fn minimax(&self) -> f32 {
        f32::from_bits(self.minimax.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn set_minimax(&self, value: f32) {
        self.minimax.store(value.to_bits(), Ordering::Relaxed);
    }
}

#[inline]
fn proof_of(link: u32) -> Proof {
    match link >> CHILD_BITS {
        0 => Proof::Unknown,
        1 => Proof::Win,
        2 => Proof::Loss,
        _ => Proof::Draw,
    }
}

/// All-moves-as-first statistics of one record.
#[derive(Debug)]
pub(super) struct Amaf {
    /// For each edge its move code and its AMAF tally.
    pub(super) edges: Box<[AmafEdge]>,
    /// AMAF tallies by player and code, once the record has enough playouts to be a GRAVE reference.
    pub(super) by_code: OnceLock<CodeTable>,
}

#[derive(Debug)]
pub(super) struct AmafEdge {
    pub(super) tally: Tally,
    pub(super) code: u32,
}

/// AMAF statistics of a record.
#[derive(Debug)]
pub(super) struct CodeTable {
    tallies: [Box<[Tally]>; 2],
    playouts: AtomicU32,
}

impl CodeTable {
    pub(super) fn new(codes: usize) -> Self {
        let empty = || (0..codes).map(|_| Tally::default()).collect();
        Self { tallies: [empty(), empty()], playouts: AtomicU32::new(0) }
    }

    #[inline]
    pub(super) fn of(&self, player: Player, code: u32) -> &Tally {
        &self.tallies[player.index()][code as usize]
    }

    pub(super) fn playouts(&self) -> u32 {
        self.playouts.load(Ordering::Relaxed)
    }

    pub(super) fn count_playout(&self) {
        self.playouts.fetch_add(1, Ordering::Relaxed);
    }
}

/// A position that has been expanded.
#[derive(Debug)]
pub(super) struct Record<G: Game> {
    pub(super) key: u64,
    pub(super) edges: Box<[Edge<G::Move>]>,
    pub(super) amaf: Option<Box<Amaf>>,
    /// The position itself, in verification mode.
    pub(super) witness: Option<Box<G>>,
}

impl<G: Game> Record<G> {
    pub(super) fn new(key: u64, edges: Box<[Edge<G::Move>]>) -> Self {
        Self { key, edges, amaf: None, witness: None }
    }

    /// The sum of its moves' visits. A counter would be another contended word, in the cache line that all threads read
    /// to find the edges.
    pub(super) fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.tally.count().visits).sum()
    }

    /// The mean result of its moves, if any was tried.
    pub(super) fn mean(&self) -> Option<f32> {
        let counts = self.edges.iter().map(|edge| edge.tally.count());
        let (visits, sum) = counts.fold((0, 0.0), |(visits, sum), count| (visits + count.visits, sum + count.sum()));
        (visits > 0).then(|| sum / visits as f32)
    }

    /// The proven result for the player to move: a win if one move wins, otherwise known only when all moves are
    /// proven.
    pub(super) fn proof(&self) -> Proof {
        let mut best = Proof::Loss;
        for edge in &self.edges {
            match edge.proof() {
                Proof::Win => return Proof::Win,
                Proof::Unknown => best = Proof::Unknown,
                Proof::Draw if best == Proof::Loss => best = Proof::Draw,
                Proof::Draw | Proof::Loss => {}
            }
        }
        best
    }

    /// The most visited edge; proven wins first, proven losses last, ties by the better mean.
    pub(super) fn favourite(&self) -> Option<usize> {
        (0..self.edges.len())
            .max_by(|&a, &b| self.merit(a).partial_cmp(&self.merit(b)).unwrap_or(std::cmp::Ordering::Equal))
    }

    /// The final ranking of moves. Among untried moves the one with the highest prior comes first.
    pub(super) fn merit(&self, edge: usize) -> (i32, u32, f32, f32) {
        let edge = &self.edges[edge];
        let rank = match edge.proof() {
            Proof::Win => 1,
            Proof::Loss => -1,
            Proof::Unknown | Proof::Draw => 0,
        };
        let count = edge.tally.count();
        (rank, count.visits, count.mean().unwrap_or(0.0), edge.prior)
    }

    /// About how much memory the record takes outside its slot.
    pub(super) fn bytes(&self) -> usize {
        let amaf = self.amaf.as_ref().map_or(0, |amaf| size_of::<Amaf>() + size_of_val(&*amaf.edges));
        size_of_val(&*self.edges) + amaf + self.witness.as_ref().map_or(0, |_| size_of::<G>())
    }
}

/// Look-ups of positions in a graph: probes, hits, collisions.
#[derive(Debug, Default)]
pub(super) struct Counters {
    pub(super) lookups: AtomicU64,
    pub(super) shared_positions: AtomicU64,
    pub(super) collisions: AtomicU64,
}

/// All records of a search.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) records: Arena<Record<G>>,
    /// The root's record.
    pub(super) root: u32,
    /// Record numbers plus one by key, in a graph.
    index: Option<Box<[AtomicU32]>>,
    pub(super) counters: Apart<Counters>,
}

/// Maximum probe length; a position that finds no place is not shared.
const PROBES: usize = 32;
/// Records in a graph are assumed to take about this much memory each.
const USUAL_RECORD: usize = 1_024;

impl<G: Game> Tree<G> {
    pub(super) fn new(options: &Options) -> Self {
        let index = (options.shape == Shape::Graph).then(|| {
            let slots = ((options.memory << 20) / USUAL_RECORD * 2).next_power_of_two();
            (0..slots).map(|_| AtomicU32::new(0)).collect()
        });
        Self { records: Arena::default(), root: 0, index, counters: Apart::default() }
    }

    #[inline]
    pub(super) fn record(&self, index: u32) -> &Record<G> {
        self.records.get(index)
    }

    pub(super) fn is_graph(&self) -> bool {
        self.index.is_some()
    }

    /// In a graph, the record of a position already reached on another path. `same` compares full positions in
    /// verification mode.
    pub(super) fn find(&self, key: u64, position: &G, same: Option<fn(&G, &G) -> bool>) -> Option<u32> {
        let index = self.index.as_ref()?;
        self.counters.lookups.fetch_add(1, Ordering::Relaxed);
        for slot in places(index, key) {
            let child = slot.load(Ordering::Acquire).checked_sub(1)?;
            let record = self.record(child);
            if record.key == key {
                if let (Some(witness), Some(same)) = (&record.witness, same)
                    && !same(witness, position)
                {
                    self.counters.collisions.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                self.counters.shared_positions.fetch_add(1, Ordering::Relaxed);
                return Some(child);
            }
        }
        None
    }

    /// Adds a record, and in a graph its key.
    pub(super) fn add(&self, record: Record<G>) -> Option<u32> {
        let key = record.key;
        let bytes = record.bytes();
        let number = self.records.push(record, bytes).ok()?;
        if let Some(index) = &self.index {
            for slot in places(index, key) {
                if slot.compare_exchange(0, number + 1, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                    break;
                }
            }
        }
        Some(number)
    }

    /// The line of best edges from a record on.
    pub(super) fn line(&self, mut number: u32, line: &mut Vec<G::Move>) {
        const LONGEST: usize = 40;
        while line.len() < LONGEST {
            let record = self.record(number);
            let Some(favourite) = record.favourite() else { return };
            let edge = &record.edges[favourite];
            if edge.tally.count().visits == 0 {
                return;
            }
            line.push(edge.m);
            let Some(child) = edge.child() else { return };
            number = child;
        }
    }
}

fn places(index: &[AtomicU32], key: u64) -> impl Iterator<Item = &AtomicU32> {
    let mask = index.len() - 1;
    let first = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) as usize;
    (0..PROBES).map(move |i| &index[(first + i) & mask])
}
