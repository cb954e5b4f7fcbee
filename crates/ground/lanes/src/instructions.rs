//! Operations that some processors do in one instruction: compress the lanes of a vector, extract and deposit bits.

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
mod avx2;

use crate::{COUNT, LANES};
#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
use avx2 as lanes;
#[cfg(not(target_feature = "avx2"))]
use portable as lanes;
#[cfg(target_feature = "avx512f")]
use vector as lanes;

/// Whether the instructions are available, for callers with a better fallback than the portable versions.
pub const FAST: bool = cfg!(all(target_feature = "avx2", target_feature = "bmi2"));

/// Writes the numbers whose lane's bit is set to `room` from `at` on, and returns their end. All lanes may be
/// overwritten.
#[inline(always)]
pub(crate) fn keep(numbers: [i32; LANES], mask: u16, room: &mut [i32], at: usize) -> usize {
    let room = &mut room[at..at + LANES];
    lanes::keep(numbers, mask, room);
    at + mask.count_ones() as usize
}

/// The indices of the lowest sixteen set bits, one per lane; lanes beyond the last bit are undefined.
#[inline(always)]
#[must_use]
pub fn lowest_bits(set: u64) -> [i32; LANES] {
    lanes::lowest_bits(set)
}

/// The bits of a set, one in each lane.
#[inline(always)]
#[must_use]
pub fn bits(set: u16) -> [i32; LANES] {
    lanes::bits(set)
}

/// A permutation of lanes.
#[inline(always)]
pub(crate) fn pick(numbers: [i32; LANES], places: [i32; LANES]) -> [i32; LANES] {
    lanes::pick(numbers, places)
}

/// Writes `first` + i for every set bit i to `room` from `at` on, and returns their end.
#[inline(always)]
pub(crate) fn write_bits(set: u64, first: i32, room: &mut [i32], at: usize) -> usize {
    if !FAST {
        return portable::write_bits(set, first, room, at);
    }
    (0..4).fold(at, |end, quarter| keep(count_from(first + 16 * quarter), (set >> (16 * quarter)) as u16, room, end))
}

/// The same for a set of at most `width` bits.
#[inline(always)]
pub(crate) fn write_row(set: u32, first: i32, width: usize, room: &mut [i32], at: usize) -> usize {
    if !FAST {
        return portable::write_bits(set.into(), first, room, at);
    }
    let end = keep(count_from(first), set as u16, room, at);
    if width <= LANES { end } else { keep(count_from(first + LANES as i32), (set >> LANES) as u16, room, end) }
}

/// Numbers from `first` up, one for each lane.
#[inline(always)]
fn count_from(first: i32) -> [i32; LANES] {
    let mut numbers = COUNT;
    numbers.iter_mut().for_each(|number| *number += first);
    numbers
}

/// The bits of `value` at the set bits of `mask`, packed together at the low end.
#[inline(always)]
#[must_use]
pub fn extract(value: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return vector::extract(value, mask);
    #[cfg(not(target_feature = "bmi2"))]
    portable::extract(value, mask)
}

/// The low bits of `value` spread to the set bits of `mask`: the inverse of [`extract`].
#[inline(always)]
#[must_use]
pub fn deposit(value: u64, mask: u64) -> u64 {
    #[cfg(target_feature = "bmi2")]
    return vector::deposit(value, mask);
    #[cfg(not(target_feature = "bmi2"))]
    portable::deposit(value, mask)
}

#[cfg(any(target_feature = "avx512f", target_feature = "bmi2"))]
#[expect(unsafe_code, reason = "batches of Go and Breakthrough are stepped almost twice as fast")]
mod vector {
    use std::arch::x86_64::*;

    #[cfg(target_feature = "avx512f")]
    #[inline(always)]
    pub fn keep(numbers: [i32; crate::LANES], mask: u16, room: &mut [i32]) {
        assert!(room.len() == crate::LANES);
        // SAFETY: this function exists only in builds whose target has AVX-512F. Sixteen numbers are read from an array of
        // sixteen and sixteen are written to a slice that has as many.
        unsafe {
            let kept = _mm512_maskz_compress_epi32(mask, _mm512_loadu_si512(numbers.as_ptr().cast()));
            _mm512_storeu_si512(room.as_mut_ptr().cast(), kept);
        }
    }

    /// Each quarter of the set is packed, then moved behind the ones before it.
    #[cfg(target_feature = "avx512f")]
    #[inline(always)]
    pub fn lowest_bits(set: u64) -> [i32; crate::LANES] {
        let mut lowest = crate::COUNT;
        // SAFETY: this function exists only in builds whose target has AVX-512F. Both arrays have sixteen numbers.
        unsafe {
            let count = _mm512_loadu_si512(lowest.as_ptr().cast());
            let mut all = _mm512_maskz_compress_epi32(set as u16, count);
            let mut found = (set as u16).count_ones();
            for quarter in 1..4 {
                let bits = (set >> (16 * quarter)) as u16;
                let packed =
                    _mm512_maskz_compress_epi32(bits, _mm512_add_epi32(count, _mm512_set1_epi32(16 * quarter)));
                all = _mm512_mask_expand_epi32(all, (0xFFFF_u64 << found) as u16, packed);
                found += bits.count_ones();
            }
            _mm512_storeu_si512(lowest.as_mut_ptr().cast(), all);
        }
        lowest
    }

