//! Fitting the model: stochastic gradient descent over the games, in small batches.
//!
//! Steps follow AdaGrad; towards the end they get shorter, so that what is left of chance in the weights averages out.
//!
//! All threads compute the gradients of a batch with the same weights; the gradients are then applied in the order of
//! the games (`trainer.rs`, `gradients.rs`). So the same games give the same bytes with any number of threads.

mod gradients;
mod trainer;

pub use trainer::Trainer;

use crate::corpus::{Corpus, GAMES_AHEAD, Record, TrainingSet};
use crate::neighbours::Positions;
use crate::store::Checkpoint;
use crate::zoom::{Family, Selection, Selector};
use quadrille_core::Refusal;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};

/// Another number whenever the same games and settings give other bytes: part of what a [`Checkpoint`] is about, so that
/// learning begun by an older program is not mixed with newer steps.
pub const VERSION: u32 = 4;

/// How many games lie between two reports.
pub const GAMES_BETWEEN_REPORTS: u64 = 2_000;

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which patterns are kept.
    pub selection: Selection,
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
    /// Whether it is counted how often zoom patterns are seen and chosen.
    pub counts: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
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

/// What learns from where to where.
pub struct Learning<'a> {
    /// The games.
    pub corpus: &'a Corpus,
    /// Which of them are learned from, by number.
    pub wanted: &'a (dyn Fn(u64) -> bool + Sync),
    /// How to learn.
    pub settings: &'a Settings,
    /// Where the model goes, and the state on the way.
    pub checkpoint: &'a Checkpoint,
    /// Told every [`GAMES_BETWEEN_REPORTS`] games or a little later: the model as it is, and the mean loss of the last
    /// positions, each before it was learned from.
    pub report: &'a dyn Fn(&Trainer, f64),
}

/// Learns a model, writes it, and resumes after a kill. The games' positions are added to `positions`, which are
/// written beside it.
///
/// ```
/// use quadrille_patterns::model::training::{Learning, Settings, learn};
/// use quadrille_patterns::{Checkpoint, Corpus, Learned};
/// let folder = std::env::temp_dir().join(format!("quadrille-doc-train-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// std::fs::write(folder.join("games.txt"), "?\tpdddppdpqc\n".repeat(5)).unwrap();
/// let (corpus, out) = (Corpus::open(&[folder.join("games.txt")])?, folder.join("model"));
/// let (settings, checkpoint) = (Settings::default(), Checkpoint::new(&out, String::new()));
/// let learning = Learning {
///     corpus: &corpus,
///     wanted: &|_| true,
///     settings: &settings,
///     checkpoint: &checkpoint,
///     report: &|_, _| {},
/// };
/// let (trainer, set) = learn(&learning, None)?;
/// assert!(set.games == 5 && matches!(Learned::load(&out)?, Learned::Model(model) if model.patterns() == trainer.model().patterns()));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn learn(
    learning: &Learning<'_>,
    mut positions: Option<&mut Positions>,
) -> Result<(Trainer, TrainingSet), Refusal> {
    let Learning { corpus, wanted, settings, checkpoint, .. } = *learning;
    let _lock = checkpoint.lock()?;
    let trainer = match checkpoint.load(|state| Trainer::from_state(settings, state))? {
        Some((games, trainer)) => trainer.after(games),
        None => {
            let trainer = learning.begun()?;
            checkpoint.store(0, &trainer.state())?;
            trainer
        }
    };
    let mut epochs = Epochs::new(learning, trainer);
    let mut set = TrainingSet::default();
    for epoch in 0..settings.epochs {
        set = TrainingSet::default();
        let mut positions = positions.as_deref_mut().filter(|_| epoch == 0);
        let first = |number, game: Record| {
            if let Some(positions) = &mut positions {
                positions.add(&game, number);
            }
            game
        };
        let tally = corpus.for_each_ahead(wanted, first, |game| {
            set.add(&game);
            epochs.add(game);
        })?;
        epochs.learn_batch();
        set.tally = tally;
    }
    let set = set.not_empty().inspect_err(|_| checkpoint.forget())?;
    let trainer = epochs.finish()?;
    // Before the model, so that a kill in between loses neither; positions of other games must not stay beside it.
    Positions::save_beside(positions.as_deref(), &checkpoint.out)?;
    trainer.save(&checkpoint.out)?;
    checkpoint.forget();
    Ok((trainer, set))
}

