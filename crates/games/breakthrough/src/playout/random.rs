//! Uniformly random games.

use super::race::{self, Policy, Reach};
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::Piece;
use quadrille_core::{Game, Outcome, Playout, Rng, Trace, Uniform};

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Policy for Random {
    #[inline(always)]
    fn targets<const WHITE: bool>(&self, _: &Geometry, _: &Reach, _: &mut Rng) -> u64 {
        u64::MAX
    }
}

impl Playout<Position> for Random {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        match (position.outcome(), position.piece()) {
            (Some(outcome), _) => outcome,
            (None, Piece::Knight) => Uniform.run(position, rng, trace),
            (None, Piece::Pawn) => race::run(self, position, rng, trace),
        }
    }
}
