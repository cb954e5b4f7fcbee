//! What a node is: its kind, what is known about it, and a move about to be searched.

use super::memory::Clues;
use super::{Full, Null, Watched};
use crate::table::Entry;
use quadrille_core::Score;

/// The kind of a node: compiled twice, read once.
pub(super) trait Window {
    /// Whether the exact value is wanted, not only on which side of the window it lies.
    const FULL: bool;
    /// Whether the steps are written down.
    const WATCHED: bool;
    /// The kind of the nodes below that need only show a side.
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
    /// The same less its usual error, or a better value from the table.
    pub(super) evaluation: Option<Score>,
    /// Whether the mover stands better than two plies ago: then less is cut away.
    pub(super) improving: bool,
    /// Whether one of the moves is expected to refute the line.
    pub(super) expects_cut: bool,
    pub(super) entry: Option<Entry>,
    /// Counters when the node was entered, to see what its subtree added.
    pub(super) guesses: u64,
    pub(super) history_draws: u64,
}

/// A move about to be searched.
pub(super) struct Candidate<'c, M> {
    pub(super) m: M,
    pub(super) quiet: bool,
    /// How many moves were searched before it.
    pub(super) searched: usize,
    pub(super) clues: &'c Clues,
}