impl Learning<'_> {
    /// A trainer before its first game: with patterns of its own, or those of a model that learns on.
    fn begun(&self) -> Result<Trainer, Refusal> {
        let epochs = u64::from(self.settings.epochs);
        let Some(path) = &self.settings.from else {
            let (keys, games) = self.selected()?;
            return Trainer::new(self.settings, &keys, games * epochs);
        };
        let mut games = 0;
        self.corpus.for_each_wanted(self.wanted, |_, _| games += 1)?;
        Trainer::learning_on(self.settings, path, games * epochs)
    }

    /// The keys of the patterns that the games are worth knowing by, of both families, and the number of games.
    fn selected(&self) -> Result<(Vec<u64>, u64), Refusal> {
        let Self { corpus, wanted, settings, .. } = self;
        let selector = |family| Selector::new(settings.selection, family, settings.most_patterns);
        let (mut zooms, mut responses) = (selector(Family::Zoom), selector(Family::Response));
        let mut games = 0;
        if settings.threads > 1 {
            std::thread::scope(|scope| {
                let (sender, receiver) = mpsc::sync_channel::<Arc<Record>>(GAMES_AHEAD);
                let responses = &mut responses;
                scope.spawn(move || {
                    for game in receiver {
                        responses.add(&game, |_| true);
                    }
                });
                corpus.for_each_ahead(
                    wanted,
                    |_, game| Arc::new(game),
                    |game| {
                        games += 1;
                        // The other thread listens until it panics: then the rest is read in vain, and everything ends.
                        let _ = sender.send(Arc::clone(&game));
                        zooms.add(&game, |_| true);
                    },
                )
            })?;
        } else {
            corpus.for_each_wanted(wanted, |_, game| {
                games += 1;
                zooms.add(&game, |_| true);
                responses.add(&game, |_| true);
            })?;
        }
        let mut keys = zooms.finish()?;
        keys.append(&mut responses.finish()?);
        Ok((keys, games))
    }
}

/// The way through the games of all epochs.
struct Epochs<'a> {
    learning: &'a Learning<'a>,
    trainer: Trainer,
    batch: Vec<Record>,
    /// How many games were learned before the learning was killed, and how many have come.
    resumed: u64,
    passed: u64,
    /// After how many games the state was written last.
    saved: u64,
    /// The sum of losses, the positions and the games at the last report.
    reported: (f64, u64, u64),
    failure: Option<Refusal>,
}

impl<'a> Epochs<'a> {
    fn new(learning: &'a Learning<'a>, trainer: Trainer) -> Self {
        let (games, reported) = (trainer.games(), trainer.totals());
        Self { learning, trainer, batch: Vec::new(), resumed: games, passed: 0, saved: games, reported, failure: None }
    }

    /// Takes the next game: passes it over, or puts it in the batch, which is learned from when it is full.
    fn add(&mut self, game: Record) {
        self.passed += 1;
        if self.passed <= self.resumed || self.failure.is_some() {
            return;
        }
        self.batch.push(game);
        if self.batch.len() < self.trainer.batch() {
            return;
        }
        self.learn_batch();
        let (loss, positions, games) = self.trainer.totals();
        let checkpoint = self.learning.checkpoint;
        if games >= self.saved + checkpoint.every {
            self.saved = games;
            self.failure = checkpoint.store(games, &self.trainer.state()).err();
        }
        let (loss_before, positions_before, games_before) = self.reported;
        if games >= games_before + GAMES_BETWEEN_REPORTS {
            let mean = (loss - loss_before) / (positions - positions_before).max(1) as f64;
            (self.learning.report)(&self.trainer, mean);
            self.reported = (loss, positions, games);
        }
    }

    fn learn_batch(&mut self) {
        self.trainer.add(&self.batch);
        self.batch.clear();
    }

    fn finish(self) -> Result<Trainer, Refusal> {
        self.failure.map_or(Ok(self.trainer), Err)
    }
}
