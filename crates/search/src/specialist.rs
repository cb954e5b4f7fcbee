//! A game-specific player, for knowledge that the general searches cannot use.

use crate::{MoveReport, Report, Request};
use quadrille_core::{Game, MoveBuf, Score};

/// A search for one game, with the same interface as the general ones.
pub trait Specialist<G: Game>: Send {
    /// Searches; `on_report` receives intermediate reports.
    fn search(&mut self, request: &Request<'_, G>, on_report: &mut dyn FnMut(&Report<G>)) -> Report<G>;

    /// Forgets everything, as for a new game.
    fn clear(&mut self);
}

/// A player with perfect knowledge, from a function that gives the exact score of a position for the side to move.
pub struct ByHeart<F>(pub F);

impl<G: Game, F: Fn(&G) -> Option<Score> + Send> Specialist<G> for ByHeart<F> {
    fn search(&mut self, request: &Request<'_, G>, _: &mut dyn FnMut(&Report<G>)) -> Report<G> {
        let start = quadrille_support::clock::Instant::now();
        let known = |&m: &G::Move| {
            let mut child = request.position.clone();
            child.play(m);
            let score = (self.0)(&child).map(|score| (-score).shifted(1));
            MoveReport { score, pv: self.line(child, m), ..MoveReport::new(m) }
        };
        let mut moves: Vec<_> = request.choices().iter().map(known).collect();
        moves.sort_by_key(|line| std::cmp::Reverse(line.score));
        let best = moves.first().cloned();
        Report {
            best: best.as_ref().map(|line| line.m),
            score: best.as_ref().and_then(|line| line.score),
            pv: best.map(|line| line.pv).unwrap_or_default(),
            nodes: moves.len() as u64,
            moves,
            elapsed: start.elapsed(),
            ..Report::new("specialist")
        }
    }

    fn clear(&mut self) {}
}

impl<F> ByHeart<F> {
    /// Best play after a move, by looking up every reply.
    fn line<G: Game>(&self, mut position: G, first: G::Move) -> Vec<G::Move>
    where
        F: Fn(&G) -> Option<Score>,
    {
        let mut line = vec![first];
        loop {
            let mut moves = G::Moves::default();
            position.legal_moves(&mut moves);
            let score_after = |m: &G::Move| {
                let mut child = position.clone();
                child.play(*m);
                (self.0)(&child)
            };
            let Some(&best) = moves.as_slice().iter().min_by_key(|m| score_after(m)) else { return line };
            position.play(best);
            line.push(best);
        }
    }
}
