//! Counting everything ever seen, as the paper does: some hundred thousand stays a game.
//!
//! Threads throw what they count on piles, one for each range of keys, which are sorted and added up when they are full: a
//! table that is looked up for each stay would wait for memory each time. Piles that stay full go to disk as a *part*, one
//! file for each range. In the end the parts of each range are added up, appended to the result, and removed: the disk never
//! holds much more than the larger of both. Every step can be killed and goes on.

use crate::Corpus;
use crate::blocks::{self, BlockWriter, END, RANGES, Shape};
use crate::counting::{self, Counted, LearnError, Settings};
use crate::file::{FileError, Kind, Reader, Writer};
use crate::record::Record;
use crate::saving::Saving;
use crate::tables::Count;
use crate::walks::Known;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many files are open at once while parts are added up.
const MOST_OPEN: usize = 128;
/// More parts are not believed.
const MOST_PARTS: u64 = 1 << 20;

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

impl Known for Everything {
    #[inline]
    fn head(&self, _: u64) -> u32 {
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
struct Piles {
    piles: Vec<Vec<Entry>>,
    /// How many entries a pile has room for.
    room: usize,
    /// The patterns of a game by number, which were seen for how many turns, and which were chosen.
    known: Everything,
    seen: Vec<(u32, u32)>,
    chosen: Vec<u32>,
}

impl Piles {
    fn new(room: usize) -> Self {
        let (known, seen, chosen) = (Everything::default(), Vec::new(), Vec::new());
        Self { piles: (0..RANGES).map(|_| Vec::with_capacity(room)).collect(), room, known, seen, chosen }
    }

    /// Adds a game; says whether a pile will soon be full of different patterns.
    fn add(&mut self, game: &Record, settings: &Settings) -> bool {
        let Self { piles, room, known, seen, chosen } = self;
        known.0.get_mut().clear();
        seen.clear();
        chosen.clear();
        counting::stays(game, settings.growth.zooms, settings, known, seen, chosen);
        let keys = known.0.get_mut();
        let seen = seen.iter().map(|&(node, turns)| Entry { key: keys[node as usize], n: turns, v: 0 });
        let chosen = chosen.iter().map(|&node| Entry { key: keys[node as usize], n: 0, v: 1 });
        let mut full = false;
        for entry in seen.chain(chosen) {
            let pile = &mut piles[blocks::range_of(entry.key)];
            // Beyond its room a pile grows while the threads come to a pause.
            if pile.len() == pile.capacity() {
                add_up(pile);
                full |= pile.len() > *room / 3 * 2;
            }
            pile.push(entry);
        }
        full
    }
}

/// Sorts a pile and adds up the entries of each pattern, as far as their numbers hold.
fn add_up(pile: &mut Vec<Entry>) {
    pile.sort_unstable_by_key(|entry| entry.key);
    pile.dedup_by(|next, sum| {
        let added = (sum.key == next.key).then(|| sum.n.checked_add(next.n).zip(sum.v.checked_add(next.v))).flatten();
        added.into_iter().for_each(|(n, v)| (sum.n, sum.v) = (n, v));
        added.is_some()
    });
}

/// Where the counting stands, beside the number of games: what is on disk.
#[derive(Clone, Copy)]
struct Progress {
    /// How many parts there are.
    parts: u64,
    /// How many ranges were added up, how many patterns they have, and how many bytes were written; if that has begun.
    merged: Option<(u64, u64, u64)>,
}

impl Progress {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.parts.to_le_bytes().to_vec();
        if let Some((ranges, patterns, written)) = self.merged {
            bytes.extend([ranges, patterns, written].map(u64::to_le_bytes).as_flattened());
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Self, String> {
        let mut reader = Reader(bytes);
        let parts = reader.u64()?;
        let merged = if reader.0.is_empty() { None } else { Some((reader.u64()?, reader.u64()?, reader.u64()?)) };
        let ranges = merged.as_ref().map_or(0, |(ranges, ..)| *ranges);
        if parts > MOST_PARTS || ranges > RANGES as u64 {
            return Err(format!("{parts} parts of which {ranges} ranges are added up are not possible"));
        }
        Ok(Self { parts, merged })
    }
}

/// Counts everything and writes the tables.
pub(crate) fn count(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    saving: &Saving,
) -> Result<Counted, LearnError> {
    let shape = Shape { zooms: settings.growth.zooms, fold: settings.growth.fold };
    let bad = |problem| FileError::Bad(saving.beside(".progress"), problem);
    let (games, mut progress) = match saving.load()? {
        Some((games, state)) => (games, Progress::read(&state).map_err(bad)?),
        None => (0, Progress { parts: 0, merged: None }),
    };
    let threads = settings.threads.max(1);
    let room = (settings.most_patterns / threads / RANGES).max(8);
    let piles: Vec<Mutex<Piles>> = (0..threads).map(|_| Mutex::new(Piles::new(room))).collect();
    let full = AtomicBool::new(false);
    let work = |index: usize, lot: &[Record]| {
        let mut piles = piles[index].lock().unwrap_or_else(PoisonError::into_inner);
        for game in lot {
            if piles.add(game, settings) {
                full.store(true, Ordering::Relaxed);
            }
        }
    };
    let spill = |progress: &mut Progress| {
        spill(&piles, shape, |range| part(saving, progress.parts, range))?;
        progress.parts += 1;
        full.store(false, Ordering::Relaxed);
        Ok::<(), FileError>(())
    };
    let due = |since| since >= saving.every || full.load(Ordering::Relaxed);
    let pause = |games| {
        spill(&mut progress)?;
        Ok(saving.store(games, &progress.bytes())?)
    };
    let lesson = counting::in_lots(corpus, settings, wanted, games, work, due, pause)?;
    if progress.merged.is_none() {
        spill(&mut progress)?;
    }
    drop(piles);
    let memory = (settings.most_patterns * BYTES_PER_PATTERN) as u64;
    let (patterns, bytes) = merge(shape, (threads, memory), saving, lesson.games, progress)?;
    Ok(Counted { patterns, bytes, lesson })
}

/// The file of one range of a part.
fn part(saving: &Saving, number: u64, range: usize) -> PathBuf {
    saving.beside(&format!(".part-{number}.{range}"))
}

/// Gives every item to one of so many threads; in the order of the items, what came of them.
fn side_by_side<I: Send, T: Send>(
    threads: usize,
    items: Vec<I>,
    work: impl Fn(I) -> Result<T, FileError> + Sync,
) -> Result<Vec<T>, FileError> {
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut done = Vec::new();
        while let Some((index, item)) = next() {
            done.push((index, work(item)?));
        }
        Ok(done)
    };
    let lists = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        let lists = workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        lists.collect::<Result<Vec<Vec<(usize, T)>>, FileError>>()
    })?;
    let mut done: Vec<(usize, T)> = lists.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(index, _)| *index);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Writes what all threads have counted as a part, and empties the piles.
