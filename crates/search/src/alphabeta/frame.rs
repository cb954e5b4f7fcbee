//! The data of a node: its kind, what is known about it, and the move about to be searched.

use super::memory::Clues;
use super::{Full, Null, Watched};
use crate::table::Entry;
use quadrille_core::Score;

/// The kind of a node, as a type parameter: the code is written once and compiled for each kind.
pub(super) trait Window {
    /// Whether this is a PV node: its exact value is wanted, not only a bound.
    const FULL: bool;
    /// Whether the search is traced.
    const WATCHED: bool;
    /// The kind of the null-window nodes below.
    type Null: Window;
}

impl Window for Full {
    const FULL: bool = true;
    const WATCHED: bool = false;
    type Null = Null;
}

impl Window for Null {
    const FULL: bool = false;
    const WATCHED: bool = false;
    type Null = Self;
}

impl<W: Window> Window for Watched<W> {
    const FULL: bool = W::FULL;
    const WATCHED: bool = true;
    type Null = Watched<W::Null>;
}

/// What is known about a node while its moves are tried.
pub(super) struct Node<'p, G> {
    pub(super) position: &'p G,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) threatened: bool,
    /// What the evaluation says.
    pub(super) raw_evaluation: Option<Score>,
    /// The static evaluation, corrected, or a better value from the table.
    pub(super) evaluation: Option<Score>,
    /// Whether the evaluation is better than two plies ago (improving): prune less then.
    pub(super) improving: bool,
    /// Whether this is an expected cut node.
    pub(super) expects_cut: bool,
    pub(super) entry: Option<Entry>,
    /// The counters at entry, to see what the subtree added.
    pub(super) guesses: u64,
    pub(super) history_draws: u64,
}

/// A move about to be searched.
pub(super) struct Candidate<'c, M> {
    pub(super) m: M,
    pub(super) quiet: bool,
    /// How many moves were searched before it.
    pub(super) searched: usize,
    /// How many plies deeper it is searched; negative for less deeply.
    pub(super) extension: i32,
    /// How many plies less deeply it is searched at first.
    pub(super) reduction: i32,
    pub(super) clues: &'c Clues,
}
