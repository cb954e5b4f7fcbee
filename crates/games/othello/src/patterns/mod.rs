//! The trained evaluation: the sum of one weight for the contents of each shape.
//!
//! Read `shapes.rs` (what is looked at), `features.rs` (kept up to date move by move), `weights.rs` (values and their
//! file, with `rice.rs`), then [`train`] (where the values come from).

mod features;
mod rice;
mod shapes;
pub mod train;
mod weights;

pub(crate) use features::Features;
pub(crate) use weights::UNIT;
pub use weights::{Weights, WeightsError};

use crate::board::Board;

/// A board with its features: what searches carry from node to node.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    pub(crate) features: Features,
}

impl Node {
    pub(crate) fn new(weights: &Weights, board: Board) -> Self {
        Self { board, features: Features::of(weights.layout, board) }
    }

    #[inline]
    pub(crate) fn after(&self, weights: &Weights, square: u32, flips: u64) -> Self {
        Self { board: self.board.after(square, flips), features: self.features.after(weights.layout, square, flips) }
    }

    #[inline]
    pub(crate) const fn pass(&self) -> Self {
        Self { board: self.board.pass(), features: self.features.pass() }
    }

    /// The value for the mover in discs, within what a game can end with; `moves` are the mover's.
    #[inline]
    pub(crate) fn discs(&self, weights: &Weights, moves: u64) -> i32 {
        let raw = weights.raw(self.board, moves, &self.features);
        // Rounded to the nearest, the same for both signs.
        let discs = (raw + raw.signum() * UNIT / 2) / UNIT;
        discs.clamp(-LARGEST_GUESS, LARGEST_GUESS)
    }
}

/// An evaluation never claims more than this: larger margins must be proved.
const LARGEST_GUESS: i32 = 62;