fn spill(piles: &[Mutex<Piles>], shape: Shape, path: impl Fn(usize) -> PathBuf + Sync) -> Result<(), FileError> {
    let mut all: Vec<MutexGuard<'_, Piles>> =
        piles.iter().map(|piles| piles.lock().unwrap_or_else(PoisonError::into_inner)).collect();
    let room = all.first().map_or(0, |piles| piles.room);
    let mut by_range: Vec<(usize, Vec<&mut Vec<Entry>>)> = (0..RANGES).map(|range| (range, Vec::new())).collect();
    for piles in &mut all {
        by_range.iter_mut().zip(&mut piles.piles).for_each(|((_, list), pile)| list.push(pile));
    }
    let write = |(range, mut piles): (usize, Vec<&mut Vec<Entry>>)| {
        piles.iter_mut().for_each(|pile| add_up(pile));
        let mut rests: Vec<&[Entry]> = piles.iter().map(|pile| &pile[..]).collect();
        let mut writer = BlockWriter::new(&path(range), shape)?;
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
        writer.finish()?;
        for pile in piles {
            pile.clear();
            // What it grew beyond its room is given back.
            pile.shrink_to(room);
        }
        Ok(())
    };
    side_by_side(piles.len(), by_range, write).map(drop)
}

/// Adds up the parts, range by range, and removes them; says how many patterns and bytes there are.
fn merge(
    shape: Shape,
    (threads, memory): (usize, u64),
    saving: &Saving,
    games: u64,
    progress: Progress,
) -> Result<(u64, u64), FileError> {
    let (parts, begun) = (progress.parts, saving.beside(".merging"));
    let (done, mut patterns, written) =
        progress.merged.map_or((0, 0, None), |(done, patterns, written)| (done as usize, patterns, Some(written)));
    if done == RANGES && !begun.exists() {
        // Killed between the last step and the news of it.
        remove_parts(saving);
        let length = fs::metadata(&saving.out).map_err(|error| {
            let state = saving.beside(".progress");
            FileError::Bad(saving.out.clone(), format!("it was finished, but {error}: remove {}", state.display()))
        });
        return Ok((patterns, length?.len()));
    }
    let mut writer = Writer::lasting(&saving.out, begun, Kind::Tables, written)?;
    let store = |writer: &mut Writer, done: usize, patterns: u64| {
        let progress = Progress { parts, merged: Some((done as u64, patterns, writer.mark()?)) };
        saving.store(games, &progress.bytes())
    };
    if written.is_none() {
        writer.add(&shape.bytes())?;
        store(&mut writer, 0, 0)?;
    }
    let paths = |range: usize| (0..parts).map(|number| part(saving, number, range)).collect::<Vec<PathBuf>>();
    let mut first = done;
    while first < RANGES {
        // A sum is in memory until it is written, and at most as long as what is added up.
        let at_once = (memory / blocks::length(&paths(first))?.max(1)).clamp(1, threads as u64) as usize;
        let ranges = first..(first + at_once).min(RANGES);
        first = ranges.end;
        let add_up = |range| blocks::merged(&paths(range), MOST_OPEN / at_once);
        for sum in side_by_side(at_once, ranges.clone().collect(), add_up)? {
            writer.add(&sum.bytes)?;
            patterns += sum.patterns;
        }
        store(&mut writer, ranges.end, patterns)?;
        // What cannot be removed now is tried again in the end.
        ranges.flat_map(paths).for_each(|path| drop(fs::remove_file(path)));
    }
    writer.add(&END)?;
    let bytes = writer.finish()?;
    remove_parts(saving);
    Ok((patterns, bytes))
}

