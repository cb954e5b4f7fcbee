//! Collections of games: folders, SGF files of one or many games, the compact form, and archives of them.
//!
//! Files are streamed, so memory is bounded by one game. A malformed or illegal game is counted with its reason and is
//! never fatal; a file that cannot be opened is. Start at [`Corpus::for_each`]; `archive.rs` tells what a file is,
//! `record.rs` checks games, `workers.rs` hands them to threads.

mod archive;
mod record;
mod workers;

pub use record::{Play, Record};
pub(crate) use workers::Workers;

use crate::words;
use archive::Collector;
use quadrille_core::Refusal;
use quadrille_support::file;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::PathBuf;
use std::sync::mpsc;

/// How many games a reader may be ahead of those who use them.
pub(crate) const GAMES_AHEAD: usize = 64;
/// How many different reasons are kept.
const MOST_REASONS: usize = 20;

/// The summary of reading a collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games handed out.
    pub games: u64,
    /// Games left out.
    pub skipped: u64,
    /// The first different reasons for leaving games out, with the file, and how many games each.
    pub reasons: Vec<(Refusal, u64)>,
}

impl Tally {
    fn skip(&mut self, place: &str, why: Refusal) {
        self.skipped += 1;
        let reason = file::about(place.as_ref(), why);
        if let Some((_, count)) = self.reasons.iter_mut().find(|(known, _)| *known == reason) {
            *count += 1;
        } else if self.reasons.len() < MOST_REASONS {
            self.reasons.push((reason, 1));
        }
    }
}

/// The games that something was learned from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingSet {
    /// What was read and left out.
    pub tally: Tally,
    /// Games learned from: those that were wanted.
    pub games: u64,
    /// Stones played in them.
    pub positions: u64,
}

impl TrainingSet {
    pub(crate) fn add(&mut self, game: &Record) {
        self.games += 1;
        self.positions += game.plays().iter().filter(|play| play.spot.is_some()).count() as u64;
    }

    /// Refuses a set without moves: nothing can be learned from it, and what was learned before must not be overwritten.
    pub(crate) fn not_empty(self) -> Result<Self, Refusal> {
        if self.positions > 0 {
            return Ok(self);
        }
        let refusal = if self.games > 0 { &words::NO_MOVES } else { &words::NO_GAMES };
        let refusal = refusal.refuse().with("skipped", self.tally.skipped);
        Err(match self.tally.reasons.into_iter().next() {
            Some((why, _)) => words::FIRST_REASON.refuse().with("refusal", refusal).with("why", why),
            None => refusal,
        })
    }
}

/// Files and folders with games.
///
/// ```
/// use quadrille_patterns::Corpus;
/// let path = std::env::temp_dir().join(format!("quadrille-doc-corpus-{}.txt", std::process::id()));
/// std::fs::write(&path, "B+R\tpdddpp\n?\tpdpd\n").unwrap();
/// let mut moves = 0;
/// let tally = Corpus::open(&[path.clone()])?.for_each(|game| moves += game.plays().len())?;
/// assert_eq!((tally.games, tally.skipped, moves), (1, 1, 3));
/// assert!(tally.reasons[0].0.to_string().ends_with("move 2, White at pd, is not legal"));
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Corpus {
    files: Vec<PathBuf>,
}

impl Corpus {
    /// The games under these paths; folders are searched through, in the order of names.
    pub fn open(paths: &[PathBuf]) -> Result<Self, Refusal> {
        let mut files = Vec::new();
        let mut open: Vec<PathBuf> = paths.iter().rev().cloned().collect();
        while let Some(path) = open.pop() {
            let refused = |error| file::refusal(&path, &error);
            if !std::fs::metadata(&path).map_err(refused)?.is_dir() {
                files.push(path);
                continue;
            }
            let entries = std::fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let mut inside: Vec<PathBuf> = entries.map_err(refused)?.into_iter().map(|entry| entry.path()).collect();
            // A link to a folder might lead in a circle.
            inside.retain(|path| {
                // A pipe might never end.
                let is_game = path.is_file() && archive::is_game_name(&path.to_string_lossy());
                if path.is_dir() { !path.is_symlink() } else { is_game }
            });
            inside.sort_unstable_by(|a, b| b.cmp(a));
            open.append(&mut inside);
        }
        Ok(Self { files })
    }

