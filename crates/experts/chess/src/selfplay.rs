//! Self-play games for training positions.
//!
//! A game starts with a few random moves; if one side is then clearly better, it is discarded. Both sides search few
//! nodes. Occasional random moves add positions outside good play. A game ends by the rules, or by adjudication when
//! its result is clear. Each game depends only on the seed and its number, so the same seed gives the same games with
//! any number of threads; only their order may differ.

use crate::record::{MARK, RANDOM, Record, write_block};
use crate::words;
use quadrille_chess::{Move, Moves, Position, Rules};
use quadrille_core::{Evaluation, Game, KeyHistory, Outcome, Player, Refusal, Rng, Score};
use quadrille_search::alphabeta::{Options, Searcher};
use quadrille_search::{Limits, Request, Stop};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The minimum number of searched moves.
    pub moves: u64,
    /// After this many nodes a search starts no new depth.
    pub nodes: u64,
    /// The number of concurrent games.
    pub threads: usize,
    /// After the opening one move in this many is random; 0 for none.
    pub one_random_in: u32,
    /// What the random moves come from.
    pub seed: u64,
    /// The search options of both sides, by default [`options`].
    pub options: Options,
}

/// What was played so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played to an end.
    pub games: u64,
    /// Those that White won, that were drawn, that Black won.
    pub results: [u64; 3],
    /// Moves searched.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
}

/// MiB of each player's table: small searches need no more.
const TABLE_MIB: usize = 2;
/// Random moves at the start of a game: this many or one more.
const OPENING_PLIES: u32 = 8;
/// The maximum imbalance after the random opening.
const FAIR: i32 = 300;
/// A game is won when the score has been beyond this for [`PLAIN_PLIES`] plies.
const WON: i32 = 1_200;
const PLAIN_PLIES: u32 = 5;
/// A game is drawn when late in it the score has been within this for [`LEVEL_PLIES`] plies.
const LEVEL: i32 = 8;
const LEVEL_PLIES: u32 = 12;
const LATE: usize = 80;
/// No game is longer.
const LONGEST: usize = 400;
/// Bytes of a block, at least.
const BLOCK_BYTES: usize = 1 << 16;

/// Plays and writes until there are enough moves; `on_progress` is called for every block.
///
/// # Errors
///
/// If the games cannot be written, or there is no memory for the tables.
pub fn play<W: Write + Send>(
    plan: &Plan,
    evaluation: &dyn Evaluation<Position>,
    mut out: W,
    on_progress: &(dyn Fn(&Tally) + Sync),
) -> Result<Tally, Refusal> {
    out.write_all(&MARK).map_err(unwritable)?;
    let school =
        School { plan, evaluation, next_game: AtomicU64::new(0), written: Mutex::new((out, Tally::default())) };
    std::thread::scope(|scope| {
        let work = || school.work(on_progress);
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        // A worker that panicked has printed why; the others' games are good.
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Ok(())))
    })?;
    Ok(school.written.into_inner().unwrap_or_else(PoisonError::into_inner).1)
}

fn unwritable(error: io::Error) -> Refusal {
    words::UNWRITABLE.refuse().error("error", error)
}

/// What the workers share.
struct School<'a, W> {
    plan: &'a Plan,
    evaluation: &'a dyn Evaluation<Position>,
    next_game: AtomicU64,
    written: Mutex<(W, Tally)>,
}

impl<W: Write> School<'_, W> {
    /// One worker: games until there are enough moves.
    fn work(&self, on_progress: &(dyn Fn(&Tally) + Sync)) -> Result<(), Refusal> {
        let mut searcher = Searcher::new(self.plan.options.clone(), TABLE_MIB)?;
        let mut block = Vec::with_capacity(2 * BLOCK_BYTES);
        let mut tally = Tally::default();
        // Few moves do not fill a block: a worker writes what it has at the end.
        let share = self.plan.moves.div_ceil(self.plan.threads.max(1) as u64);
        loop {
            let index = self.next_game.fetch_add(1, Ordering::Relaxed);
            let mut rng = Rng::stream(self.plan.seed, index);
            let mut game = GameOfTwo::new(&mut searcher, self.evaluation, self.plan.nodes);
            if game.open(&mut rng) {
                let outcome = game.play_on(&mut rng, self.plan.one_random_in);
                tally.add(&game.tally(outcome));
                game.into_record(outcome).write(&mut block);
            }
            if block.len() < BLOCK_BYTES && tally.moves < share {
                continue;
            }
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            let (out, total) = &mut *written;
            if total.moves >= self.plan.moves {
                return out.flush().map_err(unwritable);
            }
            write_block(out, &block).map_err(unwritable)?;
            total.add(&std::mem::take(&mut tally));
            block.clear();
            on_progress(total);
        }
    }
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.nodes += other.nodes;
        for (sum, more) in self.results.iter_mut().zip(other.results) {
            *sum += more;
        }
    }
}

/// With few nodes, pruning that relies on move ordering costs more than it saves.
#[must_use]
pub fn options() -> Options {
    Options { late_move_pruning: false, singular: false, ..Options::default() }
}

