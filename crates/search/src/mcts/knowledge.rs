//! What a tree search is told about the game beside its rules.

use quadrille_core::{Evaluation, Game, Prior, Score};

/// Judges positions one by one: moves and result at once, as a network does.
pub trait Judge<G: Game>: Send + Sync {
    /// Writes the probability of `moves[i]` to `priors[i]`, and says how likely the mover is to win, from 0 to 1. `recent`
    /// are the moves that led here, the latest first. A move without any probability is not tried.
    fn judge(&self, position: &G, recent: &[G::Move], moves: &[G::Move], priors: &mut [f32]) -> f32;
}

/// What a tree search knows about the game beside its rules.
pub struct Knowledge<'a, G: Game, P> {
    /// How games are played out.
    pub playout: &'a P,
    /// What is expected of moves before they are tried; without it all moves are equal.
    pub prior: Option<&'a dyn Prior<G>>,
    /// An evaluation, for leaves and implicit minimax.
    pub evaluation: Option<&'a dyn Evaluation<G>>,
    /// Who gives every new position its priors and its value; leaves are judged when they are reached.
    pub judge: Option<&'a dyn Judge<G>>,
}

impl<'a, G: Game, P> Knowledge<'a, G, P> {
    /// Knows how to play out, nothing else.
    pub const fn playout(playout: &'a P) -> Self {
        Self { playout, prior: None, evaluation: None, judge: None }
    }
}

/// A score as a chance of winning.
#[inline]
pub(super) fn chance(score: Score, scale: f32) -> f32 {
    1.0 / (1.0 + (-(score.raw() as f32) / scale).exp())
}
