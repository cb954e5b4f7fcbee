//! What a game knows about positions and moves beyond its rules.

use crate::{Game, Outcome, Score};

/// A static evaluation. A game may have several, each with a name; they are defined in the game's crate.
pub trait Evaluation<G: Game>: Send + Sync {
    /// The name it is chosen by (`six-term`, `patterns`).
    fn name(&self) -> &'static str;

    /// The value of an unfinished position for the side to move.
    fn evaluate(&self, position: &G) -> Score;

    /// The score of a finished position, `ply` moves below the root, for the side to move. By default a win or loss at
    /// that distance; an evaluation that counts discs or points answers with the margin instead, which makes a search
    /// to the end exact in margins.
    #[inline]
    fn finished(&self, position: &G, outcome: Outcome, ply: u32) -> Score {
        match outcome.winner() {
            Some(winner) if winner == position.to_move() => Score::win_in(ply),
            Some(_) => Score::loss_in(ply),
            None => Score::DRAW,
        }
    }
}

/// A probability for each move before it is searched.
pub trait Prior<G: Game>: Send + Sync {
    /// Writes the probability of `moves[i]` to `priors[i]`; they add up to one.
    fn priors(&self, position: &G, moves: &[G::Move], priors: &mut [f32]);
}

/// A uniform prior.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPrior;

impl<G: Game> Prior<G> for UniformPrior {
    fn priors(&self, _: &G, moves: &[G::Move], priors: &mut [f32]) {
        priors.fill(1.0 / moves.len().max(1) as f32);
    }
}
