//! Picking and packing bits of a set: one instruction each on processors that have it, a short loop elsewhere.
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

/// The bits of `value` at the set bits of `mask`, packed together at the low end.
#[inline]
pub(crate) fn extract(value: u32, mask: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    return fast::extract(value, mask);
    #[cfg(not(target_feature = "bmi2"))]
    portable::extract(value, mask)
}

/// The low bits of `value` spread to the set bits of `mask`: the inverse of [`extract`].
#[inline]
pub(crate) fn deposit(value: u32, mask: u32) -> u32 {
    #[cfg(target_feature = "bmi2")]
    return fast::deposit(u64::from(value), u64::from(mask)) as u32;
    #[cfg(not(target_feature = "bmi2"))]
    portable::deposit(value, mask)
}

#[cfg(target_feature = "bmi2")]
mod fast {
    #[inline]
    #[expect(unsafe_code, reason = "one instruction instead of a loop: a third of a playout's time")]
    pub fn deposit(value: u64, mask: u64) -> u64 {
        // SAFETY: this module exists only in builds whose target has the instruction.
        unsafe { std::arch::x86_64::_pdep_u64(value, mask) }
    }

    #[inline]
    #[expect(unsafe_code, reason = "one instruction instead of a loop, for every successor in the table solver")]
    pub fn extract(value: u32, mask: u32) -> u32 {
        // SAFETY: this module exists only in builds whose target has the instruction.
        unsafe { std::arch::x86_64::_pext_u32(value, mask) }
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

    #[inline]
    pub fn extract(value: u32, mut mask: u32) -> u32 {
        let (mut packed, mut place) = (0, 0);
        while mask != 0 {
            packed |= (value >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        packed
    }

    #[inline]
    pub fn deposit(value: u32, mut mask: u32) -> u32 {
        let (mut spread, mut place) = (0, 0);
        while mask != 0 {
            spread |= (value >> place & 1) << mask.trailing_zeros();
            place += 1;
            mask &= mask - 1;
        }
        spread
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

    #[test]
    fn both_ways_pack_and_spread_alike() {
        let mut rng = Rng::new(3);
        for _ in 0..1_000 {
            let (value, mask) = (rng.next_u64() as u32, rng.next_u64() as u32);
            assert_eq!(extract(value, mask), portable::extract(value, mask));
            assert_eq!(deposit(value, mask), portable::deposit(value, mask));
            assert_eq!(deposit(extract(value, mask), mask), value & mask);
        }
    }
}
