//! Making the paper's tables from games.
//!
//! Everything seen ([`Settings::exact`]) is counted by `exact.rs`. By default the patterns worth knowing are harvested first
//! (`harvest.rs`) and then counted in a second reading. Both go stay by stay (`stays.rs`).
//!
//! Counts are sums, so any number of threads gives the same table, and keys are sorted, so also the same bytes.

use crate::Corpus;
use crate::blocks::{BlockWriter, Shape};
use crate::corpus::Lesson;
use crate::exact;
use crate::file::{FileError, Reader};
use crate::harvest::{Growth, Harvest};
use crate::record::Record;
use crate::saving::Saving;
use crate::stays::{Stays, Sums};
use crate::tables::{Count, Tables};
pub use crate::train::LearnError;
use crate::walks::{Known, Walks};
use crate::zoom::{Family, Rings};
use quadrille_core::Player;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// Games travel to the threads in lots of this many.
const LOT: usize = 8;
/// How long the reader sleeps between two looks whether the threads are done.
const NAP: Duration = Duration::from_millis(1);

/// How to count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Zooms, symmetries and, unless everything is counted, which patterns are kept.
    pub growth: Growth,
    /// Whether every pattern ever seen is counted, as the paper does.
    pub exact: bool,
    /// Whether only Black's moves count, as in the paper, or White's too, with colours swapped.
    pub black_only: bool,
    /// How many patterns fit in memory; if everything is counted, what is more goes to disk in parts.
    pub most_patterns: usize,
    /// How many threads count.
    pub threads: usize,
}

impl Settings {
    fn counts(&self, player: Player) -> bool {
        player == Player::Black || !self.black_only
    }
}

/// What was counted: the number of patterns and bytes written, and the games.
#[derive(Debug)]
pub struct Counted {
    /// How many patterns there are.
    pub patterns: u64,
    /// How long the file is.
    pub bytes: u64,
    /// What was learned from.
    pub lesson: Lesson,
}

/// Counts the patterns of all wanted games, writes the tables, and goes on where it was killed.
pub fn learn(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    saving: &Saving,
) -> Result<Counted, LearnError> {
    let counted = if settings.exact {
        exact::count(corpus, settings, wanted, saving)?
    } else {
        count_chosen(corpus, settings, wanted, saving)?
    };
    saving.forget();
    Ok(counted)
}

/// First the patterns worth knowing, then their counts.
fn count_chosen(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    saving: &Saving,
) -> Result<Counted, LearnError> {
    let growth = settings.growth;
    let shape = Shape { zooms: growth.zooms, fold: growth.fold };
    let (games, keys, counts) = match saving.load()? {
        Some((games, state)) => {
            let bad = |problem| FileError::Bad(saving.beside(".progress"), problem);
            let (keys, counts) = resumed(&state).map_err(bad)?;
            (games, keys, counts)
        }
        None => {
            let keys = harvest(corpus, settings, wanted)?;
            let none = vec![Count::default(); keys.len()];
            saving.store(0, &state(&keys, none.iter().copied()))?;
            (0, keys, none)
        }
    };
    let sums = Sums::from_counts(counts.into_iter());
    let tables = Tables::new(shape, keys, Vec::new());
    let now = || (0..tables.patterns()).map(|node| sums.count(node));
    let work = |_: usize, lot: &[Record]| {
        let (mut seen, mut chosen) = (Vec::new(), Vec::new());
        lot.iter().for_each(|game| stays(game, tables.zooms(), settings, &tables, &mut seen, &mut chosen));
        sums.add(&seen, &chosen);
    };
    let pause = |games| Ok(saving.store(games, &state(tables.keys(), now()))?);
    let lesson = in_lots(corpus, settings, wanted, games, work, |since| since >= saving.every, pause)?;
    let mut writer = BlockWriter::new(&saving.out, shape)?;
    for (&key, count) in tables.keys().iter().zip(now()) {
        writer.add(key, count)?;
    }
    let (patterns, bytes) = writer.finish()?;
    Ok(Counted { patterns, bytes, lesson })
}

fn harvest(corpus: &Corpus, settings: &Settings, wanted: &dyn Fn(u64) -> bool) -> Result<Vec<u64>, LearnError> {
    let mut harvest = Harvest::new(settings.growth, Family::Zoom, settings.most_patterns)?;
    let mut number = 0;
    corpus.for_each(|game| {
        if wanted(number) {
            harvest.add(&game, |player| settings.counts(player));
        }
        number += 1;
    })?;
    Ok(harvest.finish()?)
}

/// Keys and counts as bytes.
fn state(keys: &[u64], counts: impl Iterator<Item = Count>) -> Vec<u8> {
    let mut state = Vec::with_capacity(keys.len() * 24);
    keys.iter().for_each(|key| state.extend(key.to_le_bytes()));
    counts.for_each(|count| state.extend([count.n.to_le_bytes(), count.v.to_le_bytes()].as_flattened()));
    state
}

