//! The winner of a board whose table fits in no memory.
//!
//! A level asks only the few levels below it, so older ones can be forgotten: with Black to move the last two (a black
//! pawn taken on a middle row costs up to H - 4 levels), with White to move the last one and the one H - 2 levels down
//! (Black retakes on its second row after losing a pawn there). The levels in between wait for their turn, on disk if a
//! folder is given. At a byte a word ([`super::coded`]) the window of 6x6 takes about 30 GB.
//!
//! With a folder every finished level is a file, and a sweep that is stopped or killed goes on after the last one.

use super::SolveError;
use super::coded::{CodedLevel, Dictionary, Number, Window, encode, group_words};
use super::fill::{Crew, bundled, cut};
use super::lanes::Lanes;
use super::layout::{Half, Layout, Level, Words};
use super::parking::Parking;
use super::pass::{Known, black_block, white_block};
use super::sides::Sides;
use crate::bmi::deposit;
use quadrille_core::Rng;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

/// Every so many words one is counted for the next level's dictionary.
const SAMPLE_EVERY: usize = 509;

/// Positions of each level told for checks.
const SPOT_CHECKS: usize = 20;

/// What a finished level was like.
#[derive(Clone, Debug)]
pub struct LevelReport {
    /// Its number.
    pub level: usize,
    /// The last level needed.
    pub last: usize,
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
    /// Some positions of the level, White to move, and whether White wins: for checks by other means.
    pub spot_checks: Vec<(Sides, bool)>,
}

/// The answer of a sweep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// Whether the side to move wins.
    pub mover_wins: bool,
    /// For each quiet step of the mover (source and target square), whether it wins.
    pub steps: Vec<(u32, u32, bool)>,
}

