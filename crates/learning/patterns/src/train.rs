//! Fitting the model: stochastic gradient descent over the games, in small batches.
//!
//! Steps follow AdaGrad; towards the end they get shorter, so that what is left of chance in the weights averages out.
//!
//! The games of a batch are looked at by all threads with the weights as they are; then their steps are taken in the
//! order of the games. So the same games give the same bytes whatever the number of threads.

use crate::Corpus;
use crate::corpus::{GAMES_AHEAD, Lesson};
use crate::file::{self, FileError, Kind, Reader};
use crate::harvest::{Growth, Harvest, TooMany};
use crate::model::{Model, softmax};
use crate::neighbours::Records;
use crate::nodes::{self, PARTS};
use crate::record::Record;
use crate::saving::Saving;
use crate::stays::{Stays, Sums};
use crate::steps::{self, Steps};
use crate::tables::Count;
use crate::zoom::{Family, LARGEST_ZOOM};
use quadrille_core::{Player, Rng};
use quadrille_support::memory::Pages;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// The pace of patterns' weights.
const PATTERN_PACE: f32 = 0.4;
/// The pace of the other weights, which are met much more often.
const FEATURE_PACE: f32 = 0.15;
/// What AdaGrad's sum of squares starts from.
const FIRST_SQUARES: f32 = 1.0;
/// The same for a model that has learned before, for patterns and for features: its first steps are short.
const LATER_SQUARES: (f32, f32) = (50.0, 2_000.0);
/// The share of the games after which steps get shorter, and the share of their length at the very end. A model that has
/// learned before takes shorter steps from the beginning.
const SLOWING: (f64, f64) = (0.5, 0.05);
/// How many games a batch has at most; the first ones are smaller, as the first steps are the longest.
const BATCH: u64 = 32;
/// A batch has one game for each so many games learned before.
const GAMES_PER_GROWTH: u64 = 64;

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which patterns are kept.
    pub growth: Growth,
    /// Whether both players' moves of every game are learned, or those of one player, alternately: half the time.
    pub both_players: bool,
    /// How many patterns fit in memory, for each family.
    pub most_patterns: usize,
    /// What chance starts from.
    pub seed: u64,
    /// How often all games are gone through.
    pub epochs: u32,
    /// How many threads work; the result does not depend on it.
    pub threads: usize,
    /// The file of a model that learns on, with its own patterns.
    pub from: Option<PathBuf>,
    /// Whether it is counted how often zoom patterns are seen and chosen, as the paper does.
    pub counts: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let growth = Growth::default();
        Self {
            growth,
            both_players: true,
            most_patterns: 1 << 26,
            seed: 1,
            epochs: 1,
            threads: 1,
            from: None,
            counts: true,
        }
    }
}

/// Why nothing was learned.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The games cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Memory is short.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The result cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// Told every [`GAMES_BETWEEN_REPORTS`] games or a little later: the model as it is, and the mean loss of the last
/// positions, each before it was learned from.
pub type Progress<'a> = &'a dyn Fn(&Trainer, f64);

/// How many games lie between two reports.
pub const GAMES_BETWEEN_REPORTS: u64 = 2_000;

/// A model in the making.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    model: Model,
    keys: Vec<u64>,
    /// AdaGrad's sums of squared gradients, for patterns by number and for features.
    squares: (Pages<f32>, Vec<f32>),
    /// How often each pattern was seen and chosen, by number, if that is counted.
    sums: Option<Sums>,
    /// Steps that were taken: their memory serves the next games.
    spare: Mutex<Vec<Steps>>,
    /// How many games there are in all epochs.
    expected: u64,
    positions: u64,
    games: u64,
    loss: f64,
}

