//! Players: an algorithm with its options, playing a game.
//!
//! [`GamePlayer`] is the typed player of one game; `player.rs` is the only place that lists algorithms by name and
//! joins them to a game's evaluations and playouts.
//! [`Report`] is the result. Behind the interface of a session a player is a [`Thinker`](crate::Thinker).

mod player;
mod report;
mod spec;

pub(crate) use player::Chosen;
pub use player::{ALGORITHMS, AlgorithmName, GamePlayer};
pub use report::{BranchRow, DepthRow, Line, MoveName, MoveReport, Notes, Report, Verdict};
pub use spec::PlayerSpec;

use quadrille_search::{Limits, Stop};

/// What a player is asked, apart from the game.
#[derive(Clone, Debug)]
pub struct Question<'a, M = String> {
    /// When to stop thinking.
    pub limits: Limits,
    /// Number of principal variations (multi-PV).
    pub multipv: usize,
    /// Number of search-tree nodes to report.
    pub branches: usize,
    /// Consider these moves only.
    pub root_moves: Option<Vec<M>>,
    /// How others end the thinking.
    pub stop: &'a Stop,
}

impl<'a, M> Question<'a, M> {
    /// The default: one best move.
    pub fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, multipv: 1, branches: 0, root_moves: None, stop }
    }
}
