//! Small numbers by position, compact enough for millions of positions.

use std::collections::HashSet;
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
        let word = self.sorted.get(place).filter(|&word| (word ^ key) & !NUMBER == 0)?;
        Some((word & NUMBER) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn numbers_are_found_by_their_keys() {
        let mut rng = Rng::new(4);
        let keys: Vec<u64> = (0..900).map(|_| rng.next_u64()).collect();
        let of: Vec<u8> = keys.iter().map(|key| (key >> 20) as u8 % 64).collect();
        let mut numbers = Numbers::default();
        numbers.extend(&keys[..500], &of[..500]);
        numbers.extend(&keys[500..], &of[500..]);
        numbers.sort();
        assert!(keys.iter().zip(&of).all(|(&key, &number)| numbers.get(key) == Some(number)));
        assert_eq!(numbers.get(rng.next_u64()), None);
    }
}