impl Trainer {
    /// A model of these patterns (whole keys), untrained; so many games will come.
    pub fn new(settings: &Settings, keys: &[u64], expected: u64) -> io::Result<Self> {
        let mut keys: Vec<u64> = keys.iter().map(|&key| nodes::cut(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut model = Model::untrained(settings.growth.zooms, settings.growth.reach, &keys)?;
        let (patterns, features) = model.weights_mut();
        let squares = (filled(patterns.numbers(), FIRST_SQUARES)?, vec![FIRST_SQUARES; features.len()]);
        let sums = settings.counts.then(|| Sums::none(patterns.numbers()));
        Ok(Self::before_the_first_game(settings, (model, keys), squares, sums, expected))
    }

    fn before_the_first_game(
        settings: &Settings,
        (model, keys): (Model, Vec<u64>),
        squares: (Pages<f32>, Vec<f32>),
        sums: Option<Sums>,
        expected: u64,
    ) -> Self {
        let (settings, spare) = (settings.clone(), Mutex::default());
        Self { settings, model, keys, squares, sums, spare, expected, positions: 0, games: 0, loss: 0.0 }
    }

    /// A model that has learned before and learns on.
    fn learning_on(settings: &Settings, path: &Path, expected: u64) -> Result<Self, FileError> {
        let bad = |problem| FileError::Bad(path.to_owned(), problem);
        let (kind, body) = file::read(path)?;
        if kind != Kind::Model {
            return Err(bad("this is no model, expected one to learn on from".into()));
        }
        let (mut model, keys) = Model::with_keys(&body).map_err(bad)?;
        let (patterns, features) = model.weights_mut();
        let squares =
            filled(patterns.numbers(), LATER_SQUARES.0).map_err(|error| FileError::Io(path.to_owned(), error))?;
        let squares = (squares, vec![LATER_SQUARES.1; features.len()]);
        // Counts go on from those of the model; where it has none, counts of the new games alone would not be its own.
        let sums = model.tables().filter(|_| settings.counts).map(|before| {
            let mut sums = Sums::none(model.nodes().numbers());
            for (&key, &count) in before.keys().iter().zip(before.counts()) {
                model.nodes().find_cut(nodes::cut(key)).into_iter().for_each(|node| sums.set(node, count));
            }
            sums
        });
        Ok(Self::before_the_first_game(settings, (model, keys), squares, sums, expected))
    }

    /// How many games the next batch has.
    fn batch(&self) -> usize {
        (self.games / GAMES_PER_GROWTH).clamp(1, BATCH) as usize
    }

    /// Learns from a batch of games.
    pub fn add(&mut self, games: &[Record]) {
        let steps = self.look_at(games);
        let progress = self.games as f64 / self.expected.max(1) as f64;
        let slowing = if self.settings.from.is_some() { 0.0 } else { SLOWING.0 };
        let slowed = ((progress - slowing) / (1.0 - slowing)).clamp(0.0, 1.0);
        let pace = (1.0 - slowed * (1.0 - SLOWING.1)) as f32;
        self.take(&steps, pace);
        self.games += games.len() as u64;
        self.positions += steps.iter().map(|steps| steps.positions).sum::<u64>();
        self.loss += steps.iter().map(|steps| steps.loss).sum::<f64>();
        self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).extend(steps);
    }

    /// Takes the steps: each part of the weights by one thread at a time, so that all are taken in the order of the games.
    fn take(&mut self, steps: &[Steps], pace: f32) {
        let (patterns, features) = self.model.weights_mut();
        let (pattern_squares, feature_squares) = &mut self.squares;
        let part_len = pattern_squares.len() / PARTS;
        let mut jobs: Vec<Box<dyn FnOnce() + Send + '_>> = Vec::new();
        for (number, (part, squares)) in patterns.parts_mut().zip(pattern_squares.chunks_mut(part_len)).enumerate() {
            jobs.push(Box::new(move || steps::take_patterns(steps, number, part, squares, pace * PATTERN_PACE)));
        }
        jobs.extend(self.sums.as_mut().map(|sums| -> Box<dyn FnOnce() + Send + '_> {
            Box::new(move || steps.iter().for_each(|steps| sums.add_alone(&steps.seen, &steps.chosen)))
        }));
        jobs.push(Box::new(move || steps::take_features(steps, features, feature_squares, pace * FEATURE_PACE)));
        let threads = self.settings.threads.min(jobs.len());
        let jobs = Mutex::new(jobs);
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let work = || {
            while let Some(job) = next() {
                job();
            }
        };
        std::thread::scope(|scope| {
            (1..threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
    }

    /// The steps of all games, in their order, found by all threads.
    fn look_at(&self, games: &[Record]) -> Vec<Steps> {
        let threads = self.settings.threads.clamp(1, games.len().max(1));
        if threads == 1 {
            return games.iter().zip(self.games..).map(|(game, number)| self.steps(game, number)).collect();
        }
        // The longest games first: then no thread waits long for another's last game.
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(games[index].plays().len()));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut found = Vec::new();
            loop {
                let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) else { return found };
                found.push((index, self.steps(&games[index], self.games + index as u64)));
            }
        };
        let mut found = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = work();
            for other in others {
                found.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            found
        });
        found.sort_unstable_by_key(|(index, _)| *index);
        found.into_iter().map(|(_, steps)| steps).collect()
    }

    /// The steps of one game.
    fn steps(&self, game: &Record, number: u64) -> Steps {
        let watched = (!self.settings.both_players).then_some(Player::BOTH[number as usize % 2]);
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (mut steps, mut rng) = (spare.unwrap_or_default(), Rng::stream(self.settings.seed, number));
        steps.clear();
        let (rows, columns) = game.shape();
        let mut tracker = self.model.start(rows, columns);
        if let Some(player) = watched {
            tracker.watch_only(player);
        }
        game.stones().iter().for_each(|&(player, spot)| tracker.set_up(player, spot));
        let first_time = number < self.expected / u64::from(self.settings.epochs.max(1));
        let (mut seen, mut chosen) = (std::mem::take(&mut steps.seen), std::mem::take(&mut steps.chosen));
        let counts = first_time && self.sums.is_some();
        let mut stays = counts.then(|| Stays::new(self.model.zooms(), &mut seen, &mut chosen));
        let mut scores = Vec::new();
        for play in game.plays() {
            if let Some(spot) = play.spot
                && watched.is_none_or(|player| player == play.player)
            {
                let side = play.player.index();
                let hear = |event| stays.iter_mut().for_each(|stays| stays.hear(side, event));
                let candidates = tracker.candidates_heard(&self.model, play.player, hear);
                scores.clear();
                scores.extend(candidates.iter().map(|candidate| candidate.score));
                softmax(&mut scores, 1.0);
                steps.position(&tracker, play.player, spot, &scores, &mut rng, |node| self.model.nodes().part(node));
                stays.iter_mut().for_each(|stays| stays.choose(side, tracker.path(side, spot)));
            }
            tracker.play(play.player, play.spot);
        }
        stays.into_iter().for_each(|stays| stays.end(tracker.board(), |side, spot| tracker.path(side, spot)));
        (steps.seen, steps.chosen) = (seen, chosen);
        steps
    }

    /// Everything that has been learned, as bytes; patterns in the order of their keys.
    fn state(&self) -> Vec<u8> {
        let mut state = Vec::new();
        let (zooms, reach) = (self.model.zooms() as u64, self.model.reach() as u64);
        for number in [self.expected, self.positions, self.loss.to_bits(), zooms, reach] {
            state.extend(number.to_le_bytes());
        }
        file::put_rising(&mut state, &self.keys, nodes::KEY_BITS);
        let numbers: Vec<u32> = self.keys.iter().filter_map(|&key| self.model.nodes().find_cut(key)).collect();
        let values = numbers.iter().map(|&node| self.model.nodes().weight(node));
        let squares = numbers.iter().map(|&node| self.squares.0[node as usize]);
        let features = self.model.dense().iter().copied();
        let all = values.chain(squares).chain(features).chain(self.squares.1.iter().copied());
        state.extend(all.flat_map(f32::to_le_bytes));
        for count in self.sums.iter().flat_map(|sums| numbers.iter().map(|&node| sums.count(node as usize))) {
            [count.n, count.v].into_iter().for_each(|number| file::put_number(&mut state, number));
        }
        state
    }

    /// A trainer that goes on from a state.
    fn resumed(settings: &Settings, games: u64, state: &[u8]) -> Result<Self, String> {
        let mut reader = Reader(state);
        let (expected, positions, loss) = (reader.u64()?, reader.u64()?, f64::from_bits(reader.u64()?));
        let mut settings = settings.clone();
        (settings.growth.zooms, settings.growth.reach) = (reader.u64()? as usize, reader.u64()? as usize);
        if !(1..=LARGEST_ZOOM).contains(&settings.growth.zooms) || settings.growth.reach > LARGEST_ZOOM {
            return Err(format!("zoom {} is not possible", settings.growth.zooms));
        }
        let keys = file::take_rising(&mut reader)?;
        if keys.last().is_some_and(|&key| key >> nodes::KEY_BITS != 0) {
            return Err("a key is too large".into());
        }
        let whole: Vec<u64> = keys.iter().map(|&key| key << (64 - nodes::KEY_BITS)).collect();
        let fresh = Self::new(&settings, &whole, expected).map_err(|error| error.to_string())?;
        let mut trainer = Self { games, positions, loss, ..fresh };
        let (values, squares) = (reader.floats(keys.len())?, reader.floats(keys.len())?);
        let (patterns, features) = trainer.model.weights_mut();
        for ((&key, &value), &square) in keys.iter().zip(&values).zip(&squares) {
            let node = patterns.find_cut(key).ok_or("a pattern is lost")?;
            patterns.set(node, value);
            trainer.squares.0[node as usize] = square;
        }
        let values = reader.floats(features.len())?;
        features.copy_from_slice(&values);
        trainer.squares.1 = reader.floats(features.len())?;
        if reader.0.is_empty() {
            // A model that learns on and has no counts.
            trainer.sums = None;
        }
        if let Some(sums) = &mut trainer.sums {
            let mut number = || file::take_number(&mut reader.0);
            for &key in &keys {
                let count = Count { n: number()?, v: number()? };
                trainer.model.nodes().find_cut(key).into_iter().for_each(|node| sums.set(node, count));
            }
        }
        Ok(trainer)
    }

    /// Writes the model as it stands; says how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, FileError> {
        self.model.save(&self.keys, self.sums.as_ref(), path)
    }

    /// The model as it stands.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many games were learned from.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many positions were learned from.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

