//! Fitting the model: one pass of stochastic gradient descent over the games.
//!
//! At each position the gradient of the played move's log-likelihood, for a weight of move i, is p(i) minus one if i was
//! played. Steps follow AdaGrad (Duchi, Hazan and Singer 2011). Most of the 250 moves have next to no probability: one
//! with p below [`LEAST_GRADIENT`] is looked at with probability p / [`LEAST_GRADIENT`] only, and then with that
//! gradient, which is the same on average. Everything is sequential and seeded, so the same games give the same bytes
//! whatever the number of threads; the two harvests before it run beside each other.

use crate::Corpus;
use crate::corpus::Lesson;
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

/// Told every [`GAMES_BETWEEN_REPORTS`] games: the model as it is, and the mean loss of the last positions, each before it
/// was learned from.
pub type Progress<'a> = &'a dyn Fn(&Trainer, f64);

/// How many games lie between two reports.
pub const GAMES_BETWEEN_REPORTS: u64 = 2_000;

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

#[inline]
fn step(weight: &mut Weight, gradient: f32, pace: f32) {
    weight.squares += gradient * gradient;
    weight.value -= pace * gradient / (weight.squares + FIRST_SQUARES).sqrt();
}

/// The keys of the patterns that these games are worth knowing by, of both families.
pub fn harvest(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Vec<u64>, LearnError> {
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
) -> Result<(Trainer, Lesson), LearnError> {
    let keys = harvest(corpus, settings, wanted)?;
    let mut trainer = Trainer::new(settings, &keys);
    drop(keys);
    let mut lesson = Lesson::default();
    for _ in 0..settings.epochs {
        let (mut number, mut before) = (0, (0.0, 0));
        lesson = Lesson::default();
        let tally = corpus.for_each(|game| {
            if wanted(number) {
                lesson.add(&game);
                trainer.add(&game);
                if trainer.games.is_multiple_of(GAMES_BETWEEN_REPORTS) {
                    let (loss, positions) = (trainer.loss - before.0, trainer.positions - before.1);
                    progress(&trainer, loss / positions.max(1) as f64);
                    before = (trainer.loss, trainer.positions);
                }
            }
            number += 1;
        })?;
        lesson.tally = tally;
    }
    Ok((trainer, lesson))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::{self, ByModel};
    use crate::testing::{TempCorpus, random_games};
    use quadrille_core::{Game, Prior};
    use quadrille_go::{Large, Move, Small};

    fn trained() -> (Trainer, TempCorpus) {
        let corpus = TempCorpus::new(&random_games(60, 100, 9).join("\n"));
        let settings = Settings { both_players: true, ..Settings::default() };
        (learn(&corpus, &settings, &|game| game < 40, &|_, _| {}).expect("learned").0, corpus)
    }

    /// The games' moves are near the last one half of the time: the model finds that out, and says it again after it was
    /// written and read.
    #[test]
    fn a_model_learns_and_survives_its_file() {
        let (trainer, corpus) = trained();
        let body = trainer.model.to_body(&trainer.keys).expect("in memory");
        let again = trained().0;
        assert_eq!(body, again.model.to_body(&again.keys).expect("in memory"), "the same games give the same bytes");
        let read = Model::from_body(&body).expect("well formed");
        let test = |model: &Model| {
            evaluation::measure(&corpus, &mut ByModel::new(model), |game| game >= 40).expect("readable")
        };
        let (before, after) = (test(trainer.model()), test(&read));
        assert!(before.log_loss() < 4.7 && before.top(2) > 0.3, "{} {}", before.log_loss(), before.top(2));
        assert!((before.log_loss() - after.log_loss()).abs() < 0.02);
        assert!((0..body.len()).step_by(997).all(|length| Model::from_body(&body[..length]).is_err()));
    }

    /// A tracker that followed a game gives the scores of one that was set up with its last board.
    #[test]
    fn incremental_scores_equal_fresh_ones() {
        let (trainer, corpus) = trained();
        let model = trainer.model();
        let mut compared = 0;
        let compare = |game: Record| {
            let mut followed = model.start(19, 19);
            let mut last = Vec::new();
            for (turn, play) in game.plays().iter().enumerate() {
                if turn % 9 == 8 {
                    let mut fresh = model.start(19, 19);
                    for spot in followed.board().spots() {
                        if let Some(player) = followed.board().stone(spot) {
                            fresh.set_up(player, spot);
                        }
                    }
                    last.iter().for_each(|&spot| fresh.follow(spot));
                    let legal = followed.candidates(model, play.player).to_vec();
                    let fresh = fresh.candidates(model, play.player);
                    for ours in &legal {
                        let theirs = fresh.iter().find(|theirs| theirs.spot == ours.spot).expect("a legal move");
                        assert_eq!((ours.picks, ours.score), (theirs.picks, theirs.score), "turn {turn}");
                        compared += 1;
                    }
                }
                followed.play(play.player, play.spot);
                last.extend(play.spot);
            }
        };
        corpus.for_each(compare).expect("readable");
        assert!(compared > 50_000);
    }

    #[test]
    fn priors_are_probabilities_on_every_board() {
        fn check<const CAP: usize>(model: &Model, rules: &str) {
            let mut position = quadrille_go::Position::<CAP>::start(&rules.parse().expect("good rules"));
            let mut rng = Rng::new(2);
            for _ in 0..200 {
                let mut moves = <quadrille_go::Position<CAP> as Game>::Moves::default();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mut priors = vec![0.0; moves.len()];
                model.priors(&position, &moves, &mut priors);
                assert!(
                    (priors.iter().sum::<f32>() - 1.0).abs() < 1e-3 && priors.iter().all(|p| (0.0..=1.0).contains(p))
                );
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
        }
        let (trainer, _) = trained();
        check::<128>(trainer.model(), "9");
        check::<512>(trainer.model(), "19");
        check::<1024>(trainer.model(), "21");
        let only_pass = [Move::Pass];
        let mut prior = [0.0];
        trainer.model().priors(&Small::start(&"9".parse().expect("good rules")), &only_pass, &mut prior);
        assert_eq!(prior, [1.0]);
        let _: &dyn Prior<Large> = trainer.model();
    }
}