/// Removes what learning that was killed left behind. The result is there: it matters to nobody if that fails.
fn remove_parts(saving: &Saving) {
    let start = saving.beside(".part-");
    let (Some(folder), Some(start)) = (start.parent(), start.file_name().and_then(OsStr::to_str)) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let ours = |name: &str| {
        // NUMBER.RANGE, added up with others, or unfinished.
        let word = |word: &str| word.parse::<u64>().is_ok() || word == "sum" || word == "part";
        name.strip_prefix(start).is_some_and(|rest| rest.contains('.') && rest.split('.').all(word))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(ours) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harvest::Growth;
    use crate::testing::{TempCorpus, TempFile, random_games};
    use std::ffi::OsString;

    fn settings() -> Settings {
        let growth = Growth { zooms: 3, fold: false, ..Growth::default() };
        Settings { growth, exact: true, black_only: false, most_patterns: 4_000, threads: 2 }
    }

    /// Adding up breaks off at a damaged part, when others are added and gone already; once the part is mended it goes on from there
    /// to the same bytes, and leaves nothing behind.
    #[test]
    fn adding_up_goes_on_where_it_broke_off() {
        let corpus = TempCorpus::new(&random_games(60, 90, 6).join("\n"));
        let learn = |saving: &Saving| count(&corpus, &settings(), &|_| true, saving);
        let (whole, file) = (TempFile::new("whole"), TempFile::new("mended"));
        learn(&Saving::new(whole.path(), String::new())).expect("learned");
        let saving = Saving { every: 16, ..Saving::new(file.path(), String::new()) };
        // Nothing can be written in place of a folder: what was counted stays.
        let begun = saving.beside(".merging");
        fs::create_dir(&begun).expect("writable");
        learn(&saving).expect_err("a folder is in the way");
        fs::remove_dir(&begun).expect("empty");
        let damaged = part(&saving, 0, 40);
        let good = fs::read(&damaged).expect("a part");
        fs::write(&damaged, &good[..good.len() - 1]).expect("writable");
        let error = learn(&saving).expect_err("a damaged part").to_string();
        assert!(error.contains(".part-0.40") && !part(&saving, 0, 39).exists(), "{error}");
        fs::write(&damaged, &good).expect("writable");
        // Killed while more was written: that is cut off.
        let mut longer = fs::read(&begun).expect("begun");
        longer.extend(fs::read(whole.path()).expect("written"));
        fs::write(&begun, longer).expect("writable");
        learn(&saving).expect("learned");
        let whole = fs::read(whole.path()).expect("written");
        assert!(fs::read(file.path()).expect("written") == whole);
        // Killed before the news that all is done: nothing is left to do.
        let again = learn(&saving).expect("nothing to do");
        assert!(again.bytes == whole.len() as u64 && fs::read(file.path()).expect("written") == whole);
        saving.forget();
        let left = |name: OsString| {
            name.to_string_lossy().contains(&*file.path().file_name().unwrap_or_default().to_string_lossy())
        };
        let folder = fs::read_dir(file.path().parent().expect("a folder")).expect("readable");
        assert_eq!(folder.flatten().filter(|entry| left(entry.file_name())).count(), 1);
    }

    #[test]
    fn impossible_progress_is_refused() {
        let progress = |parts, ranges| Progress { parts, merged: Some((ranges, 5, 16)) }.bytes();
        assert!(Progress::read(&progress(3, 64)).is_ok_and(|read| read.parts == 3 && read.merged.is_some()));
        assert!(Progress::read(&progress(3, 65)).is_err() && Progress::read(&progress(u64::MAX, 1)).is_err());
        assert!(Progress::read(&progress(3, 64)[..20]).is_err());
    }

    /// Numbers that no longer hold stay apart in a pile.
    #[test]
    fn piles_do_not_overflow() {
        let entry = |n, v| Entry { key: 7, n, v };
        let mut pile = vec![entry(u32::MAX, 1), entry(2, 0), entry(3, 1), Entry { key: 1, n: 1, v: 0 }];
        add_up(&mut pile);
        let sum = |part: fn(&Entry) -> u32| {
            pile.iter().filter(|entry| entry.key == 7).map(|entry| u64::from(part(entry))).sum::<u64>()
        };
        assert_eq!((sum(|entry| entry.n), sum(|entry| entry.v)), (u64::from(u32::MAX) + 5, 2));
        assert!(pile.len() < 4 && pile[0].key == 1);
    }
}
