//! Patterns by key: a table with one weight for each, for look-ups that mostly miss the cache.
//!
//! Keys are cut ([`crate::zoom::cut`]). Their first bits name a bucket of eight places, one cache line; the last 32 are kept
//! in it, beside the weights. All eight are compared at once, so a look-up knows after one line whether the pattern is
//! there: places tried one after the other cost 4 % more of all learning, in mispredicted branches.

use crate::store::coding::impossible;
use crate::words;
use crate::zoom::{CUT_BITS, cut};
use quadrille_core::Refusal;
use quadrille_support::memory::Pages;

/// How many patterns a bucket has room for.
const PLACES: usize = 8;
/// The last bits of the keys (0 for a free place), and the weights.
type Bucket = ([u32; PLACES], [f32; PLACES]);
const _: () = assert!(size_of::<Bucket>() == 64, "one cache line");

/// How many buckets from its own a key may lie. Keys of patterns are random: among millions none is a hundred buckets away.
/// Others, in a damaged or malicious file, would make every look-up as long as the table.
const FARTHEST: usize = 1 << 9;

/// Into how many parts the table is cut for those who change it side by side.
pub(crate) const PARTS: usize = 4;

/// A map from keys to weights.
#[derive(Debug)]
pub(crate) struct WeightTable {
    buckets: Pages<Bucket>,
    mask: usize,
    shift: u32,
    len: usize,
}

/// Set in what a bucket says about a key if a place of it is free.
const ANY_FREE: u32 = 1 << PLACES;

/// What a bucket says about a key: one bit for its place, if it is there.
#[inline]
fn look(bucket: &Bucket, check: u32) -> u32 {
    const BITS: [u32; PLACES] = [1, 2, 4, 8, 16, 32, 64, 128];
    let checks = &bucket.0;
    let found: [u32; PLACES] = std::array::from_fn(|place| if checks[place] == check { BITS[place] } else { 0 });
    // Places are filled in order, so the last one tells.
    let free = if checks[PLACES - 1] == 0 { ANY_FREE } else { 0 };
    found.into_iter().fold(free, |all, bit| all | bit)
}

impl WeightTable {
    /// A table of these cut keys, each with its weight.
    pub(crate) fn new(len: usize, items: impl Iterator<Item = (u64, f32)>) -> Result<Self, Refusal> {
        let places = (len.max(64) * 10 / 7).next_power_of_two();
        let bits = (places / PLACES).trailing_zeros().max(CUT_BITS - 32);
        let buckets = Pages::zeroed(1 << bits).map_err(|error| words::NO_MEMORY.refuse().error("error", error))?;
        let mut table = Self { buckets, mask: (1 << bits) - 1, shift: CUT_BITS - bits, len: 0 };
        for (key, weight) in items.take(len) {
            let (home, check) = (table.home(key), check(key));
            let mut steps = 0;
            let seen = loop {
                let seen = look(table.bucket(home + steps), check);
                if seen != 0 {
                    break seen;
                }
                steps += 1;
                if steps > FARTHEST {
                    return Err(impossible(&words::KEY));
                }
            };
            let at = (home + steps) & table.mask;
            let (checks, weights) = &mut table.buckets[at];
            let place = if seen == ANY_FREE {
                table.len += 1;
                checks.iter().take_while(|&&check| check != 0).count()
            } else {
                seen.trailing_zeros() as usize
            };
            (checks[place], weights[place]) = (check, weight);
        }
        Ok(table)
    }

    /// The bucket where the look-up of a cut key starts.
    #[inline]
    fn home(&self, cut_key: u64) -> usize {
        (cut_key >> self.shift) as usize
    }

    #[inline]
    fn bucket(&self, number: usize) -> &Bucket {
        &self.buckets[number & self.mask]
    }

    /// How many patterns there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many numbers patterns have.
    pub(crate) fn numbers(&self) -> usize {
        (self.mask + 1) * PLACES
    }

    /// What the bucket of a (whole) key says about it.
    #[inline]
    pub(crate) fn bucket_of(&self, key: u64) -> u32 {
        let cut_key = cut(key);
        look(self.bucket(self.home(cut_key)), check(cut_key))
    }

