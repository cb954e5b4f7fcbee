//! Breakthrough in the engine.

use crate::matches::Match;
use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use crate::solve::{self, SolveOrder, Solved};
use crate::think::{ByHeart, Specialist};
use quadrille_breakthrough::{Move, Position, Rules, evaluation::Advancement, playout};
use quadrille_breakthrough::{perfect, solver};
use quadrille_core::{Evaluation, Game, KeyHistory, Player, Score, TextError};
use quadrille_search::{Report, Request, Stop, alphabeta};
use std::sync::Arc;

impl Playable for Position {
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Advancement)]
    }

    fn best_algorithm(rules: &Rules) -> &'static str {
        if perfect::knows(&Self::start(rules)) { "specialist" } else { "alphabeta" }
    }

    /// Perfect play where a table is known by heart, alpha-beta on other boards.
    fn specialist(_: usize, table_mib: usize) -> Option<Box<dyn Specialist<Self>>> {
        let general = alphabeta::Searcher::new(alphabeta::Options::default(), table_mib).ok()?;
        Some(Box::new(TableOrSearch { table: ByHeart(score_by_heart as fn(&Self) -> Option<Score>), general }))
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Option<Picture> {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        let piece = |row: usize, column: usize| {
            let square = 1_u64 << ((rows - 1 - row) * columns + column);
            let stands = |player| self.pawns(player) & square != 0;
            let colour = if stands(Player::White) {
                "w"
            } else if stands(Player::Black) {
                "b"
            } else {
                ""
            };
            colour.to_owned()
        };
        Some(Picture::grid(Ground::Checkered, rows, columns, true, piece))
    }

    fn touch(&self, m: Move) -> Touch {
        let name = |square| Some(self.square_name(square));
        Touch { from: name(m.from), to: name(m.to), promotion: None }
    }

    fn solve(
        game: &Match<Self>,
        order: &SolveOrder,
        stop: &Stop,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Solved<Move>, TextError> {
        let method = order.method.as_deref().unwrap_or("auto").parse()?;
        let options = solver::Options {
            threads: order.threads,
            memory: (order.memory_mib as u64) << 20,
            nodes: order.nodes.unwrap_or(u64::MAX),
            always_distance: order.distance,
            checkpoint: order.checkpoint.clone(),
        };
        let told = |progress: solver::Progress| format!("{} of {} words", progress.done, progress.total);
        let _deadline = order.time.map(|time| stop.finish_after(time));
        let position = game.position();
        let solution = solver::solve(position, method, &options, stop.flag(), &mut |progress| tell(&told(progress)))
            .map_err(TextError::from_display)?;
        if let Some(path) = &order.proof {
            let proof = solver::prove(position, &options, stop.flag(), &mut |progress| tell(&told(progress)))
                .map_err(TextError::from_display)?;
            proof.write(path).map_err(|error| TextError::new(format!("{}: {error}", path.display())))?;
        }
        Ok(Solved {
            value: solve::result_for(position.to_move(), Some(solution.winner)),
            winner: Some(solution.winner),
            distance: solution.distance,
            best: solution.best,
            pv: solution.pv,
            nodes: solution.nodes,
            method: solution.method.to_owned(),
            notes: Vec::new(),
        })
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        let mover = self.to_move();
        let goal_row = if mover == Player::White { 0 } else { self.rows() - 1 };
        let on_goal = (0..self.columns()).any(|y| self.pawns(!mover) >> (goal_row * self.columns() + y) & 1 == 1);
        let reason = if on_goal {
            "far row reached"
        } else if self.pawns(mover) == 0 {
            "no pawns left"
        } else {
            "no moves left"
        };
        reason.to_owned()
    }
}

/// The exact score of a 5x5 position for its side to move.
fn score_by_heart(position: &Position) -> Option<Score> {
    let exact = perfect::probe_distance(position)?;
    let plies = exact.distance?;
    Some(if exact.mover_wins { Score::win_in(plies) } else { Score::loss_in(plies) })
}

/// Plays by heart what it knows, and searches the rest.
struct TableOrSearch {
    table: ByHeart<fn(&Position) -> Option<Score>>,
    general: alphabeta::Searcher<Position>,
}

impl Specialist<Position> for TableOrSearch {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if perfect::knows(request.position) {
            self.table.search(request, on_report)
        } else {
            self.general.search(request, &Advancement, on_report)
        }
    }

    fn clear(&mut self) {
        self.general.clear();
    }
}
