//! Depth-first proof-number search.
//!
//! Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, 2002, with the 1+epsilon trick of Pawlewicz
//! and Lew (2007) against thrashing. A node's numbers are seen from its mover: `proof` is the least number of leaves that
//! must turn out well to prove a win, `disproof` the least number to prove a loss. Read [`Search::explore`] first.
//!
//! The table stores whole positions, so a hit is never a mistake; what does not fit is thrown out by least work, which
//! costs time but never truth. Breakthrough cannot repeat a position, so there is no history to trip over.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};

/// A game as proof-number search sees it.
pub trait Proofs {
    /// A position, normalised as far as positions of equal value can be told.
    type Node: Copy + Eq;

    /// A well mixed number of the position.
    fn hash(&self, node: Self::Node) -> u64;

    /// Whether the mover wins, if that is known at once; otherwise the successors are added to the empty list.
    fn expand(&self, node: Self::Node, successors: &mut Vec<Self::Node>) -> Option<bool>;

    /// Whether the mover wins, if that is known at once: as [`Proofs::expand`], without the successors.
    fn glance(&self, node: Self::Node) -> Option<bool>;

    /// First guesses at proof and disproof number of a position not yet searched; at least 1.
    fn estimate(&self, node: Self::Node) -> (u32, u32);
}

/// A number that cannot be reached: proven the other way.
const INFINITE: u32 = 1 << 30;
/// Positions that share a place in the table.
const BUCKET: usize = 4;
/// The table starts with so many entries and doubles when it is half full.
const FIRST_ENTRIES: usize = 1 << 12;
/// The extra share of the second best successor's number that the best one may use up: a quarter.
const EPSILON_DIVISOR: u32 = 4;
/// The stop signal is looked at every so many nodes.
const STOP_EVERY: u64 = 1 << 10;

/// Proof and disproof number, for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };

impl Numbers {
    const fn result(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            Self { .. } => None,
        }
    }
}

#[derive(Clone, Copy)]
struct Entry<N> {
    node: N,
    numbers: Numbers,
    work: NonZeroU32,
}

/// A search with its table, to be asked about several positions.
pub struct Search<'a, P: Proofs> {
    game: &'a P,
    table: Vec<Option<Entry<P::Node>>>,
    filled: usize,
    most_entries: usize,
    stop: &'a AtomicBool,
    nodes: u64,
    most_nodes: u64,
    is_stopped: bool,
}

impl<'a, P: Proofs> Search<'a, P> {
    /// A search with a table of at most so many bytes that gives up after so many nodes.
    #[must_use]
    pub fn new(game: &'a P, bytes: u64, most_nodes: u64, stop: &'a AtomicBool) -> Self {
        let fitting = (bytes as usize / size_of::<Option<Entry<P::Node>>>()).max(BUCKET);
        let most_entries = 1_usize << fitting.ilog2();
        let table = vec![None; most_entries.min(FIRST_ENTRIES)];
        Self { game, table, filled: 0, most_entries, stop, nodes: 0, most_nodes, is_stopped: false }
    }

    /// How many nodes were visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the mover wins; `None` if the search was stopped or gave up.
    pub fn mover_wins(&mut self, node: P::Node) -> Option<bool> {
        if let Some(known) = self.game.glance(node).or_else(|| self.known(node)) {
            return Some(known);
        }
        self.explore(node, INFINITE, INFINITE).result()
    }

    /// What the table knows for certain.
    #[must_use]
    pub fn known(&self, node: P::Node) -> Option<bool> {
        self.look_up(node).and_then(Numbers::result)
    }

    fn has_to_stop(&mut self) -> bool {
        let told = self.nodes.is_multiple_of(STOP_EVERY) && self.stop.load(Ordering::Relaxed);
        self.is_stopped |= told || self.nodes >= self.most_nodes;
        self.is_stopped
    }

