//! The trained evaluation: the sum of one weight for the contents of each shape.
//!
//! Read `shapes.rs` (what is looked at), `features.rs` (kept up to date move by move), `weights.rs` (values and their
//! file, with `rice.rs`). Where the values come from is the business of the Othello expert's training.

mod features;
mod rice;
mod shapes;
mod weights;

pub use features::Features;
pub use shapes::{Group, Layout, Row};
pub use weights::{EXTRAS, PHASE_DISCS, PHASES, UNIT, Weights, WeightsError, extras, first_discs, phase_of};

use crate::board::Board;

/// A board with its features: what searches carry from node to node.
#[derive(Clone, Copy)]
pub struct Node {
    /// The discs.
    pub board: Board,
    /// The contents of its shapes.
    pub features: Features,
}

impl Node {
    /// A board with its features, from scratch.
    #[must_use]
    pub fn new(weights: &Weights, board: Board) -> Self {
        Self { board, features: Features::of(weights.layout, board) }
    }

    /// After a move onto `square` that turns `flips`.
    #[inline]
    #[must_use]
    pub fn after(&self, weights: &Weights, square: u32, flips: u64) -> Self {
        Self { board: self.board.after(square, flips), features: self.features.after(weights.layout, square, flips) }
    }

    /// The same discs seen by the other side.
    #[inline]
    #[must_use]
    pub const fn pass(&self) -> Self {
        Self { board: self.board.pass(), features: self.features.pass() }
    }

    /// The value for the mover in discs, within what a game can end with; `moves` are the mover's.
    #[inline]
    #[must_use]
    pub fn discs(&self, weights: &Weights, moves: u64) -> i32 {
        let raw = weights.raw(self.board, moves, &self.features);
        // Rounded to the nearest, the same for both signs.
        let discs = (raw + raw.signum() * UNIT / 2) / UNIT;
        discs.clamp(-LARGEST_GUESS, LARGEST_GUESS)
    }
}

/// An evaluation never claims more than this: larger margins must be proved.
const LARGEST_GUESS: i32 = 62;
