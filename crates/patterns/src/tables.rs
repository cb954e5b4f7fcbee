//! The paper's tables: how often each pattern was seen (n) and chosen (v), and the rule that evaluates a move by them.
//!
//! A pattern is *seen* at each free point whenever a player whose moves count is to move, and *chosen* if that player
//! plays there. Counting everything seen takes tens of thousands of patterns a game ([`Settings::exact`]), so by default
//! the patterns worth knowing are harvested first (`harvest.rs`) and then counted, exactly, in a second reading. A pattern
//! stays at its point for many turns: its stay is added to n once, when it ends, instead of one by one.
//!
//! Counts are sums, so any number of threads gives the same table, and keys are sorted, so also the same bytes.

use crate::Corpus;
use crate::board::{Board, EMPTY, SPOTS};
use crate::corpus::Lesson;
use crate::file::{self, FileError, Kind, Reader};
use crate::harvest::{Growth, Harvest, TooMany};
use crate::record::Record;
use crate::train::LearnError;
use crate::walks::Walks;
use crate::zoom::{self, Family, LARGEST_ZOOM, Rings};
use quadrille_core::Player;
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// Games travel to the threads in lots of this many.
const LOT: usize = 64;
/// Keys are found through the first of each of these many classes.
const CLASS_BITS: u32 = 16;
/// The weight of the smaller zoom's estimate in [`Rule::BackOff`], as a number of observations.
const BACK_OFF: f64 = 10.0;

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
    pub growth: Growth,
    /// Whether every pattern ever seen is counted, as the paper does.
    pub exact: bool,
    /// Whether only Black's moves count, as in the paper, or White's too, with colours swapped.
    pub black_only: bool,
    /// How many patterns fit in memory.
    pub most_patterns: usize,
    /// How many threads count.
    pub threads: usize,
}

impl Settings {
    fn counts(&self, player: Player) -> bool {
        player == Player::Black || !self.black_only
    }
}

/// How a move is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rule {
    /// The paper's: v/n at the largest zoom that was seen.
    #[default]
    Longest,
    /// Each zoom's v/n, drawn towards the estimate of the zoom below where n is small.
    BackOff,
}

/// Counts of patterns of all zooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    zooms: usize,
    fold: bool,
    /// In rising order; the zoom is part of the key.
    keys: Vec<u64>,
    counts: Vec<Count>,
    /// Where the keys of each class start.
    starts: Vec<u32>,
}

impl Tables {
    fn new(zooms: usize, fold: bool, keys: Vec<u64>, counts: Vec<Count>) -> Self {
        let start = |class: usize| keys.partition_point(|&key| key >> (64 - CLASS_BITS) < class as u64) as u32;
        let starts = (0..=1 << CLASS_BITS).map(start).collect();
        Self { zooms, fold, keys, counts, starts }
    }

