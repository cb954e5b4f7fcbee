//! Counting everything ever seen: some hundred thousand occurrences a game, by external sorting.
//!
//! Threads append what they count to buffers, one for each range of keys, which are sorted and added up when they are
//! full: a table that is looked up for each occurrence would wait for memory each time. Buffers that stay full go to
//! disk as a *run*, one file for each range. In the end the runs of each range are merged, appended to the result, and
//! removed: the disk never holds much more than the larger of both. Every step can be resumed after a kill.

use super::blocks::{self, BlockWriter, END, RANGES, Shape};
use super::merge::{length, merged};
use super::occurrences::{Occurrences, count_game};
use super::{Count, Counted, Settings};
use crate::corpus::{Corpus, Record, Workers};
use crate::store::coding::{Reader, impossible};
use crate::store::{Checkpoint, Kind, Writer};
use crate::words;
use crate::zoom::matches::PatternSet;
use quadrille_core::Refusal;
use quadrille_support::{file, threads};
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many files are open at once while runs are merged.
const MOST_OPEN: usize = 128;
/// More runs are not believed.
const MOST_RUNS: u64 = 1 << 20;

/// A pattern and what was counted of it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    n: u32,
    v: u32,
}

/// Bytes of memory that one counted pattern takes.
pub const BYTES_PER_PATTERN: usize = size_of::<Entry>();

/// Knows every pattern, and numbers them as they come.
#[derive(Default)]
struct Everything(RefCell<Vec<u64>>);

impl PatternSet for Everything {
    #[inline]
    fn bucket(&self, _: u64) -> u32 {
        0
    }

    #[inline]
    fn find(&self, key: u64, _: u32) -> Option<u32> {
        let mut keys = self.0.borrow_mut();
        keys.push(key);
        Some(keys.len() as u32 - 1)
    }
}

/// What one thread has counted, by range.
struct Buffers {
    ranges: Vec<Vec<Entry>>,
    /// How many entries a buffer has room for.
    room: usize,
    /// The patterns of a game by number, and their occurrences.
    known: Everything,
    occurrences: Occurrences,
}

impl Buffers {
    fn new(room: usize) -> Self {
        let ranges = (0..RANGES).map(|_| Vec::with_capacity(room)).collect();
        Self { ranges, room, known: Everything::default(), occurrences: Occurrences::default() }
    }

    /// Adds a game; returns whether a buffer will soon be full of different patterns.
    fn add(&mut self, game: &Record, settings: &Settings) -> bool {
        let Self { ranges, room, known, occurrences } = self;
        known.0.get_mut().clear();
        occurrences.clear();
        count_game(game, settings, known, occurrences);
        let keys = known.0.get_mut();
        let seen = occurrences.seen.iter().map(|&(pattern, turns)| (pattern, turns, 0));
        let chosen = occurrences.chosen.iter().map(|&pattern| (pattern, 0, 1));
        let mut full = false;
        for (pattern, n, v) in seen.chain(chosen) {
            let key = keys[pattern as usize];
            let buffer = &mut ranges[blocks::range_of(key)];
            // Beyond its room a buffer grows while the threads come to a pause.
            if buffer.len() == buffer.capacity() {
                add_up(buffer);
                full |= buffer.len() > *room / 3 * 2;
            }
            buffer.push(Entry { key, n, v });
        }
        full
    }
}

/// Sorts a buffer and adds up the entries of each pattern, as far as their numbers hold.
fn add_up(buffer: &mut Vec<Entry>) {
    buffer.sort_unstable_by_key(|entry| entry.key);
    buffer.dedup_by(|next, sum| {
        if sum.key != next.key {
            return false;
        }
        let Some((n, v)) = sum.n.checked_add(next.n).zip(sum.v.checked_add(next.v)) else { return false };
        (sum.n, sum.v) = (n, v);
        true
    });
}

/// Where the counting stands, beside the number of games: what is on disk.
#[derive(Clone, Copy, Default)]
struct State {
    /// How many runs there are.
    runs: u64,
    /// How far they are merged, if that has begun.
    merged: Option<Merged>,
}

