//! The positions of the games by number of discs, and their scores.

use super::{Record, TrainOptions, boards};
use crate::board::{Board, nth_bit};
use crate::patterns::Weights;
use crate::solver::{Cutoffs, Solver, SolverOptions};
use quadrille_core::{Player, Rng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Not labelled yet.
const UNKNOWN: i8 = i8::MIN;
/// The selectivity of the searches that make labels: see `solver`.
const LABEL_LEVEL: u8 = 2;
const LABEL_TABLE_MIB: usize = 2;
const VARIANT_SEED: u64 = 0x0007_4E11;

/// The different positions of each number of discs, with their labels for the side to move.
pub(super) struct Labels {
    by_discs: Vec<Vec<(Board, i8)>>,
}

impl Labels {
    /// The positions of the games and, for a share `variants` of them, one that another move would have led to: a search
    /// meets bad moves too.
    pub(super) fn new(records: &[&Record], variants: f64) -> Self {
        let mut by_discs = vec![Vec::new(); 65];
        for (index, record) in records.iter().enumerate() {
            let mut rng = Rng::stream(VARIANT_SEED, index as u64);
            for (board, turn) in boards(record) {
                if rng.unit() < variants
                    && let Some(variant) = varied(board, &mut rng)
                {
                    by_discs[64 - variant.empties() as usize].push((variant, UNKNOWN));
                }
                let known = record.perfect.filter(|perfect| perfect.empties == board.empties());
                let label = known.map_or(UNKNOWN, |perfect| {
                    (if turn == Player::Black { perfect.black_margin } else { -perfect.black_margin }) as i8
                });
                by_discs[64 - board.empties() as usize].push((board, label));
            }
        }
        for positions in &mut by_discs {
            // A position met with and without a known score keeps the known one: it sorts first, and the first is kept.
            positions.sort_unstable_by_key(|(board, label)| (board.own, board.other, std::cmp::Reverse(*label)));
            positions.dedup_by_key(|(board, _)| *board);
        }
        Self { by_discs }
    }

    pub(super) fn of(&self, discs: u32) -> &[(Board, i8)] {
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
                    for (board, label) in part {
                        if *label == UNKNOWN {
                            *label = labeller.label(*board, depth);
                        }
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
