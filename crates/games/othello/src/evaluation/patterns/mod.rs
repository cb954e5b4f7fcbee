//! `patterns`, the trained evaluation: the sum of one weight for the contents of each shape.
//!
//! Read `shapes.rs` (what is looked at), `features.rs` (kept up to date move by move), `weights.rs` (values and their
//! file, with `rice.rs`). Where the values come from is the business of the Othello expert's training.

mod features;
mod rice;
mod shapes;
mod weights;

pub use features::Features;
pub use shapes::{Group, Layout, Row};
pub use weights::{EXTRAS, PHASE_DISCS, PHASES, UNIT, Weights, extras, file, first_discs, phase_of};

use super::discs;
use crate::board::Board;
use crate::position::Position;
use quadrille_core::{Evaluation, Outcome, Score};
use quadrille_support::shared::Shared;
use std::sync::Arc;

/// The trained evaluation. Finished games count their margin, so a search to the end is exact in discs.
#[derive(Clone)]
pub struct Patterns {
    weights: Shared<Weights>,
}

impl Patterns {
    /// With other weights than the built-in ones.
    #[must_use]
    pub const fn new(weights: Arc<Weights>) -> Self {
        Self { weights: Shared::Given(weights) }
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self { weights: Weights::later() }
    }
}

impl Evaluation<Position> for Patterns {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let node = Node::new(&self.weights, board);
        let raw = self.weights.raw(board, board.moves(), &node.features);
        // An estimate never claims more than a game can end with.
        Score::heuristic((raw * 100 / UNIT).clamp(-6_400, 6_400))
    }

    fn finished(&self, position: &Position, _: Outcome, _: u32) -> Score {
        discs::margin(position)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use quadrille_core::{Game, Rng};

    #[test]
    fn mirrored_boards_have_the_same_value() {
        let patterns = Patterns::default();
        for seed in 0..20 {
            let mut rng = Rng::stream(41, seed);
            let mut position = Position::start(&Rules::Standard);
            loop {
                let value = patterns.evaluate(&position);
                let [black, white] = quadrille_core::Player::BOTH.map(|player| position.discs(player));
                let flipped =
                    Position::new(Rules::Standard, black.swap_bytes(), white.swap_bytes(), position.to_move());
                assert_eq!(patterns.evaluate(&flipped), value);
                let turned =
                    Position::new(Rules::Standard, black.reverse_bits(), white.reverse_bits(), position.to_move());
                assert_eq!(patterns.evaluate(&turned), value);
                let mut moves = <Position as Game>::Moves::default();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(moves.as_slice()) else { break };
                position.play(m);
            }
        }
    }
}
