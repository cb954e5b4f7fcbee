//! Tables of how often patterns are seen and chosen.
//!
//! A pattern is *seen* at each free point whenever a player whose moves count is to move, and *chosen* if that player
//! plays there. Everything seen ([`Settings::exact`]) is counted by `exact.rs`. By default the patterns worth knowing are
//! selected first and then counted in a second reading. Both go game by game (`occurrences.rs`); `blocks.rs` is the form
//! of the file, `merge.rs` adds files up.
//!
//! Counts are sums, so any number of threads gives the same table, and keys are sorted, so also the same bytes.

mod blocks;
mod exact;
mod merge;
pub(crate) mod occurrences;
mod predictor;
mod tables;

pub use exact::BYTES_PER_PATTERN;
pub use merge::merge;
pub use predictor::{ByTables, Follower};
pub use tables::{Rule, Tables};

use crate::corpus::{Corpus, Record, TrainingSet, Workers};
use crate::store::{self, Checkpoint, Kind};
use crate::zoom::{Family, Selection, Selector};
use blocks::Shape;
use occurrences::{Counts, Occurrences, count_game};
use quadrille_core::{Player, Refusal};

/// How often a pattern was seen and chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Times seen.
    pub n: u64,
    /// Times chosen.
    pub v: u64,
}

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Zooms, symmetries and, unless everything is counted, which patterns are kept.
    pub selection: Selection,
    /// Whether every pattern ever seen is counted.
    pub exact: bool,
    /// Whether only Black's moves count, or White's too, with colours swapped.
    pub black_only: bool,
    /// How many patterns fit in memory; if everything is counted, what is more goes to disk.
    pub most_patterns: usize,
    /// How many threads count.
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { selection: Selection::default(), exact: false, black_only: false, most_patterns: 1 << 26, threads: 1 }
    }
}

impl Settings {
    fn counts(&self, player: Player) -> bool {
        player == Player::Black || !self.black_only
    }

    fn shape(&self) -> Shape {
        Shape { zooms: self.selection.zooms, fold: self.selection.fold }
    }
}

/// What was counted.
#[derive(Debug)]
pub struct Counted {
    /// How many patterns there are.
    pub patterns: u64,
    /// How long the file is.
    pub bytes: u64,
    /// What was learned from.
    pub set: TrainingSet,
}

/// Counts the patterns of all wanted games, writes the tables, and resumes after a kill.
///
/// ```
/// use quadrille_patterns::counting::{Settings, learn};
/// use quadrille_patterns::{Checkpoint, Corpus, Learned};
/// let folder = std::env::temp_dir().join(format!("quadrille-doc-count-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).unwrap();
/// std::fs::write(folder.join("games.txt"), "?\tpdddpp\n?\tpddppp\n").unwrap();
/// let (corpus, out) = (Corpus::open(&[folder.join("games.txt")])?, folder.join("tables"));
/// let settings = Settings { exact: true, ..Settings::default() };
/// let counted = learn(&corpus, &settings, &|_| true, &Checkpoint::new(&out, String::new()))?;
/// let tables = Learned::load(&out)?.into_tables()?;
/// assert_eq!((counted.set.games, counted.patterns), (2, tables.patterns() as u64));
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn learn(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    checkpoint: &Checkpoint,
) -> Result<Counted, Refusal> {
    let _lock = checkpoint.lock()?;
    let counted = if settings.exact {
        exact::count(corpus, settings, wanted, checkpoint)?
    } else {
        count_selected(corpus, settings, wanted, checkpoint)?
    };
    checkpoint.forget();
    Ok(counted)
}

/// First the patterns worth knowing, then their counts.
fn count_selected(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    checkpoint: &Checkpoint,
) -> Result<Counted, Refusal> {
    let (skipped, tables) = match checkpoint.load(Tables::from_body)? {
        Some(resumed) => resumed,
        None => {
            let keys = selected(corpus, settings, wanted)?;
            let none = vec![Count::default(); keys.len()];
            let tables = Tables::new(settings.shape(), keys, none);
            checkpoint.store(0, &blocks::body(settings.shape(), tables.iter())?)?;
            (0, tables)
        }
    };
    let counts: Counts = tables.iter().map(|(_, count)| count).collect();
    let body = || {
        let counted = (0..).zip(tables.iter()).map(|(pattern, (key, _))| (key, counts.get(pattern)));
        blocks::body(settings.shape(), counted)
    };
    let work = |_: usize, games: &[Record]| {
        let mut occurrences = Occurrences::default();
        for game in games {
            count_game(game, settings, &tables, &mut occurrences);
        }
        counts.add(&occurrences);
    };
    let pause = |games| checkpoint.store(games, &body()?);
    let workers = Workers { corpus, wanted, threads: settings.threads, skipped };
    let set = workers.run(work, |since| since >= checkpoint.every, pause)?;
    let set = set.not_empty().inspect_err(|_| checkpoint.forget())?;
    let bytes = store::write(&checkpoint.out, Kind::Tables, &body()?)?;
    Ok(Counted { patterns: tables.patterns() as u64, bytes, set })
}

/// The keys of the patterns worth knowing.
fn selected(corpus: &Corpus, settings: &Settings, wanted: &dyn Fn(u64) -> bool) -> Result<Vec<u64>, Refusal> {
    let mut selector = Selector::new(settings.selection, Family::Zoom, settings.most_patterns);
    corpus.for_each_wanted(wanted, |_, game| selector.add(&game, |player| settings.counts(player)))?;
    selector.finish()
}
