//! The tree, or graph, of positions with their statistics.
//!
//! A [`Record`] belongs to a position that has been expanded and holds its moves ([`Edges`]): for each its visits, its
//! results, its prior, and where it leads. Statistics are per position and per move; in a graph, two edges that lead to
//! equal positions lead to the same record.
//!
//! Threads share the tree without locks: a record is complete before its number is published in an edge (Enzenberger and
//! Müller, *A lock-free multithreaded Monte-Carlo tree search algorithm*, 2009), and after that only tallies, links and
//! minimax values change, each a single atomic word.

use super::arena::Arena;
use super::edges::{Edges, Proof, Stats};
use super::options::{Options, Shape};
use super::tally::Tally;
use crate::Apart;
use quadrille_core::{Game, Player};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// All-moves-as-first statistics of one record.
#[derive(Debug)]
pub(super) struct Amaf {
    /// The AMAF tally of each move.
    pub(super) tallies: Box<[Tally]>,
    /// The code of each move.
    pub(super) codes: Box<[u16]>,
    /// AMAF tallies by player and code, once the record has enough playouts to be a GRAVE reference.
    pub(super) by_code: OnceLock<CodeTable>,
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
    pub(super) edges: Edges<G::Move>,
    pub(super) amaf: Option<Box<Amaf>>,
    /// The position itself, in verification mode.
    pub(super) witness: Option<Box<G>>,
}

impl<G: Game> Record<G> {
    pub(super) const fn new(key: u64, edges: Edges<G::Move>) -> Self {
        Self { key, edges, amaf: None, witness: None }
    }

    /// The sum of its moves' visits. A counter would be another contended word, in the cache line that all threads read
    /// to find the edges.
    pub(super) fn visits(&self) -> u32 {
        self.edges.fold(0, |sum, count| sum + count.visits)
    }

    /// The mean result of its moves, if any was tried.
    pub(super) fn mean(&self) -> Option<f32> {
        let (visits, sum) =
            self.edges.fold((0, 0.0), |(visits, sum), count| (visits + count.visits, sum + count.sum()));
        (visits > 0).then(|| sum / visits as f32)
    }

    /// The proven result for the player to move: a win if one move wins, otherwise known only when all moves are
    /// proven.
    pub(super) fn proof(&self) -> Proof {
        let mut best = Proof::Loss;
        for edge in self.edges.iter() {
            match edge.proof() {
                Proof::Win => return Proof::Win,
                Proof::Unknown => best = Proof::Unknown,
                Proof::Draw if best == Proof::Loss => best = Proof::Draw,
                Proof::Draw | Proof::Loss => {}
            }
        }
        best
    }

    /// The most visited edge; proven wins first, proven losses last but for what a judge left out, ties by the better
    /// mean.
    pub(super) fn favourite(&self) -> Option<usize> {
        let merits = (0..self.edges.len()).map(|edge| (edge, self.merit(edge)));
        merits.max_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(std::cmp::Ordering::Equal)).map(|(edge, _)| edge)
    }

    /// The final ranking of moves. Among untried moves the one with the highest prior comes first.
    pub(super) fn merit(&self, edge: usize) -> (i32, u32, f32, f32) {
        let edge = self.edges.at(edge);
        let count = edge.count();
        let rank = match edge.proof() {
            Proof::Win => 1,
            Proof::Loss => -1,
            Proof::Unknown if count.visits == 0 && edge.prior == 0.0 => -2,
            Proof::Unknown | Proof::Draw => 0,
        };
        (rank, count.visits, count.mean().unwrap_or(0.0), edge.prior)
    }

    /// About how much memory the record takes outside its slot.
    pub(super) fn bytes(&self) -> usize {
        let amaf = self
            .amaf
            .as_ref()
            .map_or(0, |amaf| size_of::<Amaf>() + size_of_val(&*amaf.tallies) + size_of_val(&*amaf.codes));
        self.edges.bytes() + amaf + self.witness.as_ref().map_or(0, |_| size_of::<G>())
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
const USUAL_RECORD: usize = 512;

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

    /// The statistics of a move to be followed.
    #[inline]
    pub(super) fn followed<'r>(&self, record: &'r Record<G>, edge: usize) -> &'r Stats {
        record.edges.followed(edge, |bytes| self.records.count_bytes(bytes))
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
            let edge = record.edges.at(favourite);
            if edge.count().visits == 0 {
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
