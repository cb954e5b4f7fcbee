//! `quadrille learn`: patterns from collections of Go games.

use super::pattern_methods::{Method, learnable};
use super::pattern_plots;
use crate::limit_args::parse_threads;
use crate::output;
use crate::progress::Progress;
use crate::words;
use anyhow::bail;
use quadrille_core::Refusal;
use quadrille_patterns::corpus::TrainingSet;
use quadrille_patterns::counting::{self, ByTables, Rule};
use quadrille_patterns::evaluation::{self, Accuracy};
use quadrille_patterns::model::{ByModel, training};
use quadrille_patterns::neighbours::Positions;
use quadrille_patterns::zoom::{self, Selection};
use quadrille_patterns::{Checkpoint, Corpus, GAMES_BETWEEN_STATES, Learned};
use serde::Serialize;
use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Instant;

/// Learn to predict moves from Go games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Methods: model writes the best predictor, with the counts and positions that \
`predict --method zoom` and knn need; zoom writes only the counts of patterns seen and chosen. \
The same games give byte-identical files for any number of threads. The same command resumes an interrupted run.

Examples:
  quadrille learn games.txt --out model.bin --holdout 0.01
  quadrille learn games.txt --method zoom --exact --zooms 6 --out counts.bin
  quadrille learn --merge counts.bin counts.bin --out both.bin")]
pub struct Args {
    /// Files and folders of games; with --merge, tables.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What to learn: model or zoom.
    #[arg(long, value_parser = learnable(), default_value_t = Method::Model, hide_possible_values = true)]
    method: Method,
    /// Largest zoom, 1 to 10.
    #[arg(long, value_name = "Z", default_value_t = 8)]
    zooms: usize,
    /// zoom: count the eight symmetric images of a pattern as one (the model always does).
    #[arg(long)]
    symmetries: bool,
    /// zoom: count every pattern, however rare; patterns that do not fit in --memory go to files next to the output.
    #[arg(long)]
    exact: bool,
    /// zoom: count Black's moves only.
    #[arg(long)]
    black_only: bool,
    /// Keep patterns chosen at least N times.
    #[arg(long, alias = "least", value_name = "N", default_value_t = 5)]
    min_count: u32,
    /// model: learn from only one player of each game, alternately; takes half the time, slightly less accurate.
    #[arg(long)]
    one_player: bool,
    /// model: number of passes over the games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    epochs: u32,
    /// model: continue training from this model in small steps, keeping its patterns and counts.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// model: write only the model, without counts or OUT.records.
    #[arg(long)]
    small: bool,
    /// model: write a plot of the learning curve (SVG).
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Hold out this share of the games and measure accuracy on them.
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0)]
    holdout: f64,
    /// Memory for patterns in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 3_000)]
    memory: usize,
    /// Number of threads [default: all].
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Save progress (OUT.progress) every N games.
    #[arg(long, value_name = "N", default_value_t = GAMES_BETWEEN_STATES)]
    save_every: u64,
    /// Merge existing tables instead of learning.
    #[arg(long)]
    merge: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    skipped: u64,
    positions: u64,
    patterns: u64,
    bytes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_out: Option<super::predict::Figures>,
}

/// Approximate memory per pattern while counting.
const BYTES_PER_PATTERN: usize = 64;

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    if !(1..=zoom::LARGEST_ZOOM).contains(&args.zooms) {
        bail!(words::ZOOMS.refuse().with("zooms", args.zooms).with("most", zoom::LARGEST_ZOOM));
    }
    if !(0.0..1.0).contains(&args.holdout) {
        bail!(words::HOLDOUT.refuse().with("share", args.holdout));
    }
    if args.merge {
        let (patterns, bytes) = counting::merge(&args.paths, &args.out)?;
        return args.report((bytes, patterns), &TrainingSet::default(), None, start);
    }
    let corpus = Corpus::open(&args.paths)?;
    match args.method {
        Method::Model => args.model(&corpus, start),
        Method::Zoom => args.tables(&corpus, start),
        Method::BackOff | Method::Knn | Method::Network => {
            bail!(words::NOT_LEARNED.refuse().with("method", args.method.to_string()))
        }
    }
}

