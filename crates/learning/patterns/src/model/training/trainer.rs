//! A model in the making.

use super::Settings;
use super::gradients::{self, Gradients};
use crate::corpus::Record;
use crate::counting::Count;
use crate::counting::occurrences::{Counts, GameCounter};
use crate::model::Model;
use crate::model::softmax::softmax;
use crate::model::weights::PARTS;
use crate::store::coding::{Reader, impossible, put_number, put_rising, take_number, take_rising};
use crate::store::{self, Kind};
use crate::words;
use crate::zoom::{self, CUT_BITS, LARGEST_ZOOM};
use quadrille_core::{Player, Refusal, Rng};
use quadrille_support::memory::Pages;
use quadrille_support::{file, threads};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// The pace of patterns' weights.
const PATTERN_PACE: f32 = 0.4;
/// The pace of the other weights, which are met much more often.
const FEATURE_PACE: f32 = 0.15;
/// What AdaGrad's sums of squares start from, for patterns and for features.
const FIRST_SQUARES: (f32, f32) = (1.0, 1.0);
/// The same for a model that has learned before: its first steps are short.
const LATER_SQUARES: (f32, f32) = (50.0, 2_000.0);
/// The share of the games after which steps get shorter, and the share of their length at the very end. A model that has
/// learned before takes shorter steps from the beginning.
const SLOWING: (f64, f64) = (0.5, 0.05);
/// How many games a batch has at most; the first ones are smaller, as the first steps are the longest.
const BATCH: u64 = 32;
/// A batch has one game for every 64 games learned before.
const BATCH_GROWTH: u64 = 64;

/// A model in the making.
#[derive(Debug)]
pub struct Trainer {
    settings: Settings,
    model: Model,
    keys: Vec<u64>,
    /// AdaGrad's sums of squared gradients, for patterns by number and for features.
    squares: (Pages<f32>, Vec<f32>),
    /// How often each pattern was seen and chosen, by number, if that is counted.
    counts: Option<Counts>,
    /// Gradients that were used: their memory serves the next games.
    spare: Mutex<Vec<Gradients>>,
    /// How many games there are in all epochs.
    expected: u64,
    positions: u64,
    games: u64,
    loss: f64,
}