fn resumed(state: &[u8]) -> Result<(Vec<u64>, Vec<Count>), String> {
    let mut reader = Reader(state);
    let patterns = state.len() / 24;
    let keys = (0..patterns).map(|_| reader.u64()).collect::<Result<Vec<u64>, String>>()?;
    let count = |_| Ok(Count { n: reader.u64()?, v: reader.u64()? });
    let counts = (0..patterns).map(count).collect::<Result<Vec<Count>, String>>()?;
    Ok((keys, counts))
}

/// Hands the wanted games to threads in lots, but not the first `skipped`. After each lot, `due` hears how many games were
/// handed out since the last pause; if it says so, all threads finish what they have, and `pause` hears the number of all games
/// so far.
pub(crate) fn in_lots(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
    skipped: u64,
    work: impl Fn(usize, &[Record]) + Sync,
    due: impl Fn(u64) -> bool,
    mut pause: impl FnMut(u64) -> Result<(), LearnError>,
) -> Result<Lesson, LearnError> {
    let threads = settings.threads.max(1);
    let (sender, receiver) = mpsc::sync_channel::<Vec<Record>>(2 * threads);
    // Only the workers hold the receiver: if all break off, nobody listens, and sending fails instead of waiting for ever.
    let (receiver, done) = (Arc::new(Mutex::new(receiver)), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let worker = |index: usize| {
            let (receiver, done, work) = (Arc::clone(&receiver), &done, &work);
            move || loop {
                let lot = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(lot) = lot else { return };
                work(index, &lot);
                done.fetch_add(1, Ordering::Release);
            }
        };
        let workers: Vec<_> = (0..threads).map(|index| scope.spawn(worker(index))).collect();
        drop(receiver);
        let broken = || workers.iter().any(std::thread::ScopedJoinHandle::is_finished);
        let (mut lot, mut number, mut lesson, mut failure) = (Vec::new(), 0, Lesson::default(), None);
        let (mut sent, mut paused) = (0, skipped);
        let tally = corpus.for_each(|game| {
            if wanted(number) {
                lesson.add(&game);
                if lesson.games > skipped && failure.is_none() {
                    lot.push(game);
                    if lot.len() == LOT {
                        // Nobody listens only if every worker broke off, which is told below.
                        let _ = sender.send(std::mem::take(&mut lot));
                        sent += 1;
                        if due(lesson.games - paused) {
                            while done.load(Ordering::Acquire) < sent && !broken() {
                                std::thread::sleep(NAP);
                            }
                            // What a broken worker had is lost: such a state must not be saved.
                            failure = if broken() { None } else { pause(lesson.games).err() };
                            paused = lesson.games;
                        }
                    }
                }
            }
            number += 1;
        });
        let _ = sender.send(lot);
        drop(sender);
        // All are waited for before the first failure is told.
        if workers.into_iter().map(std::thread::ScopedJoinHandle::join).filter(Result::is_err).count() > 0 {
            return Err(std::io::Error::other("a thread that counted broke off").into());
        }
        lesson.tally = tally?;
        failure.map_or(Ok(lesson), Err)
    })
}

