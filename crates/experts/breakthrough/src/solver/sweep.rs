//! The winner of a board whose table does not fit in memory.
//!
//! A level depends only on a few lower levels
//! ([`Layout::asked_by`]), so older ones can be dropped. At one byte per word ([`super::coded`]) the window of 6x6
//! takes about 30 GB. With a folder every finished level is on disk, and only the level being computed and those it
//! depends on are in memory (one pawn less, or one row less to go). That reduces 6x6 to about 8 GB. A stopped or killed
//! sweep resumes after the last finished level.
//!
//! A sweep may also keep the half with White to move, which is a complete table: the other half is the same with
//! colours swapped. Every level has a checksum of its words ([`weighed`]), which another run must reproduce.

use super::coded::{CodedLevel, Dictionary, Number, Window, encode, group_words};
use super::fill::{Crew, bundled, cut};
use super::lanes::{Lanes, WinLanes};
use super::layout::{Half, Layout, Level, Words};
use super::parking::Parking;
use super::pass::{Known, black_block, white_block};
use super::sides::{QuietValues, Sides, State};
use super::table::place;
use crate::bmi::deposit;
use crate::words;
use quadrille_breakthrough::{Position, Rules};
use quadrille_core::{Game, Player, Refusal, Rng};
use quadrille_support::clock::Instant;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Runs a body with the type of the words of a board with this many columns.
macro_rules! with_lanes {
    ($columns:expr, $lanes:ident => $body:expr) => {{
        macro_rules! with {
            ($word:ty) => {{
                type $lanes = $word;
                $body
            }};
        }
        match $columns {
            2 => with!(WinLanes<u8, 2>),
            3 => with!(WinLanes<u8, 3>),
            4 => with!(WinLanes<u16, 4>),
            5 => with!(WinLanes<u32, 5>),
            6 => with!(WinLanes<u64, 6>),
            _ => with!(WinLanes<u128, 7>),
        }
    }};
}

/// About this many blocks are computed beforehand for a level's dictionary,
const SAMPLE_BLOCKS: usize = 2_048;
/// but at most one of this many;
const SAMPLE_STRIDE: usize = 12;
/// of their words every this many counts.
const SAMPLE_EVERY: usize = 61;

/// Positions of each level reported for spot checks, half of them with Black to move.
const SPOT_CHECKS: usize = 64;

/// Statistics of a finished level.
#[derive(Clone, Debug)]
pub struct LevelReport {
    /// Its number.
    pub level: usize,
    /// The last level needed.
    pub last: usize,
    /// The rows Black's pawns have to go in it.
    pub rows_to_go: usize,
    /// Black's pawns in it.
    pub pawns: u32,
    /// Words in each half.
    pub words: usize,
    /// Escaped words, White's half and Black's.
    pub escapes: [usize; 2],
    /// Seconds it took.
    pub seconds: f64,
    /// Words of each half done so far, and in all.
    pub done: u64,
    /// Words in all the levels needed.
    pub total: u64,
    /// Bytes of all levels in memory.
    pub bytes: usize,
    /// The checksums of both halves.
    pub sums: [u64; 2],
    /// Sample positions of the level with their winners, for independent checks.
    pub spot_checks: Vec<(Position, Player)>,
}

/// What a sweep keeps in memory beyond what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// Nothing.
    Nothing,
    /// The half with White to move, which is a whole table.
    Table,
    /// Both halves.
    #[cfg(any(test, feature = "cuda"))]
    Everything,
}

impl Keep {
    pub(super) fn keeps(self, half: usize) -> bool {
        match self {
            Self::Nothing => false,
            Self::Table => half == 0,
            #[cfg(any(test, feature = "cuda"))]
            Self::Everything => true,
        }
    }
}

/// A word's contribution to the checksum of its half: an order-independent sum that detects any change of one word.
#[inline(always)]
pub(super) fn weighed<L: Number>(word: L, index: u64) -> u64 {
    word.folded().wrapping_mul(index.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
}

/// The half of a table with White to move, kept by a sweep.
#[derive(Debug)]
pub(super) struct Kept<L> {
    layout: Layout,
    white: Window<L>,
}

impl<L: Number> QuietValues for Kept<L> {
    fn quiet_value(&self, sides: Sides) -> Option<u8> {
        let layout = &self.layout;
        let (black, white, home) = place(layout, sides);
        layout.block_start(black)?;
        self.white.levels[layout.level_of(black)].as_ref()?;
        Some(self.white.block(layout, black).read(white, layout.mirrored_white(white)).lane(home))
    }

    fn census(&self) -> (u64, u64) {
        let won = |level: &CodedLevel<L>| level.words().map(|word| u64::from(word.count_won())).sum::<u64>();
        let count = |level: &CodedLevel<L>| (level.codes.len() as u64) << L::COLUMNS;
        self.white.levels.iter().flatten().fold((0, 0), |sum, level| (sum.0 + count(level), sum.1 + won(level)))
    }
}

/// The answer of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Whether the side to move wins.
    pub mover_wins: bool,
    /// For each quiet step of the mover (source and target square), whether it wins.
    pub steps: Vec<(u32, u32, bool)>,
}

