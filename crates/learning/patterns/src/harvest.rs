//! Which patterns are worth knowing: those that players chose.
//!
//! The surroundings of every chosen point are hashed from the board, ring by ring. A zoom is entered only after the zoom
//! below it has been chosen [`Growth::opens_after`] times before, so a move adds at most one new pattern, and what stays
//! small is the number of patterns seen once. A pattern is never chosen more often than the one inside it, so those
//! chosen often enough form a tree: whoever has zoom z has all zooms below.

use crate::board::{Board, SIDE};
use crate::record::Record;
use crate::zoom::{self, Content, Family, LARGEST_ZOOM, Lanes};
use quadrille_core::Player;
use quadrille_support::memory::Pages;
use std::io;

/// How far patterns grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The largest zoom.
    pub zooms: usize,
    /// A larger zoom is looked at once the pattern was chosen more often than this.
    pub opens_after: u32,
    /// Patterns chosen less often are forgotten in the end.
    pub least: u32,
    /// Whether the eight symmetric images count as one.
    pub fold: bool,
    /// How far from the last move responses are learned, in Manhattan distance.
    pub reach: usize,
}

impl Default for Growth {
    fn default() -> Self {
        Self { zooms: 8, opens_after: 2, least: 3, fold: true, reach: 5 }
    }
}

/// Counts keys; open addressing, doubled when four fifths are full. A key and its count lie side by side: most look-ups wait for
/// memory, and so wait once.
#[derive(Debug)]
pub(crate) struct Counter {
    /// The key, and how often it was counted: zero for a free slot.
    slots: Pages<(u64, u32)>,
    used: usize,
    most: usize,
}

/// How many slots there are at first.
const FEW_SLOTS: usize = 1 << 12;

/// Too many patterns for the memory that was granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {0} patterns are needed, which is all that fits: raise --memory or lower --zooms")]
pub struct TooMany(pub usize);

impl Counter {
    /// A counter of at most `most` keys.
    pub(crate) fn new(most: usize) -> io::Result<Self> {
        Ok(Self { slots: Pages::zeroed(FEW_SLOTS)?, used: 0, most })
    }

    /// Counts a key once more and says how often it was counted so far.
    #[inline]
    pub(crate) fn add(&mut self, key: u64) -> Result<u32, TooMany> {
        let slots = &mut *self.slots;
        let slot = slot_of(slots, key);
        let count = slots[slot].1.saturating_add(1);
        if count == 1 {
            if self.used == self.most {
                return Err(TooMany(self.most));
            }
            self.used += 1;
        }
        slots[slot] = (key, count);
        if count == 1 && self.used * 5 > slots.len() * 4 {
            self.double()?;
        }
        Ok(count)
    }

    fn double(&mut self) -> Result<(), TooMany> {
        let mut doubled = Pages::zeroed(self.slots.len() * 2).map_err(|_| TooMany(self.used))?;
        for (key, count) in self.counted() {
            let slot = slot_of(&doubled, key);
            doubled[slot] = (key, count);
        }
        self.slots = doubled;
        Ok(())
    }

    /// All keys with their counts.
    fn counted(&self) -> impl Iterator<Item = (u64, u32)> {
        self.slots.iter().copied().filter(|&(_, count)| count > 0)
    }

    /// The keys counted at least so often, in rising order.
    pub(crate) fn kept(&self, least: u32) -> Vec<u64> {
        let mut kept: Vec<u64> = self.counted().filter(|&(_, count)| count >= least).map(|(key, _)| key).collect();
        kept.sort_unstable();
        kept
    }
}

/// The slot of a key: its own, or the free one where it belongs.
#[inline]
fn slot_of(slots: &[(u64, u32)], key: u64) -> usize {
    let mask = slots.len() - 1;
    let mut slot = (key >> 20) as usize & mask;
    loop {
        let (there, count) = slots[slot];
        if count == 0 || there == key {
            return slot;
        }
        slot = (slot + 1) & mask;
    }
}

/// Gathers the chosen patterns of one family.
#[derive(Debug)]
pub struct Harvest {
    growth: Growth,
    family: Family,
    counter: Counter,
    full: Option<TooMany>,
}

impl Harvest {
    /// An empty harvest of at most `most` patterns.
    pub fn new(growth: Growth, family: Family, most: usize) -> io::Result<Self> {
        assert!((1..=LARGEST_ZOOM).contains(&growth.zooms) && growth.reach <= LARGEST_ZOOM, "{growth:?}");
        Ok(Self { growth, family, counter: Counter::new(most)?, full: None })
    }

    /// Adds the chosen patterns of a game; `counts` says whose moves count.
    pub fn add(&mut self, game: &Record, counts: impl Fn(Player) -> bool) {
        let mut last = None;
        game.replay(|board, player, spot| {
            if counts(player) && self.full.is_none() {
                let start = match self.family {
                    Family::Zoom => Some([0; 8]),
                    Family::Response => last.and_then(|last| response(last, spot, self.growth.reach)),
                };
                if let Some(start) = start {
                    self.full = self.climb(board, player, spot, start).err();
                }
            }
            last = Some(spot);
        });
    }

    fn climb(&mut self, board: &Board, player: Player, spot: u16, start: Lanes) -> Result<(), TooMany> {
        let mut hash = start;
        for zoom in 1..=self.growth.zooms {
            zoom::toggle(&mut hash, &zoom::ring_of(board, spot, player.index(), zoom));
            if self.counter.add(zoom::key(&hash, zoom, self.family, self.growth.fold))? <= self.growth.opens_after {
                break;
            }
        }
        Ok(())
    }

    /// The keys of the patterns chosen often enough, in rising order.
    pub fn finish(self) -> Result<Vec<u64>, TooMany> {
        self.full.map_or_else(|| Ok(self.counter.kept(self.growth.least)), Err)
    }
}

/// The word for "the last move was there" seen from a point, if it is near enough.
#[inline]
pub(crate) fn response(last: u16, spot: u16, reach: usize) -> Option<Lanes> {
    let side = SIDE as i32;
    let (row, column) = (last as i32 / side - spot as i32 / side, last as i32 % side - spot as i32 % side);
    let near = (row.abs() + column.abs()) as usize <= reach;
    near.then(|| *zoom::word(Content::Last, row, column))
}

/// Calls `each` with every point that is near enough to the last move, and its word for that.
#[inline]
pub(crate) fn for_each_response(last: u16, reach: usize, mut each: impl FnMut(u16, &Lanes)) {
    let (side, reach) = (SIDE as i32, reach as i32);
    let (row, column) = (last as i32 / side, last as i32 % side);
    for r in (row - reach).max(0)..=(row + reach).min(side - 1) {
        let wide = reach - (r - row).abs();
        for c in (column - wide).max(0)..=(column + wide).min(side - 1) {
            each((r * side + c) as u16, zoom::word(Content::Last, row - r, column - c));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_counts_and_has_a_limit() {
        let mut counter = Counter::new(10_000).expect("memory");
        for round in 1..=3 {
            for key in 0..10_000_u64 {
                assert_eq!(counter.add(key << 21), Ok(round));
            }
        }
        assert_eq!(counter.add(u64::MAX), Err(TooMany(10_000)));
        assert_eq!(counter.kept(3).len(), 10_000);
        assert!(counter.kept(4).is_empty());
    }
}
