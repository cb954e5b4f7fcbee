//! Exact endgames: the final margin under best play of both sides.
//!
//! ```
//! use quadrille_core::Notation;
//! use quadrille_othello::{Position, Rules};
//! use quadrille_othello_expert::solver::{Solver, SolverOptions};
//! use quadrille_search::{Limits, Stop};
//!
//! let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"; // FFO number 20
//! let board = Position::parse_position(&Rules::Standard, text).unwrap().board();
//! let mut solver = Solver::new(&SolverOptions::default());
//! let solution = solver.solve(board, &Limits::default(), &Stop::new(), |_| ()).unwrap();
//! assert_eq!((solution.score, solution.best.unwrap().to_string().as_str()), (6, "h5"));
//! ```
//!
//! Start reading at [`Solver::solve`]: it narrows the score by null windows, each a search of `deep.rs`; below fourteen empty
//! squares stands `search.rs`, and at the bottom the special functions for the `last_empties`.

mod deep;
mod instructions;
mod lanes;
mod last_empties;
mod last_square;
mod lines;
mod ordering;
mod parallel;
mod parity;
mod search;
mod selectivity;
pub(crate) mod stability;
pub(crate) mod table;

use parallel::Pool;
use quadrille_core::bits::Bits;
use quadrille_othello::evaluation::patterns::{Node, Weights};
use quadrille_othello::{Board, Move};
use quadrille_search::{Limits, Stop, TableCounters, Timer};
use quadrille_support::clock::Instant;
use quadrille_support::shared::Shared;
pub(crate) use search::Worker;
pub(crate) use selectivity::percent as confidence;
use stability::Stability;
pub(crate) use table::LEVEL_EXACT;
use table::Table;

/// The options of a solver. Each can be switched off: the scores stay the same, only the time changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutoffs {
    /// Store results in the shared table.
    pub table: bool,
    /// Look all children up before searching one (enhanced transposition cutoff).
    pub enhanced: bool,
    /// Cut where the opponent has too many discs that cannot be turned.
    pub stability: bool,
    /// Try odd quarters first.
    pub parity: bool,
    /// Try moves first that leave few answers.
    pub fastest_first: bool,
    /// Order moves by the trained evaluation where it pays.
    pub evaluation: bool,
    /// Search selectively before the exact search, for the first guess and the order of moves.
    pub presearch: bool,
}

impl Default for Cutoffs {
    fn default() -> Self {
        Self {
            table: true,
            enhanced: true,
            stability: true,
            parity: true,
            fastest_first: true,
            evaluation: true,
            presearch: true,
        }
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
    /// Plies of the current search; the number of empty squares if it goes to the end.
    pub depth: u32,
    /// The confidence of its cuts in percent; 100 for the exact search.
    pub confidence: u32,
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions visited so far.
    pub nodes: u64,
}

/// What all threads of a search did together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    pub(crate) cuts: u64,
    pub(crate) table: TableCounters,
}

impl Counts {
    /// What one thread has done so far.
    pub(crate) fn of(worker: &Worker<'_>) -> Self {
        let table = TableCounters { probes: worker.probes, hits: worker.hits, ..TableCounters::default() };
        Self { nodes: worker.nodes, cuts: worker.cuts, table }
    }

    fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.cuts += other.cuts;
        self.table.add(&other.table);
    }
}

/// A solver that keeps its table from one position to the next.
pub struct Solver {
    table: Table,
    /// One small table for each thread, for the many positions near the end of the game.
    near_tables: Vec<Table>,
    options: SolverOptions,
    weights: Shared<Weights>,
}

impl Solver {
    /// A solver with an empty table and the built-in evaluation.
    #[must_use]
    pub fn new(options: &SolverOptions) -> Self {
        Self::with_weights(options, Weights::later())
    }