    /// The number of the pattern with this (whole) key, given what its bucket says.
    #[inline]
    pub(crate) fn find_from(&self, key: u64, bucket: u32) -> Option<u32> {
        self.find_at(self.home(cut(key)), bucket).or_else(|| if bucket == 0 { self.find_cut(cut(key)) } else { None })
    }

    /// The number of the pattern that is at one of these places of a bucket.
    #[inline]
    fn find_at(&self, bucket: usize, seen: u32) -> Option<u32> {
        let place = seen.trailing_zeros();
        (place < PLACES as u32).then(|| (bucket & self.mask) as u32 * PLACES as u32 + place)
    }

    /// The number of the pattern with this cut key.
    pub(crate) fn find_cut(&self, cut_key: u64) -> Option<u32> {
        let (home, check) = (self.home(cut_key), check(cut_key));
        let mut buckets = (home..=home + FARTHEST).map(|bucket| (bucket, look(self.bucket(bucket), check)));
        buckets.find(|&(_, seen)| seen != 0).and_then(|(bucket, seen)| self.find_at(bucket, seen))
    }

    /// The part of the table that a pattern lies in.
    #[inline]
    pub(crate) fn part(&self, pattern: u32) -> usize {
        // Of a power of two, so a shift instead of a division.
        pattern as usize >> self.part_len().trailing_zeros()
    }

    fn part_len(&self) -> usize {
        self.numbers() / PARTS
    }

    /// All parts, to change them.
    pub(crate) fn parts_mut(&mut self) -> impl Iterator<Item = Part<'_>> {
        let length = self.part_len();
        let parts = self.buckets.chunks_mut(length / PLACES);
        parts.enumerate().map(move |(index, buckets)| Part { first: index * length, buckets })
    }

    /// The weight of a pattern by its number.
    #[inline]
    pub(crate) fn weight(&self, pattern: u32) -> f32 {
        self.bucket(pattern as usize / PLACES).1[pattern as usize % PLACES]
    }

    /// Changes the weight of a pattern.
    pub(crate) fn set(&mut self, pattern: u32, weight: f32) {
        self.buckets[pattern as usize / PLACES].1[pattern as usize % PLACES] = weight;
    }
}

/// A part of the table, whose weights may change.
pub(crate) struct Part<'a> {
    first: usize,
    buckets: &'a mut [Bucket],
}

impl Part<'_> {
    /// The place of a pattern within the part.
    #[inline]
    pub(crate) fn place(&self, pattern: u32) -> usize {
        pattern as usize - self.first
    }

    /// The weight of a pattern by its number.
    #[inline]
    pub(crate) fn weight(&mut self, pattern: u32) -> &mut f32 {
        let place = self.place(pattern);
        &mut self.buckets[place / PLACES].1[place % PLACES]
    }
}

/// Zero means free, so the rare key that would be zero is moved.
#[inline]
const fn check(cut_key: u64) -> u32 {
    let low = cut_key as u32;
    if low == 0 { 1 } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn crowded_keys_are_refused() {
        assert!(WeightTable::new(100_000, (0..100_000).map(|key| (key, 0.0))).is_err());
    }

    #[test]
    fn finds_what_it_holds_and_nothing_else() {
        let mut rng = Rng::new(4);
        let keys: Vec<u64> = (0..50_000).map(|_| rng.next_u64()).collect();
        let weights = keys.iter().zip(0_u16..).map(|(&key, index)| (cut(key), f32::from(index)));
        let mut table = WeightTable::new(keys.len(), weights).expect("memory");
        assert_eq!(table.len(), keys.len());
        for (key, index) in keys.iter().zip(0_u16..) {
            let pattern = table.find_from(*key, table.bucket_of(*key)).expect("it was put in");
            assert_eq!((table.weight(pattern), table.find_cut(cut(*key))), (f32::from(index), Some(pattern)));
            table.set(pattern, 0.5);
            assert_eq!(table.weight(pattern), 0.5);
        }
        assert!((0..50_000).map(|_| rng.next_u64()).all(|key| table.find_from(key, table.bucket_of(key)).is_none()));
    }
}
