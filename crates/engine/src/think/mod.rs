//! Players: an algorithm with its options, thinking about a game.
//!
//! [`GamePlayer`] is the typed player of one game; `player.rs` is the one place where algorithms are listed by name and
//! joined to a game's evaluations and playouts. [`Report`] is what comes out. Behind the interface of a session a player is a
//! [`Thinker`](crate::Thinker).

mod player;
mod report;
mod spec;

pub use player::{ALGORITHMS, AlgorithmName, GamePlayer};
pub use report::{BranchRow, DepthRow, Line, MoveName, MoveReport, Notes, Report, Verdict};
pub use spec::PlayerSpec;

use quadrille_search::{Limits, Stop};

/// What a player is asked, beside the game itself.
#[derive(Clone, Debug)]
pub struct Question<'a, M = String> {
    /// When to stop thinking.
    pub limits: Limits,
    /// How many best moves get a line of their own.
    pub multipv: usize,
    /// How many moves of a search tree are reported one by one.
    pub branches: usize,
    /// Consider these moves only.
    pub root_moves: Option<Vec<M>>,
    /// How others end the thinking.
    pub stop: &'a Stop,
}

impl<'a, M> Question<'a, M> {
    /// The usual question: one best move.
    pub fn new(limits: Limits, stop: &'a Stop) -> Self {
        Self { limits, multipv: 1, branches: 0, root_moves: None, stop }
    }
}
