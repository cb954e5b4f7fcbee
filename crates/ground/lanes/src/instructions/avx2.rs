//! The lanes of AVX-512 by AVX2, eight at a time: which lanes a byte of a mask keeps is looked up in a table of 2 KiB. A
//! list of Breakthrough's moves takes a quarter of the time of a loop over bits, of Go's less than half.
#![expect(unsafe_code, reason = "batches of Go and Breakthrough are stepped faster")]

/// Loops that the compiler turns into vectors by itself.
pub use super::portable::bits;

use crate::LANES;
use std::arch::x86_64::*;

/// The places of a byte's set bits from below, one in each byte.
const PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut found, mut place) = (0, 0);
        while place < 8 {
            if set >> place & 1 == 1 {
                places[set] |= place << (8 * found);
                found += 1;
            }
            place += 1;
        }
        set += 1;
    }
    places
};

/// Eight in every byte: from the places of one byte's bits to those of the next.
const EIGHTS: u64 = 0x0808_0808_0808_0808;

#[inline(always)]
pub fn keep(numbers: [i32; LANES], mask: u16, room: &mut [i32]) {
    assert!(room.len() == LANES);
    let [low, high] = mask.to_le_bytes();
    // SAFETY: this function exists only in builds whose target has AVX2. Eight numbers are read from each half of an array
    // of sixteen. A byte has at most eight bits, so sixteen numbers of a slice that has as many are written at most.
    unsafe {
        let end = room.as_mut_ptr();
        for (half, byte, end) in [(0, low, end), (LANES / 2, high, end.add(low.count_ones() as usize))] {
            let places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(PLACES[usize::from(byte)] as i64));
            let kept = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(numbers.as_ptr().add(half).cast()), places);
            _mm256_storeu_si256(end.cast(), kept);
        }
    }
}

#[inline(always)]
pub fn lowest_bits(set: u64) -> [i32; LANES] {
    let (mut places, mut end) = ([0; 72], 0);
    for (eighth, byte) in (0..).zip(set.to_le_bytes()) {
        let eight = PLACES[usize::from(byte)] + EIGHTS * eighth;
        // No more than 56 come before the last eight: the division spares a check.
        places[end % 64..][..8].copy_from_slice(&eight.to_le_bytes());
        end += byte.count_ones() as usize;
    }
    std::array::from_fn(|lane| i32::from(places[lane]))
}

#[inline(always)]
pub fn pick(numbers: [i32; LANES], places: [i32; LANES]) -> [i32; LANES] {
    let mut picked = [0; LANES];
    // SAFETY: this function exists only in builds whose target has AVX2. All three arrays have sixteen numbers, and the
    // instruction takes places modulo eight.
    unsafe {
        let [low, high] = [0, LANES / 2].map(|half| _mm256_loadu_si256(numbers.as_ptr().add(half).cast()));
        for half in [0, LANES / 2] {
            let places = _mm256_loadu_si256(places.as_ptr().add(half).cast());
            let [low, high] = [low, high].map(|numbers| _mm256_permutevar8x32_epi32(numbers, places));
            // The fourth bit of a place, where the blend looks for a sign.
            let upper = _mm256_slli_epi32::<28>(places);
            let both =
                _mm256_blendv_ps(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high), _mm256_castsi256_ps(upper));
            _mm256_storeu_ps(picked.as_mut_ptr().add(half).cast(), both);
        }
    }
    picked
}
