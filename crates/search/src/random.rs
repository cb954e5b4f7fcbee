//! The weakest player: a random move.

use crate::{MoveReport, Report, Request};
use quadrille_core::{Game, Rng};

/// A move chosen uniformly at random from the permitted ones.
#[must_use]
pub fn random_move<G: Game>(request: &Request<'_, G>) -> Report<G> {
    let choices = request.choices();
    let mut rng = Rng::stream(request.seed, request.position.key());
    let best = rng.pick(&choices).copied();
    let likelihood = 1.0 / choices.len().max(1) as f32;
    Report {
        best,
        pv: best.into_iter().collect(),
        moves: choices.iter().map(|&m| MoveReport { prior: Some(likelihood), ..MoveReport::new(m) }).collect(),
        ..Report::new("random")
    }
}