/// The answer of a sweep and the whole table.
pub type Complete = (Swept, Box<dyn QuietValues>);

/// One level of both halves under construction, block by block.
struct Job<'a> {
    block: u32,
    codes: [&'a mut [u8]; 2],
    ranks: [&'a mut [u32]; 2],
}

/// A sweep for one position.
///
/// ```
/// use quadrille_breakthrough::{Position, Rules};
/// use quadrille_breakthrough_expert::solver::Sweep;
/// use quadrille_core::Game;
///
/// let sweep = Sweep::of(&Position::start(&"6x6".parse::<Rules>()?))?;
/// assert!(sweep.bytes_needed(true) < sweep.bytes_needed(false));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Sweep {
    layout: Layout,
    sides: Sides,
}

impl Sweep {
    /// A sweep for a quiet position of the standard game.
    pub fn of(position: &Position) -> Result<Self, Refusal> {
        let (rows, columns) = (u32::from(position.rows()), u32::from(position.columns()));
        if !position.rules().is_standard() || !Layout::exists(rows, columns) {
            return Err(super::no_table(position));
        }
        let sides = Sides::of(position);
        if sides.state(position.geometry()) != State::Quiet {
            return Err(words::NOT_QUIET.refuse());
        }
        let most_pawns = (2 * columns).max(sides.own.count_ones()).max(sides.enemy.count_ones());
        Ok(Self { layout: Layout::new(rows, columns, most_pawns), sides })
    }

    /// Words in each half of the table.
    #[must_use]
    pub const fn words(&self) -> usize {
        self.layout.words
    }

    /// The layout and the last level needed.
    #[cfg(any(test, feature = "cuda"))]
    pub(super) fn board(&self) -> (&Layout, usize) {
        (&self.layout, self.last())
    }

    /// Words in each half of the levels needed.
    #[cfg(test)]
    pub(super) fn words_needed(&self) -> u64 {
        self.layout.levels[..=self.last()].iter().map(|level| level.words as u64).sum()
    }

    /// The last level needed.
    fn last(&self) -> usize {
        self.layout.level_of((self.sides.enemy >> (2 * self.layout.columns)) as u32)
    }

    /// The bytes needed at the peak, counted from the sizes of the levels; fewer if the levels are parked in a folder.
    #[must_use]
    pub fn bytes_needed(&self, is_parked: bool) -> u64 {
        let layout = &self.layout;
        let last = self.last();
        let uses = LastUses::new(layout, last);
        let size = |number: usize| layout.levels[number].words as u64;
        let window = |number: usize| -> u64 {
            let asked = layout.asked_by(&layout.levels[number]);
            let in_memory = |half: usize, below: usize| {
                if is_parked { asked[half].contains(&below) } else { uses.0[half][below] >= number }
            };
            let half = |half: usize| (0..number).filter(|&below| in_memory(half, below)).map(size).sum::<u64>();
            half(0) + half(1) + 2 * size(number)
        };
        let words = (0..=last).map(window).max().unwrap_or_default();
        // A rank of four bytes for each group, and about two words of a hundred in the lists.
        let lanes = 1 << layout.columns;
        words + words * 4 / lanes + words * lanes / 8 / 50 + Layout::bytes(layout.rows, layout.columns)
    }

    /// Sweeps; `None` if stopped. A folder takes the levels, and the sweep goes on with those it holds.
    pub fn run(
        &self,
        crew: Crew<'_>,
        folder: Option<&Path>,
        tell: &mut dyn FnMut(LevelReport),
    ) -> Result<Option<Swept>, Refusal> {
        let parking = folder.map(|folder| Parking::new(folder.to_path_buf(), &self.layout)).transpose()?;
        with_lanes!(self.layout.columns, L => {
            let windows = self.levels::<L>(crew, parking.as_ref(), Keep::Nothing, tell)?;
            Ok(windows.map(|windows| self.answer(&windows)))
        })
    }