    /// How many patterns there are.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.keys.len()
    }

    /// The largest zoom.
    #[must_use]
    pub fn zooms(&self) -> usize {
        self.zooms
    }

    #[inline]
    fn find(&self, key: u64) -> Option<u32> {
        let class = (key >> (64 - CLASS_BITS)) as usize;
        let (from, to) = (self.starts[class] as usize, self.starts[class + 1] as usize);
        self.keys[from..to].binary_search(&key).ok().map(|at| (from + at) as u32)
    }

    /// The counts of the pattern around a point at a zoom, if it was ever seen.
    #[must_use]
    pub fn count(&self, rings: &Rings, player: Player, spot: u16, zoom: usize) -> Option<Count> {
        let key = zoom::key(&rings.hash(player.index(), spot, zoom), zoom, Family::Zoom, self.fold);
        self.find(key).map(|node| self.counts[node as usize])
    }

    /// The largest zoom at which the surroundings of a point were seen, and its counts. A pattern seen at zoom z was seen
    /// at every smaller one, so a binary search finds it: zoom `low` is seen (or 0), zoom `high + 1` is not.
    #[must_use]
    pub fn longest(&self, rings: &Rings, player: Player, spot: u16) -> Option<(usize, Count)> {
        let (mut low, mut high, mut found) = (0, self.zooms, None);
        while low < high {
            let middle = (low + high).div_ceil(2);
            match self.count(rings, player, spot, middle) {
                Some(count) => (low, found) = (middle, Some((middle, count))),
                None => high = middle - 1,
            }
        }
        found
    }

    /// The value of a move.
    #[must_use]
    pub fn value(&self, rule: Rule, rings: &Rings, player: Player, spot: u16) -> f64 {
        let share = |count: Count| count.v as f64 / count.n.max(1) as f64;
        match rule {
            Rule::Longest => self.longest(rings, player, spot).map_or(0.0, |(_, count)| share(count)),
            Rule::BackOff => (1..=self.zooms)
                .map_while(|zoom| self.count(rings, player, spot, zoom))
                .fold(0.0, |below, count| (count.v as f64 + BACK_OFF * below) / (count.n as f64 + BACK_OFF)),
        }
    }

    pub(crate) fn to_body(&self) -> std::io::Result<Vec<u8>> {
        let mut body = Vec::new();
        body.extend((self.zooms as u32).to_le_bytes());
        body.extend(u32::from(self.fold).to_le_bytes());
        file::put_rising(&mut body, &self.keys, 63);
        let numbers: Vec<u8> =
            self.counts.iter().flat_map(|count| [count.n.to_le_bytes(), count.v.to_le_bytes()]).flatten().collect();
        file::put_block(&mut body, &zstd::bulk::compress(&numbers, 3)?);
        Ok(body)
    }

    pub(crate) fn from_body(body: &[u8]) -> Result<Self, String> {
        let mut reader = Reader(body);
        let (zooms, fold) = (reader.u32()? as usize, reader.u32()? != 0);
        if !(1..=LARGEST_ZOOM).contains(&zooms) {
            return Err(format!("zoom {zooms} is not possible, expected 1 to {LARGEST_ZOOM}"));
        }
        let keys = file::take_rising(&mut reader)?;
        let length = keys.len() * 16;
        let bytes = zstd::bulk::decompress(reader.block()?, length)
            .map_err(|error| format!("the counts are damaged: {error}"))?;
        let (pairs, _) = bytes.as_chunks::<16>();
        if pairs.len() != keys.len() {
            return Err(format!("there are {} counts for {} patterns", pairs.len(), keys.len()));
        }
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let counts = pairs.iter().map(|pair| Count { n: number(&pair[..8]), v: number(&pair[8..]) }).collect();
        Ok(Self::new(zooms, fold, keys, counts))
    }

    /// Writes the tables; says how many bytes.
    pub fn save(&self, path: &Path) -> Result<u64, FileError> {
        let body = self.to_body().map_err(|error| FileError::Io(path.to_owned(), error))?;
        file::write(path, Kind::Tables, &body)
    }

    /// The sum of two tables of the same kind: as if counted from both collections. Only tables of everything seen add up
    /// exactly; others lack the counts of patterns that only one of them kept.
    pub fn merge(&self, other: &Self) -> Result<Self, String> {
        if (self.zooms, self.fold) != (other.zooms, other.fold) {
            return Err(format!(
                "tables of {} zooms and {} zooms, or with and without symmetries, cannot be added",
                self.zooms, other.zooms
            ));
        }
        let mut sum: Vec<(u64, Count)> = self.keys.iter().copied().zip(self.counts.iter().copied()).collect();
        sum.extend(other.keys.iter().copied().zip(other.counts.iter().copied()));
        sum.sort_unstable_by_key(|&(key, _)| key);
        sum.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 = Count { n: kept.1.n + later.1.n, v: kept.1.v + later.1.v };
            }
            same
        });
        let (keys, counts) = sum.into_iter().unzip();
        Ok(Self::new(self.zooms, self.fold, keys, counts))
    }
}

