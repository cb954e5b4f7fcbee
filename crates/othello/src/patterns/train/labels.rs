//! The positions of the games by number of discs, and their scores.
//!
//! Proved scores come from the record (24 empty squares in WTHOR) and from the solver (the last squares of every game). Between
//! and before them a position's score is not proved, but it is near the proved ones of the same game: a move changes it by some
//! three discs. So its label is the mean of those scores and of a search's guess, each weighted by how near it is.

use super::store::Store;
use super::{Record, TrainError, TrainOptions, boards};
use crate::board::{Board, nth_bit};
use crate::patterns::Weights;
use crate::solver::{Cutoffs, LEVEL_EXACT, Solver, SolverOptions};
use quadrille_core::{Player, Rng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Labels are searched without cuts on probability: those ask shallow searches, which end in the phase that is not trained yet.
const LABEL_LEVEL: u8 = LEVEL_EXACT;
/// Small enough for the processor's cache.
const LABEL_TABLE_MIB: usize = 1;
const VARIANT_SEED: u64 = 0x0007_4E11;
/// A search's guess counts like a proved score so many plies away: its squared error is about 22, a ply's change 11 (WTHOR).
const GUESS_DISTANCE: f32 = 2.0;
/// Positions solved or searched between two savings.
const BLOCK: usize = 1 << 15;
/// Games whose last positions are solved between two savings.
const BLOCK_GAMES: usize = 1 << 11;

/// A position with its score for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) label: f32,
    /// How certain the label is: the sum of the inverse distances to proved scores, infinite for a proved one.
    pub(super) weight: f32,
}

impl Sample {
    pub(super) const fn is_proved(&self) -> bool {
        self.weight == f32::INFINITY
    }

    const fn proved(board: Board, score: i8) -> Self {
        Self { board, label: score as f32, weight: f32::INFINITY }
    }

    /// Nothing is known about it but what its game's proved scores (distance in plies, score for the side to move) say.
    fn near(board: Board, known: impl Iterator<Item = (u32, f32)>) -> Self {
        let (mut sum, mut weight) = (0.0, 0.0);
        for (distance, score) in known {
            sum += score / distance as f32;
            weight += 1.0 / distance as f32;
        }
        Self { board, label: if weight > 0.0 { sum / weight } else { 0.0 }, weight }
    }

    /// The label with a search's guess worked in.
    fn guessed(&mut self, guess: i8) {
        let weight = self.weight + 1.0 / GUESS_DISTANCE;
        self.label = (self.label * self.weight + f32::from(guess) / GUESS_DISTANCE) / weight;
        self.weight = weight;
    }
}

/// The different positions of each number of discs.
pub(super) struct Labels {
    by_discs: Vec<Vec<Sample>>,
}

/// The positions of one game that are solved: those of the game itself, with the side to move, and variants of them.
struct Ending {
    boards: Vec<(Board, Option<Player>)>,
}

impl Labels {
    /// The positions of the games and, for a share `variants` of them, one that another move would have led to: a search
    /// meets bad moves too. The last positions of every game are solved here.
    pub(super) fn new(
        records: &[&Record],
        options: &TrainOptions,
        store: &Store,
        progress: &dyn Fn(&str),
    ) -> Result<Self, TrainError> {
        let mut labels = Self { by_discs: vec![Vec::new(); 65] };
        for (number, games) in records.chunks(BLOCK_GAMES).enumerate() {
            let first = number * BLOCK_GAMES;
            let rng = |index: usize| Rng::stream(VARIANT_SEED, (first + index) as u64);
            let endings: Vec<Ending> =
                games.iter().enumerate().map(|(index, game)| Ending::of(game, options, &mut rng(index))).collect();
            let scores = solve_endings(&endings, store, number, options)?;
            let mut scores = &scores[..];
            for (index, (game, ending)) in games.iter().zip(&endings).enumerate() {
                let (own, rest) = scores.split_at(ending.boards.len());
                labels.add_game(game, ending, own, options, &mut rng(index));
                scores = rest;
            }
            progress(&format!("solved the endings of {} games", first + games.len()));
        }
        for positions in &mut labels.by_discs {
            // Of several labels of one position the most certain sorts first, and the first is kept.
            positions.sort_unstable_by(|a, b| {
                (a.board.own, a.board.other).cmp(&(b.board.own, b.board.other)).then(b.weight.total_cmp(&a.weight))
            });
            positions.dedup_by_key(|sample| sample.board);
        }
        Ok(labels)
    }

    fn add_game(&mut self, game: &Record, ending: &Ending, scores: &[i8], options: &TrainOptions, rng: &mut Rng) {
        let mut proved: Vec<(u32, f32)> = game.perfect.iter().map(|p| (p.empties, p.black_margin as f32)).collect();
        for (&(board, turn), &score) in ending.boards.iter().zip(scores) {
            self.add(Sample::proved(board, score));
            if let Some(turn) = turn.filter(|_| proved.len() < 2) {
                proved.push((board.empties(), f32::from(score) * sign(turn)));
            }
        }
        for (board, turn) in boards(game).filter(|(board, _)| board.empties() > options.exact_empties) {
            let known = proved.iter().map(|&(empties, black)| (empties.abs_diff(board.empties()), black * sign(turn)));
            if let Some((_, score)) = known.clone().find(|known| known.0 == 0) {
                self.add(Sample::proved(board, score as i8));
            } else if rng.unit() < options.share {
                self.add(Sample::near(board, known));
            }
            if rng.unit() < options.variants
                && let Some(board) = varied(board, rng)
            {
                self.add(Sample::near(board, std::iter::empty()));
            }
        }
    }

