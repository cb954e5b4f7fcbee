//! Plain minimax: every move, no cutoffs, no table. The slow and obvious reference for the tests.

use super::{Ask, Event, Reason, Step, Steps};
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
    let mut walk = Walk { history: history.clone(), game_length: history.len(), evaluation, log: None };
    walk.best(position, depth, 0)
}

/// The same, with every step recorded in the log.
pub fn trace_minimax<G: Game, E: Evaluation<G> + ?Sized>(
    position: &G,
    history: &KeyHistory,
    evaluation: &E,
    depth: u32,
    log: &mut Steps<G::Move>,
) -> (Score, Option<G::Move>) {
    log.add(Event::Depth(depth));
    let mut walk = Walk { history: history.clone(), game_length: history.len(), evaluation, log: Some(log) };
    walk.enter(Step::Root, depth);
    let found = walk.best(position, depth, 0);
    walk.note(|| Event::Done(depth));
    found
}

struct Walk<'a, G: Game, E: ?Sized> {
    history: KeyHistory,
    game_length: usize,
    evaluation: &'a E,
    log: Option<&'a mut Steps<G::Move>>,
}

impl<G: Game, E: Evaluation<G> + ?Sized> Walk<'_, G, E> {
    fn note(&mut self, event: impl FnOnce() -> Event<G::Move>) {
        if let Some(log) = &mut self.log {
            log.add(event());
        }
    }

    fn enter(&mut self, step: Step<G::Move>, depth: u32) {
        let (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        self.note(|| Event::Enter { step, ask: Ask::Value, alpha, beta, depth: depth as i32, counted: true });
    }

    /// The value and best move of a position.
    fn best(&mut self, position: &G, depth: u32, ply: u32) -> (Score, Option<G::Move>) {
        let (score, m, reason) = self.value(position, depth, ply);
        self.note(|| Event::Leave { score, reason });
        (score, m)
    }

    fn value(&mut self, position: &G, depth: u32, ply: u32) -> (Score, Option<G::Move>, Reason) {
        if let Some(outcome) = position.outcome().or_else(|| self.result_by_history(position, ply)) {
            return (self.evaluation.finished(position, outcome, ply), None, Reason::Over);
        }
        if depth == 0 {
            return (self.evaluation.evaluate(position), None, Reason::Horizon);
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
            self.enter(Step::Move(m), depth - 1);
            let score = -self.best(&child, depth - 1, ply + 1).0;
            self.history.pop();
            if score > best.0 {
                best = (score, Some(m));
                self.note(|| Event::Best { m, score, line: true });
            }
        }
        match best {
            (score, Some(m)) => (score, Some(m), Reason::Searched),
            (_, None) => (self.no_move(position, ply), None, Reason::Over),
        }
    }

    fn no_move(&self, position: &G, ply: u32) -> Score {
        let outcome = position.adjudicate(&self.history);
        outcome.map_or(Score::DRAW, |outcome| self.evaluation.finished(position, outcome, ply))
    }

    fn result_by_history(&self, position: &G, ply: u32) -> Option<Outcome> {
        if !G::USES_HISTORY || ply == 0 {
            return None;
        }
        let (&last, past) = self.history.keys().split_last()?;
        let repeated =
            !G::HISTORY_FORBIDS && past[self.game_length.saturating_sub(1).min(past.len())..].contains(&last);
        if repeated { Some(Outcome::Draw) } else { position.adjudicate(&self.history) }
    }
}
