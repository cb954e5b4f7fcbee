//! The transposition table: results of positions already searched.
//!
//! Positions are found by their 64-bit key. Four slots share a cache line, so a probe costs one memory access; threads
//! share the table without locks (see `slot.rs` for what a race may cost). An entry holds a move by its code, never the
//! move itself: the search looks the code up among the legal moves, so neither a collision of keys nor a torn or damaged
//! entry can make it play an illegal move.
//!
//! Start reading at [`Table::probe`] and [`Table::store`].

use crate::slot::Slot;
use crate::words;
use quadrille_core::{Refusal, Score};
use quadrille_support::memory::{self, Pages};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// What the score of an entry says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing: only the move is worth remembering.
    None,
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// What is known about one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The code of the best move, if one is known.
    pub code: Option<u16>,
    /// The value, proven ones counted from this position.
    pub score: Score,
    /// The static evaluation, if it was computed.
    pub evaluation: Option<Score>,
    /// The search depth behind the value.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
}

/// Table statistics of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableCounters {
    /// Positions asked for.
    pub probes: u64,
    /// Positions found.
    pub hits: u64,
    /// Key collisions detected: all of them in verification mode, otherwise only those revealed by an illegal move.
    pub collisions: u64,
    /// How full the table is with entries of this search, in thousandths.
    pub hashfull: u32,
    /// Bytes of memory an entry takes, on average; 0 if nothing is kept.
    pub entry_bytes: u32,
}

impl TableCounters {
    /// Adds the counts of another worker.
    pub fn add(&mut self, other: &Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.collisions += other.collisions;
    }
}

const SLOTS: usize = 4;
const NO_CODE: u64 = 0xFFFF;
const NO_EVALUATION: i16 = i16::MIN;
const AGES: u8 = 64;

#[derive(Debug, Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

#[cfg(not(loom))]
const _: () = assert!(size_of::<Cluster>() == 64, "a cluster must stay one cache line: see `Table::probe`");

/// A shared table of [`Entry`]s.
#[derive(Debug)]
pub struct Table {
    clusters: Pages<Cluster>,
    age: AtomicU8,
    faults: Option<Faults>,
}

/// The slot of an entry, for data kept alongside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place(usize);

impl Place {
    /// A number below [`Table::entries`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

impl Table {
    /// A table of the given MiB (0 gives the smallest possible one).
    ///
    /// # Errors
    ///
    /// Returns an error if that much memory is not available.
    pub fn new(mib: usize) -> Result<Self, Refusal> {
        let too_large = || words::table_refused(mib, words::TOO_LARGE.refuse());
        let bytes = mib.checked_mul(1 << 20).ok_or_else(too_large)?;
        if let Some(free) = memory::available().filter(|&free| bytes as u64 > free) {
            return Err(words::table_refused(mib, words::LITTLE_FREE.refuse().with("free", free >> 20)));
        }
        let count = (bytes / size_of::<Cluster>()).max(1);
        let clusters = Pages::filled_with(count, Cluster::default)
            .map_err(|error| words::table_refused(mib, error.to_string()))?;
        Ok(Self { clusters, age: AtomicU8::new(0), faults: None })
    }

    /// How many entries fit.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.clusters.len() * SLOTS
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
    }

    /// Starts a new generation: older entries are replaced first.
    pub fn new_search(&self) {
        let next = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(next, Ordering::Relaxed);
    }

    /// For tests: from now on, one probe in `one_in` that finds an entry gets it with a random bit flipped.
    pub fn inject_faults(&mut self, seed: u64, one_in: u32) {
        self.faults = Some(Faults { state: AtomicU64::new(seed), one_in: one_in.max(1) });
    }