    /// Sweeps in memory and keeps the whole table, a byte a word; `None` if stopped.
    pub fn run_and_keep(self, crew: Crew<'_>, tell: &mut dyn FnMut(LevelReport)) -> Result<Option<Complete>, Refusal> {
        with_lanes!(self.layout.columns, L => {
            Ok(self.levels::<L>(crew, None, Keep::Table, tell)?.map(|windows| self.kept(windows)))
        })
    }

    /// The value of the position and of its quiet steps.
    pub(super) fn answer<L: Number>(&self, windows: &[Window<L>; 2]) -> Swept {
        answer(&self.layout, self.sides, windows)
    }

    /// The answer and the table.
    pub(super) fn kept<L: Number>(self, windows: [Window<L>; 2]) -> Complete {
        let swept = self.answer(&windows);
        let [white, _] = windows;
        (swept, Box::new(Kept { layout: self.layout, white }))
    }

    /// The levels with words of one width: the last one, and what is kept.
    pub(super) fn levels<L: Number>(
        &self,
        crew: Crew<'_>,
        parking: Option<&Parking>,
        keep: Keep,
        tell: &mut dyn FnMut(LevelReport),
    ) -> Result<Option<[Window<L>; 2]>, Refusal> {
        let layout = &self.layout;
        let last = self.last();
        let uses = LastUses::new(layout, last);
        let mut windows: [Window<L>; 2] = [Window::empty(layout), Window::empty(layout)];
        let first = match parking {
            Some(parking) => parking.resume(&mut windows, last)?,
            None => 0,
        };
        for number in first..=last {
            let begin = Instant::now();
            let level = &layout.levels[number];
            if let Some(parking) = parking {
                parking.fetch(&layout.asked_by(level), &mut windows)?;
            }
            let known = Known { layout, white: &windows[0], black: &windows[1], black_threat: L::THREAT };
            let Some((coded, sums)) = fill(known, level, crew) else { return Ok(None) };
            if let Some(parking) = parking {
                parking.store(number, &coded)?;
            }
            let escapes = coded.each_ref().map(|half| half.escapes.len());
            for (window, half) in windows.iter_mut().zip(coded) {
                window.levels[number] = Some(half);
            }
            let word = |half: usize, black, white: u32| {
                Ok(windows[half].block(layout, black).read(white, layout.mirrored_white(white)))
            };
            tell(LevelReport {
                escapes,
                seconds: begin.elapsed().as_secs_f64(),
                bytes: windows.iter().map(bytes).sum(),
                sums,
                spot_checks: spot_checks::<L>(layout, level, number as u64, &word)?,
                ..LevelReport::of(layout, number, last)
            });
            if number < last {
                let next = layout.asked_by(&layout.levels[number + 1]);
                forget(number, &uses, &next, &mut windows, (parking, keep));
            }
        }
        Ok(Some(windows))
    }
}

impl LevelReport {
    /// What is known of a level before it is computed.
    pub(super) fn of(layout: &Layout, number: usize, last: usize) -> Self {
        let level = &layout.levels[number];
        let words = |levels: &[Level]| levels.iter().map(|level| level.words as u64).sum();
        Self {
            level: number,
            last,
            rows_to_go: level.rows_to_go,
            pawns: level.pawns,
            words: level.words,
            escapes: [0; 2],
            seconds: 0.0,
            done: words(&layout.levels[..=number]),
            total: words(&layout.levels[..=last]),
            bytes: 0,
            sums: [0; 2],
            spot_checks: Vec::new(),
        }
    }
}

/// For both halves of every level, the last level that needs it.
pub(super) struct LastUses(pub(super) [Vec<usize>; 2]);

impl LastUses {
    pub(super) fn new(layout: &Layout, last: usize) -> Self {
        let mut uses = [vec![0; layout.levels.len()], vec![0; layout.levels.len()]];
        for (number, level) in layout.levels[..=last].iter().enumerate() {
            for (uses, asked) in uses.iter_mut().zip(layout.asked_by(level)) {
                asked.into_iter().for_each(|below| uses[below] = number);
            }
        }
        Self(uses)
    }
}

fn bytes<L: Lanes>(window: &Window<L>) -> usize {
    let level = |level: &CodedLevel<L>| level.codes.len() + 4 * level.ranks.len() + size_of_val(&level.escapes[..]);
    window.levels.iter().flatten().map(level).sum()
}