/// Counts the patterns of all wanted games.
pub fn learn(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
) -> Result<(Tables, Lesson), LearnError> {
    if settings.exact {
        return learn_exactly(corpus, settings, wanted);
    }
    let mut harvest = Harvest::new(settings.growth, Family::Zoom, settings.most_patterns);
    let mut number = 0;
    corpus.for_each(|game| {
        if wanted(number) {
            harvest.add(&game, |player| settings.counts(player));
        }
        number += 1;
    })?;
    let keys = harvest.finish()?;
    let growth = settings.growth;
    let mut tables = Tables::new(growth.zooms, growth.fold, keys, Vec::new());
    let fresh = || (0..tables.keys.len()).map(|_| AtomicU64::new(0)).collect::<Vec<_>>();
    let (seen, chosen) = (fresh(), fresh());
    let (lesson, _) = in_lots(corpus, settings.threads, wanted, |lot, (): &mut ()| {
        lot.iter().for_each(|game| count_stays(game, &tables, settings, &seen, &chosen));
    })?;
    let count = |(n, v): (AtomicU64, AtomicU64)| Count { n: n.into_inner(), v: v.into_inner() };
    tables.counts = seen.into_iter().zip(chosen).map(count).collect();
    Ok((tables, lesson))
}

/// Hands the wanted games to threads in lots; each thread has a state of its own, and all are given back.
fn in_lots<S: Default + Send>(
    corpus: &Corpus,
    threads: usize,
    wanted: &dyn Fn(u64) -> bool,
    work: impl Fn(&[Record], &mut S) + Sync,
) -> Result<(Lesson, Vec<S>), LearnError> {
    let (sender, receiver) = mpsc::sync_channel::<Vec<Record>>(2 * threads.max(1));
    let receiver = Mutex::new(receiver);
    std::thread::scope(|scope| {
        let worker = || {
            let mut state = S::default();
            loop {
                let lot = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                let Ok(lot) = lot else { return state };
                work(&lot, &mut state);
            }
        };
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        let (mut lot, mut number, mut lesson) = (Vec::new(), 0, Lesson::default());
        let tally = corpus.for_each(|game| {
            if wanted(number) {
                lesson.add(&game);
                lot.push(game);
                if lot.len() == LOT {
                    // Nobody listens only if every worker broke off, which is told below.
                    let _ = sender.send(std::mem::take(&mut lot));
                }
            }
            number += 1;
        });
        let _ = sender.send(lot);
        drop(sender);
        let states: Result<Vec<S>, _> = workers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        let states = states.map_err(|_| std::io::Error::other("a thread that counted broke off"))?;
        lesson.tally = tally?;
        Ok((lesson, states))
    })
}

/// Adds one game: a pattern's stay at a point is added to n when it ends.
fn count_stays(game: &Record, tables: &Tables, settings: &Settings, seen: &[AtomicU64], chosen: &[AtomicU64]) {
    let zooms = tables.zooms;
    let mut board = game.board();
    let (mut rings, mut walks) = (Rings::new(&board, zooms), Walks::new(&board, zooms, tables.fold));
    let mut began = vec![0_u32; 2 * SPOTS * zooms];
    let mut turns = [0_u32; 2];
    let mut looked_at = Vec::new();
    let place = |side: usize, spot: u16, zoom: usize| (side * SPOTS + spot as usize) * zooms + zoom - 1;
    let add = |counts: &[AtomicU64], node: u32, more: u32| {
        counts[node as usize].fetch_add(u64::from(more), Ordering::Relaxed);
    };
    for play in game.plays() {
        let Some(spot) = play.spot else {
            board.pass();
            continue;
        };
        let side = play.player.index();
        if settings.counts(play.player) {
            let now = turns[side];
            let event = |enters: bool, spot: u16, zoom: usize, node: u32| {
                let began = &mut began[place(side, spot, zoom)];
                if enters { *began = now } else { add(seen, node, now - *began) }
            };
            looked_at.clear();
            walks.refresh(side, (&board, &rings), |key| tables.find(key), event, &mut looked_at);
            turns[side] += 1;
            walks.path(side, spot).iter().for_each(|&node| add(chosen, node, 1));
        }
        let turn = board.play(spot, play.player);
        let mut change = |player: Player, at: u16| {
            (0..2).for_each(|perspective| walks.changed(perspective, at, 1));
            rings.stone(player as u8, at, 0..2, |perspective, seen_from, distance| {
                walks.changed(perspective, seen_from, distance);
            });
        };
        change(play.player, spot);
        turn.taken.iter().for_each(|taken| change(play.player.opponent(), taken));
    }
    for (side, &now) in turns.iter().enumerate() {
        for spot in board.spots() {
            for (zoom, &node) in (1..).zip(walks.path(side, spot)) {
                add(seen, node, now - began[place(side, spot, zoom)]);
            }
        }
    }
}

