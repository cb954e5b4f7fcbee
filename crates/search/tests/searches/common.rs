//! What the tests over all four games share.

use quadrille_core::{Evaluation, Game, KeyHistory, MoveBuf, Rng, Score};

/// An evaluation that knows nothing but tells positions apart: it makes mistakes of a search visible.
#[derive(Clone, Copy, Debug)]
pub struct Hashed;

impl<G: Game> Evaluation<G> for Hashed {
    fn name(&self) -> &'static str {
        "hashed"
    }

    fn evaluate(&self, position: &G) -> Score {
        Score::heuristic((position.key() % 1001) as i32 - 500)
    }
}

/// A position of a seeded random game after this many plies, or earlier if the game ends, with its history.
pub fn random_position<G: Game>(rules: &str, seed: u64, plies: u32) -> (G, KeyHistory) {
    let rules = rules.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut rng = Rng::stream(0x5EED, seed);
    let mut position = G::start(&rules);
    let mut history = KeyHistory::new();
    history.push(position.history_key());
    for _ in 0..plies {
        let Some(m) = random_move(&position, &history, &mut rng) else { break };
        let mut next = position.clone();
        next.play(m);
        if next.outcome().is_some() {
            break;
        }
        position = next;
        history.push(position.history_key());
    }
    (position, history)
}

fn random_move<G: Game>(position: &G, history: &KeyHistory, rng: &mut Rng) -> Option<G::Move> {
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    let allowed: Vec<G::Move> =
        moves.as_slice().iter().copied().filter(|&m| position.allowed_by_history(m, history)).collect();
    rng.pick(&allowed).copied()
}