impl Trainer {
    /// A model of these patterns (whole keys), untrained; this many games will come.
    pub(super) fn new(settings: &Settings, keys: &[u64], expected: u64) -> Result<Self, Refusal> {
        let mut keys: Vec<u64> = keys.iter().map(|&key| zoom::cut(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        let model = Model::untrained(settings.selection.zooms, settings.selection.reach, &keys)?;
        let counts = settings.counts.then(|| Counts::none(model.patterns.numbers()));
        Self::of(settings, (model, keys), FIRST_SQUARES, counts, expected)
    }

    /// A model that has learned before and learns on.
    pub(super) fn learning_on(settings: &Settings, path: &Path, expected: u64) -> Result<Self, Refusal> {
        let bad = |why| file::about(path, why);
        let (kind, body) = store::read(path)?;
        if kind != Kind::Model {
            return Err(bad(kind.refuse(&words::MODEL)));
        }
        let (model, keys) = Model::from_body(&body).map_err(bad)?;
        // Counts go on from those of the model; where it has none, counts of the new games alone would not be its own.
        let counts = model.tables().filter(|_| settings.counts).map(|before| {
            let mut counts = Counts::none(model.patterns.numbers());
            for (key, count) in before.iter() {
                if let Some(pattern) = model.patterns.find_cut(zoom::cut(key)) {
                    counts.set(pattern, count);
                }
            }
            counts
        });
        Self::of(settings, (model, keys), LATER_SQUARES, counts, expected)
    }

    /// Before the first game.
    fn of(
        settings: &Settings,
        (mut model, keys): (Model, Vec<u64>),
        first_squares: (f32, f32),
        counts: Option<Counts>,
        expected: u64,
    ) -> Result<Self, Refusal> {
        let (patterns, features) = model.weights_mut();
        let mut squares: Pages<f32> =
            Pages::zeroed(patterns.numbers()).map_err(|error| words::NO_MEMORY.refuse().error("error", error))?;
        squares.fill(first_squares.0);
        let squares = (squares, vec![first_squares.1; features.len()]);
        let (settings, spare) = (settings.clone(), Mutex::default());
        Ok(Self { settings, model, keys, squares, counts, spare, expected, positions: 0, games: 0, loss: 0.0 })
    }

    /// How many games the next batch has.
    pub(super) fn batch(&self) -> usize {
        (self.games / BATCH_GROWTH).clamp(1, BATCH) as usize
    }

    /// Learns from a batch of games.
    pub(super) fn add(&mut self, games: &[Record]) {
        let gradients = self.look_at(games);
        let progress = self.games as f64 / self.expected.max(1) as f64;
        let slowing = if self.settings.from.is_some() { 0.0 } else { SLOWING.0 };
        let slowed = ((progress - slowing) / (1.0 - slowing)).clamp(0.0, 1.0);
        let pace = (1.0 - slowed * (1.0 - SLOWING.1)) as f32;
        self.step(&gradients, pace);
        self.games += games.len() as u64;
        self.positions += gradients.iter().map(|game| game.positions).sum::<u64>();
        self.loss += gradients.iter().map(|game| game.loss).sum::<f64>();
        self.spare.get_mut().unwrap_or_else(PoisonError::into_inner).extend(gradients);
    }

    /// Changes the weights: each part of them by one thread at a time, so that all games come in their order.
    fn step(&mut self, games: &[Gradients], pace: f32) {
        let (patterns, features) = self.model.weights_mut();
        let (pattern_squares, feature_squares) = &mut self.squares;
        let part_len = pattern_squares.len() / PARTS;
        let mut jobs: Vec<Box<dyn FnOnce() + Send + '_>> = Vec::new();
        for (number, (part, squares)) in patterns.parts_mut().zip(pattern_squares.chunks_mut(part_len)).enumerate() {
            jobs.push(Box::new(move || gradients::step_patterns(games, number, part, squares, pace * PATTERN_PACE)));
        }
        if let Some(counts) = &mut self.counts {
            jobs.push(Box::new(move || {
                for game in games {
                    counts.add_alone(&game.occurrences);
                }
            }));
        }
        jobs.push(Box::new(move || gradients::step_features(games, features, feature_squares, pace * FEATURE_PACE)));
        threads::map(self.settings.threads, jobs, |job| job());
    }

    /// The gradients of all games, in their order, found by all threads.
    fn look_at(&self, games: &[Record]) -> Vec<Gradients> {
        // The longest games first: then no thread waits long for another's last game.
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(games[index].plays().len()));
        let gradients = |index: usize| (index, self.gradients(&games[index], self.games + index as u64));
        let mut found = threads::map(self.settings.threads, order, gradients);
        found.sort_unstable_by_key(|(index, _)| *index);
        found.into_iter().map(|(_, gradients)| gradients).collect()
    }

    /// The gradients of one game.
    fn gradients(&self, game: &Record, number: u64) -> Gradients {
        let watched = (!self.settings.both_players).then_some(Player::BOTH[number as usize % 2]);
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (mut gradients, mut rng) = (spare.unwrap_or_default(), Rng::stream(self.settings.seed, number));
        gradients.clear();
        let (rows, columns) = game.shape();
        let mut tracker = self.model.start(rows, columns);
        if let Some(player) = watched {
            tracker.watch_only(player);
        }
        for &(player, spot) in game.stones() {
            tracker.set_up(player, spot);
        }
        let first_time = number < self.expected / u64::from(self.settings.epochs.max(1));
        let mut occurrences = std::mem::take(&mut gradients.occurrences);
        let counts = first_time && self.counts.is_some();
        let mut counter = counts.then(|| GameCounter::new(self.model.zooms(), &mut occurrences));
        let mut scores = Vec::new();
        for play in game.plays() {
            if let Some(spot) = play.spot
                && watched.is_none_or(|player| player == play.player)
            {
                let side = play.player.index();
                let candidates = tracker.candidates_heard(&self.model, play.player, |event| {
                    if let Some(counter) = &mut counter {
                        counter.hear(side, event);
                    }
                });
                scores.clear();
                scores.extend(candidates.iter().map(|candidate| candidate.score));
                softmax(&mut scores, 1.0);
                gradients
                    .add(&tracker, play.player, spot, &scores, &mut rng, |pattern| self.model.patterns.part(pattern));
                if let Some(counter) = &mut counter {
                    counter.choose(side, tracker.matches(side, spot));
                }
            }
            tracker.play(play.player, play.spot);
        }
        if let Some(counter) = counter {
            counter.end(tracker.board(), |side, spot| tracker.matches(side, spot));
        }
        gradients.occurrences = occurrences;
        gradients
    }

    /// Everything that has been learned, as bytes; patterns in the order of their keys.
    pub(super) fn state(&self) -> Vec<u8> {
        let mut state = Vec::new();
        let (zooms, reach) = (self.model.zooms as u64, self.model.reach as u64);
        for number in [self.expected, self.positions, self.loss.to_bits(), zooms, reach] {
            state.extend(number.to_le_bytes());
        }
        put_rising(&mut state, &self.keys, CUT_BITS);
        let patterns: Vec<u32> = self.keys.iter().filter_map(|&key| self.model.patterns.find_cut(key)).collect();
        let weights = patterns.iter().map(|&pattern| self.model.patterns.weight(pattern));
        let squares = patterns.iter().map(|&pattern| self.squares.0[pattern as usize]);
        let features = self.model.features.iter().chain(&self.squares.1).copied();
        state.extend(weights.chain(squares).chain(features).flat_map(f32::to_le_bytes));
        if let Some(counts) = &self.counts {
            for &pattern in &patterns {
                let Count { n, v } = counts.get(pattern as usize);
                put_number(&mut state, n);
                put_number(&mut state, v);
            }
        }
        state
    }

    /// A trainer as it was when its state was written; the number of games is missing.
    pub(super) fn from_state(settings: &Settings, state: &[u8]) -> Result<Self, Refusal> {
        let mut reader = Reader(state);
        let (expected, positions, loss) = (reader.u64()?, reader.u64()?, f64::from_bits(reader.u64()?));
        let mut settings = settings.clone();
        (settings.selection.zooms, settings.selection.reach) = (reader.u64()? as usize, reader.u64()? as usize);
        if !(1..=LARGEST_ZOOM).contains(&settings.selection.zooms) || settings.selection.reach > LARGEST_ZOOM {
            return Err(impossible(&words::ZOOM));
        }
        let keys = take_rising(&mut reader, CUT_BITS)?;
        let whole: Vec<u64> = keys.iter().map(|&key| zoom::uncut(key)).collect();
        let mut trainer = Self { positions, loss, ..Self::new(&settings, &whole, expected)? };
        let (weights, squares) = (reader.floats(keys.len())?, reader.floats(keys.len())?);
        let (table, features) = trainer.model.weights_mut();
        let patterns: Vec<u32> = keys.iter().filter_map(|&key| table.find_cut(key)).collect();
        for ((&pattern, &weight), &square) in patterns.iter().zip(&weights).zip(&squares) {
            table.set(pattern, weight);
            trainer.squares.0[pattern as usize] = square;
        }
        features.copy_from_slice(&reader.floats(features.len())?);
        trainer.squares.1 = reader.floats(features.len())?;
        if reader.0.is_empty() {
            // A model that learns on and has no counts.
            trainer.counts = None;
        }
        if let Some(counts) = &mut trainer.counts {
            for &pattern in &patterns {
                let count = Count { n: take_number(&mut reader.0)?, v: take_number(&mut reader.0)? };
                counts.set(pattern, count);
            }
        }
        Ok(trainer)
    }

    /// The same trainer after this many games.
    pub(super) fn after(self, games: u64) -> Self {
        Self { games, ..self }
    }

    /// The sum of all losses, the positions and the games so far.
    pub(super) fn totals(&self) -> (f64, u64, u64) {
        (self.loss, self.positions, self.games)
    }

    /// Writes the model as it is; returns how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, Refusal> {
        self.model.save(&self.keys, self.counts.as_ref(), path)
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
