//! Positions near those of the games, by number of discs, and their scores.
//!
//! There are three kinds of positions: those with a recorded perfect-play score (24 empty squares in WTHOR), a share of
//! the games' other positions, and variations a few moves away, since searches meet such positions too and the games
//! are too few. Late positions are solved; earlier ones are scored by a search of several plies that ends in phases
//! already trained. A game's position is also near the proved scores of the same game, as a move changes the score by
//! some three discs: its label is the mean of all that is known, each the less weight the less certain it is.

use super::store::Store;
use super::variation::varied;
use super::{Record, TrainOptions, boards};
use crate::solver::{Cutoffs, Solver, SolverOptions};
use quadrille_core::{Player, Refusal, Rng};
use quadrille_othello::Board;
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_search::Stop;
use std::sync::Arc;

/// The selectivity of searches for labels, about 87 percent: careful ones take twice the time and are no nearer to the truth.
const LABEL_LEVEL: u8 = 1;
/// Small enough for the processor's cache.
const LABEL_TABLE_MIB: usize = 1;
/// With more empty squares searches are half as deep: they cost more, and no solver orders its moves there.
const DEEP_EMPTIES: u32 = 24;
/// From this many empty squares a search goes before solving.
const GUIDED_EMPTIES: u32 = 13;
const SEED: u64 = 0x0007_4E11;
/// A search's score counts like a proved one this many plies away: its squared error is about 22, a ply's change 11 (WTHOR).
const SEARCH_DISTANCE: f32 = 2.0;
/// With this many empty squares every game is solved (or searched, if less is solved than is usual): up to the recorded score its positions then lie between two proved ones.
const LINK_EMPTIES: u32 = 12;
/// This many plies away from a proved score of its game a position needs no search.
const CLOSE: f32 = 2.0;
/// What share of the positions taken where nothing has to be computed is taken where they must be solved or searched.
const SCORED_SHARE: f64 = 0.25;
/// Positions scored between two savings.
const BLOCK: usize = 1 << 13;
/// Positions scored with one table. Which they are must not depend on the number of threads: a search finds other scores with
/// another table.
const TABLE_POSITIONS: usize = 1 << 6;

/// A position with its score for the side to move.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub(super) board: Board,
    pub(super) label: f32,
    /// Whether the label is the score under perfect play.
    pub(super) proved: bool,
    /// Whether the label is proved or a proved score of the same game is a ply away.
    pub(super) anchored: bool,
}

impl Sample {
    const fn proved(board: Board, score: i8) -> Self {
        Self { board, label: score as f32, proved: true, anchored: true }
    }

    /// The mean of scores of positions this many plies away, for this one's side to move.
    fn near(board: Board, known: impl Iterator<Item = (f32, f32)>) -> Self {
        let (mut sum, mut weight, mut nearest) = (0.0, 0.0, f32::INFINITY);
        for (distance, score) in known {
            sum += score / distance;
            weight += 1.0 / distance;
            nearest = distance.min(nearest);
        }
        Self { board, label: sum / weight, proved: false, anchored: nearest <= 1.0 }
    }

    /// Sorts by board, of several samples of one the most certain first.
    fn rank(&self) -> (u64, u64, bool, bool, u32) {
        (self.board.own, self.board.other, !self.proved, !self.anchored, self.label.to_bits())
    }
}

/// A proved score of a game: empty squares and Black's margin.
type Proof = (u32, f32);

/// A position to be scored, and the game it is of with the side to move there, if it is a game's own.
struct Open {
    board: Board,
    game: Option<(usize, Player)>,
}

/// The positions of each number of discs, scored from the end of the game backwards.
pub(super) struct Labels<'a> {
    records: &'a [&'a Record],
    /// The positions of each game with the side to move.
    games: Vec<Vec<(Board, Player)>>,
    /// Of each game the solved position with most empty squares.
    solved: Vec<Option<Proof>>,
    by_discs: Vec<Vec<Sample>>,
}

