//! Othello in the engine.

use super::course::Course;
use crate::matches::Match;
use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use crate::solve::{SolveOrder, Solved, Value};
use crate::think::Specialist;
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Player, Refusal};
use quadrille_othello::evaluation::{Discs, Patterns, SixTerm};
use quadrille_othello::{Move, Position, Rules, perft, playout};
use quadrille_othello_expert::midgame;
use quadrille_othello_expert::solver::{self, SolverOptions};
use quadrille_search::{MoveReport, Report, Request, Stop, TableCounters};
use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Playable for Position {
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Patterns::default()), Arc::new(SixTerm), Arc::new(Discs)]
    }

    fn best_algorithm(_: &Rules) -> &'static str {
        "specialist"
    }

    fn specialist(threads: usize, table_mib: usize) -> Option<Box<dyn Specialist<Self>>> {
        Some(Box::new(PatternSearch::new(threads, table_mib)))
    }

    fn preset(name: &str, threads: usize, table_mib: usize) -> Option<Result<Box<dyn Specialist<Self>>, Refusal>> {
        let endgame = || -> Box<dyn Specialist<Self>> { Box::new(PatternSearch::new(threads, table_mib)) };
        let course = Course::named(name, table_mib, endgame)?;
        Some(course.map(|course| -> Box<dyn Specialist<Self>> { Box::new(course) }))
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
    ) -> Result<Solved<Move>, Refusal> {
        let position = game.position();
        let options =
            SolverOptions { threads: order.threads, table_mib: order.memory_or_usual(), ..SolverOptions::default() };
        let _deadline = order.time.map(|time| stop.finish_after(time));
        let solution = solver::solve(position, &options, stop.flag(), |progress| {
            tell(&format!(
                "depth {} at {} %: between {} and {}, {} nodes",
                progress.depth, progress.confidence, progress.lower, progress.upper, progress.nodes
            ));
        });
        let solution = solution.ok_or_else(|| Refusal::plain("the solver was stopped before it had an answer"))?;
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

/// The search of the Othello crate, with its trained evaluation and exact endgame.
struct PatternSearch {
    searcher: midgame::Searcher,
    options: SolverOptions,
}

impl Specialist<Position> for PatternSearch {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        if request.multipv > 1 || request.root_moves.is_some() {
            return self.compare_moves(request, on_report);
        }
        let limits = midgame::Limits {
            depth: request.limits.depth,
            nodes: request.limits.nodes,
            time: request.limits.budget().map(|budget| budget.soft),
            exact_empties: Some(EXACT_EMPTIES),
        };
        let info =
            self.searcher.search(request.position, &limits, request.stop.flag(), &mut |info| on_report(&report(info)));
        report(&info)
    }

    fn clear(&mut self) {
        self.searcher = midgame::Searcher::new(&self.options);
    }
}

impl PatternSearch {
    fn new(threads: usize, table_mib: usize) -> Self {
        let options = SolverOptions { threads, table_mib, ..SolverOptions::default() };
        Self { searcher: midgame::Searcher::new(&options), options }
    }

    /// Searches the position after each move in turn, deeper and deeper, so that every move has its own value.
    fn compare_moves(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let start = Instant::now();
        let deadline = request.limits.budget().map(|budget| start + budget.soft);
        let mut lines: Vec<MoveReport<Move>> = request.choices().into_iter().map(MoveReport::new).collect();
        let deepest = request.limits.depth.unwrap_or(request.position.empties()).min(request.position.empties());
        let mut result = Report::new("specialist");
        for depth in 1..=deepest.max(1) {
            let mut deeper = lines.clone();
            for line in &mut deeper {
                let mut child = *request.position;
                child.play(line.m);
                let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let spent = request.limits.nodes.is_some_and(|nodes| result.nodes >= nodes);
                if request.stop.is_requested() || spent || time == Some(Duration::ZERO) && depth > 1 {
                    return result;
                }
                let limits = midgame::Limits { depth: Some(depth - 1), time, ..midgame::Limits::default() };
                let info = self.searcher.search(&child, &limits, request.stop.flag(), &mut |_| {});
                result.nodes += info.nodes;
                result.cuts += info.cuts;
                line.score = Some(-info.score);
                line.visits += info.nodes;
                line.pv = std::iter::once(line.m).chain(info.pv).collect();
            }
            deeper.sort_by_key(|line| Reverse(line.score));
            lines = deeper;
            let best = lines.first();
            result.depth = depth;
            (result.best, result.score) = (best.map(|line| line.m), best.and_then(|line| line.score));
            result.pv = best.map(|line| line.pv.clone()).unwrap_or_default();
            result.moves.clone_from(&lines);
            result.elapsed = start.elapsed();
            on_report(&result);
        }
        result
    }
}

/// From so many empty squares on the result is exact whatever the depth.
const EXACT_EMPTIES: u32 = 14;

fn report(info: &midgame::Info) -> Report<Position> {
    let line = info.best.map(|m| MoveReport { score: Some(info.score), pv: info.pv.clone(), ..MoveReport::new(m) });
    let table = TableCounters { probes: info.nodes, hits: info.table_hits, ..TableCounters::default() };
    Report {
        depth: info.depth,
        nodes: info.nodes,
        cuts: info.cuts,
        table,
        moves: line.into_iter().collect(),
        best: info.best,
        score: Some(info.score),
        pv: info.pv.clone(),
        elapsed: info.time,
        notes: if info.exact { vec!["the score is exact".to_owned()] } else { Vec::new() },
        ..Report::new("specialist")
    }
}
