//! Exact endgames: the final margin under best play of both sides.
//!
//! ```
//! use quadrille_core::Notation;
//! use quadrille_othello::{Position, Rules, solver};
//! use std::sync::atomic::AtomicBool;
//!
//! let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"; // FFO number 20
//! let position = Position::parse_position(&Rules::Standard, text).unwrap();
//! let solution = solver::solve(&position, &solver::SolverOptions::default(), &AtomicBool::new(false), |_| ()).unwrap();
//! assert_eq!((solution.score, solution.best.unwrap().to_string().as_str()), (6, "h5"));
//! ```
//!
//! Start reading at [`Solver::solve`]: it narrows the score by null windows, each a search of `search.rs`; below stand the
//! special functions for the `last_empties`.

mod last_empties;
mod ordering;
mod parallel;
mod parity;
mod search;
pub(crate) mod stability;
pub(crate) mod table;

use crate::board::Board;
use crate::{Move, Position};
use parallel::Pool;
use quadrille_core::bits::Bits;
use search::Worker;
use stability::Stability;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use table::Table;

/// What a solver may use. Everything can be switched off one by one: the scores stay the same, only the time changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutoffs {
    /// Remember results in the shared table.
    pub table: bool,
    /// Look all children up before searching one (enhanced transposition cutoff).
    pub enhanced: bool,
    /// Cut where the opponent has too many discs that cannot be turned.
    pub stability: bool,
    /// Try odd quarters first.
    pub parity: bool,
    /// Try moves first that leave few answers.
    pub fastest_first: bool,
}

impl Default for Cutoffs {
    fn default() -> Self {
        Self { table: true, enhanced: true, stability: true, parity: true, fastest_first: true }
    }
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    /// Threads, at least one.
    pub threads: usize,
    /// The size of the table in mebibytes.
    pub table_mib: usize,
    /// What the search may use.
    pub cutoffs: Cutoffs,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self { threads: 1, table_mib: 64, cutoffs: Cutoffs::default() }
    }
}

/// The exact result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The final margin in discs for the side to move, empty squares counting for the winner.
    pub score: i32,
    /// A move that reaches it; none if the game is over.
    pub best: Option<Move>,
    /// Best play of both sides to the end, passes included.
    pub pv: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// What is known while the search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions visited so far.
    pub nodes: u64,
}

/// Solves one position; `None` if it was stopped before the score was proved.
pub fn solve(
    position: &Position,
    options: &SolverOptions,
    stop: &AtomicBool,
    progress: impl FnMut(&Progress),
) -> Option<Solution> {
    Solver::new(options).solve(position.board(), stop, progress)
}

/// A solver that keeps its table from one position to the next.
pub struct Solver {
    table: Table,
    options: SolverOptions,
}

impl Solver {
    /// A solver with an empty table.
    #[must_use]
    pub fn new(options: &SolverOptions) -> Self {
        Self { table: Table::new(options.table_mib), options: options.clone() }
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Solves one position; `None` if it was stopped before the score was proved.
    pub fn solve(&mut self, board: Board, stop: &AtomicBool, mut progress: impl FnMut(&Progress)) -> Option<Solution> {
        self.table.age();
        let pool = Pool::default();
        let helpers = self.options.threads.saturating_sub(1);
        let helped_nodes = Mutex::new(0);
        let worker = || Worker {
            table: &self.table,
            stability: Stability::table(),
            cutoffs: &self.options.cutoffs,
            stop,
            pool: (helpers > 0).then_some(&pool),
            split: None,
            nodes: 0,
            aborted: false,
        };
        let mut solution = std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| {
                    let mut helper = worker();
                    pool.help(&mut helper);
                    *helped_nodes.lock().unwrap_or_else(std::sync::PoisonError::into_inner) += helper.nodes;
                });
            }
            let mut main = worker();
            let solution = main.solve_root(board, &mut progress);
            pool.close();
            solution
        })?;
        solution.nodes += *helped_nodes.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Some(solution)
    }
}

impl Worker<'_> {
    /// Narrows the score with null windows until both bounds meet (memory-enhanced test driver, Plaat 1996).
    fn solve_root(&mut self, board: Board, progress: &mut impl FnMut(&Progress)) -> Option<Solution> {
        let (mut lower, mut upper) = (-64, 64);
        let mut guess = 0;
        while lower < upper {
            // Margins are even, so every window lies between two of them.
            let beta = if guess == lower { guess + 2 } else { guess };
            let score = self.null_window(board, board.moves(), beta - 1);
            if self.aborted {
                return None;
            }
            if score >= beta {
                lower = score;
            } else {
                upper = score;
            }
            guess = score;
            progress(&Progress { lower, upper, nodes: self.nodes });
        }
        let pv = self.best_line(board, lower)?;
        Some(Solution { score: lower, best: pv.first().copied(), pv, nodes: self.nodes })
    }

    /// Best play to the end from a board whose score is known: at each step a move that keeps the score.
    fn best_line(&mut self, mut board: Board, mut score: i32) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        loop {
            let moves = board.moves();
            if moves == 0 {
                board = board.pass();
                if board.moves() == 0 {
                    return Some(line);
                }
                line.push(Move::PASS);
            } else {
                let square = self.keeping(board, moves, score)?;
                line.push(Move::on(square));
                board = board.play(square);
            }
            score = -score;
        }
    }

    /// A move after which the opponent has no more than `-score`; the table's move is asked first.
    fn keeping(&mut self, board: Board, moves: u64, score: i32) -> Option<u32> {
        let known = self.table.probe(self.table.place(board)).map_or(64, |entry| u32::from(entry.squares[0]));
        let first = moves & 1_u64.checked_shl(known).unwrap_or(0);
        let mut candidates = Bits(first).chain(Bits(moves ^ first));
        candidates.find(|&square| {
            let after = board.play(square);
            -self.null_window(after, after.moves(), -score) >= score && !self.stop.load(Relaxed)
        })
    }
}