impl Args {
    fn model(&self, corpus: &Corpus, start: Instant) -> anyhow::Result<()> {
        let live = Progress::begin(self.json, "");
        let settings = training::Settings {
            selection: self.selection(),
            both_players: !self.one_player,
            most_patterns: self.most_patterns(BYTES_PER_PATTERN),
            seed: self.seed,
            epochs: self.epochs,
            threads: self.threads(),
            from: self.from.clone(),
            counts: !self.small,
        };
        let wanted = |game| !self.is_held_out(game);
        let mut positions = (!self.small).then(|| Positions::none(self.threads()));
        let losses = RefCell::new(Vec::new());
        let progress = |trainer: &training::Trainer, loss: f64| {
            losses.borrow_mut().push((trainer.games(), loss));
            let so_far = words::report::LOSS.say().with("games", trainer.games()).with("loss", format!("{loss:.3}"));
            live.say(output::say(&so_far));
        };
        let (settings, checkpoint) = (&settings, &self.checkpoint(corpus));
        let learning = training::Learning { corpus, wanted: &wanted, settings, checkpoint, report: &progress };
        let (trainer, set) = training::learn(&learning, positions.as_mut())?;
        drop(live);
        if let Some(path) = &self.plot {
            pattern_plots::learning_curve(path, &losses.borrow())?;
        }
        let (bytes, patterns) = (std::fs::metadata(&self.out)?.len(), trainer.model().patterns() as u64);
        let held_out = self.measure(|| {
            evaluation::measure(corpus, &mut ByModel::new(trainer.model()), |game| self.is_held_out(game), 1)
        })?;
        self.report((bytes, patterns), &set, held_out, start)
    }

    fn tables(&self, corpus: &Corpus, start: Instant) -> anyhow::Result<()> {
        let settings = counting::Settings {
            selection: Selection { fold: self.symmetries, ..self.selection() },
            exact: self.exact,
            black_only: self.black_only,
            most_patterns: self.most_patterns(if self.exact { counting::BYTES_PER_PATTERN } else { BYTES_PER_PATTERN }),
            threads: self.threads(),
        };
        let counted = counting::learn(corpus, &settings, &|game| !self.is_held_out(game), &self.checkpoint(corpus))?;
        let held_out = self.measure(|| {
            let tables = Learned::load(&self.out)?.into_tables()?;
            evaluation::measure(corpus, &mut ByTables::new(&tables, Rule::Longest), |game| self.is_held_out(game), 1)
        })?;
        self.report((counted.bytes, counted.patterns), &counted.set, held_out, start)
    }

    /// The paths of the result and of the progress file, and the settings they depend on.
    fn checkpoint(&self, corpus: &Corpus) -> Checkpoint {
        let Self {
            zooms,
            symmetries,
            exact,
            black_only,
            min_count: least,
            one_player,
            epochs,
            holdout,
            seed,
            from,
            small,
            ..
        } = self;
        let method = self.method;
        let about = format!(
            "{method} {} of {}: zooms {zooms}, least {least}, symmetries {symmetries}, exact {exact}, black only \
             {black_only}, one player {one_player}, epochs {epochs}, holdout {holdout}, seed {seed}, from {from:?}, small {small}",
            training::VERSION,
            corpus.describe()
        );
        Checkpoint { every: self.save_every, ..Checkpoint::new(&self.out, about) }
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(quadrille_support::threads::available)
    }

    fn selection(&self) -> Selection {
        Selection { zooms: self.zooms, min_chosen: self.min_count, ..Selection::default() }
    }

    fn most_patterns(&self, bytes_each: usize) -> usize {
        (self.memory << 20) / bytes_each
    }

    /// Whether a game is held out, by its number and the seed.
    fn is_held_out(&self, game: u64) -> bool {
        quadrille_core::Rng::stream(self.seed, game).unit() < self.holdout
    }

    fn measure(
        &self,
        measure: impl FnOnce() -> Result<Accuracy, Refusal>,
    ) -> anyhow::Result<Option<super::predict::Figures>> {
        let accuracy = if self.holdout > 0.0 { Some(measure()?) } else { None };
        Ok(accuracy.map(|accuracy| (&accuracy).into()))
    }

    fn report(
        &self,
        (bytes, patterns): (u64, u64),
        set: &TrainingSet,
        held_out: Option<super::predict::Figures>,
        start: Instant,
    ) -> anyhow::Result<()> {
        let (games, skipped, positions) = (set.games, set.tally.skipped, set.positions);
        let seconds = start.elapsed().as_secs_f64();
        let report = Report { games, skipped, positions, patterns, bytes, seconds, held_out };
        if self.json {
            return output::json(&report);
        }
        for (reason, count) in &set.tally.reasons {
            output::tell(&words::report::LEFT_OUT.say().with("n", *count).with("reason", reason.clone()))?;
        }
        let learned = words::report::LEARNED.say().with("games", games).with("skipped", skipped);
        let learned = learned.with("positions", positions).with("patterns", patterns).with("bytes", bytes);
        output::tell(&learned.with("seconds", format!("{seconds:.1}")))?;
        report.held_out.map_or(Ok(()), |figures| figures.show())
    }
}
