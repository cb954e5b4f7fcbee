//! Visits and results in one atomic word.
//!
//! One atomic word holds both numbers, so a reader never sees the visits of one moment with the results of another, and
//! an update is one instruction. Results are whole numbers (1/256 of a win), so sums do not depend on the order in which
//! they are added up: one seed gives one result, bit for bit.

use std::sync::atomic::{AtomicU64, Ordering};

/// A win is worth this many units; a draw half of it.
pub(super) const WIN: u64 = 256;
const VISIT_BITS: u32 = 28;
const VISIT_MASK: u64 = (1 << VISIT_BITS) - 1;
/// Searches stop before a tally could overflow.
pub(super) const MOST_VISITS: u32 = (1 << VISIT_BITS) - (1 << 20);

/// Visits and the sum of results, for the player who chose the move.
#[derive(Debug, Default)]
pub(super) struct Tally(AtomicU64);

/// A snapshot of a tally.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Count {
    pub(super) visits: u32,
    units: u64,
}

impl Count {
    /// Of a move that was never tried.
    pub(super) const NONE: Self = Self { visits: 0, units: 0 };

    /// The sum of the results; a win counts 1.
    #[inline]
    pub(super) fn sum(self) -> f32 {
        self.units as f32 * (1.0 / WIN as f32)
    }

    /// The mean result, if there is any.
    #[inline]
    pub(super) fn mean(self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum() / self.visits as f32)
    }
}

impl Tally {
    #[inline]
    pub(super) fn count(&self) -> Count {
        let word = self.0.load(Ordering::Relaxed);
        Count { visits: (word & VISIT_MASK) as u32, units: word >> VISIT_BITS }
    }

    /// Adds a visit with its result and removes the virtual losses of the descent.
    #[inline]
    pub(super) fn add(&self, units: u64, pretended: u32, shared: bool) {
        let change = (units << VISIT_BITS).wrapping_add(1).wrapping_sub(u64::from(pretended));
        self.change(change, shared);
    }

    /// Adds this many virtual losses.
    #[inline]
    pub(super) fn pretend_losses(&self, losses: u32, shared: bool) {
        if losses > 0 {
            self.change(u64::from(losses), shared);
        }
    }

    /// A single thread need not pay for an atomic update.
    #[inline]
    fn change(&self, change: u64, shared: bool) {
        if shared {
            self.0.fetch_add(change, Ordering::Relaxed);
        } else {
            self.0.store(self.0.load(Ordering::Relaxed).wrapping_add(change), Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pretended_losses_leave_no_trace() {
        for shared in [false, true] {
            let tally = Tally::default();
            tally.add(WIN, 0, shared);
            tally.pretend_losses(5, shared);
            assert_eq!(tally.count().mean(), Some(1.0 / 6.0));
            tally.add(WIN / 2, 5, shared);
            assert_eq!((tally.count().visits, tally.count().mean()), (2, Some(0.75)));
        }
    }

    #[test]
    fn eight_threads_lose_nothing() {
        let tally = Tally::default();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10_000 {
                        tally.pretend_losses(5, true);
                        tally.add(WIN, 5, true);
                    }
                });
            }
        });
        assert_eq!((tally.count().visits, tally.count().mean()), (80_000, Some(1.0)));
    }
}
