//! Choosing a move: iterative deepening with the trained evaluation, then the exact result.
//!
//! The same search and table as the exact solver's (see [`crate::solver`]): it carries the features of the evaluation from
//! node to node and cuts by probability, which the generic alpha-beta search cannot. Each search goes two plies deeper than
//! the one before; close to the end of the game the search jumps there, first selectively, then exactly. Read
//! [`Searcher::deepen`] first.
//!
//! ```
//! use quadrille_core::{Game, KeyHistory};
//! use quadrille_othello::{Position, Rules};
//! use quadrille_othello_expert::midgame::Searcher;
//! use quadrille_othello_expert::solver::SolverOptions;
//! use quadrille_search::{Limits, Request, Specialist, Stop};
//!
//! let position = Position::start(&Rules::Standard);
//! let (history, stop) = (KeyHistory::new(), Stop::new());
//! let request = Request::new(&position, &history, Limits::depth(6), &stop);
//! let report = Searcher::new(&SolverOptions::default()).search(&request, &mut |_| ());
//! assert!(report.depth == 6 && report.best.is_some_and(|m| position.is_legal(m)));
//! ```

use crate::solver::{Counts, LEVEL_EXACT, Solver, SolverOptions, Worker};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Score, Tactics};
use quadrille_othello::evaluation::patterns::{Node, Weights};
use quadrille_othello::{Board, Move, Position};
use quadrille_search::{MoveReport, Report, Request, Specialist, Timer};
use quadrille_support::clock::Instant;
use std::cmp::Reverse;
use std::sync::Arc;

/// With this many empty squares or fewer the result is exact, whatever the requested depth.
pub const EXACT_EMPTIES: u32 = 14;
/// The selectivity of searches that do not reach the end: about 87 percent.
const MIDGAME_LEVEL: u8 = 1;
/// If the empty squares exceed the depth by at most this, the next search goes to the end.
const JUMP_TO_END: u32 = 9;
/// The levels of the searches to the end, before the exact one.
const END_LEVELS: [u8; 3] = [0, 2, 3];
/// The maximum number of moves left in a game.
const DEEPEST: u32 = 60;

/// A search that keeps its table from move to move.
pub struct Searcher {
    solver: Solver,
}

impl Searcher {
    /// With the built-in evaluation.
    #[must_use]
    pub fn new(options: &SolverOptions) -> Self {
        Self { solver: Solver::new(options) }
    }

    /// With another evaluation.
    #[must_use]
    pub fn with_weights(options: &SolverOptions, weights: Arc<Weights>) -> Self {
        Self { solver: Solver::with_weights(options, weights) }
    }

    /// Runs the searches of a plan until the time or the nodes run out; `on_report` receives each result.
    fn deepen(
        &mut self,
        position: &Position,
        plan: impl Iterator<Item = Depth>,
        nodes: Option<u64>,
        timer: &Timer,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let board = position.board();
        let mut last = before_any_search(position);
        if last.best.is_none() {
            return last;
        }
        let (report, counts) = self.solver.run(timer, nodes, |worker| {
            let node = Node::new(worker.weights, board);
            let mut guess = 0;
            for depth in plan {
                let Some(score) = worker.converge(&node, depth.plies, depth.level, guess, &mut |_| ()) else { break };
                guess = score;
                let Some(pv) = line(worker, board, last.best, depth, score) else { break };
                last = finished(board, depth, score, pv);
                (last.cuts, last.nodes, last.table) = (worker.cuts, worker.nodes, Counts::of(worker).table);
                last.elapsed = timer.elapsed();
                on_report(&last);
            }
            last
        });
        Report { nodes: counts.nodes, cuts: counts.cuts, table: counts.table, elapsed: timer.elapsed(), ..report }
    }

    /// Searches the position after each move in turn, deeper and deeper, so that every move has its own value.
    fn compare_moves(
        &mut self,
        request: &Request<'_, Position>,
        timer: &Timer,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let mut lines: Vec<MoveReport<Move>> = request.choices().into_iter().map(MoveReport::new).collect();
        let empties = request.position.empties();
        let mut result = Report::new("specialist");
        for depth in 1..=request.limits.depth.unwrap_or(empties).min(empties).max(1) {
            let mut exact = true;
            for line in &mut lines {
                let mut child = *request.position;
                child.play(line.m);
                let plan = plan(child.empties(), depth - 1, depth > child.empties());
                let report = self.deepen(&child, plan, None, timer, &mut |_| ());
                result.nodes += report.nodes;
                result.cuts += report.cuts;
                result.table.add(&report.table);
                let spent = request.limits.nodes.is_some_and(|nodes| result.nodes >= nodes);
                // The first depth only plays each move, so there is always an answer.
                if depth > 1 && (timer.is_over() || spent) {
                    return result;
                }
                exact &= report.exact;
                line.score = report.score.map(|score| -score);
                line.visits += report.nodes;
                line.pv = std::iter::once(line.m).chain(report.pv).collect();
            }
            lines.sort_by_key(|line| Reverse(line.score));
            let best = lines.first();
            (result.depth, result.exact) = (depth, exact);
            (result.best, result.score) = (best.map(|line| line.m), best.and_then(|line| line.score));
            result.pv = best.map(|line| line.pv.clone()).unwrap_or_default();
            result.moves.clone_from(&lines);
            result.elapsed = timer.elapsed();
            on_report(&result);
        }
        result
    }
}

