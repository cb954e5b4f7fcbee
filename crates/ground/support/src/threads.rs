//! How many threads.

/// More threads than this are not accepted: far more than any machine gains from, far fewer than a system refuses.
pub const MOST: usize = 256;

/// How many threads the system can run at once; 1 if it does not say.
///
/// ```
/// use quadrille_support::threads;
/// assert!((1..=threads::MOST).contains(&threads::available()));
/// ```
#[must_use]
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST)
}
