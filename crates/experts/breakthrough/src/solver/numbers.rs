//! Small numbers by position, compact enough for millions of positions.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// The hash of a position's key: the key itself, which is random enough.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of keys.
pub(super) type Keys = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// The lowest bits of a word: the number. No position has more than 63 moves.
const NUMBER: u64 = 63;

/// Numbers below 64 by position, in eight bytes each: the lowest 6 bits of the key make room for the number.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    /// Sorted before the first look-up.
    sorted: Vec<u64>,
    /// Those inserted later.
    later: HashMap<u64, u8, BuildHasherDefault<KeyHasher>>,
}

impl Numbers {
    /// Adds keys with their numbers; [`Numbers::sort`] must follow.
    pub(super) fn extend(&mut self, keys: &[u64], numbers: &[u8]) {
        self.sorted.reserve_exact(keys.len());
        self.sorted.extend(keys.iter().zip(numbers).map(|(key, &number)| key & !NUMBER | u64::from(number) & NUMBER));
    }

    pub(super) fn sort(&mut self) {
        self.sorted.sort_unstable();
    }

    /// The number of a key.
    pub(super) fn get(&self, key: u64) -> Option<u8> {
        let place = self.sorted.partition_point(|&word| word < key & !NUMBER);
        match self.sorted.get(place) {
            Some(&word) if (word ^ key) & !NUMBER == 0 => Some((word & NUMBER) as u8),
            _ => self.later.get(&key).copied(),
        }
    }

    /// Inserts the number of a key, unless it has one; whether it had none.
    pub(super) fn insert(&mut self, key: u64, number: u8) -> bool {
        let is_new = self.get(key).is_none();
        if is_new {
            self.later.insert(key, number);
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn numbers_are_found_by_their_keys() {
        let mut rng = Rng::new(4);
        let keys: Vec<u64> = (0..1_000).map(|_| rng.next_u64()).collect();
        let of: Vec<u8> = keys.iter().map(|key| (key >> 20) as u8 % 64).collect();
        let mut numbers = Numbers::default();
        numbers.extend(&keys[..500], &of[..500]);
        numbers.extend(&keys[500..900], &of[500..900]);
        numbers.sort();
        for (&key, &number) in keys.iter().zip(&of).skip(900) {
            assert_eq!(numbers.get(key), None);
            assert!(numbers.insert(key, number) && !numbers.insert(key, 0));
        }
        assert!(!numbers.insert(keys[7], of[7] ^ 1), "the first number stays");
        assert!(keys.iter().zip(&of).all(|(&key, &number)| numbers.get(key) == Some(number)));
        assert_eq!(numbers.get(rng.next_u64()), None);
    }
}