/// This many times the same number, in pages of their own.
fn filled(count: usize, value: f32) -> io::Result<Pages<f32>> {
    let mut numbers = Pages::zeroed(count)?;
    numbers.fill(value);
    Ok(numbers)
}

/// The keys of the patterns that these games are worth knowing by, of both families, and the number of games.
pub fn harvest(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &(dyn Fn(u64) -> bool + Sync),
) -> Result<(Vec<u64>, u64), LearnError> {
    let empty = |family| Harvest::new(settings.growth, family, settings.most_patterns);
    let (mut zooms, mut responses) = (empty(Family::Zoom)?, empty(Family::Response)?);
    let (mut number, mut games) = (0, 0);
    let mut choose = |game: Record| {
        number += 1;
        let game = wanted(number - 1).then(|| Arc::new(game));
        games += u64::from(game.is_some());
        game
    };
    if settings.threads > 1 {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel::<Arc<Record>>(GAMES_AHEAD);
            let responses = &mut responses;
            scope.spawn(move || receiver.into_iter().for_each(|game| responses.add(&game, |_| true)));
            corpus.for_each_ahead(choose, |game| {
                // The other thread listens until it panics: then the rest is read in vain, and everything ends.
                let _ = sender.send(Arc::clone(&game));
                zooms.add(&game, |_| true);
            })
        })?;
    } else {
        corpus.for_each(|game| {
            if let Some(game) = choose(game) {
                zooms.add(&game, |_| true);
                responses.add(&game, |_| true);
            }
        })?;
    }
    let mut keys = zooms.finish()?;
    keys.append(&mut responses.finish()?);
    Ok((keys, games))
}

