//! Selecting the n-th set bit: one instruction if the processor has it, otherwise a short loop.
//!
//! The loops are always compiled for the tests, which compare both.

/// The `n`-th set bit (from 0, lowest first) of a set that has more than `n`, as a set of its own.
#[inline]
pub(crate) fn nth_bit(set: u64, n: u32) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return fast::deposit(1 << n, set);
    #[cfg(not(target_feature = "bmi2"))]
    portable::nth_bit(set, n)
}

#[cfg(target_feature = "bmi2")]
mod fast {
    #[inline]
    #[expect(unsafe_code, reason = "one instruction instead of a loop: a third of a playout's time")]
    pub fn deposit(value: u64, mask: u64) -> u64 {
        // SAFETY: this module exists only in builds whose target has the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(value, mask) }
    }
}

#[cfg(any(test, not(target_feature = "bmi2")))]
mod portable {
    #[inline]
    pub fn nth_bit(mut set: u64, n: u32) -> u64 {
        for _ in 0..n {
            set &= set - 1;
        }
        set & set.wrapping_neg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn both_ways_pick_the_same_bit() {
        let mut rng = Rng::new(2);
        for _ in 0..1_000 {
            let set = rng.next_u64() & rng.next_u64();
            let listed: Vec<u64> = quadrille_core::bits::Bits(set).map(|bit| 1 << bit).collect();
            for (n, &bit) in listed.iter().enumerate() {
                assert_eq!(nth_bit(set, n as u32), bit);
                assert_eq!(portable::nth_bit(set, n as u32), bit);
            }
        }
    }
}