/// Everything that one thread has seen, or the news that it is too much.
#[derive(Default)]
struct Seen {
    counts: FxHashMap<u64, Count>,
    full: bool,
}

fn learn_exactly(
    corpus: &Corpus,
    settings: &Settings,
    wanted: &dyn Fn(u64) -> bool,
) -> Result<(Tables, Lesson), LearnError> {
    let (growth, most) = (settings.growth, settings.most_patterns);
    let (lesson, threads) = in_lots(corpus, settings.threads, wanted, |lot, seen: &mut Seen| {
        for game in lot {
            seen.full |= seen.counts.len() > most;
            if !seen.full {
                count_all(game, settings, &mut seen.counts);
            }
        }
    })?;
    let mut sum = FxHashMap::default();
    for seen in threads {
        if seen.full || sum.len() > most {
            return Err(TooMany(most).into());
        }
        for (key, count) in seen.counts {
            let total: &mut Count = sum.entry(key).or_default();
            *total = Count { n: total.n + count.n, v: total.v + count.v };
        }
    }
    let mut pairs: Vec<(u64, Count)> = sum.into_iter().collect();
    pairs.sort_unstable_by_key(|&(key, _)| key);
    let (keys, counts) = pairs.into_iter().unzip();
    Ok((Tables::new(growth.zooms, growth.fold, keys, counts), lesson))
}

/// The paper's counting to the letter: every free point, every zoom, every turn.
fn count_all(game: &Record, settings: &Settings, counts: &mut FxHashMap<u64, Count>) {
    let growth = settings.growth;
    let mut board = game.board();
    let mut rings = Rings::new(&board, growth.zooms);
    for play in game.plays() {
        let Some(spot) = play.spot else {
            board.pass();
            continue;
        };
        if settings.counts(play.player) {
            for free in board.spots().filter(|&free| board.colour(free) == EMPTY) {
                let mut hash = [0; 8];
                for zoom in 1..=growth.zooms {
                    zoom::toggle(&mut hash, rings.ring(play.player.index(), free, zoom));
                    let count = counts.entry(zoom::key(&hash, zoom, Family::Zoom, growth.fold)).or_default();
                    count.n += 1;
                    count.v += u64::from(free == spot);
                }
            }
        }
        let turn = board.play(spot, play.player);
        rings.stone(play.player as u8, spot, 0..2, |_, _, _| {});
        for taken in turn.taken.iter() {
            rings.stone(play.player.opponent() as u8, taken, 0..2, |_, _, _| {});
        }
    }
}

/// A board that is followed for its tables.
#[derive(Debug)]
pub struct Follower {
    /// The board.
    pub board: Board,
    /// Its hashes.
    pub rings: Rings,
}

impl Follower {
    /// Starts from a game's first position.
    #[must_use]
    pub fn new(game: &Record, zooms: usize) -> Self {
        let board = game.board();
        Self { rings: Rings::new(&board, zooms), board }
    }