impl<'a> Labels<'a> {
    pub(super) fn new(records: &'a [&'a Record]) -> Self {
        let games = records.iter().map(|record| boards(record).collect()).collect();
        Self { records, games, solved: vec![None; records.len()], by_discs: vec![Vec::new(); 65] }
    }

    pub(super) fn of(&self, discs: u32) -> &[Sample] {
        &self.by_discs[discs as usize]
    }

    /// Finds and scores the positions with this many discs; the weights, given with their fingerprint, must be trained beyond them.
    pub(super) fn add(
        &mut self,
        discs: u32,
        (weights, fingerprint): (&Arc<Weights>, u64),
        options: &TrainOptions,
        store: &Store,
    ) -> Result<(), Refusal> {
        let (mut samples, open) = self.positions(discs, weights, options);
        let work = Work::new(64 - discs, options);
        let setting = work.setting(fingerprint);
        for (number, block) in open.chunks(BLOCK).enumerate() {
            let boards: Vec<Board> = block.iter().map(|open| open.board).collect();
            let scores = store.scores(&format!("{discs}-{number}"), &setting, &boards, || {
                in_parallel(&boards, options.threads, |boards| Labeller::new(weights).score(work, boards))
            })?;
            samples.extend(block.iter().zip(scores).map(|(open, score)| self.sample(open, score, work)));
        }
        samples.sort_unstable_by_key(Sample::rank);
        samples.dedup_by_key(|sample| sample.board);
        self.by_discs[discs as usize] = samples;
        Ok(())
    }

    /// The positions whose label follows from proved scores of their game, and those to be scored.
    fn positions(&self, discs: u32, weights: &Weights, options: &TrainOptions) -> (Vec<Sample>, Vec<Open>) {
        let (mut labelled, mut open) = (Vec::new(), Vec::new());
        let variants = options.variants * variations(64 - discs);
        for (index, (record, game)) in self.records.iter().zip(&self.games).enumerate() {
            let mut rng = Rng::stream(SEED, (index as u64) << 8 | u64::from(discs));
            if let Some(&(board, turn)) = game.iter().find(|(board, _)| 64 - board.empties() == discs) {
                if let Some(perfect) = record.perfect.filter(|perfect| perfect.empties == board.empties()) {
                    labelled.push(Sample::proved(board, (perfect.black_margin as f32 * sign(turn)) as i8));
                } else if let Some(near) =
                    self.told(index, board, turn).filter(|_| board.empties() > options.exact_empties)
                {
                    if near.anchored || rng.unit() < options.share {
                        labelled.push(near);
                    }
                } else if board.empties() == LINK_EMPTIES || rng.unit() < options.share * SCORED_SHARE {
                    open.push(Open { board, game: Some((index, turn)) });
                }
            }
            let count = (variants + rng.unit()) as usize;
            let new = (0..count).filter_map(|_| varied(game, discs, weights, &mut rng));
            open.extend(new.map(|board| Open { board, game: None }));
        }
        (labelled, open)
    }

    /// The proved scores of a game: the recorded one and the solved one.
    fn proofs(&self, game: usize) -> impl Iterator<Item = Proof> {
        let recorded = self.records[game].perfect.map(|perfect| (perfect.empties, perfect.black_margin as f32));
        [recorded, self.solved[game]].into_iter().flatten()
    }

    /// The sample of a game's position that is close to a proved score of the game or between two: these say enough.
    fn told(&self, game: usize, board: Board, turn: Player) -> Option<Sample> {
        let empties = board.empties();
        let (before, after) = (|(at, _): Proof| at > empties, |(at, _): Proof| at < empties);
        let is_between = self.proofs(game).any(before) && self.proofs(game).any(after);
        let is_close = self.near(game, empties, turn).any(|(distance, _)| distance <= CLOSE);
        (is_between || is_close).then(|| Sample::near(board, self.near(game, empties, turn)))
    }

    /// Distance in plies and score for the side to move of what is proved about a game.
    fn near(&self, game: usize, empties: u32, turn: Player) -> impl Iterator<Item = (f32, f32)> {
        self.proofs(game).map(move |(at, black)| (at.abs_diff(empties) as f32, black * sign(turn)))
    }

    fn sample(&mut self, open: &Open, score: i8, work: Work) -> Sample {
        let empties = open.board.empties();
        if let Work::Solve = work {
            if let Some((game, turn)) = open.game {
                self.solved[game] = Some((empties, f32::from(score) * sign(turn)));
            }
            return Sample::proved(open.board, score);
        }
        let near = open.game.into_iter().flat_map(|(game, turn)| self.near(game, empties, turn));
        Sample::near(open.board, near.chain([(SEARCH_DISTANCE, f32::from(score))]))
    }
}

