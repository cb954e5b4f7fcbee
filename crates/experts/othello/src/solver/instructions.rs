//! An instruction of the processor that Rust has no safe name for, and what stands in for it elsewhere.
#![cfg_attr(
    target_feature = "bmi2",
    expect(unsafe_code, reason = "one instruction instead of a loop, for every last empty square")
)]

/// The bits of `set` on the squares of `mask`, moved together.
#[inline]
#[must_use]
pub(super) fn gathered(set: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    // SAFETY: this line is compiled only where the whole program may use BMI2.
    return unsafe { std::arch::x86_64::_pext_u64(set, mask) };
    #[cfg(not(target_feature = "bmi2"))]
    portable_gathered(set, mask)
}

#[cfg(any(test, not(target_feature = "bmi2")))]
const fn portable_gathered(set: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (set >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn both_ways_gather_the_same_bits() {
        let mut rng = Rng::new(0x51_3D);
        for _ in 0..10_000 {
            let (set, mask) = (rng.next_u64(), rng.next_u64());
            assert_eq!(gathered(set, mask), portable_gathered(set, mask));
        }
    }
}
