//! Game knowledge for the tree search, beyond the rules.

use quadrille_core::{Evaluation, Game, Prior, Score};

/// Gives priors and a value for a position, as a policy and value network does.
pub trait Judge<G: Game>: Send + Sync {
    /// Writes the probability of `moves[i]` to `priors[i]` and returns the mover's winning chance, from 0 to 1.
    /// `recent` are the moves that led here, latest first. A move with probability 0 is not tried.
    fn judge(&self, position: &G, recent: &[G::Move], moves: &[G::Move], priors: &mut [f32]) -> f32;
}

/// What a tree search knows about the game beyond its rules.
pub struct Knowledge<'a, G: Game, P> {
    /// How games are played out.
    pub playout: &'a P,
    /// Move priors; without them all moves are equal.
    pub prior: Option<&'a dyn Prior<G>>,
    /// An evaluation, for leaves and implicit minimax.
    pub evaluation: Option<&'a dyn Evaluation<G>>,
    /// Gives every new position its priors and its value, when a leaf is reached.
    pub judge: Option<&'a dyn Judge<G>>,
}

impl<'a, G: Game, P> Knowledge<'a, G, P> {
    /// Only a playout policy.
    pub const fn playout(playout: &'a P) -> Self {
        Self { playout, prior: None, evaluation: None, judge: None }
    }
}

/// A score as a winning chance.
#[inline]
pub(super) fn chance(score: Score, scale: f32) -> f32 {
    1.0 / (1.0 + (-(score.raw() as f32) / scale).exp())
}
