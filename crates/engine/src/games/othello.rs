//! Othello in the engine.

use crate::matches::Match;
use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use crate::solve::{SolveOrder, Solved, Value};
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Player, TextError};
use quadrille_othello::evaluation::{Discs, SixTerm};
use quadrille_othello::solver::{self, SolverOptions};
use quadrille_othello::{Move, Position, Rules, perft, playout};
use quadrille_search::Stop;
use std::sync::Arc;

impl Playable for Position {
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(SixTerm), Arc::new(Discs)]
    }

    fn best_algorithm(_: &Rules) -> &'static str {
        "alphabeta"
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Option<Picture> {
        let piece = |row: usize, column: usize| {
            let colour = match self.disc_on((8 * row + column) as u32) {
                Some(Player::Black) => "b",
                Some(Player::White) => "w",
                None => "",
            };
            colour.to_owned()
        };
        Some(Picture::grid(Ground::Plain, 8, 8, false, piece))
    }

    fn touch(&self, m: Move) -> Touch {
        Touch { to: m.square().map(|_| self.format_move(m)), ..Touch::default() }
    }

    fn points(&self) -> Option<(f32, f32)> {
        let count = |player| self.discs(player).count_ones() as f32;
        Some((count(Player::Black), count(Player::White)))
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        if self.empties() == 0 { "board full".to_owned() } else { "no moves left".to_owned() }
    }

    fn solve(
        game: &Match<Self>,
        order: &SolveOrder,
        stop: &Stop,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Solved<Move>, TextError> {
        let position = game.position();
        let options = SolverOptions { threads: order.threads, table_mib: order.memory_mib, ..SolverOptions::default() };
        let _deadline = order.time.map(|time| stop.finish_after(time));
        let solution = solver::solve(position, &options, stop.flag(), |progress| {
            tell(&format!(
                "depth {} at {} %: between {} and {}, {} nodes",
                progress.depth, progress.confidence, progress.lower, progress.upper, progress.nodes
            ));
        });
        let solution = solution.ok_or_else(|| TextError::new("the solver was stopped before it had an answer"))?;
        let mover = position.to_move();
        let winner = match solution.score {
            0 => None,
            score if score > 0 => Some(mover),
            _ => Some(!mover),
        };
        Ok(Solved {
            value: Value::Margin(solution.score.into()),
            winner,
            distance: None,
            best: solution.best,
            pv: solution.pv,
            nodes: solution.nodes,
            method: "exact endgame search".to_owned(),
            notes: Vec::new(),
        })
    }

    fn perft_pass_free(&self, depth: u32) -> Option<u64> {
        Some(perft::count_pass_free(self.board(), depth))
    }
}