/// How many ranges are merged, and how many patterns and bytes that gave.
#[derive(Clone, Copy, Default)]
struct Merged {
    ranges: u64,
    patterns: u64,
    bytes: u64,
}

impl State {
    fn bytes(self) -> Vec<u8> {
        let mut bytes = self.runs.to_le_bytes().to_vec();
        if let Some(Merged { ranges, patterns, bytes: written }) = self.merged {
            bytes.extend([ranges, patterns, written].map(u64::to_le_bytes).as_flattened());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let mut reader = Reader(bytes);
        let runs = reader.u64()?;
        let merged = if reader.0.is_empty() {
            None
        } else {
            Some(Merged { ranges: reader.u64()?, patterns: reader.u64()?, bytes: reader.u64()? })
        };
        if runs > MOST_RUNS || merged.is_some_and(|merged| merged.ranges > RANGES as u64) {
            return Err(impossible(&words::STATE));
        }
        Ok(Self { runs, merged })
    }
}

/// Counts everything and writes the tables.
pub(super) fn count(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    checkpoint: &Checkpoint,
) -> Result<Counted, Refusal> {
    let (skipped, mut state) = checkpoint.load(State::read)?.unwrap_or_default();
    let threads = settings.threads.max(1);
    let runs = Runs { checkpoint, shape: settings.shape(), threads };
    let room = (settings.most_patterns / threads / RANGES).max(8);
    let buffers: Vec<Mutex<Buffers>> = (0..threads).map(|_| Mutex::new(Buffers::new(room))).collect();
    let full = AtomicBool::new(false);
    let work = |index: usize, games: &[Record]| {
        let mut buffers = buffers[index].lock().unwrap_or_else(PoisonError::into_inner);
        for game in games {
            if buffers.add(game, settings) {
                full.store(true, Ordering::Relaxed);
            }
        }
    };
    let spill = |state: &mut State| {
        runs.write(state.runs, &buffers)?;
        state.runs += 1;
        full.store(false, Ordering::Relaxed);
        Ok::<(), Refusal>(())
    };
    let due = |since| since >= checkpoint.every || full.load(Ordering::Relaxed);
    let pause = |games| {
        spill(&mut state)?;
        checkpoint.store(games, &state.bytes())
    };
    let set = Workers { corpus, wanted, threads, skipped }.run(work, due, pause)?;
    let set = set.not_empty().inspect_err(|_| checkpoint.forget())?;
    if state.merged.is_none() {
        spill(&mut state)?;
    }
    drop(buffers);
    let memory = (settings.most_patterns * BYTES_PER_PATTERN) as u64;
    let (patterns, bytes) = runs.merge(memory, set.games, state)?;
    Ok(Counted { patterns, bytes, set })
}

/// Sorted files in a folder beside the result.
struct Runs<'a> {
    checkpoint: &'a Checkpoint,
    shape: Shape,
    threads: usize,
}