    fn add(&mut self, sample: Sample) {
        self.by_discs[64 - sample.board.empties() as usize].push(sample);
    }

    pub(super) fn of(&self, discs: u32) -> &[Sample] {
        &self.by_discs[discs as usize]
    }

    /// Works a search's guess into the labels of the positions with so many discs that are not proved; how many those are.
    pub(super) fn guess(
        &mut self,
        discs: u32,
        weights: &Arc<Weights>,
        options: &TrainOptions,
        store: &Store,
    ) -> Result<usize, TrainError> {
        let mut open: Vec<&mut Sample> =
            self.by_discs[discs as usize].iter_mut().filter(|sample| !sample.is_proved()).collect();
        for (number, block) in open.chunks_mut(BLOCK).enumerate() {
            let boards: Vec<Board> = block.iter().map(|sample| sample.board).collect();
            let depth = options.search_depth;
            let setting = [u64::from(depth), weights.fingerprint()];
            let guesses = store.scores(&format!("guess-{discs}-{number}"), &setting, &boards, || {
                in_parallel(&boards, options.threads, |part| {
                    let mut labeller = Labeller::new(weights, false);
                    part.iter().map(|&board| labeller.search(board, depth)).collect()
                })
            })?;
            block.iter_mut().zip(guesses).for_each(|(sample, guess)| sample.guessed(guess));
        }
        Ok(open.len())
    }
}

impl Ending {
    fn of(game: &Record, options: &TrainOptions, rng: &mut Rng) -> Self {
        let mut listed = Vec::new();
        for (board, turn) in boards(game).filter(|(board, _)| board.empties() <= options.exact_empties) {
            if rng.unit() < options.share {
                listed.push((board, Some(turn)));
            }
            if rng.unit() < options.variants
                && let Some(board) = varied(board, rng)
            {
                listed.push((board, None));
            }
        }
        Self { boards: listed }
    }
}

const fn sign(player: Player) -> f32 {
    match player {
        Player::Black => 1.0,
        Player::White => -1.0,
    }
}

/// The scores of all positions of the endings, one after the other.
fn solve_endings(
    endings: &[Ending],
    store: &Store,
    number: usize,
    options: &TrainOptions,
) -> Result<Vec<i8>, TrainError> {
    let boards: Vec<Board> = endings.iter().flat_map(|ending| &ending.boards).map(|&(board, _)| board).collect();
    store.scores(&format!("solved-{number}"), &[], &boards, || {
        in_parallel(endings, options.threads, |part| {
            // Whatever the evaluation, the scores are the same: it only orders moves.
            let mut labeller = Labeller::new(&Weights::built_in(), true);
            part.iter().flat_map(|ending| labeller.solve(ending)).collect()
        })
    })
}

/// The board after a random move, if that leaves anybody a move.
fn varied(board: Board, rng: &mut Rng) -> Option<Board> {
    let moves = board.moves();
    let after = board.play(nth_bit(moves, rng.below(moves.count_ones())));
    [after, after.pass()].into_iter().find(|board| board.moves() != 0)
}

/// The results of the parts of a list, each made by a thread of its own.
fn in_parallel<T: Sync>(list: &[T], threads: usize, work: impl Fn(&[T]) -> Vec<i8> + Sync) -> Vec<i8> {
    let share = list.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = list.chunks(share).map(|part| scope.spawn(|| work(part))).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// One thread's solver.
struct Labeller {
    solver: Solver,
    never: AtomicBool,
}

impl Labeller {
    /// With a table, the guesses of searches would depend on what was searched before.
    fn new(weights: &Arc<Weights>, table: bool) -> Self {
        let cutoffs = Cutoffs { presearch: false, table, ..Cutoffs::default() };
        let options = SolverOptions { threads: 1, table_mib: LABEL_TABLE_MIB, cutoffs };
        Self { solver: Solver::with_weights(&options, Arc::clone(weights)), never: AtomicBool::new(false) }
    }

    fn search(&mut self, board: Board, depth: u32) -> i8 {
        self.solver.evaluate(board, depth, LABEL_LEVEL, 0, &self.never).unwrap_or(0) as i8
    }

    /// The game's first position takes most of the time; what it leaves in the table answers most of the others.
    fn solve(&mut self, ending: &Ending) -> Vec<i8> {
        let mut last = ending.boards.first().map_or(0, |&(board, _)| -i32::from(self.search(board, 2)));
        let mut scores = Vec::with_capacity(ending.boards.len());
        for &(board, turn) in &ending.boards {
            let score = self.solver.score(board, -last, &self.never).unwrap_or(0);
            if turn.is_some() {
                last = score;
            }
            scores.push(score as i8);
        }
        scores
    }
}