    /// Searches a position until one of its numbers reaches its limit, which at the root means: until it is decided.
    fn explore(&mut self, node: P::Node, proof_limit: u32, disproof_limit: u32) -> Numbers {
        self.nodes += 1;
        let begun = self.nodes;
        let mut list = Vec::new();
        if let Some(won) = self.game.expand(node, &mut list) {
            return if won { WON } else { LOST };
        }
        let mut successors: Vec<(P::Node, Numbers)> = list.into_iter().map(|next| (next, self.numbers(next))).collect();
        loop {
            let choice = Choice::among(&successors);
            let numbers = choice.numbers;
            if numbers.proof >= proof_limit || numbers.disproof >= disproof_limit || self.has_to_stop() {
                self.store(node, numbers, self.nodes - begun + 1);
                return numbers;
            }
            let (next, before) = successors[choice.best];
            let share = choice.second.saturating_add(choice.second / EPSILON_DIVISOR).saturating_add(1);
            let next_disproof_limit = proof_limit.min(share);
            let next_proof_limit = (disproof_limit - numbers.disproof).saturating_add(before.proof).min(INFINITE);
            successors[choice.best].1 = self.explore(next, next_proof_limit, next_disproof_limit);
        }
    }

    /// The numbers of a position that may never have been searched.
    fn numbers(&self, node: P::Node) -> Numbers {
        if let Some(numbers) = self.look_up(node) {
            return numbers;
        }
        match self.game.glance(node) {
            Some(true) => WON,
            Some(false) => LOST,
            None => {
                let (proof, disproof) = self.game.estimate(node);
                Numbers { proof, disproof }
            }
        }
    }

    fn bucket(&self, node: P::Node) -> std::ops::Range<usize> {
        let first = self.game.hash(node) as usize & (self.table.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    fn look_up(&self, node: P::Node) -> Option<Numbers> {
        let entries = self.table[self.bucket(node)].iter().flatten();
        entries.into_iter().find(|entry| entry.node == node).map(|entry| entry.numbers)
    }

    fn store(&mut self, node: P::Node, numbers: Numbers, work: u64) {
        if 2 * self.filled >= self.table.len() && self.table.len() < self.most_entries {
            self.grow();
        }
        let work = NonZeroU32::new(u32::try_from(work).unwrap_or(u32::MAX)).unwrap_or(NonZeroU32::MIN);
        self.put(Entry { node, numbers, work });
    }

    fn grow(&mut self) {
        let doubled = vec![None; 2 * self.table.len()];
        let entries = std::mem::replace(&mut self.table, doubled);
        self.filled = 0;
        entries.into_iter().flatten().for_each(|entry| self.put(entry));
    }

    /// Puts an entry in the place of the same position, an empty one, or the one with the least work behind it.
    fn put(&mut self, mut entry: Entry<P::Node>) {
        let bucket = self.bucket(entry.node);
        let worth = |place: &Option<Entry<P::Node>>| match place {
            Some(old) if old.node == entry.node => 0,
            None => 1,
            Some(old) => u64::from(old.work.get()) + 2,
        };
        if let Some(place) = self.table[bucket].iter_mut().min_by_key(|place| worth(place)) {
            match place {
                Some(old) if old.node == entry.node => entry.work = old.work.saturating_add(entry.work.get()),
                Some(_) => {}
                None => self.filled += 1,
            }
            *place = Some(entry);
        }
    }
}

/// The successor to search next.
struct Choice {
    /// The numbers of the node whose successors these are.
    numbers: Numbers,
    best: usize,
    /// The least disproof number among the others.
    second: u32,
}

impl Choice {
    fn among<N>(successors: &[(N, Numbers)]) -> Self {
        let (mut best, mut least, mut second, mut sum) = (0, INFINITE + 1, INFINITE + 1, 0_u32);
        for (index, (_, numbers)) in successors.iter().enumerate() {
            sum = sum.saturating_add(numbers.proof).min(INFINITE);
            if numbers.disproof < least {
                second = least;
                (best, least) = (index, numbers.disproof);
            } else {
                second = second.min(numbers.disproof);
            }
        }
        let numbers = if least == 0 { WON } else { Numbers { proof: least.min(INFINITE), disproof: sum } };
        Self { numbers, best, second: second.min(INFINITE) }
    }
}
