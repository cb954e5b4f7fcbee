//! Plain minimax: every move, no cut, no table. The slow and obvious twin that the tests compare everything with.

use quadrille_core::{Evaluation, Game, KeyHistory, MoveBuf, Outcome, Score};

/// The exact value for the side to move of a search `depth` plies deep, with a best move; proven scores count plies from
/// this position. `history` ends with the position.
#[must_use]
pub fn minimax<G: Game, E: Evaluation<G> + ?Sized>(
    position: &G,
    history: &KeyHistory,
    evaluation: &E,
    depth: u32,
) -> (Score, Option<G::Move>) {
    let mut walk = Walk { history: history.clone(), game_length: history.len(), evaluation };
    walk.best(position, depth, 0)
}

struct Walk<'a, E: ?Sized> {
    history: KeyHistory,
    game_length: usize,
    evaluation: &'a E,
}

impl<E: ?Sized> Walk<'_, E> {
    fn best<G: Game>(&mut self, position: &G, depth: u32, ply: u32) -> (Score, Option<G::Move>)
    where
        E: Evaluation<G>,
    {
        if let Some(outcome) = position.outcome().or_else(|| self.result_by_history(position, ply)) {
            return (self.evaluation.finished(position, outcome, ply), None);
        }
        if depth == 0 {
            return (self.evaluation.evaluate(position), None);
        }
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        let mut best = (-Score::INFINITE, None);
        for &m in moves.as_slice() {
            if G::HISTORY_FORBIDS && !position.allowed_by_history(m, &self.history) {
                continue;
            }
            let mut child = position.clone();
            child.play(m);
            self.history.push(child.history_key());
            let score = -self.best(&child, depth - 1, ply + 1).0;
            self.history.pop();
            if score > best.0 {
                best = (score, Some(m));
            }
        }
        if best.1.is_some() { best } else { (self.no_move(position, ply), None) }
    }

    fn no_move<G: Game>(&self, position: &G, ply: u32) -> Score
    where
        E: Evaluation<G>,
    {
        let outcome = position.adjudicate(&self.history);
        outcome.map_or(Score::DRAW, |outcome| self.evaluation.finished(position, outcome, ply))
    }

    fn result_by_history<G: Game>(&self, position: &G, ply: u32) -> Option<Outcome> {
        if !G::USES_HISTORY || ply == 0 {
            return None;
        }
        let (&last, past) = self.history.keys().split_last()?;
        let repeated =
            !G::HISTORY_FORBIDS && past[self.game_length.saturating_sub(1).min(past.len())..].contains(&last);
        if repeated { Some(Outcome::Draw) } else { position.adjudicate(&self.history) }
    }
}