    /// A solver with another evaluation. The scores do not depend on it, only the time.
    #[must_use]
    pub fn with_weights(options: &SolverOptions, weights: impl Into<Shared<Weights>>) -> Self {
        let near_tables = (0..options.threads.max(1)).map(|_| Table::of_kib(NEAR_TABLE_KIB)).collect();
        Self { table: Table::new(options.table_mib), near_tables, options: options.clone(), weights: weights.into() }
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear();
        self.near_tables.iter_mut().for_each(Table::clear);
    }

    /// Solves one position; `None` if a limit or a stop came before the proof.
    pub fn solve(
        &mut self,
        board: Board,
        limits: &Limits,
        stop: &Stop,
        mut progress: impl FnMut(&Progress),
    ) -> Option<Solution> {
        let timer = Timer::new(stop, Instant::now(), limits.budget().map(|budget| budget.hard));
        let (solution, counts) = self.run(&timer, limits.nodes, |worker| worker.solve_root(board, &mut progress));
        solution.map(|solution| Solution { nodes: counts.nodes, ..solution })
    }

    /// The exact score alone, without a line of play, for small endgames; `None` if stopped. `guess` is where the search starts.
    pub fn score(&mut self, board: Board, guess: i32, stop: &Stop) -> Option<i32> {
        self.evaluate(board, board.empties(), LEVEL_EXACT, guess, stop)
    }