    /// Prefetches the entry of this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.clusters[self.cluster(key)]);
    }

    /// What is known about the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<(Entry, Place)> {
        let cluster = self.cluster(key);
        for (i, slot) in self.clusters[cluster].0.iter().enumerate() {
            let (found, mut data) = slot.load();
            if found == key && data != 0 {
                if let Some(faults) = &self.faults {
                    data = faults.disturb(data);
                }
                return Some((unpack(data), Place(cluster * SLOTS + i)));
            }
        }
        None
    }

    /// Remembers an entry, in place of an older or shallower one.
    #[inline]
    pub fn store(&self, key: u64, entry: &Entry) -> Place {
        let cluster = self.cluster(key);
        let slots = &self.clusters[cluster].0;
        let age = self.age.load(Ordering::Relaxed);
        let (mut victim, mut least) = (0, i32::MAX);
        for (i, slot) in slots.iter().enumerate() {
            let (found, data) = slot.load();
            if found == key && data != 0 {
                let mut entry = *entry;
                entry.code = entry.code.or_else(|| unpack(data).code);
                if replaces_itself(data, &entry, age) {
                    slot.store(key, pack(&entry, age));
                }
                return Place(cluster * SLOTS + i);
            }
            let worth = worth(data, age);
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        slots[victim].store(key, pack(entry, age));
        Place(cluster * SLOTS + victim)
    }

    /// Bytes of memory an entry takes.
    #[must_use]
    pub const fn entry_bytes() -> u32 {
        (size_of::<Cluster>() / SLOTS) as u32
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let current = |slot: &&Slot| {
            let (_, data) = slot.load();
            data != 0 && age_of(data) == age
        };
        let taken = sample.iter().flat_map(|cluster| &cluster.0).filter(current).count();
        (taken * 1000 / (sample.len() * SLOTS)) as u32
    }

    #[inline]
    fn cluster(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }
}

/// The replacement priority of an entry: depth counts for it, age against it.
#[inline]
fn worth(data: u64, age: u8) -> i32 {
    /// One generation of age weighs as much as this many plies of depth.
    const AGE_WEIGHT: i32 = 8;
    if data == 0 {
        return -1_000_000;
    }
    let generations = (age + AGES - age_of(data)) % AGES;
    i32::from(depth_of(data)) - AGE_WEIGHT * i32::from(generations)
}

/// A new result for the same position replaces the old one unless it is much shallower, from the same search and no
/// more exact: a deep bound is not replaced by a shallow one.
#[inline]
fn replaces_itself(old: u64, new: &Entry, age: u8) -> bool {
    const SHALLOWER: u8 = 3;
    new.bound == Bound::Exact || age_of(old) != age || new.depth.saturating_add(SHALLOWER) >= depth_of(old)
}

#[inline]
fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