/// Learns a model from all games whose number is wanted, writes it, and goes on where it was killed. The games' positions are
/// added to `records`, which are written beside it.
pub fn learn(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &(dyn Fn(u64) -> bool + Sync),
    saving: &Saving,
    mut records: Option<&mut Records>,
    progress: Progress<'_>,
) -> Result<(Trainer, Lesson), LearnError> {
    let mut trainer = match saving.load()? {
        Some((games, state)) => Trainer::resumed(settings, games, &state)
            .map_err(|problem| FileError::Bad(saving.beside(".progress"), problem))?,
        None => {
            let trainer = begun(corpus, settings, wanted)?;
            saving.store(0, &trainer.state())?;
            trainer
        }
    };
    let mut course = Course { resumed: trainer.games, passed: 0, saved: trainer.games, failure: None };
    let mut lesson = Lesson::default();
    let mut before = (trainer.loss, trainer.positions, trainer.games);
    for epoch in 0..settings.epochs {
        let (mut number, mut batch) = (0, Vec::new());
        let mut records = records.as_deref_mut().filter(|_| epoch == 0);
        lesson = Lesson::default();
        let choose = |game: Record| {
            number += 1;
            wanted(number - 1).then(|| {
                records.iter_mut().for_each(|records| records.add(&game, number - 1));
                game
            })
        };
        let tally = corpus.for_each_ahead(choose, |game| {
            lesson.add(&game);
            course.next(&mut trainer, &mut batch, game, saving);
            if trainer.games >= before.2 + GAMES_BETWEEN_REPORTS {
                let (loss, positions) = (trainer.loss - before.0, trainer.positions - before.1);
                progress(&trainer, loss / positions.max(1) as f64);
                before = (trainer.loss, trainer.positions, trainer.games);
            }
        })?;
        trainer.add(&batch);
        lesson.tally = tally;
    }
    course.failure.map_or(Ok(()), Err)?;
    // Before the model, so that a kill in between loses neither; positions of other games must not stay beside it.
    Records::save_beside(records.as_deref(), &saving.out)?;
    trainer.save(&saving.out)?;
    saving.forget();
    Ok((trainer, lesson))
}

