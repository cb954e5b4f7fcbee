//! Asking the processor for a cache line before it is needed.
//!
//! A probe of a large table waits for memory. The search knows the key it will probe as soon as it has played a move, a few
//! hundred instructions before the probe. The option `prefetch` of alpha-beta compares with and without.

/// Starts loading the cache line of `place`.
#[cfg(all(target_arch = "x86_64", not(loom)))]
#[expect(unsafe_code, reason = "the standard library has no safe prefetch")]
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: the address comes from a live reference, and a prefetch neither reads a value nor faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Where there is no such instruction, nothing happens.
#[cfg(not(all(target_arch = "x86_64", not(loom))))]
#[inline]
pub(crate) fn prefetch<T>(_: &T) {}
