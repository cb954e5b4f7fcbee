//! Patterns by key: a table with one weight for each, for look-ups that mostly miss the cache.
//!
//! Keys are cut to 40 bits: among five million patterns a foreign one is mistaken for a known one in 5 of a million
//! look-ups. The first bits name a bucket of eight places, one cache line; the last 32 are kept in it, beside the weights. All
//! eight are compared at once, so a look-up knows after one line whether the pattern is there: places tried one after the
//! other cost 4 % more of all learning, in mispredicted branches.

use quadrille_support::memory::Pages;
use std::io;

/// How many bits of a key are kept.
pub(crate) const KEY_BITS: u32 = 40;
/// How many patterns a bucket has room for.
const PLACES: usize = 8;
/// The last bits of the keys (0 for a free place), and the weights.
type Bucket = ([u32; PLACES], [f32; PLACES]);
const _: () = assert!(size_of::<Bucket>() == 64, "one cache line");

/// How many buckets from its own a key may lie. Keys of patterns are random: among millions none is a hundred buckets away. Others,
/// in a damaged or malicious file, would make every look-up as long as the table.
const FARTHEST: usize = 1 << 9;

/// Into how many parts the table is cut for those who change it side by side.
pub(crate) const PARTS: usize = 4;

/// A map from keys to weights.
#[derive(Debug)]
pub(crate) struct Nodes {
    buckets: Pages<Bucket>,
    mask: usize,
    shift: u32,
    len: usize,
}

/// A key as it is kept.
#[inline]
pub(crate) const fn cut(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
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

impl Nodes {
    /// A table of these cut keys, each with its weight.
    pub(crate) fn new(len: usize, items: impl Iterator<Item = (u64, f32)>) -> io::Result<Self> {
        let places = (len.max(64) * 10 / 7).next_power_of_two();
        let bits = (places / PLACES).trailing_zeros().max(KEY_BITS - 32);
        let buckets = Pages::zeroed(1 << bits)?;
        let mut nodes = Self { buckets, mask: (1 << bits) - 1, shift: KEY_BITS - bits, len: 0 };
        for (key, weight) in items.take(len) {
            let (home, check) = (nodes.home(key), check(key));
            let mut steps = 0;
            let seen = loop {
                let seen = look(nodes.bucket(home + steps), check);
                if seen != 0 {
                    break seen;
                }
                steps += 1;
                if steps > FARTHEST {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "the keys are too crowded for keys of patterns",
                    ));
                }
            };
            let at = (home + steps) & nodes.mask;
            let (checks, weights) = &mut nodes.buckets[at];
            let place = if seen == ANY_FREE {
                nodes.len += 1;
                checks.iter().take_while(|&&check| check != 0).count()
            } else {
                seen.trailing_zeros() as usize
            };
            (checks[place], weights[place]) = (check, weight);
        }
        Ok(nodes)
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
    pub(crate) fn head(&self, key: u64) -> u32 {
        let cut_key = cut(key);
        look(self.bucket(self.home(cut_key)), check(cut_key))
    }

    /// The number of the pattern with this (whole) key, given what its bucket says.
    #[inline]
    pub(crate) fn find_from(&self, key: u64, head: u32) -> Option<u32> {
        self.find_at(self.home(cut(key)), head).or_else(|| if head == 0 { self.find_cut(cut(key)) } else { None })
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
    pub(crate) fn part(&self, node: u32) -> usize {
        // Of a power of two, so a shift instead of a division.
        node as usize >> self.part_len().trailing_zeros()
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
    pub(crate) fn weight(&self, node: u32) -> f32 {
        self.bucket(node as usize / PLACES).1[node as usize % PLACES]
    }

    /// Changes the weight of a pattern.
    pub(crate) fn set(&mut self, node: u32, weight: f32) {
        self.buckets[node as usize / PLACES].1[node as usize % PLACES] = weight;
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
    pub(crate) fn place(&self, node: u32) -> usize {
        node as usize - self.first
    }

    /// The weight of a pattern by its number.
    #[inline]
    pub(crate) fn weight(&mut self, node: u32) -> &mut f32 {
        let place = self.place(node);
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
        assert!(Nodes::new(100_000, (0..100_000).map(|key| (key, 0.0))).is_err());
    }

    #[test]
    fn finds_what_it_holds_and_nothing_else() {
        let mut rng = Rng::new(4);
        let keys: Vec<u64> = (0..50_000).map(|_| rng.next_u64()).collect();
        let weights = keys.iter().zip(0_u16..).map(|(&key, index)| (cut(key), f32::from(index)));
        let mut nodes = Nodes::new(keys.len(), weights).expect("memory");
        assert_eq!(nodes.len(), keys.len());
        for (key, index) in keys.iter().zip(0_u16..) {
            let node = nodes.find_from(*key, nodes.head(*key)).expect("it was put in");
            assert_eq!((nodes.weight(node), nodes.find_cut(cut(*key))), (f32::from(index), Some(node)));
            nodes.set(node, 0.5);
            assert_eq!(nodes.weight(node), 0.5);
        }
        assert!((0..50_000).map(|_| rng.next_u64()).all(|key| nodes.find_from(key, nodes.head(key)).is_none()));
    }
}