    /// The score in discs after a selective search of `depth` plies, for labels and experiments; `None` if stopped. `level` runs from 0 (reckless) to
    /// 5 (nothing cut on mere probability); `guess` is where the search starts.
    pub fn evaluate(&mut self, board: Board, depth: u32, level: u8, guess: i32, stop: &Stop) -> Option<i32> {
        let timer = Timer::new(stop, Instant::now(), None);
        let run = |worker: &mut Worker<'_>| {
            let node = Node::new(worker.weights, board);
            worker.converge(&node, depth, level.min(LEVEL_EXACT), guess, &mut |_| ())
        };
        self.run(&timer, None, run).0
    }

    /// Runs a search with the helping threads around it; also says what all of them did. The nodes are shared evenly.
    pub(crate) fn run<T>(
        &mut self,
        timer: &Timer,
        nodes: Option<u64>,
        search: impl FnOnce(&mut Worker<'_>) -> T,
    ) -> (T, Counts) {
        self.table.age();
        self.near_tables.iter_mut().for_each(Table::age);
        let pool = Pool::default();
        let threads = self.near_tables.len();
        let worker = |near_table| Worker {
            table: &self.table,
            near_table,
            stability: Stability::table(),
            cutoffs: &self.options.cutoffs,
            weights: &self.weights,
            timer,
            pool: (threads > 1).then_some(&pool),
            probing: 0,
            split: None,
            nodes: 0,
            cuts: 0,
            probes: 0,
            hits: 0,
            most_nodes: nodes.map_or(u64::MAX, |nodes| nodes / threads as u64),
            patience: 0,
            aborted: false,
        };
        std::thread::scope(|scope| {
            let help = |near_table| {
                let (pool, worker) = (&pool, &worker);
                scope.spawn(move || {
                    let mut helper = worker(near_table);
                    pool.help(|split, task| helper.help(split, task));
                    Counts::of(&helper)
                })
            };
            let helpers: Vec<_> = self.near_tables[1..].iter().map(help).collect();
            let mut main = worker(&self.near_tables[0]);
            let result = search(&mut main);
            pool.close();
            let mut counts = Counts::of(&main);
            for helper in helpers {
                counts.add(&helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            (result, counts)
        })
    }
}

/// Leaves most of a core's second cache to the weights of the evaluation: 512 KiB saves 1 % of the nodes and costs 2 % of the time.
const NEAR_TABLE_KIB: usize = 128;

/// From this many empty squares selective searches go before the exact one.
const PRESEARCH_EMPTIES: u32 = 14;

/// The selectivity of the searches before an exact one: about 87 percent. Two such searches, one more and one less
/// selective, saved a few nodes and cost more time.
const PRESEARCH_LEVEL: u8 = 1;

/// The depths of the searches that prepare an exact one.
fn presearches(empties: u32) -> impl Iterator<Item = u32> {
    let last = empties.saturating_sub(8);
    (last % 2..=last).step_by(2).filter(|&depth| depth >= 4).chain([empties])
}

impl Worker<'_> {
    /// The exact score and line of play.
    fn solve_root(&mut self, board: Board, progress: &mut impl FnMut(&Progress)) -> Option<Solution> {
        let score = self.exact_score(board, progress)?;
        let pv = self.best_line(board, score)?;
        Some(Solution { score, best: pv.first().copied(), pv, nodes: 0 })
    }

    /// The exact score; first guesses come from selective searches.
    fn exact_score(&mut self, board: Board, progress: &mut impl FnMut(&Progress)) -> Option<i32> {
        let node = Node::new(self.weights, board);
        let empties = board.empties();
        let mut guess = 0;
        if self.cutoffs.presearch && empties >= PRESEARCH_EMPTIES {
            for depth in presearches(empties) {
                guess = self.converge(&node, depth, PRESEARCH_LEVEL, guess, progress)?;
            }
        }
        self.converge(&node, empties, LEVEL_EXACT, guess, progress)
    }

    /// Narrows the score with null windows until both bounds meet (memory-enhanced test driver, Plaat 1996).
    pub(crate) fn converge(
        &mut self,
        node: &Node,
        depth: u32,
        level: u8,
        guess: i32,
        progress: &mut impl FnMut(&Progress),
    ) -> Option<i32> {
        let moves = node.board.moves();
        let to_the_end = depth >= node.board.empties();
        // Final margins are even, so every window of a search to the end lies between two of them.
        let step = if to_the_end { 2 } else { 1 };
        let (mut lower, mut upper) = (-64, 64);
        let mut guess = if to_the_end { guess & !1 } else { guess };
        while lower < upper {
            let beta = if guess == lower { guess + step } else { guess };
            let score = if to_the_end && !self.cutoffs.evaluation {
                self.null_window(node.board, moves, beta - 1)
            } else {
                self.deep(node, moves, beta - 1, depth, level)
            };
            if self.aborted {
                return None;
            }
            if score >= beta {
                lower = if to_the_end { score + (score & 1) } else { score };
                guess = lower;
            } else {
                upper = if to_the_end { score & !1 } else { score };
                guess = upper;
            }
            progress(&Progress { depth, confidence: confidence(level), lower, upper, nodes: self.nodes });
        }
        Some(guess)
    }

    /// Best play to the end from a board whose score is known: at each step a move that keeps the score.
    pub(crate) fn best_line(&mut self, mut board: Board, mut score: i32) -> Option<Vec<Move>> {
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
                let square = self.keeping(board, moves, score, board.empties(), LEVEL_EXACT)?;
                line.push(Move::on(square));
                board = board.play(square);
            }
            score = -score;
        }
    }

    /// The best move the table knows for a board, if it is one of its moves.
    pub(crate) fn known_move(&self, board: Board, moves: u64) -> Option<u32> {
        let square = u32::from(self.table.probe(self.table.place(board))?.squares[0]);
        (square < 64 && moves >> square & 1 == 1).then_some(square)
    }

    /// A move after which the opponent has no more than `-score`, by a search of the board's `depth` and `level`; the table's
    /// move is asked first. None if stopped; a selective search may also have cut the node itself and know no such move.
    pub(crate) fn keeping(&mut self, board: Board, moves: u64, score: i32, depth: u32, level: u8) -> Option<u32> {
        let first = self.known_move(board, moves).map_or(0, |square| 1 << square);
        let mut candidates = Bits(first).chain(Bits(moves ^ first));
        candidates.find(|&square| {
            let after = board.play(square);
            let found = if depth >= board.empties() && !self.cutoffs.evaluation {
                -self.null_window(after, after.moves(), -score)
            } else {
                let node = Node::new(self.weights, after);
                -self.deep(&node, after.moves(), -score, depth - 1, level)
            };
            found >= score && !self.aborted
        })
    }
}