    #[cfg(target_feature = "avx512f")]
    #[inline(always)]
    pub fn bits(set: u16) -> [i32; crate::LANES] {
        let mut bits = [0; crate::LANES];
        // SAFETY: this function exists only in builds whose target has AVX-512F. The array has sixteen numbers.
        unsafe { _mm512_storeu_si512(bits.as_mut_ptr().cast(), _mm512_maskz_set1_epi32(set, 1)) }
        bits
    }

    #[cfg(target_feature = "avx512f")]
    #[inline(always)]
    pub fn pick(numbers: [i32; crate::LANES], places: [i32; crate::LANES]) -> [i32; crate::LANES] {
        let mut picked = [0; crate::LANES];
        // SAFETY: this function exists only in builds whose target has AVX-512F. All three arrays have sixteen numbers, and
        // the instruction takes places modulo sixteen.
        unsafe {
            let [numbers, places] = [numbers, places].map(|lanes| _mm512_loadu_si512(lanes.as_ptr().cast()));
            _mm512_storeu_si512(picked.as_mut_ptr().cast(), _mm512_permutexvar_epi32(places, numbers));
        }
        picked
    }

    #[cfg(target_feature = "bmi2")]
    #[inline(always)]
    pub fn extract(value: u64, mask: u64) -> u64 {
        // SAFETY: this function exists only in builds whose target has BMI2.
        unsafe { _pext_u64(value, mask) }
    }

    #[cfg(target_feature = "bmi2")]
    #[inline(always)]
    pub fn deposit(value: u64, mask: u64) -> u64 {
        // SAFETY: this function exists only in builds whose target has BMI2.
        unsafe { _pdep_u64(value, mask) }
    }
}

#[cfg_attr(target_feature = "avx2", allow(dead_code, reason = "the tests compare them"))]
mod portable {
    pub fn keep(numbers: [i32; crate::LANES], mask: u16, room: &mut [i32]) {
        // Always written, but only a marked lane advances the index: branches would be mispredicted.
        let mut end = 0;
        for (lane, number) in numbers.into_iter().enumerate() {
            room[end] = number;
            end += usize::from(mask >> lane & 1);
        }
    }

    #[inline]
    pub fn write_bits(mut set: u64, first: i32, room: &mut [i32], at: usize) -> usize {
        let mut end = at;
        while set != 0 {
            room[end] = first + set.trailing_zeros() as i32;
            set &= set - 1;
            end += 1;
        }
        end
    }

    pub fn bits(set: u16) -> [i32; crate::LANES] {
        crate::COUNT.map(|lane| i32::from(set) >> lane & 1)
    }

    pub fn lowest_bits(mut set: u64) -> [i32; crate::LANES] {
        [0; crate::LANES].map(|_| {
            let lowest = set.trailing_zeros() as i32;
            set &= set.wrapping_sub(1);
            lowest
        })
    }

    pub fn pick(numbers: [i32; crate::LANES], places: [i32; crate::LANES]) -> [i32; crate::LANES] {
        places.map(|place| numbers[place as usize % crate::LANES])
    }

    pub fn extract(value: u64, mut mask: u64) -> u64 {
        let (mut packed, mut place) = (0, 0);
        while mask != 0 {
            packed |= (value >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        packed
    }

    pub fn deposit(value: u64, mut mask: u64) -> u64 {
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

    /// A few thousand numbers without pattern (SplitMix64).
    fn random() -> impl Iterator<Item = u64> {
        (1..4_000_u64).map(|turn| {
            let mut z = turn.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ z >> 31
        })
    }

    #[test]
    fn the_instructions_do_what_their_twins_do() {
        for (value, mask) in random().zip(random().skip(7)) {
            assert_eq!(extract(value, mask), portable::extract(value, mask));
            assert_eq!(deposit(value, mask), portable::deposit(value, mask));
            assert_eq!(deposit(extract(value, mask), mask), value & mask);
            assert_eq!(bits(mask as u16), portable::bits(mask as u16));
            let places = COUNT.map(|lane| (mask >> (4 * lane) & 15) as i32);
            assert_eq!(pick(bits(value as u16), places), portable::pick(bits(value as u16), places));
            for few in [value & mask, value & mask & mask >> 7 & mask << 9] {
                let filled = LANES.min(few.count_ones() as usize);
                assert_eq!(lowest_bits(few)[..filled], portable::lowest_bits(few)[..filled], "of {few:x}");
            }
            let numbers = COUNT.map(|lane| lane + value as i32);
            let (mut fast, mut slow) = ([0; 40], [0; LANES]);
            let end = keep(numbers, mask as u16, &mut fast, 20);
            portable::keep(numbers, mask as u16, &mut slow);
            assert_eq!(fast[20..end], slow[..end - 20]);
        }
    }

    #[test]
    fn bits_are_written_in_order_by_both() {
        for set in random().chain([0, u64::MAX, 1, 1 << 63]) {
            let (mut fast, mut slow) = ([0; 100], [0; 100]);
            let end = write_bits(set, 7, &mut fast, 3);
            assert_eq!(end, portable::write_bits(set, 7, &mut slow, 3));
            assert_eq!(end, 3 + set.count_ones() as usize);
            assert_eq!(fast[3..end], slow[3..end]);
        }
    }
}
