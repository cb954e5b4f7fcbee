//! Choosing a move: iterative deepening with the trained evaluation, then the exact result.
//!
//! The same search and table as the exact solver's (see `solver`): it carries the features of the evaluation from node to node
//! and cuts by probability, which the generic alpha-beta search cannot. Each search goes two plies deeper than the one
//! before; close to the end of the game the search jumps there, first selectively, then exactly. Read [`Searcher::search`]
//! first.

use crate::solver::{Budget, LEVEL_EXACT, Solver, SolverOptions, Worker, confidence};
use quadrille_core::bits::Bits;
use quadrille_core::{Score, Tactics};
use quadrille_othello::patterns::{Node, Weights};
use quadrille_othello::{Board, Move, Position};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How long to think. Whatever comes first ends the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Plies before the evaluation; the exact endgame counts with its number of empty squares.
    pub depth: Option<u32>,
    /// Nodes of each thread.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Solve exactly, whatever the depth limit says, from so many empty squares on.
    pub exact_empties: Option<u32>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// Plies searched; the number of empty squares if to the end.
    pub depth: u32,
    /// Roughly how many percent of the branches it cut were cut rightly; 100 if nothing was cut on probability.
    pub confidence: u32,
    /// The value for the side to move, in hundredths of a disc.
    pub score: Score,
    /// Whether the score is the proved final margin.
    pub exact: bool,
    /// The best move; none if the game is over.
    pub best: Option<Move>,
    /// The expected play, as far as the table knows it.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// Moves that refuted a window.
    pub cuts: u64,
    /// Positions answered by the table.
    pub table_hits: u64,
    /// Time used.
    pub time: Duration,
}

/// The selectivity of searches that do not reach the end: about 87 percent.
const MIDGAME_LEVEL: u8 = 1;
/// With so few more empty squares than plies the next search goes to the end.
const JUMP_TO_END: u32 = 9;
/// The levels of the searches to the end, before the exact one.
const END_LEVELS: [u8; 3] = [0, 2, 3];

/// Searches one position with a table of its own.
pub fn search(position: &Position, limits: &Limits, stop: &AtomicBool, report: &mut dyn FnMut(&Info)) -> Info {
    Searcher::new(&SolverOptions::default()).search(position, limits, stop, report)
}

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

    /// Searches until a limit is reached, the result is proved, or it is told to stop; `report` hears every finished depth.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Info),
    ) -> Info {
        let start = Instant::now();
        let board = position.board();
        let mut last = first_info(position);
        if last.best.is_none() || board.moves() == 0 && board.pass().moves() == 0 {
            return last;
        }
        let budget = Budget { deadline: limits.time.map(|time| start + time), nodes: limits.nodes.unwrap_or(u64::MAX) };
        let deepest = limits.depth.unwrap_or(60);
        let solve =
            limits.exact_empties.is_some_and(|empties| board.empties() <= empties) || deepest >= board.empties();
        let (info, nodes) = self.solver.run_within(budget, stop, |worker| {
            let node = Node::new(worker.weights, board);
            let mut guess = 0;
            for (depth, level) in plan(board.empties(), deepest, solve) {
                let Some(score) = worker.converge(&node, depth, level, guess, &mut |_| ()) else { break };
                guess = score;
                let Some(pv) = line(worker, board, &last, (depth, level, score)) else { break };
                last = finished(worker, board, pv, (depth, level, score), start);
                report(&last);
            }
            last
        });
        Info { nodes, time: start.elapsed(), ..info }
    }
}

/// Depth and level of the searches, one after the other.
fn plan(empties: u32, deepest: u32, solve: bool) -> impl Iterator<Item = (u32, u8)> {
    let last_shallow = if solve { empties.saturating_sub(JUMP_TO_END) } else { deepest.min(empties) };
    let odd = last_shallow % 2;
    let shallow = (1..=last_shallow).filter(move |depth| depth % 2 == odd || *depth == last_shallow);
    let ends = END_LEVELS.into_iter().chain([LEVEL_EXACT]).filter(move |_| solve);
    shallow.map(|depth| (depth, MIDGAME_LEVEL)).chain(ends.map(move |level| (empties, level)))
}

/// Before any search: the most promising move.
fn first_info(position: &Position) -> Info {
    let board = position.board();
    let best = match board.moves() {
        0 if board.pass().moves() == 0 => None,
        0 => Some(Move::PASS),
        moves => Bits(moves).map(Move::on).max_by_key(|&m| position.promise(m)),
    };
    let score = if best.is_none() { 100 * board.final_margin() } else { 0 };
    Info {
        depth: 0,
        confidence: 0,
        score: Score::heuristic(score),
        exact: best.is_none(),
        best,
        pv: best.into_iter().collect(),
        nodes: 0,
        cuts: 0,
        table_hits: 0,
        time: Duration::ZERO,
    }
}

fn finished(
    worker: &Worker<'_>,
    board: Board,
    pv: Vec<Move>,
    (depth, level, score): (u32, u8, i32),
    start: Instant,
) -> Info {
    Info {
        depth,
        confidence: confidence(level),
        score: Score::heuristic(100 * score),
        exact: level == LEVEL_EXACT && depth >= board.empties(),
        best: pv.first().copied(),
        pv,
        nodes: worker.nodes,
        cuts: worker.cuts,
        table_hits: worker.table_hits,
        time: start.elapsed(),
    }
}

/// The best move and what is expected after it; none if there was no time left to find it.
fn line(worker: &mut Worker<'_>, board: Board, before: &Info, found: (u32, u8, i32)) -> Option<Vec<Move>> {
    let (depth, level, score) = found;
    if level == LEVEL_EXACT {
        return worker.best_line(board, score);
    }
    let moves = board.moves();
    if moves == 0 {
        return Some(expected(worker, board, Vec::new(), depth));
    }
    // The table alone will not do: the node may have been cut before any move was tried, leaving an older search's move.
    let keeping = worker.keeping(board, moves, score, depth, level);
    if worker.is_aborted() {
        return None;
    }
    let best = keeping.map(Move::on).or(before.best)?;
    let after = best.square().map_or(board, |square| board.play(square));
    Some(expected(worker, after, vec![best], depth))
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