/// One game.
struct GameOfTwo<'a> {
    searcher: &'a mut Searcher<Position>,
    evaluation: &'a dyn Evaluation<Position>,
    nodes: u64,
    position: Position,
    history: KeyHistory,
    moves: Vec<(Move, i16)>,
    searched: u64,
    spent: u64,
}

impl<'a> GameOfTwo<'a> {
    fn new(searcher: &'a mut Searcher<Position>, evaluation: &'a dyn Evaluation<Position>, nodes: u64) -> Self {
        searcher.clear();
        let position = Position::start(&Rules::Standard);
        let history = std::iter::once(position.history_key()).collect();
        Self { searcher, evaluation, nodes, position, history, moves: Vec::new(), searched: 0, spent: 0 }
    }

    fn advance(&mut self, m: Move, score: i16) {
        self.moves.push((m, score));
        self.position.play(m);
        self.history.push(self.position.history_key());
    }

    fn over(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.position.adjudicate(&self.history))
    }

    /// Plays a random move; returns whether there is one.
    fn play_random(&mut self, rng: &mut Rng) -> bool {
        let mut moves = Moves::new();
        self.position.legal_moves(&mut moves);
        let Some(&m) = rng.pick(&moves) else { return false };
        self.advance(m, RANDOM);
        true
    }

    /// Random moves; returns whether the game that came out is worth playing.
    fn open(&mut self, rng: &mut Rng) -> bool {
        for _ in 0..OPENING_PLIES + rng.below(2) {
            if !self.play_random(rng) {
                return false;
            }
        }
        self.over().is_none() && self.search().is_some_and(|(_, score)| score.raw().abs() <= FAIR)
    }

    /// The move to play and its score for the mover.
    fn search(&mut self) -> Option<(Move, Score)> {
        const MOST: u64 = 8;
        let limits = Limits { soft_nodes: Some(self.nodes), ..Limits::nodes(MOST * self.nodes) };
        let stop = Stop::new();
        let request = Request::new(&self.position, &self.history, limits, &stop);
        let report = self.searcher.search(&request, self.evaluation, &mut |_| {});
        self.spent += report.nodes;
        Some((report.best?, report.score?))
    }

    /// Plays until the result is clear.
    fn play_on(&mut self, rng: &mut Rng, one_random_in: u32) -> Outcome {
        let (mut winning, mut losing, mut level) = (0, 0, 0);
        loop {
            if let Some(outcome) = self.over() {
                return outcome;
            }
            if one_random_in > 0 && rng.below(one_random_in) == 0 {
                self.play_random(rng);
                (winning, losing, level) = (0, 0, 0);
                continue;
            }
            let Some((m, score)) = self.search().filter(|_| self.moves.len() < LONGEST) else { return Outcome::Draw };
            self.searched += 1;
            let white = if self.position.turn() == Player::White { score.raw() } else { -score.raw() };
            let counted = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
            winning = counted(winning, white >= WON);
            losing = counted(losing, white <= -WON);
            level = counted(level, white.abs() <= LEVEL && self.moves.len() >= LATE);
            if winning >= PLAIN_PLIES {
                return Outcome::Win(Player::White);
            }
            if losing >= PLAIN_PLIES {
                return Outcome::Win(Player::Black);
            }
            if level >= LEVEL_PLIES {
                return Outcome::Draw;
            }
            self.advance(m, score.raw() as i16);
        }
    }

    fn tally(&self, outcome: Outcome) -> Tally {
        let mut results = [0; 3];
        results[match outcome.winner() {
            Some(Player::White) => 0,
            None => 1,
            Some(Player::Black) => 2,
        }] = 1;
        Tally { games: 1, results, moves: self.searched, nodes: self.spent }
    }

    fn into_record(self, outcome: Outcome) -> Record {
        Record { moves: self.moves, outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_chess::evaluation::Tapered;

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let game = |index| {
            let mut searcher = Searcher::new(options(), TABLE_MIB).expect("memory");
            let mut game = GameOfTwo::new(&mut searcher, &Tapered, 60);
            let mut rng = Rng::stream(5, index);
            game.open(&mut rng).then(|| {
                let outcome = game.play_on(&mut rng, 20);
                game.into_record(outcome)
            })
        };
        let games: Vec<_> = (0..6).filter_map(game).collect();
        assert_eq!(games, (0..6).filter_map(game).collect::<Vec<_>>());
        assert!(games.iter().all(|game| game.moves.len() > 8) && !games.is_empty());
    }
    #[test]
    fn few_moves_are_few() {
        let plan = Plan { moves: 100, nodes: 30, threads: 1, one_random_in: 0, seed: 2, options: options() };
        let mut file = Vec::new();
        let tally = play(&plan, &Tapered, &mut file, &|_| ()).expect("memory");
        assert!((100..1_000).contains(&tally.moves), "{tally:?}");
        let mut games = 0;
        crate::record::read(&file[..], |_| games += 1).expect("memory");
        assert_eq!(games, tally.games);
    }
}
