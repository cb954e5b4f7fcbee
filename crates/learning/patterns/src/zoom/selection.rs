//! Which patterns are worth knowing: those that players chose.
//!
//! The surroundings of every chosen point are hashed from the board, ring by ring. A zoom is entered only after the zoom
//! below it has been chosen [`Selection::expand_after`] times before, so a move adds at most one new pattern, and what stays
//! small is the number of patterns seen once. A pattern is never chosen more often than the one inside it, so those
//! chosen often enough form a tree: whoever has zoom z has all zooms below.

use super::{Family, LARGEST_ZOOM, Lanes, key, response, ring_of, toggle};
use crate::board::Board;
use crate::corpus::Record;
use crate::words;
use quadrille_core::{Player, Refusal};
use quadrille_support::memory::Pages;

/// Which patterns are kept.
///
/// ```
/// use quadrille_patterns::zoom::Selection;
/// let small = Selection { zooms: 4, ..Selection::default() };
/// assert!(small.zooms < Selection::default().zooms);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The largest zoom.
    pub zooms: usize,
    /// A larger zoom is looked at once the pattern was chosen more often than this.
    pub expand_after: u32,
    /// Patterns chosen less often are forgotten in the end.
    pub min_chosen: u32,
    /// Whether the eight symmetric images count as one.
    pub fold: bool,
    /// How far from the last move responses are learned, in Manhattan distance.
    pub reach: usize,
}

impl Default for Selection {
    fn default() -> Self {
        Self { zooms: 8, expand_after: 2, min_chosen: 3, fold: true, reach: 5 }
    }
}

/// Counts keys; open addressing, doubled when four fifths are full. A key and its count lie side by side: most look-ups wait for
/// memory, and so wait once.
#[derive(Debug)]
struct KeyCounter {
    /// The key, and how often it was counted: zero for a free slot.
    slots: Pages<(u64, u32)>,
    used: usize,
    most: usize,
}

/// How many slots there are at first.
const FEW_SLOTS: usize = 1 << 12;

impl KeyCounter {
    /// A counter of at most `most` keys.
    fn new(most: usize) -> Self {
        let slots = Pages::zeroed(FEW_SLOTS).unwrap_or_else(|error| panic!("no memory for {FEW_SLOTS} keys: {error}"));
        Self { slots, used: 0, most }
    }

    /// Counts a key once more and says how often it was counted so far.
    #[inline]
    fn add(&mut self, key: u64) -> Result<u32, Refusal> {
        let slots = &mut *self.slots;
        let slot = slot_of(slots, key);
        let count = slots[slot].1.saturating_add(1);
        if count == 1 {
            if self.used == self.most {
                return Err(too_many(self.most));
            }
            self.used += 1;
        }
        slots[slot] = (key, count);
        if count == 1 && self.used * 5 > slots.len() * 4 {
            self.double()?;
        }
        Ok(count)
    }

    fn double(&mut self) -> Result<(), Refusal> {
        let mut doubled = Pages::zeroed(self.slots.len() * 2).map_err(|_| too_many(self.used))?;
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

    /// The keys counted at least this often, in rising order.
    fn kept(&self, min: u32) -> Vec<u64> {
        let mut kept: Vec<u64> = self.counted().filter(|&(_, count)| count >= min).map(|(key, _)| key).collect();
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

fn too_many(most: usize) -> Refusal {
    words::TOO_MANY.refuse().with("most", most)
}

/// Gathers the chosen patterns of one family.
#[derive(Debug)]
pub(crate) struct Selector {
    selection: Selection,
    family: Family,
    counter: KeyCounter,
    full: Option<Refusal>,
}

impl Selector {
    /// No patterns yet, and at most `most` of them.
    pub(crate) fn new(selection: Selection, family: Family, most: usize) -> Self {
        assert!((1..=LARGEST_ZOOM).contains(&selection.zooms) && selection.reach <= LARGEST_ZOOM, "{selection:?}");
        Self { selection, family, counter: KeyCounter::new(most), full: None }
    }

    /// Adds the chosen patterns of a game; `counts` says whose moves count.
    pub(crate) fn add(&mut self, game: &Record, counts: impl Fn(Player) -> bool) {
        let mut last = None;
        game.replay(|board, player, spot| {
            if counts(player) && self.full.is_none() {
                let start = match self.family {
                    Family::Zoom => Some([0; 8]),
                    Family::Response => last.and_then(|last| response(last, spot, self.selection.reach)),
                };
                if let Some(start) = start {
                    self.full = self.count(board, player, spot, start).err();
                }
            }
            last = Some(spot);
        });
    }

    fn count(&mut self, board: &Board, player: Player, spot: u16, start: Lanes) -> Result<(), Refusal> {
        let mut hash = start;
        for zoom in 1..=self.selection.zooms {
            toggle(&mut hash, &ring_of(board, spot, player.index(), zoom));
            let chosen = self.counter.add(key(&hash, zoom, self.family, self.selection.fold))?;
            if chosen <= self.selection.expand_after {
                break;
            }
        }
        Ok(())
    }

    /// The keys of the patterns chosen often enough, in rising order.
    pub(crate) fn finish(self) -> Result<Vec<u64>, Refusal> {
        self.full.map_or_else(|| Ok(self.counter.kept(self.selection.min_chosen)), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_counts_and_has_a_limit() {
        let mut counter = KeyCounter::new(10_000);
        for round in 1..=3 {
            for key in 0..10_000_u64 {
                assert_eq!(counter.add(key << 21), Ok(round));
            }
        }
        assert!(counter.add(u64::MAX).is_err_and(|full| full.is(&words::TOO_MANY)));
        assert_eq!(counter.kept(3).len(), 10_000);
        assert!(counter.kept(4).is_empty());
    }
}
