//! Playout policies.
//!
//! [`Random`] draws every legal move with the same probability, as the generic policy does, but never lists the moves: it counts the targets of each direction, draws a number below the total, and picks that bit. [`Decisive`]
//! does the same among the moves that are not blunders. The key is updated once at the end, since it is not needed
//! before.

mod bits;
mod decisive;
mod race;
mod random;

pub use decisive::Decisive;
pub use random::Random;

use crate::position::Position;
use quadrille_core::{Outcome, Playout, Rng, Trace};

/// The policies as one type, to be chosen at run time.
#[derive(Clone, Copy, Debug, Default)]
pub enum Rollout {
    /// [`Random`].
    #[default]
    Random,
    /// [`Decisive`].
    Decisive(Decisive),
}

impl Playout<Position> for Rollout {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        match self {
            Self::Random => Random.run(position, rng, trace),
            Self::Decisive(policy) => policy.run(position, rng, trace),
        }
    }
}
