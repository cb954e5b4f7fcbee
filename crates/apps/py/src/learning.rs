//! Counting patterns of Go games, in shards that add up.

use crate::attend::attend;
use crate::{errors::Raise, options, words};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_engine::Stop;
use quadrille_patterns::counting::{self, BYTES_PER_PATTERN};
use quadrille_patterns::zoom::Selection;
use quadrille_patterns::{Checkpoint, Corpus};
use std::path::PathBuf;

/// What was counted.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Counted {
    /// Games that were learned from.
    games: u64,
    /// Games that could not be used.
    skipped: u64,
    /// Positions of them.
    positions: u64,
    /// Different patterns.
    patterns: u64,
    /// Length of the file.
    bytes: u64,
}

#[pymethods]
impl Counted {
    fn __repr__(&self) -> String {
        format!("Counted({} games, {} patterns, {} bytes)", self.games, self.patterns, self.bytes)
    }
}

/// Which part of the games is counted, and how.
struct Settings {
    counting: counting::Settings,
    shard: u64,
    shards: u64,
}

impl Settings {
    const NAMES: [&'static str; 7] = ["zooms", "symmetries", "black_only", "threads", "memory", "shard", "shards"];

    fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut selection = Selection { fold: false, ..Selection::default() };
        let (mut black_only, mut threads, mut memory, mut shard, mut shards) = (false, 1, 1000_usize, 0, 1);
        for (name, value) in given.into_iter().flatten() {
            match name.extract::<String>()?.as_str() {
                "zooms" => selection.zooms = value.extract()?,
                "symmetries" => selection.fold = value.extract()?,
                "black_only" => black_only = value.extract()?,
                "threads" => threads = value.extract::<usize>()?.clamp(1, quadrille_support::threads::MOST),
                "memory" => memory = value.extract::<usize>()?.clamp(16, 1 << 20),
                "shard" => shard = value.extract()?,
                "shards" => shards = value.extract()?,
                other => return Err(options::unknown(other, &Self::NAMES)),
            }
        }
        if !(1..=quadrille_patterns::zoom::LARGEST_ZOOM).contains(&selection.zooms) {
            return Err(options::bad("zooms", selection.zooms, "1 to 10"));
        }
        if shard >= shards {
            return Err(words::SHARD.refuse().with("shard", shard).with("shards", shards)).or_raise();
        }
        let most_patterns = (memory << 20) / BYTES_PER_PATTERN;
        let counting = counting::Settings { selection, exact: true, black_only, most_patterns, threads };
        Ok(Self { counting, shard, shards })
    }
}

/// Counts every pattern of the games in files and folders and writes the table; of `shards` parts of the games only
/// number `shard`. A killed run resumes.
#[pyfunction]
#[pyo3(signature = (paths, out, **options))]
fn learn(py: Python<'_>, paths: Vec<PathBuf>, out: PathBuf, options: Option<&Bound<'_, PyDict>>) -> PyResult<Counted> {
    let Settings { counting: settings, shard, shards } = Settings::read(options)?;
    let counted = attend(
        py,
        &Stop::new(),
        |_| {
            let corpus = Corpus::open(&paths)?;
            let about = format!("shard {shard} of {shards} of {}: {settings:?}", corpus.describe());
            let checkpoint = Checkpoint::new(&out, about);
            counting::learn(&corpus, &settings, &|game| game % shards == shard, &checkpoint)
        },
        |_, ()| Ok(()),
    )?;
    Ok(Counted {
        games: counted.set.games,
        skipped: counted.set.tally.skipped,
        positions: counted.set.positions,
        patterns: counted.patterns,
        bytes: counted.bytes,
    })
}

/// Adds tables up; returns the number of patterns and the length of the file.
#[pyfunction]
fn merge(py: Python<'_>, paths: Vec<PathBuf>, out: PathBuf) -> PyResult<(u64, u64)> {
    py.detach(|| counting::merge(&paths, &out)).or_raise()
}

/// Adds what this file offers to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Counted>()?;
    module.add_function(wrap_pyfunction!(learn, module)?)?;
    module.add_function(wrap_pyfunction!(merge, module)?)
}
