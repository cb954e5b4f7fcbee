//! Storage for the records of a tree: an array that grows while threads read it, without locks and without moving
//! records.

use crate::Apart;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// The first four chunks have this many slots each, every further four twice as many as the four before: at most a fifth
/// of the slots is empty.
const FIRST_BITS: u32 = 8;
const CHUNKS: usize = 80;

/// A growing array of records, indexed by number.
#[derive(Debug)]
pub(super) struct Arena<T> {
    chunks: [OnceLock<Box<[OnceLock<T>]>>; CHUNKS],
    next: Apart<AtomicU32>,
    bytes: Apart<AtomicUsize>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS], next: Apart::default(), bytes: Apart::default() }
    }
}

/// The chunk and the place in it of record number `index`.
#[inline]
const fn place(index: u32) -> (usize, usize) {
    let shifted = index as u64 + (4 << FIRST_BITS);
    let doublings = shifted.ilog2() - (FIRST_BITS + 2);
    let quarter = shifted >> (FIRST_BITS + doublings);
    ((4 * doublings + quarter as u32 - 4) as usize, (shifted & (slots(4 * doublings as usize) as u64 - 1)) as usize)
}

/// How many slots a chunk has.
const fn slots(chunk: usize) -> usize {
    1 << (FIRST_BITS as usize + chunk / 4)
}

impl<T> Arena<T> {
    /// Adds a record of about `bytes` bytes and returns its number, or returns the record if no numbers are left. The
    /// number may be shared with other threads once this returns.
    pub(super) fn push(&self, value: T, bytes: usize) -> Result<u32, T> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let (number, offset) = place(index);
        let Some(chunk) = self.chunks.get(number) else {
            self.next.fetch_sub(1, Ordering::Relaxed);
            return Err(value);
        };
        let slots = chunk.get_or_init(|| (0..slots(number)).map(|_| OnceLock::new()).collect());
        self.bytes.fetch_add(bytes + size_of::<OnceLock<T>>(), Ordering::Relaxed);
        // No other thread has this number, so the slot is free.
        slots[offset].set(value).map(|()| index)
    }

    /// The record with this number.
    #[inline]
    pub(super) fn get(&self, index: u32) -> &T {
        let (chunk, offset) = place(index);
        self.chunks[chunk]
            .get()
            .and_then(|slots| slots[offset].get())
            .expect("a number is passed on after its record is set")
    }

    /// The record with this number, to change or take.
    pub(super) fn take(&mut self, index: u32) -> Option<T> {
        let (chunk, offset) = place(index);
        self.chunks[chunk].get_mut()?[offset].take()
    }

    /// How many records there are.
    pub(super) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    /// Adds memory allocated for a record after it was added.
    pub(super) fn count_bytes(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_keep_their_numbers_while_threads_add_more() {
        const EACH: u32 = if cfg!(miri) { 100 } else { 5_000 };
        let arena = Arena::default();
        std::thread::scope(|scope| {
            for thread in 0..4_u32 {
                let arena = &arena;
                scope.spawn(move || {
                    let mine: Vec<(u32, u32)> =
                        (0..EACH).map(|i| (arena.push(thread * 10_000 + i, 4).unwrap(), thread * 10_000 + i)).collect();
                    for (index, value) in mine {
                        assert_eq!(*arena.get(index), value);
                    }
                });
            }
        });
        assert_eq!(arena.len(), 4 * EACH);
    }

    #[test]
    fn places_are_dense() {
        let mut expected = (0, 0);
        for index in 0..100_000 {
            assert_eq!(place(index), expected);
            expected.1 += 1;
            if expected.1 == slots(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
    }
}