    /// Plays a legal move or a pass.
    pub fn play(&mut self, player: Player, spot: Option<u16>) {
        let Some(spot) = spot else { return self.board.pass() };
        let turn = self.board.play(spot, player);
        self.rings.stone(player as u8, spot, 0..2, |_, _, _| {});
        for taken in turn.taken.iter() {
            self.rings.stone(player.opponent() as u8, taken, 0..2, |_, _, _| {});
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{OFF, SIDE};
    use crate::testing::{TempCorpus, random_games};
    use std::collections::HashMap;

    fn corpus(games: usize, seed: u64) -> TempCorpus {
        TempCorpus::new(&random_games(games, 90, seed).join("\n"))
    }

    const GROWTH: Growth = Growth { zooms: 4, opens_after: 1, least: 2, fold: false, reach: 0 };

    fn settings(exact: bool, threads: usize) -> Settings {
        Settings { growth: GROWTH, exact, black_only: false, most_patterns: 1 << 22, threads }
    }

    /// The paper's functions without any hash: patterns are texts.
    fn literal(corpus: &Corpus, zooms: usize) -> HashMap<(usize, String), Count> {
        let mut counts: HashMap<(usize, String), Count> = HashMap::new();
        let side = SIDE as i32;
        let add_game = |game: Record| {
            game.replay(|board, player, chosen| {
                for free in board.spots().filter(|&spot| board.stone(spot).is_none()) {
                    let mut text = String::new();
                    for zoom in 1..=zooms as i32 {
                        for row in -zoom..=zoom {
                            for column in (-zoom..=zoom).filter(|column| row.abs() + column.abs() == zoom) {
                                let (r, c) = (free as i32 / side + row, free as i32 % side + column);
                                let on = (0..side).contains(&r) && (0..side).contains(&c);
                                let colour = if on { board.colour((r * side + c) as u16) } else { OFF };
                                text.push(match colour {
                                    OFF => '#',
                                    EMPTY => '.',
                                    stone if stone == player as u8 => 'x',
                                    _ => 'o',
                                });
                            }
                        }
                        let count = counts.entry((zoom as usize, text.clone())).or_default();
                        count.n += 1;
                        count.v += u64::from(free == chosen);
                    }
                }
            });
        };
        corpus.for_each(add_game).expect("readable");
        counts
    }

    #[test]
    fn exact_counts_are_those_of_the_literal_twin() {
        let corpus = corpus(8, 1);
        let (tables, _) = learn(&corpus, &settings(true, 1), &|_| true).expect("learned");
        let twin = literal(&corpus, GROWTH.zooms);
        assert_eq!(tables.patterns(), twin.len());
        let ordered = |counts: Vec<Count>| {
            let mut pairs: Vec<(u64, u64)> = counts.into_iter().map(|count| (count.n, count.v)).collect();
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(ordered(tables.counts), ordered(twin.into_values().collect()));
    }

    #[test]
    fn counting_by_stays_equals_counting_one_by_one_for_any_number_of_threads() {
        for (fold, black_only) in [(false, false), (true, false), (false, true)] {
            let corpus = corpus(70, 2);
            let with = |exact, threads| {
                let growth = Growth { fold, ..GROWTH };
                let settings = Settings { growth, black_only, ..settings(exact, threads) };
                learn(&corpus, &settings, &|_| true).expect("learned").0
            };
            let (all, kept) = (with(true, 2), with(false, 1));
            assert!(kept.patterns() > 300 && kept.patterns() < all.patterns(), "{}", kept.patterns());
            for (&key, &count) in kept.keys.iter().zip(&kept.counts) {
                assert_eq!(all.find(key).map(|node| all.counts[node as usize]), Some(count));
            }
            let body = kept.to_body().expect("in memory");
            assert_eq!(body, with(false, 3).to_body().expect("in memory"));
            assert_eq!(Tables::from_body(&body).expect("well formed"), kept);
            assert_eq!(all.to_body().expect("in memory"), with(true, 1).to_body().expect("in memory"));
        }
    }

    #[test]
    fn binary_search_finds_what_linear_search_finds() {
        let (tables, _) = learn(&corpus(30, 3), &settings(true, 1), &|_| true).expect("learned");
        let mut queries = 0;
        let ask = |game: Record| {
            let mut follower = Follower::new(&game, tables.zooms());
            for play in game.plays() {
                for spot in follower.board.spots().filter(|&spot| follower.board.stone(spot).is_none()) {
                    let seen = |zoom: &usize| tables.count(&follower.rings, play.player, spot, *zoom).is_some();
                    let linear = (1..=tables.zooms()).take_while(seen).last();
                    let binary = tables.longest(&follower.rings, play.player, spot).map(|(zoom, _)| zoom);
                    assert_eq!(binary, linear);
                    queries += 1;
                }
                follower.play(play.player, play.spot);
            }
        };
        corpus(12, 4).for_each(ask).expect("readable");
        assert!(queries > 300_000, "{queries}");
    }

    #[test]
    fn tables_of_two_collections_add_up() {
        let learned =
            |wanted: &dyn Fn(u64) -> bool| learn(&corpus(10, 5), &settings(true, 1), wanted).expect("learned").0;
        let sum = learned(&|game| game < 4).merge(&learned(&|game| game >= 4)).expect("alike");
        assert_eq!(sum, learned(&|_| true));
        let few = Settings { most_patterns: 100, ..settings(true, 1) };
        assert!(learn(&corpus(10, 5), &few, &|_| true).is_err());
    }
}
