//! Packing and spreading bits: one instruction each on processors that have it, a short loop elsewhere.
//!
//! The loops are always compiled for the tests, which compare both.

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
    #[expect(unsafe_code, reason = "one instruction instead of a loop, for every successor in the table solver")]
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
