//! The table of proof-number search: proof and disproof numbers.

use super::dfpn::Numbers;
use std::num::NonZeroU32;

/// The key of a table: a hash, or the position itself, which cannot collide.
pub trait Identity: Copy + Eq {
    /// A number with every bit well mixed.
    fn hash(&self) -> u64;
}

impl Identity for u64 {
    fn hash(&self) -> u64 {
        *self
    }
}

#[derive(Clone, Copy)]
struct Entry<I> {
    identity: I,
    numbers: Numbers,
    /// Nodes spent below the position.
    work: NonZeroU32,
}

/// Entries that share a place.
const BUCKET: usize = 4;
/// A table starts with this many entries and doubles when it is half full.
const FIRST_ENTRIES: usize = 1 << 12;

/// A table for one thread that grows as it fills. At its maximum size, entries with little work are replaced first,
/// which costs time but not correctness.
pub struct Table<I> {
    entries: Vec<Option<Entry<I>>>,
    filled: usize,
    most: usize,
    /// Positions looked up.
    pub probes: u64,
    /// Positions found.
    pub hits: u64,
}

impl<I: Identity> Table<I> {
    /// An empty table that grows to at most this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Option<Entry<I>>>()).max(BUCKET) / BUCKET * BUCKET;
        Self { entries: vec![None; most.min(FIRST_ENTRIES)], filled: 0, most, probes: 0, hits: 0 }
    }

    fn bucket(&self, identity: I) -> std::ops::Range<usize> {
        let buckets = (self.entries.len() / BUCKET) as u128;
        let first = ((u128::from(identity.hash()) * buckets) >> 64) as usize * BUCKET;
        first..first + BUCKET
    }

    /// The numbers of a position, with the work spent on them.
    pub fn look(&mut self, identity: I) -> Option<(Numbers, u32)> {
        self.probes += 1;
        let entries = self.entries[self.bucket(identity)].iter().flatten();
        let found = entries.into_iter().find(|entry| entry.identity == identity)?;
        self.hits += 1;
        Some((found.numbers, found.work.get()))
    }

    /// Stores the numbers of a position; the work adds up.
    pub fn store(&mut self, identity: I, numbers: Numbers, work: u64) {
        if 2 * self.filled >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let work = NonZeroU32::new(u32::try_from(work).unwrap_or(u32::MAX)).unwrap_or(NonZeroU32::MIN);
        self.put(Entry { identity, numbers, work });
    }

    fn grow(&mut self) {
        let larger = (2 * self.entries.len()).min(self.most);
        let mut entries = Vec::new();
        if entries.try_reserve_exact(larger).is_err() {
            // No memory left: the table keeps its size.
            self.most = self.entries.len();
            return;
        }
        entries.resize(larger, None);
        self.filled = 0;
        let old = std::mem::replace(&mut self.entries, entries);
        old.into_iter().flatten().for_each(|entry| self.put(entry));
    }

    /// Replaces the entry of the same position, an empty one, or the one with the least work.
    fn put(&mut self, mut entry: Entry<I>) {
        let bucket = self.bucket(entry.identity);
        let worth = |place: &Option<Entry<I>>| match place {
            Some(old) if old.identity == entry.identity => 0,
            None => 1,
            Some(old) => u64::from(old.work.get()) + 2,
        };
        if let Some(place) = self.entries[bucket].iter_mut().min_by_key(|place| worth(place)) {
            match place {
                Some(old) if old.identity == entry.identity => entry.work = old.work.saturating_add(entry.work.get()),
                Some(_) => {}
                None => self.filled += 1,
            }
            *place = Some(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_grows_and_forgets_the_least_work() {
        let keys = |count: u64| (1..=count).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut growing = Table::new(1 << 20);
        keys(20_000).for_each(|key| growing.store(key, Numbers::UNKNOWN, 1));
        assert!(growing.entries.len() > FIRST_ENTRIES);
        assert!(keys(20_000).filter(|&key| growing.look(key).is_some()).count() > 19_500);
        let mut smallest = Table::new(0);
        keys(6).enumerate().for_each(|(index, key)| smallest.store(key, Numbers::REACHED, 10 - index as u64));
        let kept: Vec<bool> = keys(6).map(|key| smallest.look(key).is_some()).collect();
        assert_eq!(kept, [true, true, true, false, false, true]);
    }

    #[test]
    fn the_work_on_a_position_adds_up() {
        let mut table = Table::new(0);
        table.store(5_u64, Numbers::UNKNOWN, 3);
        table.store(5, Numbers::MISSED, 4);
        assert_eq!(table.look(5), Some((Numbers::MISSED, 7)));
        assert_eq!((table.look(6), table.probes, table.hits), (None, 2, 1));
    }
}
