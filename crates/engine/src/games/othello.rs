//! What Othello offers beyond every game: its pattern search, the exact endgame, and two players with fixed bounds.

use super::course::{self, Course};
use crate::capabilities::{Capabilities, OwnPlayer, Registered};
use crate::matches::Match;
use crate::solve::{SolveOrder, Solved};
use crate::words;
use quadrille_core::{Game, Refusal, Sentence};
use quadrille_othello::{Move, Position, perft};
use quadrille_othello_expert::midgame;
use quadrille_othello_expert::solver::{self, SolverOptions};
use quadrille_search::{MoveReport, Report, Request, Specialist, Stop, TableCounters};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |_| "specialist",
            players: vec![
                OwnPlayer {
                    name: "specialist",
                    help: &words::OTHELLO_SPECIALIST,
                    perfect: true,
                    make: |threads, table_mib| Ok(Box::new(PatternSearch::new(threads, table_mib))),
                },
                OwnPlayer {
                    name: "course",
                    help: &words::COURSE,
                    perfect: false,
                    make: |threads, mib| {
                        Ok(Box::new(Course::new(course::AGAINST_PEOPLE, mib, PatternSearch::new(threads, mib))?))
                    },
                },
                OwnPlayer {
                    name: "course-ai",
                    help: &words::COURSE_AI,
                    perfect: false,
                    make: |threads, mib| {
                        Ok(Box::new(Course::new(course::BETWEEN_PROGRAMS, mib, PatternSearch::new(threads, mib))?))
                    },
                },
            ],
            solver: solve,
            pass_free_perft: Some(|position, depth| perft::count_pass_free(position.board(), depth)),
            ..Capabilities::default()
        }
    }
}

fn solve(
    game: &Match<Position>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Solved<Move>, Refusal> {
    let position = game.position();
    let options =
        SolverOptions { threads: order.threads, table_mib: order.memory_or_usual(), ..SolverOptions::default() };
    let _deadline = order.time.map(|time| stop.finish_after(time));
    let solution = solver::solve(position, &options, stop.flag(), |progress| {
        let sentence = words::ENDGAME_PROGRESS.say().with("depth", progress.depth);
        let sentence = sentence.with("confidence", progress.confidence).with("nodes", progress.nodes);
        tell(&sentence.with("lower", progress.lower).with("upper", progress.upper));
    });
    let solution = solution.ok_or_else(|| words::SOLVER_STOPPED.refuse())?;
    let mover = position.to_move();
    let winner = match solution.score {
        0 => None,
        score if score > 0 => Some(mover),
        _ => Some(!mover),
    };
    Ok(Solved {
        margin: Some(solution.score.into()),
        winner,
        distance: None,
        best: solution.best,
        pv: solution.pv,
        nodes: solution.nodes,
        method: "exact endgame search",
        notes: Vec::new(),
    })
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
        exact: info.exact,
        ..Report::new("specialist")
    }
}