/// One level of both halves under construction, block by block.
struct Job<'a> {
    block: u32,
    codes: [&'a mut [u8]; 2],
    ranks: [&'a mut [u32]; 2],
}

/// Who wins a quiet position with White to move, as [`Sides`] has it; `None` if stopped.
pub fn sweep<L: Number>(
    layout: &Layout,
    sides: Sides,
    crew: Crew<'_>,
    parking: Option<&Parking>,
    tell: &mut dyn FnMut(LevelReport),
) -> Result<Option<Swept>, SolveError> {
    let black = (sides.enemy >> (2 * layout.columns)) as u32;
    let last = layout.level_of(black);
    let empty = || Window { levels: (0..layout.levels.len()).map(|_| None).collect() };
    let mut windows: [Window<L>; 2] = [empty(), empty()];
    let mut samples: Samples<L> = [HashMap::new(), HashMap::new()];
    let first = match parking {
        Some(parking) => parking.resume(layout, &mut windows, &mut samples, last)?,
        None => 0,
    };
    let total = layout.levels[..=last].iter().map(|level| level.words as u64).sum();
    for number in first..=last {
        let begin = Instant::now();
        if let Some(parking) = parking {
            parking.fetch(layout, number, &mut windows)?;
        }
        let level = &layout.levels[number];
        let dictionaries = samples.each_ref().map(Dictionary::of);
        let Some((coded, counted)) = fill(layout, level, &windows, dictionaries, crew) else { return Ok(None) };
        if let Some(parking) = parking {
            parking.store(number, &coded)?;
        }
        let escapes = coded.each_ref().map(|half| half.escapes.len());
        for (window, half) in windows.iter_mut().zip(coded) {
            window.levels[number] = Some(half);
        }
        samples = counted;
        forget(layout, number, &mut windows, parking.is_some());
        tell(LevelReport {
            level: number,
            last,
            words: level.words,
            escapes,
            seconds: begin.elapsed().as_secs_f64(),
            done: layout.levels[..=number].iter().map(|level| level.words as u64).sum(),
            total,
            bytes: windows.iter().map(bytes).sum(),
            spot_checks: spot_checks(layout, level, &windows[0], number as u64),
        });
    }
    Ok(Some(answer(layout, sides, &windows)))
}

fn bytes<L: Lanes>(window: &Window<L>) -> usize {
    let level = |level: &CodedLevel<L>| level.codes.len() + 4 * level.ranks.len() + size_of_val(&level.escapes[..]);
    window.levels.iter().flatten().map(level).sum()
}

/// A few random positions of a level with their values.
fn spot_checks<L: Number>(layout: &Layout, level: &Level, white_to_move: &Window<L>, seed: u64) -> Vec<(Sides, bool)> {
    let mut rng = Rng::new(seed);
    let mut list = Vec::new();
    for _ in 0..SPOT_CHECKS {
        let black = level.blocks[rng.below(level.blocks.len() as u32) as usize];
        let white = deposit(rng.next_u64() as u32, layout.allowed(black));
        let home = rng.next_u64() as u32 & layout.row;
        let own = u64::from(white) << layout.columns | u64::from(home);
        if black != 0 && own != 0 && own.count_ones() <= layout.most_pawns {
            let word = white_to_move.block(layout, black).read(white, layout.mirrored_white(white));
            let sides = Sides { own, enemy: u64::from(black) << (2 * layout.columns) };
            list.push((sides, word.lane(home) > 0));
        }
    }
    list
}

/// How many levels below its own a block asks for, with White and with Black to move.
pub(super) fn reach_of(layout: &Layout) -> [Vec<usize>; 2] {
    let rows = layout.rows as usize;
    [vec![1, rows - 2], (1..=(rows - 4).max(1)).collect()]
}

/// Forgets what no later level asks for; what waits on disk is forgotten too.
fn forget<L: Lanes>(layout: &Layout, done: usize, windows: &mut [Window<L>; 2], is_parked: bool) {
    for (window, reach) in windows.iter_mut().zip(reach_of(layout)) {
        let farthest = reach.iter().max().copied().unwrap_or(1);
        for (number, level) in window.levels.iter_mut().enumerate() {
            let is_out = number + farthest <= done;
            let waits = is_parked && number != done && !reach.iter().any(|below| number + below == done + 1);
            if is_out || waits {
                *level = None;
            }
        }
    }
}

/// How often words were seen, for both halves.
type Samples<L> = [HashMap<L, u32>; 2];
/// The escaped words of both halves, and samples of all words.
type Collected<L> = ([Vec<L>; 2], Samples<L>);

/// Computes one level from those below it.
fn fill<L: Number>(
    layout: &Layout,
    level: &Level,
    windows: &[Window<L>; 2],
    dictionaries: [Dictionary<L>; 2],
    crew: Crew<'_>,
) -> Option<([CodedLevel<L>; 2], Samples<L>)> {
    let known = Known { layout, white: &windows[0], black: &windows[1], black_threat: L::THREAT };
    let groups = level.words / group_words::<L>();
    let mut codes = [vec![0_u8; level.words], vec![0_u8; level.words]];
    let mut ranks = [vec![0_u32; groups], vec![0_u32; groups]];
    let nothing: Collected<L> = ([Vec::new(), Vec::new()], [HashMap::new(), HashMap::new()]);
    let collected = Mutex::new(nothing);
    let done = crew.work_off(bundled(jobs(layout, level, &mut codes, &mut ranks), |job| job.codes[0].len()), |job| {
        let mut words = [vec![L::LOST; job.codes[0].len()], vec![L::LOST; job.codes[0].len()]];
        let [white, black] = &mut words;
        black_block(known, job.block, black);
        white_block(known, job.block, black, white);
        let halves = words.iter().zip(&dictionaries).zip(job.codes).zip(job.ranks).enumerate();
        for (half, (((words, dictionary), codes), ranks)) in halves {
            let escapes = encode(dictionary, words, codes, ranks);
            let Ok(mut collected) = collected.lock() else { return };
            let base = collected.0[half].len() as u32;
            collected.0[half].extend(escapes);
            let skip = job.block as usize % SAMPLE_EVERY;
            for word in words.iter().skip(skip).step_by(SAMPLE_EVERY) {
                *collected.1[half].entry(*word).or_insert(0) += 1;
            }
            drop(collected);
            ranks.iter_mut().for_each(|rank| *rank += base);
        }
    });
    if !done {
        return None;
    }
    let (escapes, samples) = collected.into_inner().ok()?;
    let mut parts = codes.into_iter().zip(ranks).zip(escapes).zip(dictionaries);
    let mut half = || {
        let (((codes, ranks), escapes), dictionary) = parts.next()?;
        Some(CodedLevel { first: level.first, codes, ranks, escapes, dictionary })
    };
    Some(([half()?, half()?], samples))
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
