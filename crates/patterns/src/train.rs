//! Fitting the model: one pass of stochastic gradient descent over the games.
//!
//! At each position the gradient of the played move's log-likelihood, for a weight of move i, is p(i) minus one if i was
//! played. Steps follow AdaGrad (Duchi, Hazan and Singer 2011). Most of the 250 moves have next to no probability: one
//! with p below [`LEAST_GRADIENT`] is looked at with probability p / [`LEAST_GRADIENT`] only, and then with that
//! gradient, which is the same on average. Everything is sequential and seeded, so the same games give the same bytes
//! whatever the number of threads; the two harvests before it run beside each other.

use crate::Corpus;
use crate::corpus::Tally;
use crate::file::FileError;
use crate::harvest::{Growth, Harvest, TooMany};
use crate::model::{Model, Weight, softmax};
use crate::nodes;
use crate::record::Record;
use crate::tracker::Tracker;
use crate::zoom::Family;
use quadrille_core::{Player, Rng};
use std::io;
use std::path::Path;

/// Gradients below this are sampled.
const LEAST_GRADIENT: f32 = 0.01;
/// The pace of patterns' weights.
const PATTERN_PACE: f32 = 0.4;
/// The pace of the other weights, which are met much more often.
const FEATURE_PACE: f32 = 0.15;
/// What AdaGrad's sum of squares starts from.
const FIRST_SQUARES: f32 = 1.0;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}

impl Default for Settings {
    fn default() -> Self {
        Self { growth: Growth::default(), both_players: false, most_patterns: 1 << 26, seed: 1, epochs: 1 }
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

/// What is told now and then: the step's name, how many games are done, and the loss of the last ones.
pub type Progress<'a> = &'a (dyn Fn(&str, u64, f64) + Sync);

/// How many games lie between two reports.
const GAMES_BETWEEN_REPORTS: u64 = 2_000;

/// A model in the making.
#[derive(Debug)]
pub struct Trainer {
    model: Model,
    keys: Vec<u64>,
    rng: Rng,
    both_players: bool,
    positions: u64,
    games: u64,
    loss: f64,
    scores: Vec<f32>,
}

impl Trainer {
    /// A model of these patterns (whole keys), untrained.
    #[must_use]
    pub fn new(settings: &Settings, keys: &[u64]) -> Self {
        let mut keys: Vec<u64> = keys.iter().map(|&key| nodes::cut(key)).collect();
        keys.sort_unstable();
        keys.dedup();
        let model = Model::untrained(settings.growth.zooms, settings.growth.reach, &keys);
        let (rng, both_players) = (Rng::new(settings.seed), settings.both_players);
        Self { model, keys, rng, both_players, positions: 0, games: 0, loss: 0.0, scores: Vec::new() }
    }

    /// Learns from one game.
    pub fn add(&mut self, game: &Record) {
        let watched = (!self.both_players).then_some(Player::BOTH[self.games as usize % 2]);
        self.games += 1;
        let (rows, columns) = game.shape();
        let mut tracker = self.model.start(rows, columns);
        if let Some(player) = watched {
            tracker.watch_only(player);
        }
        tracker.rescore(&self.model);
        game.stones().iter().for_each(|&(player, spot)| tracker.set_up(player, spot));
        for play in game.plays() {
            if let Some(spot) = play.spot
                && watched.is_none_or(|player| player == play.player)
            {
                self.learn(&mut tracker, play.player, spot);
            }
            tracker.play(play.player, play.spot);
        }
    }

    /// One step of descent.
    fn learn(&mut self, tracker: &mut Tracker, player: Player, played: u16) {
        self.scores.clear();
        self.scores.extend(tracker.candidates(&self.model, player).iter().map(|candidate| candidate.score));
        softmax(&mut self.scores, 1.0);
        for (candidate, &p) in tracker.last_candidates().iter().zip(&self.scores) {
            let gradient = if candidate.spot == played {
                self.loss -= f64::from(p.max(f32::MIN_POSITIVE).ln());
                p - 1.0
            } else if p >= LEAST_GRADIENT {
                p
            } else if (self.rng.unit() as f32) * LEAST_GRADIENT < p {
                LEAST_GRADIENT
            } else {
                continue;
            };
            for pick in candidate.picks {
                step(self.model.dense_mut(pick), gradient, FEATURE_PACE);
            }
            let (zooms, responses) = tracker.patterns(player, candidate.spot);
            for &node in zooms.iter().chain(responses) {
                step(self.model.node_mut(node), gradient, PATTERN_PACE);
            }
        }
        self.positions += 1;
    }

    /// Writes the model as it stands; says how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, FileError> {
        self.model.save(&self.keys, path)
    }

    /// The model as it stands.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How many positions were learned from.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

#[inline]
fn step(weight: &mut Weight, gradient: f32, pace: f32) {
    weight.squares += gradient * gradient;
    weight.value -= pace * gradient / (weight.squares + FIRST_SQUARES).sqrt();
}

/// The keys of the patterns that these games are worth knowing by, of both families.
pub fn harvest(corpus: &Corpus, settings: &Settings, wanted: &(dyn Fn(u64) -> bool + Sync)) -> Result<Vec<u64>, LearnError> {
    let gather = |family| {
        let mut harvest = Harvest::new(settings.growth, family, settings.most_patterns);
        let mut number = 0;
        corpus.for_each(|game| {
            if wanted(number) {
                harvest.add(&game, |_| true);
            }
            number += 1;
        })?;
        Ok::<Vec<u64>, LearnError>(harvest.finish()?)
    };
    let (zooms, responses) = std::thread::scope(|scope| {
        let other = scope.spawn(|| gather(Family::Response));
        (gather(Family::Zoom), other.join())
    });
    let mut keys = zooms?;
    keys.append(&mut responses.map_err(|_| io::Error::other("the harvest of responses broke off"))??);
    Ok(keys)
}

/// Learns a model from all games whose number is wanted.
pub fn learn(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &(dyn Fn(u64) -> bool + Sync),
    progress: Progress<'_>,
) -> Result<(Trainer, Tally), LearnError> {
    progress("harvest", 0, 0.0);
    let keys = harvest(corpus, settings, wanted)?;
    let mut trainer = Trainer::new(settings, &keys);
    drop(keys);
    let mut tally = Tally::default();
    for _ in 0..settings.epochs {
        let (mut number, mut before) = (0, (0.0, 0));
        tally = corpus.for_each(|game| {
            if wanted(number) {
                trainer.add(&game);
                if trainer.games % GAMES_BETWEEN_REPORTS == 0 {
                    let (loss, positions) = (trainer.loss - before.0, trainer.positions - before.1);
                    progress("fit", trainer.games, loss / positions.max(1) as f64);
                    before = (trainer.loss, trainer.positions);
                }
            }
            number += 1;
        })?;
    }
    Ok((trainer, tally))
}