/// A trainer before its first game: with patterns of its own, or those of a model that learns on.
fn begun(corpus: &Corpus, settings: &Settings, wanted: &(dyn Fn(u64) -> bool + Sync)) -> Result<Trainer, LearnError> {
    let epochs = u64::from(settings.epochs);
    let Some(path) = &settings.from else {
        let (keys, games) = harvest(corpus, settings, wanted)?;
        return Ok(Trainer::new(settings, &keys, games * epochs)?);
    };
    let (mut number, mut games) = (0, 0);
    corpus.for_each(|_| {
        games += u64::from(wanted(number));
        number += 1;
    })?;
    Ok(Trainer::learning_on(settings, path, games * epochs)?)
}

/// The way through the games of all epochs.
struct Course {
    /// How many games were learned before the learning was killed.
    resumed: u64,
    passed: u64,
    /// After how many games the state was written last.
    saved: u64,
    failure: Option<FileError>,
}

impl Course {
    /// Takes the next game: passes it over, or puts it in the batch, which is learned from when it is full.
    fn next(&mut self, trainer: &mut Trainer, batch: &mut Vec<Record>, game: Record, saving: &Saving) {
        self.passed += 1;
        if self.passed <= self.resumed || self.failure.is_some() {
            return;
        }
        batch.push(game);
        if batch.len() < trainer.batch() {
            return;
        }
        trainer.add(batch);
        batch.clear();
        if trainer.games >= self.saved + saving.every {
            self.saved = trainer.games;
            self.failure = saving.store(trainer.games, &trainer.state()).err();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use crate::counting;
    use crate::evaluation::{self, ByModel};
    use crate::testing::{TempCorpus, TempFile, random_games};

    fn trained() -> (Trainer, TempCorpus) {
        let corpus = TempCorpus::new(&random_games(60, 100, 9).join("\n"));
        (learned(&corpus, 1), corpus)
    }

    impl Trainer {
        fn body(&self) -> Vec<u8> {
            self.model.to_body(&self.keys, self.sums.as_ref()).expect("in memory")
        }
    }

    fn learned(corpus: &Corpus, threads: usize) -> Trainer {
        let (settings, file) = (Settings { threads, ..Settings::default() }, TempFile::new("model"));
        let saving = Saving::new(file.path(), String::new());
        learn(corpus, &settings, &|game| game < 40, &saving, None, &|_, _| {}).expect("learned").0
    }

    /// Learning that breaks off goes on from its last state, and ends with the same bytes.
    #[test]
    fn broken_off_learning_goes_on() {
        let (whole, corpus) = trained();
        let (file, calls) = (TempFile::new("resumed"), AtomicUsize::new(0));
        let saving = Saving { every: 5, ..Saving::new(file.path(), String::new()) };
        let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let wanted = |game| {
                assert!(calls.fetch_add(1, Ordering::Relaxed) < 60 + 23, "killed");
                game < 40
            };
            drop(learn(&corpus, &Settings::default(), &wanted, &saving, None, &|_, _| {}));
        }));
        assert!(broken.is_err() && !file.path().exists());
        let (again, _) =
            learn(&corpus, &Settings::default(), &|game| game < 40, &saving, None, &|_, _| {}).expect("learned");
        assert!(again.body() == whole.body());
        assert!(std::fs::read(file.path()).is_ok());
    }

    /// The games' moves are near the last one half of the time: the model finds that out, and says it again after it was
    /// written and read.
    #[test]
    fn a_model_learns_and_survives_its_file() {
        let (trainer, corpus) = trained();
        let body = trainer.body();
        let again = learned(&corpus, 3);
        assert_eq!(body, again.body(), "the same games give the same bytes");
        let read = Model::from_body(&body).expect("well formed");
        let test = |model: &Model| {
            evaluation::measure(&corpus, &mut ByModel::new(model), |game| game >= 40).expect("readable")
        };
        let (before, after) = (test(trainer.model()), test(&read));
        assert!(before.log_loss() < 4.7 && before.top(2) > 0.3, "{} {}", before.log_loss(), before.top(2));
        assert!((before.log_loss() - after.log_loss()).abs() < 0.02);
        let without_counts = trainer.model.to_body(&trainer.keys, None).expect("in memory").len();
        let lengths = (0..body.len()).step_by(997).filter(|&length| length != without_counts);
        assert!(lengths.into_iter().all(|length| Model::from_body(&body[..length]).is_err()));
    }

    /// Patterns that are counted on the way have the counts of the tables that count the same patterns, and a model that learns
    /// on adds to them.
    #[test]
    fn a_model_has_the_counts_of_tables() {
        let (trainer, corpus) = trained();
        let growth = Settings::default().growth;
        let settings =
            counting::Settings { growth, exact: false, black_only: false, most_patterns: 1 << 20, threads: 1 };
        let file = TempFile::new("counts");
        let (_, tables) = checks::learned(&corpus, &settings, 40, file.path()).expect("learned");
        let expected: Vec<(u64, Count)> =
            tables.keys().iter().map(|&key| nodes::cut(key)).zip(tables.counts().iter().copied()).collect();
        let counts = |model: &Model| -> Vec<(u64, Count)> {
            let tables = model.tables().expect("counted");
            tables.keys().iter().map(|&key| nodes::cut(key)).zip(tables.counts().iter().copied()).collect()
        };
        let read = Model::from_body(&trainer.body()).expect("well formed");
        assert!(expected.len() > 100 && counts(&read) == expected, "{}", expected.len());
        trainer.save(file.path()).expect("written");
        let settings = Settings { from: Some(file.path().to_owned()), ..Settings::default() };
        let out = TempFile::new("on");
        let saving = Saving::new(out.path(), String::new());
        let (on, _) = learn(&corpus, &settings, &|game| game < 40, &saving, None, &|_, _| {}).expect("learned");
        let twice = expected.iter().map(|&(key, Count { n, v })| (key, Count { n: 2 * n, v: 2 * v }));
        assert!(twice.eq(counts(&Model::from_body(&on.body()).expect("well formed"))));
    }
}
