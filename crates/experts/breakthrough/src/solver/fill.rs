//! Filling tables level by level on several threads.
//!
//! Levels are contiguous in memory, so at each level the finished part is a shared slice and the level itself is split
//! into blocks that threads take from a queue: no locks around words, no unsafe code.

use super::lanes::Lanes;
use super::layout::{Layout, Level};
use super::pass::{Known, black_block, white_block};
use quadrille_search::Stop;
use std::sync::Mutex;

/// Threads take blocks in batches of about this many words.
const BUNDLE_WORDS: usize = 1 << 14;

/// Both halves of a table: words with White and with Black to move.
#[derive(Debug)]
pub struct Halves<L> {
    /// White to move.
    pub white: Vec<L>,
    /// Black to move.
    pub black: Vec<L>,
}

impl<L: Lanes> Halves<L> {
    /// The whole layout, with every lane lost.
    #[must_use]
    pub fn empty(layout: &Layout) -> Self {
        Self { white: vec![L::LOST; layout.words], black: vec![L::LOST; layout.words] }
    }
}

/// How a fill is run.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// How many threads work.
    pub threads: usize,
    /// How others end it.
    pub stop: &'a Stop,
}

impl Crew<'_> {
    /// Lets the threads work off a list of bundles; false if it was stopped before the end.
    pub(super) fn work_off<J: Send>(&self, bundles: Vec<Vec<J>>, work: impl Fn(J) + Sync) -> bool {
        let queue = Mutex::new(bundles.into_iter());
        let next = || queue.lock().map_or(None, |mut queue| queue.next());
        let worker = || {
            while let Some(bundle) = next() {
                if self.stop.is_due() {
                    return;
                }
                bundle.into_iter().for_each(&work);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(worker);
            }
            worker();
        });
        !self.stop.is_due()
    }

    /// Computes one level of both halves, all lower levels being known. False if stopped.
    pub fn fill_level<L: Lanes>(&self, layout: &Layout, level: &Level, halves: &mut Halves<L>) -> bool {
        let (known_white, white) = halves.white.split_at_mut(level.first);
        let (known_black, black) = halves.black.split_at_mut(level.first);
        let known = Known { layout, white: &*known_white, black: &*known_black, black_threat: L::THREAT };
        let whites = cut(layout, level, white);
        let blacks = cut(layout, level, black);
        let jobs = whites.into_iter().zip(blacks).map(|((block, white), (_, black))| (block, white, black));
        let bundles = bundled(jobs.collect(), |(_, white, _)| white.len());
        self.work_off(bundles, |(block, white, black)| {
            black_block(known, block, black);
            white_block(known, block, black, white);
        })
    }

    /// Recomputes one level of Black's half from White's half and Black's lower levels.
    pub fn refresh_black<L: Lanes>(&self, layout: &Layout, level: &Level, halves: &mut Halves<L>, threat: L) -> bool {
        let (known_black, black) = halves.black.split_at_mut(level.first);
        let known = Known { layout, white: &halves.white[..], black: &*known_black, black_threat: threat };
        let bundles = bundled(cut(layout, level, black), |(_, words)| words.len());
        self.work_off(bundles, |(block, words)| black_block(known, block, words))
    }

    /// Recomputes one level of White's half from Black's half and White's lower levels.
    pub fn refresh_white<L: Lanes>(&self, layout: &Layout, level: &Level, halves: &mut Halves<L>) -> bool {
        let (known_white, white) = halves.white.split_at_mut(level.first);
        let known = Known { layout, white: &*known_white, black: &halves.black[..], black_threat: L::THREAT };
        let own = &halves.black;
        let bundles = bundled(cut(layout, level, white), |(_, words)| words.len());
        self.work_off(bundles, |(block, words)| {
            let start = layout.block_start(block).unwrap_or_default();
            white_block(known, block, &own[start..start + words.len()], words);
        })
    }
}

/// The blocks of a level, each with its words; `rest` starts with the level.
pub(super) fn cut<'a, L>(layout: &Layout, level: &Level, mut rest: &'a mut [L]) -> Vec<(u32, &'a mut [L])> {
    let mut blocks = Vec::with_capacity(level.blocks.len());
    for &block in &level.blocks {
        let (words, others) = rest.split_at_mut(layout.block_words(block));
        blocks.push((block, words));
        rest = others;
    }
    blocks
}

/// The jobs in batches large enough for the queue overhead.
pub(super) fn bundled<J>(jobs: Vec<J>, words: impl Fn(&J) -> usize) -> Vec<Vec<J>> {
    let mut bundles: Vec<Vec<J>> = Vec::new();
    let mut filled = BUNDLE_WORDS;
    for job in jobs {
        if filled >= BUNDLE_WORDS {
            bundles.push(Vec::new());
            filled = 0;
        }
        filled += words(&job);
        if let Some(bundle) = bundles.last_mut() {
            bundle.push(job);
        }
    }
    bundles
}
