//! Othello for alpha-beta: move ordering.

use crate::board;
use crate::moves::Move;
use crate::position::Position;
use quadrille_core::Tactics;

/// The ordering value of each kind of square.
mod promise {
    pub(super) const CORNER: i32 = 3_000;
    pub(super) const EDGE: i32 = 1_000;
    pub(super) const INNER: i32 = 0;
    pub(super) const C_SQUARE: i32 = -1_000;
    pub(super) const X_SQUARE: i32 = -2_000;
    /// The penalty for each reply that the move leaves.
    pub(super) const ANSWER: i32 = -30;
}

impl Tactics for Position {
    /// Corners, then edges, then the middle, then the squares that give corners away; within a kind, the move that leaves
    /// the opponent the fewest answers first.
    fn promise(&self, m: Move) -> i32 {
        let Some(square) = m.square() else { return 0 };
        let bit = 1_u64 << square;
        let kind = if bit & board::CORNERS != 0 {
            promise::CORNER
        } else if bit & board::X_SQUARES != 0 {
            promise::X_SQUARE
        } else if bit & board::C_SQUARES != 0 {
            promise::C_SQUARE
        } else if bit & board::EDGES != 0 {
            promise::EDGE
        } else {
            promise::INNER
        };
        kind + promise::ANSWER * self.board().play(square).moves().count_ones() as i32
    }
}