/// A few random positions of a level and who wins them; `word` gives the word of a half, by its block and White's pawns
/// beyond the first row.
pub(super) fn spot_checks<L: Number>(
    layout: &Layout,
    level: &Level,
    seed: u64,
    word: &dyn Fn(usize, u32, u32) -> Result<L, Refusal>,
) -> Result<Vec<(Position, Player)>, Refusal> {
    let rules = Rules::new(layout.rows as u8, layout.columns as u8)?;
    let mut rng = Rng::new(seed);
    let mut list = Vec::new();
    for number in 0..SPOT_CHECKS {
        let (half, mover) = [(0, Player::White), (1, Player::Black)][number % 2];
        let black = level.blocks[rng.below(level.blocks.len() as u32) as usize];
        let white = deposit(rng.next_u64() as u32, layout.allowed(black));
        let home = rng.next_u64() as u32 & layout.row;
        let own = u64::from(white) << layout.columns | u64::from(home);
        if black != 0 && own != 0 && own.count_ones() <= layout.most_pawns {
            let wins = word(half, black, white)?.lane(home) > 0;
            let enemy = u64::from(black) << (2 * layout.columns);
            let position = Position::from_sets(&rules, own, enemy, mover);
            list.extend(position.ok().map(|position| (position, if wins { mover } else { !mover })));
        }
    }
    Ok(list)
}

/// Drops levels that no later level needs, in memory and on disk, unless they are to be kept. A level on disk stays in
/// memory only if it is needed next.
fn forget<L: Lanes>(
    done: usize,
    uses: &LastUses,
    next: &[Vec<usize>; 2],
    windows: &mut [Window<L>; 2],
    (parking, keep): (Option<&Parking>, Keep),
) {
    for (half, window) in windows.iter_mut().enumerate().filter(|&(half, _)| !keep.keeps(half)) {
        for (number, level) in window.levels[..=done].iter_mut().enumerate() {
            let is_out = uses.0[half][number] <= done;
            if is_out || parking.is_some() && !next[half].contains(&number) {
                *level = None;
            }
            // The newest level marks the sweep's progress.
            if let Some(parking) = parking.filter(|_| is_out && number < done) {
                parking.remove(half, number);
            }
        }
    }
}

/// How often words were seen, in both halves.
type Counts<L> = [HashMap<L, u32>; 2];

/// The words of a block, White and Black to move.
fn block_words<L: Number>(known: Known<'_, L, &Window<L>>, block: u32) -> [Vec<L>; 2] {
    let count = known.layout.block_words(block);
    let mut black = vec![L::LOST; count];
    let mut white = vec![L::LOST; count];
    black_block(known, block, &mut black);
    white_block(known, block, &black, &mut white);
    [white, black]
}

/// The dictionaries of a level, from some of its blocks; `None` if stopped.
fn dictionaries<L: Number>(
    known: Known<'_, L, &Window<L>>,
    level: &Level,
    crew: Crew<'_>,
) -> Option<[Dictionary<L>; 2]> {
    let counts: Mutex<Counts<L>> = Mutex::default();
    let stride = level.blocks.len().div_ceil(SAMPLE_BLOCKS).max(SAMPLE_STRIDE);
    let sample = level.blocks.iter().step_by(stride).map(|&block| vec![block]).collect();
    let done = crew.work_off(sample, |block| {
        let words = block_words(known, block);
        let Ok(mut counts) = counts.lock() else { return };
        for (counts, words) in counts.iter_mut().zip(&words) {
            words.iter().step_by(SAMPLE_EVERY).for_each(|&word| *counts.entry(word).or_insert(0) += 1);
        }
    });
    let counts = counts.into_inner().ok()?;
    done.then(|| counts.each_ref().map(Dictionary::of))
}

/// Both halves of a level and their checksums.
type Filled<L> = ([CodedLevel<L>; 2], [u64; 2]);

