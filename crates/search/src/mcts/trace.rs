//! The events of tree search, and a replay that checks them.
//!
//! A simulation descends, may expand a leaf, values it and backs the value up. Records (positions of the tree) and
//! edges (their moves) are identified by number. [`replay`] recomputes the statistics from the events alone.

use super::tally::WIN;
use crate::Log;
use quadrille_core::Player;
use std::collections::HashMap;

/// The statistics selection saw for one move, and its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub m: M,
    /// How often it was tried, virtual losses included.
    pub visits: u32,
    /// Its mean result for the mover, if it was tried.
    pub mean: Option<f32>,
    /// Its probability before the search.
    pub prior: f32,
    /// All-moves-as-first: how many playouts, and their mean.
    pub amaf: Option<(u32, f32)>,
    /// The weight of that mean in the value, from 0 to 1; the rest is the move's own mean.
    pub amaf_weight: f32,
    /// The score; the largest is taken. None for a move that must be tried first.
    pub score: Option<f32>,
    /// Proven won (taken at once) or lost (skipped).
    pub proven: Option<bool>,
}

/// How a leaf got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A game was played out.
    Playout,
    /// By the evaluation or a judge, alone or mixed with a playout.
    Judged,
    /// The game is over there.
    Over,
    /// The move was decided before.
    Decided,
    /// No move was left to try.
    NoMove,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<M> {
    /// The root has this many moves.
    Root {
        /// Its moves.
        moves: usize,
    },
    /// A simulation begins.
    Simulation,
    /// A move is chosen.
    Select {
        /// The position, by the number of its record.
        record: u32,
        /// Who moves.
        mover: Player,
        /// How often the position was visited.
        visits: u32,
        /// Which edge was chosen.
        chosen: usize,
        /// The statistics of every move; empty if an earlier choice was repeated.
        candidates: Vec<Candidate<M>>,
    },
    /// The chosen move is played, and its virtual losses are added.
    Down {
        /// The position.
        record: u32,
        /// The edge.
        edge: usize,
        /// The move.
        m: M,
        /// Virtual losses.
        losses: u32,
    },
    /// A leaf was expanded.
    Expand {
        /// The position.
        record: u32,
        /// The edge.
        edge: usize,
        /// The number of the new record, or of an existing one for the same position.
        child: u32,
        /// How many moves it has.
        moves: usize,
    },
    /// The leaf is valued.
    Value {
        /// How.
        how: How,
        /// Black's result, 0 to 1.
        black: f32,
    },
    /// The value reaches a move.
    Backup {
        /// The position.
        record: u32,
        /// The edge.
        edge: usize,
        /// The value for the mover, in 256ths.
        units: u64,
        /// How often the move was tried now.
        visits: u32,
        /// Its mean result now.
        mean: f32,
    },
    /// A move is decided.
    Proven {
        /// The position.
        record: u32,
        /// The edge.
        edge: usize,
        /// What it is for the player who makes it.
        outcome: Result<bool, Drawn>,
    },
}

/// A proven draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn;

/// An event with the thread it happened on.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted<M> {
    /// The thread's number.
    pub thread: usize,
    /// What happened.
    pub event: Event<M>,
}

/// A log of tree-search events.
pub type Steps<M> = Log<Noted<M>>;

/// The totals of a search, from its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed<M> {
    /// Simulations.
    pub playouts: u64,
    /// Positions in the tree.
    pub nodes: u64,
    /// How often each tried root move was tried, and its mean result.
    pub moves: Vec<(M, u32, f32)>,
    /// The line of favourites.
    pub pv: Vec<M>,
}

/// One edge during the replay.
#[derive(Clone, Copy, Debug)]
struct Sum<M> {
    m: Option<M>,
    visits: u32,
    units: u64,
    rank: i32,
    child: Option<u32>,
}

impl<M> Sum<M> {
    fn mean(&self) -> f32 {
        if self.visits == 0 { 0.0 } else { self.units as f32 * (1.0 / WIN as f32) / self.visits as f32 }
    }
}