/// Lists for how many turns each known pattern of a game was seen, and which were chosen.
pub(crate) fn stays(
    game: &Record,
    zooms: usize,
    settings: &Settings,
    known: &impl Known,
    seen: &mut Vec<(u32, u32)>,
    chosen: &mut Vec<u32>,
) {
    let mut board = game.board();
    let (mut rings, mut walks) = (Rings::new(&board, zooms), Walks::new(&board, zooms, settings.growth.fold));
    let mut looked_at = Vec::new();
    let mut stays = Stays::new(zooms, seen, chosen);
    for play in game.plays() {
        let Some(spot) = play.spot else {
            board.pass();
            continue;
        };
        let side = play.player.index();
        if settings.counts(play.player) {
            looked_at.clear();
            walks.refresh(side, (&board, &rings), known, |event| stays.hear(side, event), &mut looked_at);
            stays.choose(side, walks.path(side, spot));
        }
        let turn = board.play(spot, play.player);
        let mut change = |player: Player, at: u16| {
            (0..2).for_each(|perspective| walks.changed(perspective, at, 1));
            rings.stone(player as u8, at, |seen_from, distance| {
                (0..2).for_each(|perspective| walks.changed(perspective, seen_from, distance));
            });
        };
        change(play.player, spot);
        turn.taken.iter().for_each(|taken| change(play.player.opponent(), taken));
    }
    stays.end(&board, |side, spot| walks.path(side, spot));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use crate::testing::{TempCorpus, TempFile, random_games};
    use std::fs;
    use std::sync::atomic::AtomicUsize;

    fn corpus(games: usize, seed: u64) -> TempCorpus {
        TempCorpus::new(&random_games(games, 90, seed).join("\n"))
    }

    const GROWTH: Growth = Growth { zooms: 4, opens_after: 1, least: 2, fold: false, reach: 0 };

    fn settings(exact: bool, threads: usize) -> Settings {
        Settings { growth: GROWTH, exact, black_only: false, most_patterns: 1 << 22, threads }
    }

    /// The tables' bytes and themselves.
    fn learned(corpus: &Corpus, settings: &Settings) -> (Vec<u8>, Arc<Tables>) {
        checks::learned(corpus, settings, u64::MAX, TempFile::new("tables").path()).expect("learned")
    }

    #[test]
    fn exact_counts_are_those_of_the_literal_twin() {
        let compared = checks::counts(&corpus(8, 1), &settings(true, 1), 8, TempFile::new("twin").path());
        assert!(compared.as_ref().is_ok_and(|&patterns| patterns > 10_000), "{compared:?}");
    }

    #[test]
    fn chosen_patterns_have_their_counts_among_all_for_any_number_of_threads() {
        for (fold, black_only) in [(false, false), (true, false), (false, true)] {
            let corpus = corpus(70, 2);
            let with = |exact, threads| {
                let growth = Growth { fold, ..GROWTH };
                let settings = Settings { growth, black_only, ..settings(exact, threads) };
                learned(&corpus, &settings)
            };
            let ((all_bytes, all), (kept_bytes, kept)) = (with(true, 2), with(false, 1));
            assert!(kept.patterns() > 300 && kept.patterns() < all.patterns(), "{}", kept.patterns());
            for (&key, &count) in kept.keys().iter().zip(kept.counts()) {
                let same = all.keys().binary_search(&key).map(|place| all.counts()[place]);
                assert_eq!(same, Ok(count));
            }
            assert_eq!(kept_bytes, with(false, 3).0);
            assert_eq!(all_bytes, with(true, 1).0);
        }
    }

    #[test]
    fn binary_search_finds_what_linear_search_finds() {
        let (_, tables) = learned(&corpus(30, 3), &settings(true, 1));
        let asked = checks::searches(&corpus(12, 4), &tables, 0, u64::MAX);
        assert!(asked.as_ref().is_ok_and(|&queries| queries > 300_000), "{asked:?}");
    }

    /// Tables of parts add up to the whole's, and so do those that went to disk because memory was short.
    #[test]
    fn tables_add_up() {
        let corpus = corpus(20, 5);
        let whole = learned(&corpus, &settings(true, 1)).0;
        let few = Settings { most_patterns: 100, ..settings(true, 2) };
        assert_eq!(learned(&corpus, &few).0, whole);
        let files = ["one", "two", "sum"].map(TempFile::new);
        let [one, two, sum] = files.each_ref().map(TempFile::path);
        for (file, wanted) in [(one, &(|game: u64| game < 4) as &dyn Fn(u64) -> bool), (two, &|game| game >= 4)] {
            learn(&corpus, &settings(true, 1), wanted, &Saving::new(file, String::new())).expect("learned");
        }
        Tables::merge(&[one.to_owned(), two.to_owned()], sum).expect("alike");
        assert_eq!(fs::read(sum).expect("written"), whole);
        let other = Settings { growth: Growth { zooms: 3, ..GROWTH }, ..settings(true, 1) };
        learn(&corpus, &other, &|_| true, &Saving::new(two, String::new())).expect("learned");
        let error = Tables::merge(&[one.to_owned(), two.to_owned()], sum).expect_err("different zooms");
        assert!(error.to_string().contains("3 zooms"), "{error}");
    }

    /// Threads that all break off are told as an error: the reader does not wait for them, and saves nothing.
    #[test]
    fn workers_that_break_off_are_an_error() {
        let lines = random_games(1, 10, 7).join("") + "\n";
        let corpus = TempCorpus::new(&lines.repeat(40 * LOT));
        let work = |_: usize, _: &[Record]| panic!("a worker breaks off, as this test wants");
        let pause = |_| panic!("saved what was lost");
        let outcome = in_lots(&corpus, &settings(true, 2), &|_| true, 0, work, |since| since > 300, pause);
        assert!(outcome.is_err_and(|error| error.to_string().contains("broke off")));
    }

    /// Learning that breaks off while it saves its state goes on from there: the same bytes in the end. Unfinished learning of
    /// something else is refused.
    #[test]
    fn broken_off_learning_goes_on() {
        let corpus = corpus(60, 6);
        for exact in [false, true] {
            let whole = learned(&corpus, &settings(exact, 2)).0;
            let file = TempFile::new("resumed");
            let saving = Saving { every: 16, ..Saving::new(file.path(), "this".into()) };
            let few = AtomicUsize::new(0);
            let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                let wanted = |_| few.fetch_add(1, Ordering::Relaxed) < if exact { 40 } else { 100 } || panic!("killed");
                drop(learn(&corpus, &settings(exact, 2), &wanted, &saving));
            }));
            assert!(broken.is_err() && !file.path().exists());
            let other = Saving { about: "that".into(), ..saving.clone() };
            let error = learn(&corpus, &settings(exact, 1), &|_| true, &other).expect_err("something else");
            assert!(error.to_string().contains("something else"), "{error}");
            learn(&corpus, &settings(exact, 1), &|_| true, &saving).expect("learned");
            assert_eq!(fs::read(file.path()).expect("written"), whole);
        }
    }
}
