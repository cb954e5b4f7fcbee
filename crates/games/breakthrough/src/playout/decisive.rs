//! Playouts with decisive and anti-decisive moves.

use super::race::{self, Policy, Reach, ahead};
use super::random::Random;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Goal, Piece};
use quadrille_core::{Game, Outcome, Playout, Rng, Trace};

/// Plays a win in one, prevents a win in one, usually takes a safe capture, and otherwise moves at random.
///
/// Decisive and anti-decisive moves: Teytaud and Teytaud, *On the huge benefit of decisive moves in Monte-Carlo tree
/// search algorithms*, 2010. Other variants use [`Random`].
#[derive(Clone, Copy, Debug)]
pub struct Decisive {
    /// How often, in 256, a safe capture is taken when there is one.
    pub capture_rate: u8,
}

impl Default for Decisive {
    fn default() -> Self {
        Self { capture_rate: 192 }
    }
}

impl Policy for Decisive {
    #[inline(always)]
    fn targets<const WHITE: bool>(&self, g: &Geometry, reach: &Reach, rng: &mut Rng) -> u64 {
        let (goal, threatened) = if WHITE { (g.top, g.before_bottom) } else { (g.bottom, g.before_top) };
        let all = reach.all();
        if all & goal != 0 {
            return goal;
        }
        let threats = reach.enemy & threatened;
        if threats != 0 {
            return threats;
        }
        let guarded = match WHITE {
            true => {
                ahead::<false>(reach.enemy & g.has_left, g) >> 1 | ahead::<false>(reach.enemy & g.has_right, g) << 1
            }
            false => ahead::<true>(reach.enemy & g.has_left, g) >> 1 | ahead::<true>(reach.enemy & g.has_right, g) << 1,
        };
        let safe = reach.enemy & !guarded;
        if all & safe != 0 && rng.below(256) < u32::from(self.capture_rate) { safe } else { u64::MAX }
    }
}

impl Playout<Position> for Decisive {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        if position.piece() == Piece::Knight || position.goal() == Goal::Lose {
            return Random.run(position, rng, trace);
        }
        position.outcome().unwrap_or_else(|| race::run(self, position, rng, trace))
    }
}
