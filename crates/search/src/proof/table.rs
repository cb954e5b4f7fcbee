//! What proof-number search remembers: how hard each position still is to prove and to disprove.

use crate::SamePosition;
use crate::words;
use quadrille_core::{Game, Refusal};

/// How hard: 0 is done, [`INFINITE`] is impossible. Seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// How many leaves must still be decided to show that the mover reaches its goal, at least.
    pub(super) proof: u32,
    /// The same to show that it does not.
    pub(super) disproof: u32,
}

/// No number of leaves will do.
pub(super) const INFINITE: u32 = 1 << 30;

impl Numbers {
    pub(super) const UNKNOWN: Self = Self { proof: 1, disproof: 1 };
    pub(super) const REACHED: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const MISSED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(super) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Nodes spent below the position; 0 marks a free slot.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: Numbers::UNKNOWN, work: 0 };
const SLOTS: usize = 4;

/// A table for one thread. Little work gives way to much.
pub(super) struct Table<G> {
    entries: Vec<Entry>,
    witnesses: Option<(Vec<Option<G>>, SamePosition<G>)>,
    pub(super) probes: u64,
    pub(super) hits: u64,
    pub(super) collisions: u64,
}

impl<G: Game> Table<G> {
    pub(super) fn new(mib: usize, same: Option<SamePosition<G>>) -> Result<Self, Refusal> {
        let each = size_of::<Entry>() + same.map_or(0, |_| size_of::<Option<G>>());
        let clusters = (mib.saturating_mul(1 << 20) / (each * SLOTS)).max(1);
        let refused = |error: std::collections::TryReserveError| words::table_refused(mib, error.to_string());
        let mut entries = Vec::new();
        entries.try_reserve_exact(clusters * SLOTS).map_err(refused)?;
        entries.resize(clusters * SLOTS, FREE);
        let witnesses = same.map(|same| (vec![None; clusters * SLOTS], same));
        Ok(Self { entries, witnesses, probes: 0, hits: 0, collisions: 0 })
    }

    fn cluster(&self, key: u64) -> std::ops::Range<usize> {
        let clusters = self.entries.len() / SLOTS;
        let first = ((u128::from(key) * clusters as u128) >> 64) as usize * SLOTS;
        first..first + SLOTS
    }

    /// The numbers of a position, with the work behind them.
    pub(super) fn look(&mut self, key: u64, position: &G) -> Option<(Numbers, u32)> {
        self.probes += 1;
        let range = self.cluster(key);
        let slot = range.into_iter().find(|&slot| self.entries[slot].work > 0 && self.entries[slot].key == key)?;
        if let Some((witnesses, same)) = &self.witnesses
            && !witnesses[slot].as_ref().is_some_and(|witness| same(witness, position))
        {
            self.collisions += 1;
            return None;
        }
        self.hits += 1;
        Some((self.entries[slot].numbers, self.entries[slot].work))
    }

    pub(super) fn store(&mut self, key: u64, position: &G, numbers: Numbers, work: u64) {
        let range = self.cluster(key);
        let entries = &self.entries;
        let value = |slot: &usize| if entries[*slot].key == key { 0 } else { entries[*slot].work };
        let Some(slot) = range.min_by_key(value) else { return };
        let work = u32::try_from(work).unwrap_or(u32::MAX).max(1);
        self.entries[slot] = Entry { key, numbers, work };
        if let Some((witnesses, _)) = &mut self.witnesses {
            witnesses[slot] = Some(position.clone());
        }
    }
}