/// Replays the events of a whole search.
///
/// # Errors
///
/// Finds the first inconsistent event: on one thread, a count that is not the sum of what was backed up, or a choice
/// that does not have the largest score.
pub fn replay<M: Copy + PartialEq>(events: &[Noted<M>]) -> Result<Replayed<M>, String> {
    let mut edges: HashMap<(u32, usize), Sum<M>> = HashMap::new();
    let mut widths: HashMap<u32, usize> = HashMap::new();
    let empty = Sum { m: None, visits: 0, units: 0, rank: 0, child: None };
    let mut playouts = 0;
    let alone = events.iter().all(|noted| noted.thread == 0);
    for (at, noted) in events.iter().enumerate() {
        match &noted.event {
            Event::Root { moves } => {
                widths.insert(0, *moves);
            }
            Event::Simulation => playouts += 1,
            // Another thread may change the statistics between the choice and its event.
            Event::Select { candidates, chosen, .. } if alone => {
                check_choice(candidates, *chosen).map_err(|wrong| format!("event {at}: {wrong}"))?;
            }
            Event::Down { record, edge, m, .. } => edges.entry((*record, *edge)).or_insert(empty).m = Some(*m),
            Event::Expand { record, edge, child, moves } => {
                widths.insert(*child, *moves);
                edges.entry((*record, *edge)).or_insert(empty).child.get_or_insert(*child);
            }
            Event::Backup { record, edge, units, visits, .. } => {
                let sum = edges.entry((*record, *edge)).or_insert(empty);
                sum.visits += 1;
                sum.units += units;
                if alone && sum.visits != *visits {
                    return Err(format!("event {at}: {visits} visits after {} were backed up", sum.visits));
                }
            }
            Event::Proven { record, edge, outcome } => {
                edges.entry((*record, *edge)).or_insert(empty).rank = match outcome {
                    Ok(true) => 1,
                    Ok(false) => -1,
                    Err(Drawn) => 0,
                };
            }
            Event::Select { .. } | Event::Value { .. } => {}
        }
    }
    let nodes = widths.len() as u64;
    let root = (0..widths.get(&0).copied().unwrap_or_default()).filter_map(|edge| edges.get(&(0, edge)));
    let moves = root.filter_map(|sum| Some((sum.m.filter(|_| sum.visits > 0)?, sum.visits, sum.mean()))).collect();
    Ok(Replayed { playouts, nodes, moves, pv: favourites(&edges, &widths) })
}

/// A choice is the first of the largest scores; a move that must be tried first beats them all.
fn check_choice<M>(candidates: &[Candidate<M>], chosen: usize) -> Result<(), String> {
    let number = |candidate: &Candidate<M>| match candidate.proven {
        Some(true) => f32::INFINITY,
        Some(false) => f32::NEG_INFINITY,
        None => candidate.score.unwrap_or(f32::MAX),
    };
    let Some(taken) = candidates.get(chosen) else { return Ok(()) };
    let better = candidates.iter().find(|other| number(other) > number(taken));
    match better {
        Some(better) => Err(format!("chose {}, but there is {}", number(taken), number(better))),
        None => Ok(()),
    }
}

/// The line of the most visited moves; proven wins first, proven losses last.
fn favourites<M: Copy>(edges: &HashMap<(u32, usize), Sum<M>>, widths: &HashMap<u32, usize>) -> Vec<M> {
    const LONGEST: usize = 40;
    let mut line = Vec::new();
    let mut record = 0;
    while line.len() < LONGEST {
        let merit = |edge: &usize| edges.get(&(record, *edge)).map_or((0, 0, 0.0), |s| (s.rank, s.visits, s.mean()));
        let mut all: Vec<usize> = (0..widths.get(&record).copied().unwrap_or_default()).collect();
        // On ties the report takes the first move at the root and the last one below it.
        if line.is_empty() {
            all.reverse();
        }
        let best = all.into_iter().max_by(|a, b| merit(a).partial_cmp(&merit(b)).unwrap_or(std::cmp::Ordering::Equal));
        let Some(sum) = best.and_then(|edge| edges.get(&(record, edge))).filter(|sum| sum.visits > 0) else { break };
        line.extend(sum.m);
        let Some(child) = sum.child else { break };
        record = child;
    }
    line
}
