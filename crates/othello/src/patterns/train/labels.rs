//! The positions of the games by number of discs, and their scores.

use super::{Record, TrainOptions, boards};
use crate::board::{Board, nth_bit};
use crate::patterns::Weights;
use crate::solver::{Cutoffs, LEVEL_EXACT, Solver, SolverOptions};
use quadrille_core::{Player, Rng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Not labelled yet.
const UNKNOWN: i8 = i8::MIN;
/// Labels are searched without cuts on probability: those ask shallow searches, which end in the phase that is not trained yet.
const LABEL_LEVEL: u8 = LEVEL_EXACT;
/// Positions with so few empty squares are all taken: to solve them takes next to no time.
const CHEAP_EMPTIES: u32 = 8;
const LABEL_TABLE_MIB: usize = 2;
const VARIANT_SEED: u64 = 0x0007_4E11;

/// A position with its score for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) label: i8,
    /// Whether the score is proved; otherwise a search that ends in the evaluation guessed it.
    pub(super) proved: bool,
}

/// The different positions of each number of discs.
pub(super) struct Labels {
    by_discs: Vec<Vec<Sample>>,
}

impl Labels {
    /// The positions of the games and, for a share `variants` of them, one that another move would have led to: a search
    /// meets bad moves too. Positions with a recorded score are all taken, of the others a share.
    pub(super) fn new(records: &[&Record], options: &TrainOptions) -> Self {
        let mut by_discs = vec![Vec::new(); 65];
        for (index, record) in records.iter().enumerate() {
            let mut rng = Rng::stream(VARIANT_SEED, index as u64);
            for (board, turn) in boards(record) {
                let discs = 64 - board.empties() as usize;
                let searched = board.empties() <= CHEAP_EMPTIES || rng.unit() < options.share;
                let known = record.perfect.filter(|perfect| perfect.empties == board.empties());
                if let Some(perfect) = known {
                    let margin = if turn == Player::Black { perfect.black_margin } else { -perfect.black_margin };
                    by_discs[discs].push(Sample { board, label: margin as i8, proved: true });
                } else if searched {
                    by_discs[discs].push(Sample { board, label: UNKNOWN, proved: false });
                }
                if searched
                    && rng.unit() < options.variants
                    && let Some(board) = varied(board, &mut rng)
                {
                    by_discs[64 - board.empties() as usize].push(Sample { board, label: UNKNOWN, proved: false });
                }
            }
        }
        for positions in &mut by_discs {
            // A position met with and without a known score keeps the known one: it sorts first, and the first is kept.
            positions.sort_unstable_by_key(|sample| (sample.board.own, sample.board.other, !sample.proved));
            positions.dedup_by_key(|sample| sample.board);
        }
        Self { by_discs }
    }

    pub(super) fn of(&self, discs: u32) -> &[Sample] {
        &self.by_discs[discs as usize]
    }

    /// Labels the positions with so many discs, searching to at least `leaf` discs where they cannot be solved.
    pub(super) fn make(&mut self, discs: u32, leaf: u32, weights: &Arc<Weights>, options: &TrainOptions) -> usize {
        let exact = 64 - discs <= options.exact_empties;
        let depth = (leaf - discs).max(options.search_depth);
        let positions = &mut self.by_discs[discs as usize];
        let share = positions.len().div_ceil(options.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for part in positions.chunks_mut(share) {
                scope.spawn(move || {
                    let mut labeller = Labeller::new(weights, exact);
                    for sample in part.iter_mut().filter(|sample| sample.label == UNKNOWN) {
                        sample.label = labeller.label(sample.board, depth);
                        sample.proved = exact;
                    }
                });
            }
        });
        positions.len()
    }
}

/// The board after a random move, if that leaves anybody a move.
fn varied(board: Board, rng: &mut Rng) -> Option<Board> {
    let moves = board.moves();
    let after = board.play(nth_bit(moves, rng.below(moves.count_ones())));
    [after, after.pass()].into_iter().find(|board| board.moves() != 0)
}

/// One thread's solver.
struct Labeller {
    solver: Solver,
    exact: bool,
    never: AtomicBool,
}

impl Labeller {
    fn new(weights: &Arc<Weights>, exact: bool) -> Self {
        let cutoffs = Cutoffs { presearch: false, ..Cutoffs::default() };
        let options = SolverOptions { threads: 1, table_mib: LABEL_TABLE_MIB, cutoffs };
        Self { solver: Solver::with_weights(&options, Arc::clone(weights)), exact, never: AtomicBool::new(false) }
    }

    fn label(&mut self, board: Board, depth: u32) -> i8 {
        let guess = self.solver.evaluate(board, depth, LABEL_LEVEL, 0, &self.never).unwrap_or(0);
        let score = if self.exact { self.solver.score(board, guess, &self.never) } else { Some(guess) };
        score.unwrap_or(guess) as i8
    }
}
