//! Iterating over the bits of a bitboard.

/// The indices of the set bits, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Bits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_the_set_bits_in_order() {
        assert_eq!(Bits(0x8000_0000_0000_0105).collect::<Vec<_>>(), [0, 2, 8, 63]);
        assert_eq!(Bits(0).count(), 0);
    }
}