    /// The files and their lengths, in words.
    #[must_use]
    pub fn describe(&self) -> String {
        let length = |path: &PathBuf| std::fs::metadata(path).map_or(0, |data| data.len());
        let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let files = self.files.iter().map(|path| format!("{}:{}", name(path).unwrap_or_default(), length(path)));
        files.collect::<Vec<_>>().join(" ")
    }

    /// Calls `each` with every good game, in order.
    pub fn for_each(&self, mut each: impl FnMut(Record)) -> Result<Tally, Refusal> {
        let mut collector = Collector::new(&mut each);
        for path in &self.files {
            let read = |file| collector.read(BufReader::with_capacity(1 << 16, file), &path.display().to_string());
            File::open(path).and_then(read).map_err(|error| file::refusal(path, &error))?;
        }
        Ok(collector.tally)
    }

    /// Calls `each` with every good game whose number is wanted, and that number. Games are numbered from 0 in the order of
    /// reading.
    pub fn for_each_wanted(
        &self,
        mut wanted: impl FnMut(u64) -> bool,
        mut each: impl FnMut(u64, Record),
    ) -> Result<Tally, Refusal> {
        let mut number = 0;
        self.for_each(|game| {
            if wanted(number) {
                each(number, game);
            }
            number += 1;
        })
    }

    /// The same, with a separate reader thread that unpacks and checks games ahead of time. That thread also calls
    /// `first`, which makes of a game what `each` gets.
    pub(crate) fn for_each_ahead<T: Send>(
        &self,
        wanted: impl FnMut(u64) -> bool + Send,
        mut first: impl FnMut(u64, Record) -> T + Send,
        mut each: impl FnMut(T),
    ) -> Result<Tally, Refusal> {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(GAMES_AHEAD);
            // The receiver is gone only if `each` panicked.
            let read = move |number, game| drop(sender.send(first(number, game)));
            let reader = scope.spawn(move || self.for_each_wanted(wanted, read));
            for made in receiver {
                each(made);
            }
            reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// How many stones are played in the wanted games.
    pub fn positions(&self, wanted: impl FnMut(u64) -> bool) -> Result<u64, Refusal> {
        let mut set = TrainingSet::default();
        self.for_each_wanted(wanted, |_, game| set.add(&game))?;
        Ok(set.positions)
    }
}

/// The figures of a collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// What was read and left out.
    pub tally: Tally,
    /// Triples (board, player to move, move played), passes not counted.
    pub observations: u64,
    /// Observations in a game.
    pub mean_length: f64,
    /// Points where the side to move may play: no suicide, no immediate retaking of a ko.
    pub mean_legal_moves: f64,
}

/// Reads a collection and counts.
pub fn stats(corpus: &Corpus) -> Result<Stats, Refusal> {
    let (mut observations, mut legal) = (0_u64, 0_u64);
    let tally = corpus.for_each(|game| {
        game.replay(|board, player, _| {
            observations += 1;
            legal += board.spots().filter(|&spot| board.is_legal(spot, player)).count() as u64;
        });
    })?;
    let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
    let (mean_length, mean_legal_moves) = (mean(observations, tally.games), mean(legal, observations));
    Ok(Stats { tally, observations, mean_length, mean_legal_moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader ahead hands on the wanted games in their order, and failures of either side.
    #[test]
    fn a_reader_ahead_keeps_order_and_hides_nothing() {
        let path = std::env::temp_dir().join(format!("quadrille-ahead-{}", std::process::id()));
        let lines: Vec<String> = (0..200).map(|game| format!("?\t{}", "tt".repeat(game))).collect();
        std::fs::write(&path, lines.join("\n")).expect("writable");
        let corpus = Corpus::open(std::slice::from_ref(&path)).expect("a file");
        let mut seen = Vec::new();
        let odd = |number| number % 2 == 1;
        let tally = corpus.for_each_ahead(odd, |_, game| game.plays().len(), |length| seen.push(length));
        assert!(tally.expect("readable").games == 200 && seen.into_iter().eq((1..200).step_by(2)));
        let panics = std::panic::AssertUnwindSafe(|| {
            drop(corpus.for_each_ahead(odd, |_, game| game, |_| panic!("as this test wants")));
        });
        assert!(std::panic::catch_unwind(panics).is_err());
        std::fs::remove_file(&path).expect("removable");
        assert!(corpus.for_each_ahead(odd, |_, game| game, drop).is_err());
    }
}
