//! Patterns by key: a table with one weight for each, for look-ups that mostly miss the cache.
//!
//! Keys are cut to 40 bits: among five million patterns a foreign one is mistaken for a known one in 5 of a million
//! look-ups. The first bits are the home slot, the other 32 are kept beside the weight: eight bytes in all.

use crate::pages;
use memmap2::MmapMut;
use std::io;

/// How many bits of a key are kept.
pub(crate) const KEY_BITS: u32 = 40;
/// Bytes of a slot: the low bits of the key (0 for a free slot), then the weight.
const SLOT: usize = 8;

/// How far from its home a key may lie. Keys of patterns are random: among millions none is a thousand slots away. Others, in a
/// damaged or malicious file, would make every look-up as long as the table.
const FARTHEST: usize = 1 << 12;

/// Into how many parts the table is cut for those who change it side by side.
pub(crate) const PARTS: usize = 4;

/// A map from keys to weights.
#[derive(Debug)]
pub(crate) struct Nodes {
    slots: MmapMut,
    mask: usize,
    shift: u32,
    len: usize,
}

/// A key as it is kept.
#[inline]
pub(crate) const fn cut(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
}

impl Nodes {
    /// A table of these cut keys, each with its weight.
    pub(crate) fn new(len: usize, items: impl Iterator<Item = (u64, f32)>) -> io::Result<Self> {
        let bits = (len.max(64) * 10 / 7).next_power_of_two().trailing_zeros().max(KEY_BITS - 32);
        let slots = pages::zeroed(SLOT << bits)?;
        let mut nodes = Self { slots, mask: (1 << bits) - 1, shift: KEY_BITS - bits, len: 0 };
        for (key, weight) in items.take(len) {
            let slot = nodes.free_or_found(key);
            let from_home = slot.wrapping_sub((key >> nodes.shift) as usize) & nodes.mask;
            if from_home > FARTHEST {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "the keys are too crowded for keys of patterns",
                ));
            }
            nodes.len += usize::from(nodes.slot(slot).0 == 0);
            nodes.put(slot, check(key), weight);
        }
        Ok(nodes)
    }

    #[inline]
    fn slot(&self, slot: usize) -> (u32, f32) {
        read(self.slots.as_chunks::<SLOT>().0[slot])
    }

    #[inline]
    fn put(&mut self, slot: usize, check: u32, weight: f32) {
        self.slots.as_chunks_mut::<SLOT>().0[slot] = written(check, weight);
    }

    #[inline]
    fn free_or_found(&self, cut_key: u64) -> usize {
        let check = check(cut_key);
        let mut slot = (cut_key >> self.shift) as usize;
        loop {
            let there = self.slot(slot).0;
            if there == check || there == 0 {
                return slot;
            }
            slot = (slot + 1) & self.mask;
        }
    }

    /// How many patterns there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many numbers patterns have.
    pub(crate) fn numbers(&self) -> usize {
        self.mask + 1
    }

    /// What is in the home slot of a (whole) key.
    #[inline]
    pub(crate) fn head(&self, key: u64) -> u32 {
        self.slot((cut(key) >> self.shift) as usize).0
    }

    /// The number of the pattern with this (whole) key, given what is in its home slot.
    #[inline]
    pub(crate) fn find_from(&self, key: u64, head: u32) -> Option<u32> {
        let cut_key = cut(key);
        if head == check(cut_key) {
            return Some((cut_key >> self.shift) as u32);
        }
        if head == 0 { None } else { self.find_cut(cut_key) }
    }

    /// The number of the pattern with this cut key.
    pub(crate) fn find_cut(&self, cut_key: u64) -> Option<u32> {
        let slot = self.free_or_found(cut_key);
        (self.slot(slot).0 != 0).then_some(slot as u32)
    }

    /// The part of the table that a pattern lies in.
    #[inline]
    pub(crate) fn part(&self, node: u32) -> usize {
        node as usize / self.part_len()
    }

    fn part_len(&self) -> usize {
        self.numbers() / PARTS
    }

    /// All parts, to change them.
    pub(crate) fn parts_mut(&mut self) -> impl Iterator<Item = Part<'_>> {
        let length = self.part_len();
        let parts = self.slots.as_chunks_mut::<SLOT>().0.chunks_mut(length);
        parts.enumerate().map(move |(index, slots)| Part { first: index * length, slots })
    }

    /// The weight of a pattern by its number.
    #[inline]
    pub(crate) fn weight(&self, node: u32) -> f32 {
        self.slot(node as usize).1
    }

    /// Changes the weight of a pattern.
    pub(crate) fn set(&mut self, node: u32, weight: f32) {
        let (check, _) = self.slot(node as usize);
        self.put(node as usize, check, weight);
    }
}

/// A part of the table, whose weights may change.
pub(crate) struct Part<'a> {
    first: usize,
    slots: &'a mut [[u8; SLOT]],
}

impl Part<'_> {
    /// The place of a pattern within the part.
    #[inline]
    pub(crate) fn place(&self, node: u32) -> usize {
        node as usize - self.first
    }

    /// The weight of a pattern by its number.
    #[inline]
    pub(crate) fn weight(&self, node: u32) -> f32 {
        read(self.slots[self.place(node)]).1
    }

    /// Changes the weight of a pattern.
    #[inline]
    pub(crate) fn set(&mut self, node: u32, weight: f32) {
        let slot = &mut self.slots[node as usize - self.first];
        *slot = written(read(*slot).0, weight);
    }
}

#[inline]
fn read(slot: [u8; SLOT]) -> (u32, f32) {
    let word = u64::from_ne_bytes(slot);
    (word as u32, f32::from_bits((word >> 32) as u32))
}

#[inline]
fn written(check: u32, weight: f32) -> [u8; SLOT] {
    (u64::from(check) | u64::from(weight.to_bits()) << 32).to_ne_bytes()
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