#[inline]
fn age_of(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Layout, from the low end: move code 16, score 16, evaluation 16, depth 8, bound 2, age 6. Never zero, since the code
/// or the bound is not.
#[inline]
fn pack(entry: &Entry, age: u8) -> u64 {
    let code = entry.code.map_or(NO_CODE, u64::from);
    let score = u64::from(entry.score.raw() as i16 as u16);
    let evaluation = u64::from(entry.evaluation.map_or(NO_EVALUATION, |e| e.raw() as i16) as u16);
    let bound = entry.bound as u64;
    code | score << 16 | evaluation << 32 | u64::from(entry.depth) << 48 | bound << 56 | u64::from(age) << 58
}

#[inline]
fn unpack(data: u64) -> Entry {
    let code = data & NO_CODE;
    let evaluation = (data >> 32) as i16;
    Entry {
        code: (code != NO_CODE).then_some(code as u16),
        score: valid((data >> 16) as i16),
        evaluation: (evaluation != NO_EVALUATION).then(|| valid(evaluation)),
        depth: depth_of(data),
        bound: [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(data >> 56) as usize & 3],
    }
}

/// Damaged entries may hold numbers that are not scores.
#[inline]
fn valid(raw: i16) -> Score {
    let limit = Score::INFINITE.raw() - 1;
    Score::from_raw(i32::from(raw).clamp(-limit, limit))
}

/// Flips bits, to test that a search survives damaged entries.
#[derive(Debug)]
struct Faults {
    state: AtomicU64,
    one_in: u32,
}

impl Faults {
    fn disturb(&self, data: u64) -> u64 {
        let mut rng = quadrille_core::Rng::new(self.state.fetch_add(0x9E37_79B9_7F4A_7C15, Ordering::Relaxed));
        if rng.below(self.one_in) == 0 { data ^ 1 << rng.below(64) } else { data }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    fn entry(depth: u8) -> Entry {
        let score = Score::heuristic(-123);
        Entry { code: Some(77), score, evaluation: Some(Score::win_in(3)), depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        let mut rng = Rng::new(1);
        let keys: Vec<u64> = (0..1_000).map(|_| rng.next_u64()).collect();
        for (i, &key) in keys.iter().enumerate() {
            table.store(key, &Entry { code: Some(i as u16), ..entry(9) });
        }
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(table.probe(key).unwrap().0, Entry { code: Some(i as u16), ..entry(9) });
        }
        assert!(table.probe(rng.next_u64()).is_none());
    }

    #[test]
    fn every_field_survives_packing() {
        for code in [None, Some(0), Some(0xFFFE)] {
            for score in [Score::DRAW, Score::win_in(0), Score::loss_in(7), Score::heuristic(-30_000)] {
                for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
                    for evaluation in [None, Some(Score::DRAW), Some(Score::heuristic(-29_999))] {
                        let entry = Entry { code, score, evaluation, depth: 200, bound };
                        assert_eq!(unpack(pack(&entry, 63)), entry);
                        assert_eq!(age_of(pack(&entry, 63)), 63);
                        assert_ne!(pack(&entry, 0), 0);
                    }
                }
            }
        }
    }

    #[test]
    fn shallow_and_old_entries_give_way_first() {
        let table = Table::new(0).unwrap();
        assert_eq!(table.entries(), SLOTS);
        for key in 1..=4_u64 {
            table.store(key, &entry(key as u8 * 10));
        }
        table.store(5, &entry(25));
        assert!(table.probe(1).is_none() && table.probe(2).is_some());
        for _ in 0..6 {
            table.new_search();
        }
        for key in 11..=14 {
            table.store(key, &entry(1));
        }
        assert!((11..=14).all(|key| table.probe(key).is_some()), "six searches later depth no longer protects");
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri has no limit")]
    fn a_table_larger_than_memory_is_refused_in_a_sentence() {
        for mib in [usize::MAX, usize::MAX >> 20] {
            let sentence = Table::new(mib).unwrap_err().to_string();
            assert!(sentence.contains("cannot allocate a table"), "{sentence}");
        }
    }

    /// Eight threads hammer a tiny table; every entry that is accepted must be one that was stored for that key.
    #[test]
    fn eight_threads_never_read_a_torn_entry() {
        const KEYS: u64 = 64;
        const ROUNDS: usize = if cfg!(miri) { 200 } else { 60_000 };
        let entry_for = |key: u64, version: u32| Entry {
            code: Some((key % 50_000) as u16),
            score: Score::heuristic((key % 1000) as i32),
            evaluation: Some(Score::heuristic(-((key % 1000) as i32))),
            depth: version as u8,
            bound: Bound::Exact,
        };
        let keys: Vec<u64> = (0..KEYS).map(|i| Rng::stream(9, i).next_u64()).collect();
        let table = Table::new(0).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let (table, keys) = (&table, &keys);
                scope.spawn(move || {
                    let mut rng = Rng::stream(3, thread);
                    for _ in 0..ROUNDS {
                        let key = keys[rng.below(KEYS as u32) as usize];
                        if rng.below(2) == 0 {
                            table.store(key, &entry_for(key, rng.below(200)));
                        } else if let Some((found, _)) = table.probe(key) {
                            let stored = entry_for(key, u32::from(found.depth));
                            assert_eq!(found, stored, "a torn entry was accepted");
                        }
                    }
                });
            }
        });
    }
}