impl Runs<'_> {
    fn folder(&self) -> PathBuf {
        file::beside(&self.checkpoint.out, ".runs")
    }

    /// The file of one range of a run.
    fn path(&self, number: u64, range: usize) -> PathBuf {
        self.folder().join(format!("{number}.{range}"))
    }

    /// Writes what all threads have counted as a run, and empties the buffers.
    fn write(&self, number: u64, buffers: &[Mutex<Buffers>]) -> Result<(), Refusal> {
        fs::create_dir_all(self.folder()).map_err(|error| file::refusal(&self.folder(), &error))?;
        let mut all: Vec<MutexGuard<'_, Buffers>> =
            buffers.iter().map(|buffers| buffers.lock().unwrap_or_else(PoisonError::into_inner)).collect();
        let room = all.first().map_or(0, |buffers| buffers.room);
        let mut by_range: Vec<(usize, Vec<&mut Vec<Entry>>)> = (0..RANGES).map(|range| (range, Vec::new())).collect();
        for buffers in &mut all {
            for ((_, list), buffer) in by_range.iter_mut().zip(&mut buffers.ranges) {
                list.push(buffer);
            }
        }
        let write = |(range, mut buffers): (usize, Vec<&mut Vec<Entry>>)| {
            for buffer in &mut buffers {
                add_up(buffer);
            }
            self.write_range(&self.path(number, range), &buffers)?;
            for buffer in buffers {
                buffer.clear();
                // What it grew beyond its room is given back.
                buffer.shrink_to(room);
            }
            Ok(())
        };
        threads::map(buffers.len(), by_range, write).into_iter().collect()
    }

    /// Writes the sum of some sorted buffers.
    fn write_range(&self, path: &Path, buffers: &[&mut Vec<Entry>]) -> Result<(), Refusal> {
        let mut rests: Vec<&[Entry]> = buffers.iter().map(|buffer| &buffer[..]).collect();
        let mut writer = BlockWriter::new(path, self.shape)?;
        while let Some(key) = rests.iter().filter_map(|rest| rest.first()).map(|entry| entry.key).min() {
            let mut count = Count::default();
            for rest in &mut rests {
                while let Some((entry, others)) = rest.split_first().filter(|(entry, _)| entry.key == key) {
                    count = Count { n: count.n + u64::from(entry.n), v: count.v + u64::from(entry.v) };
                    *rest = others;
                }
            }
            writer.add(key, count)?;
        }
        writer.finish().map(drop)
    }

    /// Merges the runs, range by range, and removes them; returns how many patterns and bytes there are.
    fn merge(&self, memory: u64, games: u64, mut state: State) -> Result<(u64, u64), Refusal> {
        let unfinished = self.folder().join("merging");
        let (begun, runs) = (state.merged, state.runs);
        if let Some(Merged { ranges, patterns, .. }) = begun
            && ranges == RANGES as u64
            && !unfinished.exists()
        {
            // Killed between the last step and the news of it.
            return self.finished(patterns);
        }
        let written = begun.map(|merged| merged.bytes);
        let mut writer = Writer::lasting(&self.checkpoint.out, &unfinished, Kind::Tables, written)?;
        let mut done = begun.unwrap_or_default();
        let mut save = |writer: &mut Writer, done: &mut Merged| {
            done.bytes = writer.sync()?;
            state.merged = Some(*done);
            self.checkpoint.store(games, &state.bytes())
        };
        if begun.is_none() {
            writer.add(&self.shape.bytes())?;
            save(&mut writer, &mut done)?;
        }
        let paths = |range: usize| (0..runs).map(|number| self.path(number, range)).collect::<Vec<PathBuf>>();
        while done.ranges < RANGES as u64 {
            let first = done.ranges as usize;
            // A sum is in memory until it is written, and at most as long as what is added up.
            let at_once = (memory / length(&paths(first))?.max(1)).clamp(1, self.threads as u64) as usize;
            let ranges = first..(first + at_once).min(RANGES);
            let merge = |range| merged(&paths(range), MOST_OPEN / at_once);
            for sum in threads::map(at_once, ranges.clone(), merge) {
                let sum = sum?;
                writer.add(&sum.bytes)?;
                done.patterns += sum.patterns;
            }
            done.ranges = ranges.end as u64;
            save(&mut writer, &mut done)?;
            for path in ranges.flat_map(paths) {
                // What cannot be removed now is tried again in the end.
                let _ = fs::remove_file(path);
            }
        }
        writer.add(&END)?;
        writer.finish()?;
        self.finished(done.patterns)
    }

    /// The result is complete: removes leftovers of killed runs.
    fn finished(&self, patterns: u64) -> Result<(u64, u64), Refusal> {
        let out = &self.checkpoint.out;
        let lost = |_| {
            let state = self.checkpoint.path().display().to_string();
            file::about(out, words::LOST.refuse().with("state", state))
        };
        let bytes = fs::metadata(out).map_err(lost)?.len();
        // Failure does not matter.
        let _ = fs::remove_dir_all(self.folder());
        Ok((patterns, bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zoom::Selection;
    use quadrille_core::Rng;

    /// Games of 90 stones that never touch, so that all are legal, in the compact form.
    fn scattered_games(games: usize) -> String {
        let mut rng = Rng::new(6);
        let mut game = |_| {
            let mut points: Vec<(u8, u8)> = (0..100).map(|point| (point / 10 * 2, point % 10 * 2)).collect();
            rng.shuffle(&mut points);
            let letters = points[..90].iter().flat_map(|&(row, column)| [column, row]);
            format!("?\t{}\n", letters.map(|letter| char::from(b'a' + letter)).collect::<String>())
        };
        (0..games).map(&mut game).collect()
    }

    /// Merging breaks off at a damaged run, when others are merged and gone already; once the run is mended it goes on from there
    /// to the same bytes, and leaves nothing behind.
    #[test]
    fn merging_goes_on_where_it_broke_off() {
        let folder = std::env::temp_dir().join(format!("quadrille-runs-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("games"), scattered_games(60)).expect("writable");
        let corpus = Corpus::open(&[folder.join("games")]).expect("a file");
        let selection = Selection { zooms: 3, fold: false, ..Selection::default() };
        let settings = Settings { selection, exact: true, most_patterns: 4_000, threads: 2, ..Settings::default() };
        let learn = |checkpoint: &Checkpoint| count(&corpus, &settings, &|_| true, checkpoint);
        let (whole, out) = (folder.join("whole"), folder.join("mended"));
        let at_once = Checkpoint::new(&whole, String::new());
        learn(&at_once).expect("learned");
        let checkpoint = Checkpoint { every: 16, ..Checkpoint::new(&out, String::new()) };
        let runs = file::beside(&out, ".runs");
        let run = |range| runs.join(format!("0.{range}"));
        // Nothing can be written in place of a folder: what was counted stays.
        let begun = runs.join("merging");
        fs::create_dir_all(&begun).expect("writable");
        learn(&checkpoint).expect_err("a folder is in the way");
        fs::remove_dir(&begun).expect("empty");
        let damaged = run(40);
        let good = fs::read(&damaged).expect("a run");
        fs::write(&damaged, &good[..good.len() - 1]).expect("writable");
        let error = learn(&checkpoint).expect_err("a damaged run").to_string();
        assert!(error.contains("0.40") && !run(39).exists(), "{error}");
        fs::write(&damaged, &good).expect("writable");
        // Killed while more was written: that is cut off.
        let mut longer = fs::read(&begun).expect("begun");
        longer.extend(fs::read(&whole).expect("written"));
        fs::write(&begun, longer).expect("writable");
        learn(&checkpoint).expect("learned");
        let whole = fs::read(&whole).expect("written");
        assert!(fs::read(&out).expect("written") == whole);
        // Killed before the news that all is done: nothing is left to do.
        let again = learn(&checkpoint).expect("nothing to do");
        assert!(again.bytes == whole.len() as u64 && fs::read(&out).expect("written") == whole);
        at_once.forget();
        checkpoint.forget();
        // The games and both results.
        assert_eq!(fs::read_dir(&folder).expect("readable").count(), 3);
        fs::remove_dir_all(&folder).expect("removable");
    }

    #[test]
    fn impossible_states_are_refused() {
        let state = |runs, ranges| State { runs, merged: Some(Merged { ranges, patterns: 5, bytes: 16 }) }.bytes();
        assert!(State::read(&state(3, 64)).is_ok_and(|read| read.runs == 3 && read.merged.is_some()));
        assert!(State::read(&state(3, 65)).is_err() && State::read(&state(u64::MAX, 1)).is_err());
        assert!(State::read(&state(3, 64)[..20]).is_err());
    }

    /// Numbers that no longer hold stay apart in a buffer.
    #[test]
    fn buffers_do_not_overflow() {
        let entry = |n, v| Entry { key: 7, n, v };
        let mut buffer = vec![entry(u32::MAX, 1), entry(2, 0), entry(3, 1), Entry { key: 1, n: 1, v: 0 }];
        add_up(&mut buffer);
        let sum = |part: fn(&Entry) -> u32| {
            buffer.iter().filter(|entry| entry.key == 7).map(|entry| u64::from(part(entry))).sum::<u64>()
        };
        assert_eq!((sum(|entry| entry.n), sum(|entry| entry.v)), (u64::from(u32::MAX) + 5, 2));
        assert!(buffer.len() < 4 && buffer[0].key == 1);
    }
}