impl Specialist<Position> for Searcher {
    fn search(
        &mut self,
        request: &Request<'_, Position>,
        on_report: &mut dyn FnMut(&Report<Position>),
    ) -> Report<Position> {
        let time = request.limits.budget().map(|budget| budget.soft);
        let timer = Timer::new(request.stop, Instant::now(), time);
        if request.multipv > 1 || request.root_moves.is_some() {
            return self.compare_moves(request, &timer, on_report);
        }
        let empties = request.position.empties();
        let deepest = request.limits.depth.unwrap_or(DEEPEST);
        let plan = plan(empties, deepest, empties <= EXACT_EMPTIES.max(deepest));
        self.deepen(request.position, plan, request.limits.nodes, &timer, on_report)
    }

    fn clear(&mut self) {
        self.solver.forget();
    }
}

/// How deep and how carefully a search goes.
#[derive(Clone, Copy, Debug)]
struct Depth {
    plies: u32,
    level: u8,
}

/// The searches to make, one after the other.
fn plan(empties: u32, deepest: u32, solve: bool) -> impl Iterator<Item = Depth> {
    let last_shallow = if solve { empties.saturating_sub(JUMP_TO_END) } else { deepest.min(empties) };
    let odd = last_shallow % 2;
    let shallow = (1..=last_shallow).filter(move |plies| plies % 2 == odd || *plies == last_shallow);
    let ends = END_LEVELS.into_iter().chain([LEVEL_EXACT]).filter(move |_| solve);
    let ends = ends.map(move |level| Depth { plies: empties, level });
    shallow.map(|plies| Depth { plies, level: MIDGAME_LEVEL }).chain(ends)
}

/// Before any search: the most promising move, or the margin of a finished game.
fn before_any_search(position: &Position) -> Report<Position> {
    let board = position.board();
    let best = match board.moves() {
        0 if board.pass().moves() == 0 => None,
        0 => Some(Move::PASS),
        moves => Bits(moves).map(Move::on).max_by_key(|&m| position.promise(m)),
    };
    let score = if best.is_none() { board.final_margin() } else { 0 };
    Report { exact: best.is_none(), ..report_of(best.into_iter().collect(), score) }
}

fn finished(board: Board, depth: Depth, score: i32, pv: Vec<Move>) -> Report<Position> {
    let exact = depth.level == LEVEL_EXACT && depth.plies >= board.empties();
    Report { depth: depth.plies, exact, ..report_of(pv, score) }
}

/// A line with its score in discs.
fn report_of(pv: Vec<Move>, score: i32) -> Report<Position> {
    let score = Some(Score::heuristic(100 * score));
    let best = pv.first().copied();
    let moves = best.map(|m| MoveReport { score, pv: pv.clone(), ..MoveReport::new(m) });
    Report { best, score, moves: moves.into_iter().collect(), pv, ..Report::new("specialist") }
}

/// The best move and the principal variation; none if there was no time left. `before` is the previous search's best
/// move.
fn line(worker: &mut Worker<'_>, board: Board, before: Option<Move>, depth: Depth, score: i32) -> Option<Vec<Move>> {
    if depth.level == LEVEL_EXACT {
        return worker.best_line(board, score);
    }
    let moves = board.moves();
    if moves == 0 {
        return Some(expected(worker, board, Vec::new(), depth.plies));
    }
    // The table alone is not enough: the node may have been cut before any move was tried, leaving an older search's
    // move.
    let keeping = worker.keeping(board, moves, score, depth.plies, depth.level);
    if worker.is_aborted() {
        return None;
    }
    let best = keeping.map(Move::on).or(before)?;
    let after = best.square().map_or(board, |square| board.play(square));
    Some(expected(worker, after, vec![best], depth.plies))
}

/// Goes on with the table's best moves, one after the other; each is checked against the rules before it is believed.
fn expected(worker: &Worker<'_>, mut board: Board, mut line: Vec<Move>, depth: u32) -> Vec<Move> {
    while line.len() < depth as usize {
        let moves = board.moves();
        if moves == 0 {
            board = board.pass();
            if board.moves() == 0 {
                break;
            }
            line.push(Move::PASS);
            continue;
        }
        let Some(square) = worker.known_move(board, moves) else { break };
        line.push(Move::on(square));
        board = board.play(square);
    }
    line
}
