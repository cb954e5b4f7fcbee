//! Unpredictable random numbers, for ids. Results never depend on them.

/// Sixty-four bits from the system.
///
/// ```
/// use quadrille_support::entropy;
/// assert_ne!(entropy::word(), entropy::word());
/// ```
#[must_use]
#[cfg(not(target_family = "wasm"))]
pub fn word() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    // The standard library's hash maps take theirs from the operating system.
    RandomState::new().build_hasher().finish()
}

/// Sixty-four bits from the page.
#[must_use]
#[cfg(target_family = "wasm")]
pub fn word() -> u64 {
    crate::page::random()
}
