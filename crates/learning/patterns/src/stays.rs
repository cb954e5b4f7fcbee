//! Counting how often patterns are seen and chosen while games are followed.
//!
//! A pattern stays at its point for many turns: its stay is added to n once, when it ends, instead of one by one. A game's
//! stays are listed first: adding them in one go lets the processor wait for many cache lines at once. The sums do not
//! depend on the order in which games are added.

use crate::board::{Board, SPOTS};
use crate::tables::Count;
use crate::walks::Event;
use std::sync::atomic::{AtomicU64, Ordering};

/// The counts of numbered patterns, which many threads add to.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    seen: Vec<AtomicU64>,
    chosen: Vec<AtomicU64>,
}

impl Sums {
    /// So many patterns that were never seen.
    pub(crate) fn none(patterns: usize) -> Self {
        Self::from_counts(std::iter::repeat_n(Count::default(), patterns))
    }

    /// What was counted before, in the order of the patterns' numbers.
    pub(crate) fn from_counts(counts: impl Iterator<Item = Count>) -> Self {
        let (seen, chosen) = counts.map(|count| (AtomicU64::new(count.n), AtomicU64::new(count.v))).unzip();
        Self { seen, chosen }
    }

    /// The counts of a pattern.
    pub(crate) fn count(&self, node: usize) -> Count {
        Count { n: self.seen[node].load(Ordering::Relaxed), v: self.chosen[node].load(Ordering::Relaxed) }
    }

    /// Sets the counts of a pattern.
    pub(crate) fn set(&mut self, node: u32, count: Count) {
        *self.seen[node as usize].get_mut() = count.n;
        *self.chosen[node as usize].get_mut() = count.v;
    }

    /// Adds the counts of a game, beside other threads.
    pub(crate) fn add(&self, seen: &[(u32, u32)], chosen: &[u32]) {
        for &(node, turns) in seen {
            self.seen[node as usize].fetch_add(u64::from(turns), Ordering::Relaxed);
        }
        for &node in chosen {
            self.chosen[node as usize].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Adds the counts of a game, alone: without the price of the other way, which holds the processor up at each count.
    pub(crate) fn add_alone(&mut self, seen: &[(u32, u32)], chosen: &[u32]) {
        for &(node, turns) in seen {
            let seen = self.seen[node as usize].get_mut();
            *seen = seen.saturating_add(u64::from(turns));
        }
        for &node in chosen {
            let chosen = self.chosen[node as usize].get_mut();
            *chosen = chosen.saturating_add(1);
        }
    }
}

/// The stays of one game.
#[derive(Debug)]
pub(crate) struct Stays<'a> {
    zooms: usize,
    /// For each side, point and zoom the turn of that side at which the pattern that is there now appeared.
    began: Vec<u32>,
    turns: [u32; 2],
    /// The stays that are over: which pattern, how many turns.
    seen: &'a mut Vec<(u32, u32)>,
    chosen: &'a mut Vec<u32>,
}

impl<'a> Stays<'a> {
    /// Before the first turn; what is seen and chosen will be added to these.
    pub(crate) fn new(zooms: usize, seen: &'a mut Vec<(u32, u32)>, chosen: &'a mut Vec<u32>) -> Self {
        Self { zooms, began: vec![0; 2 * SPOTS * zooms], turns: [0; 2], seen, chosen }
    }

    /// Hears what changed before this side's turn.
    #[inline]
    pub(crate) fn hear(&mut self, side: usize, event: Event) {
        let Event { enters, spot, zoom, node } = event;
        let (now, began) = (self.turns[side], &mut self.began[(side * SPOTS + spot as usize) * self.zooms + zoom - 1]);
        if enters {
            *began = now;
        } else if now != *began {
            self.seen.push((node, now - *began));
        }
    }

    /// This side moves at a point with these patterns.
    pub(crate) fn choose(&mut self, side: usize, path: &[u32]) {
        self.turns[side] += 1;
        self.chosen.extend(path);
    }

    /// The game is over: what stands on the board now ends its stay.
    pub(crate) fn end<'p>(mut self, board: &Board, path: impl Fn(usize, u16) -> &'p [u32]) {
        for side in 0..2 {
            for spot in board.spots() {
                for (zoom, &node) in (1..).zip(path(side, spot)) {
                    self.hear(side, Event { enters: false, spot, zoom, node });
                }
            }
        }
    }
}