const fn sign(player: Player) -> f32 {
    match player {
        Player::Black => 1.0,
        Player::White => -1.0,
    }
}

/// The results of the parts of a list, in its order, made by this many threads.
fn in_parallel(boards: &[Board], threads: usize, work: impl Fn(&[Board]) -> Vec<i8> + Sync) -> Vec<i8> {
    let share = boards.len().div_ceil(threads.max(1)).next_multiple_of(TABLE_POSITIONS).max(TABLE_POSITIONS);
    let work = |part: &[Board]| part.chunks(TABLE_POSITIONS).flat_map(&work).collect::<Vec<i8>>();
    std::thread::scope(|scope| {
        let parts: Vec<_> = boards.chunks(share).map(|part| scope.spawn(move || work(part))).collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// How many variations are made where one is asked for: most at the recorded scores, of which there are too few, then where searches
/// for those end and where the solver orders its moves.
const fn variations(empties: u32) -> f64 {
    match empties {
        0..=12 => 0.5,
        13..=20 => 0.6,
        21..=23 => 1.0,
        24 => 6.0,
        _ => 0.2,
    }
}

/// How a position is scored.
#[derive(Clone, Copy)]
enum Work {
    Solve,
    Search { depth: u32 },
}

impl Work {
    const fn new(empties: u32, options: &TrainOptions) -> Self {
        match empties {
            _ if empties <= options.exact_empties => Self::Solve,
            0..=DEEP_EMPTIES => Self::Search { depth: options.search_depth },
            _ => Self::Search { depth: options.search_depth.div_ceil(2) },
        }
    }

    /// What the scores depend on besides the boards; exact ones on nothing.
    fn setting(self, weights: u64) -> Vec<u64> {
        match self {
            Self::Solve => Vec::new(),
            Self::Search { depth } => vec![u64::from(depth), u64::from(LABEL_LEVEL), weights],
        }
    }
}

/// One thread's solver.
struct Labeller {
    solver: Solver,
    never: Stop,
}

impl Labeller {
    fn new(weights: &Arc<Weights>) -> Self {
        let cutoffs = Cutoffs { presearch: false, ..Cutoffs::default() };
        let options = SolverOptions { threads: 1, table_mib: LABEL_TABLE_MIB, cutoffs };
        Self { solver: Solver::with_weights(&options, Arc::clone(weights)), never: Stop::new() }
    }

    fn score(&mut self, work: Work, boards: &[Board]) -> Vec<i8> {
        let score = |board: &Board| {
            let score = match work {
                Work::Solve => self.solve(*board),
                Work::Search { depth } => self.search(*board, depth),
            };
            score as i8
        };
        boards.iter().map(score).collect()
    }

    /// The score after `depth` plies, the first guess from half as many.
    fn search(&mut self, board: Board, depth: u32) -> i32 {
        let guess = if depth > 2 { self.search(board, depth / 4 * 2 + depth % 2) } else { 0 };
        self.solver.evaluate(board, depth, LABEL_LEVEL, guess, &self.never).unwrap_or(guess)
    }

    fn solve(&mut self, board: Board) -> i32 {
        let empties = board.empties();
        let mut guess = self.search(board, empties.saturating_sub(8));
        if empties > GUIDED_EMPTIES {
            guess = self.solver.evaluate(board, empties, LABEL_LEVEL, guess, &self.never).unwrap_or(guess);
        }
        self.solver.score(board, guess, &self.never).unwrap_or(guess)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Game;
    use quadrille_othello::{Position, Rules};

    /// A random game; Black would win by ten with 24 empty squares.
    fn record(seed: u64) -> Record {
        let mut rng = Rng::new(seed);
        let mut position = Position::start(&Rules::Standard);
        let mut squares = Vec::new();
        loop {
            let mut moves = <Position as Game>::Moves::default();
            position.legal_moves(&mut moves);
            let Some(&m) = rng.pick(moves.as_slice()) else { break };
            squares.extend(m.square().map(|square| square as u8));
            position.play(m);
        }
        Record { squares, perfect: Some(super::super::Perfect { empties: 24, black_margin: 10 }) }
    }

    fn options() -> TrainOptions {
        TrainOptions { exact_empties: 8, search_depth: 1, share: 1.0, variants: 0.0, ..TrainOptions::default() }
    }

    #[test]
    fn labels_are_seen_by_the_side_to_move_and_rest_on_what_is_near() {
        let options = options();
        let mut sides = [false; 2];
        // White has 24 empty squares before it only after a pass.
        for record in (2..500).map(record) {
            let turn = boards(&record).find(|(board, _)| board.empties() == 24).map(|(_, turn)| turn);
            if turn.is_some_and(|turn| !sides[usize::from(turn == Player::White)]) {
                check_labels_of(&record, &options, &mut sides);
            }
        }
        assert_eq!(sides, [true; 2], "with 24 empty squares both sides must be to move in some game");
    }

    fn check_labels_of(record: &Record, options: &TrainOptions, sides: &mut [bool; 2]) {
        let records = [record];
        let (mut labels, weights) = (Labels::new(&records), Arc::new(Weights::zero()));
        labels.solved[0] = Some((12, -20.0));
        let expected = |empties: u32| match empties {
            24 => 10.0,
            // Nine plies from one score, three from the other.
            15 => (10.0 / 9.0 - 20.0 / 3.0) / (1.0 / 9.0 + 1.0 / 3.0),
            _ => (10.0 - 20.0 / 13.0) / (1.0 + 1.0 / 13.0),
        };
        for (board, turn) in labels.games[0].clone() {
            let empties = board.empties();
            if ![15, 24, 25].contains(&empties) {
                continue;
            }
            labels.add(64 - empties, (&weights, 0), options, &Store::new(None).unwrap()).unwrap();
            let [sample] = labels.of(64 - empties) else { panic!("{} samples", labels.of(64 - empties).len()) };
            assert!((sample.label - expected(empties) * sign(turn)).abs() < 1e-4, "{empties}: {}", sample.label);
            assert_eq!((sample.board, sample.proved, sample.anchored), (board, empties == 24, empties != 15));
            sides[usize::from(turn == Player::White)] |= empties == 24;
        }
    }

    #[test]
    fn new_positions_are_as_many_as_asked_for_and_not_anchored() {
        let record = record(2);
        let records = vec![&record; 40];
        let options = TrainOptions { variants: 0.5, ..options() };
        let labels = Labels::new(&records);
        let (labelled, open) = labels.positions(40, &Weights::zero(), &options);
        assert_eq!((labelled.len(), open.len()), (40, 120));
        let work = Work::new(24, &options);
        let mut labels = Labels::new(&records);
        let sample = labels.sample(&open[0], 7, work);
        assert_eq!((sample.label, sample.proved, sample.anchored), (7.0, false, false));
        let (_, open) = labels.positions(45, &Weights::zero(), &options);
        assert!((1..40).contains(&open.len()), "{} of 12 on average", open.len());
    }

    #[test]
    fn of_several_labels_the_proved_one_is_kept() {
        let record = record(2);
        let board = boards(&record).nth(20).unwrap().0;
        let unsure = |distance| Sample::near(board, [(distance, 3.0)].into_iter());
        let mut samples = [unsure(2.0), Sample::proved(board, -4), unsure(1.0)];
        samples.sort_unstable_by_key(Sample::rank);
        assert_eq!(
            samples.map(|sample| (sample.proved, sample.anchored)),
            [(true, true), (false, true), (false, false)]
        );
    }
}
