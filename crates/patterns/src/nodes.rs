//! Patterns by key: a table with one value for each, for look-ups that mostly miss the cache.
//!
//! Keys are cut to 40 bits: among five million patterns a foreign one is mistaken for a known one in 5 of a million
//! look-ups. The first bits are the home slot, the other 32 are kept beside the value.

/// How many bits of a key are kept.
pub(crate) const KEY_BITS: u32 = 40;

#[derive(Clone, Copy, Debug, Default)]
struct Slot<T> {
    /// The low bits of the key; 0 for a free slot.
    check: u32,
    value: T,
}

/// A map from keys to values.
#[derive(Clone, Debug)]
pub(crate) struct Nodes<T> {
    slots: Vec<Slot<T>>,
    shift: u32,
    len: usize,
}

/// A key as it is kept.
#[inline]
pub(crate) const fn cut(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
}

impl<T: Copy + Default> Nodes<T> {
    /// A table of these cut keys, each with its value.
    pub(crate) fn new(len: usize, items: impl Iterator<Item = (u64, T)>) -> Self {
        let bits = (len.max(64) * 10 / 7).next_power_of_two().trailing_zeros().max(KEY_BITS - 32);
        let mut nodes = Self { slots: vec![Slot::default(); 1 << bits], shift: KEY_BITS - bits, len: 0 };
        for (key, value) in items.take(len) {
            let slot = nodes.free_or_found(key);
            nodes.len += usize::from(nodes.slots[slot].check == 0);
            nodes.slots[slot] = Slot { check: check(key), value };
        }
        nodes
    }

    #[inline]
    fn free_or_found(&self, cut_key: u64) -> usize {
        let (mask, check) = (self.slots.len() - 1, check(cut_key));
        let mut slot = (cut_key >> self.shift) as usize;
        while self.slots[slot].check != check && self.slots[slot].check != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// How many patterns there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many numbers patterns have.
    pub(crate) fn numbers(&self) -> usize {
        self.slots.len()
    }

    /// What is in the home slot of a (whole) key.
    #[inline]
    pub(crate) fn head(&self, key: u64) -> u32 {
        self.slots[(cut(key) >> self.shift) as usize].check
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
        (self.slots[slot].check != 0).then_some(slot as u32)
    }

    /// The value of a pattern by its number.
    #[inline]
    pub(crate) fn value(&self, node: u32) -> &T {
        &self.slots[node as usize].value
    }

    /// The value of a pattern, to change it.
    #[inline]
    pub(crate) fn value_mut(&mut self, node: u32) -> &mut T {
        &mut self.slots[node as usize].value
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
    fn finds_what_it_holds_and_nothing_else() {
        let mut rng = Rng::new(4);
        let keys: Vec<u64> = (0..50_000).map(|_| rng.next_u64()).collect();
        let nodes = Nodes::new(keys.len(), keys.iter().zip(0_u32..).map(|(&key, index)| (cut(key), index)));
        assert_eq!(nodes.len(), keys.len());
        for (key, index) in keys.iter().zip(0_u32..) {
            assert_eq!(nodes.find_from(*key, nodes.head(*key)).map(|node| *nodes.value(node)), Some(index));
        }
        assert!((0..50_000).map(|_| rng.next_u64()).all(|key| nodes.find_from(key, nodes.head(key)).is_none()));
    }
}