/// Computes one level from those below it; `None` if stopped.
fn fill<L: Number>(known: Known<'_, L, &Window<L>>, level: &Level, crew: Crew<'_>) -> Option<Filled<L>> {
    let layout = known.layout;
    let dictionaries = dictionaries(known, level, crew)?;
    let groups = level.words / group_words::<L>();
    let mut codes = [vec![0_u8; level.words], vec![0_u8; level.words]];
    let mut ranks = [vec![0_u32; groups], vec![0_u32; groups]];
    let all_escapes: [Mutex<Vec<L>>; 2] = [Mutex::default(), Mutex::default()];
    let sums = [AtomicU64::new(0), AtomicU64::new(0)];
    let done = crew.work_off(bundled(jobs(layout, level, &mut codes, &mut ranks), |job| job.codes[0].len()), |job| {
        let words = block_words(known, job.block);
        let first = layout.block_start(job.block).unwrap_or_default() as u64;
        for (words, sum) in words.iter().zip(&sums) {
            let part = (first..).zip(words).map(|(index, &word)| weighed(word, index)).fold(0, u64::wrapping_add);
            sum.fetch_add(part, Ordering::Relaxed);
        }
        let halves = words.iter().zip(&dictionaries).zip(job.codes).zip(job.ranks).zip(&all_escapes);
        for ((((words, dictionary), codes), ranks), all_escapes) in halves {
            let escapes = encode(dictionary, words, codes, ranks);
            let Ok(mut all_escapes) = all_escapes.lock() else { return };
            let base = all_escapes.len() as u32;
            all_escapes.extend(escapes);
            drop(all_escapes);
            ranks.iter_mut().for_each(|rank| *rank += base);
        }
    });
    if !done {
        return None;
    }
    let mut parts = codes.into_iter().zip(ranks).zip(all_escapes).zip(dictionaries);
    let mut half = || {
        let (((codes, ranks), escapes), dictionary) = parts.next()?;
        let escapes = escapes.into_inner().ok()?;
        Some(CodedLevel { first: level.first, codes, ranks, escapes, dictionary })
    };
    Some(([half()?, half()?], sums.map(AtomicU64::into_inner)))
}

fn jobs<'a>(layout: &Layout, level: &Level, codes: &'a mut [Vec<u8>; 2], ranks: &'a mut [Vec<u32>; 2]) -> Vec<Job<'a>> {
    let [white, black] = codes;
    let [white_ranks, black_ranks] = ranks;
    let mut rest = (&mut white_ranks[..], &mut black_ranks[..]);
    let codes = cut(layout, level, white).into_iter().zip(cut(layout, level, black));
    let mut list = Vec::with_capacity(level.blocks.len());
    for ((block, white), (_, black)) in codes {
        let groups = white.len() >> layout.columns;
        let (white_ranks, white_rest) = rest.0.split_at_mut(groups);
        let (black_ranks, black_rest) = rest.1.split_at_mut(groups);
        rest = (white_rest, black_rest);
        list.push(Job { block, codes: [white, black], ranks: [white_ranks, black_ranks] });
    }
    list
}

/// How many words of two runs differ, of how many that both kept.
#[cfg(any(test, feature = "cuda"))]
pub(super) fn differing_words<L: Number>(one: &[Window<L>; 2], other: &[Window<L>; 2]) -> (u64, u64) {
    let halves = one.iter().zip(other).flat_map(|(one, other)| one.levels.iter().zip(&other.levels));
    let both = halves.filter_map(|(one, other)| Some((one.as_ref()?, other.as_ref()?)));
    both.fold((0, 0), |(differ, all), (one, other)| {
        let words = one.words().zip(other.words());
        (differ + words.filter(|(one, other)| one != other).count() as u64, all + one.codes.len() as u64)
    })
}

/// The value of the position, and of those after each quiet step of a pawn, all of them in the last level.
fn answer<L: Number>(layout: &Layout, sides: Sides, windows: &[Window<L>; 2]) -> Swept {
    let black = (sides.enemy >> (2 * layout.columns)) as u32;
    let value = |window: &Window<L>, own: u64| {
        let white = (own >> layout.columns) as u32;
        let home = (own & u64::from(layout.row)) as u32;
        let block = window.block(layout, black);
        block.read(white, layout.mirrored_white(white)).lane(home) > 0
    };
    let quiet_rows = (1_u64 << (layout.columns * (layout.rows - 2))) - 1;
    let mut steps = Vec::new();
    for from in quadrille_core::bits::Bits(sides.own) {
        let ahead = 1_u64 << (from + layout.columns);
        let column = from % layout.columns;
        for (exists, to) in [(column > 0, ahead >> 1), (true, ahead), (column + 1 < layout.columns, ahead << 1)] {
            if exists && to & quiet_rows & !(sides.own | sides.enemy) != 0 {
                let after = sides.own & !(1 << from) | to;
                steps.push((from, to.trailing_zeros(), !value(&windows[1], after)));
            }
        }
    }
    Swept { mover_wins: value(&windows[0], sides.own), steps }
}
