//! The memory of a table: lines of entries, each as long as a cache line of the processor.
//!
//! A probe of a large table usually misses both the cache and the TLB. Large pages, if available, avoid the TLB miss:
//! about 4 % of the time of FFO 48. Lines can be prefetched.

use quadrille_support::memory::{Pages, prefetch};
use std::sync::atomic::AtomicU64;

/// Entries in a line.
const WAYS: usize = 4;

/// One line: for each entry a check and the data. Pages start at a multiple of its size, so no line lies in two cache lines.
pub(super) type Line = [[AtomicU64; 2]; WAYS];

/// All lines of a table; their number is a power of two.
pub(super) struct Lines(Pages<Line>);

impl Lines {
    /// Lines in at most this many bytes, but at least one, all zero; fewer if the system has no room for them.
    pub(super) fn within(bytes: usize) -> Self {
        let mut lines = 1 << (bytes / size_of::<Line>()).max(1).ilog2();
        loop {
            match Pages::zeroed(lines) {
                Ok(pages) => return Self(pages),
                Err(error) => assert!(lines > 1, "there is no memory for a table of one line: {error}"),
            }
            lines /= 2;
        }
    }

    /// The lines.
    #[inline]
    pub(super) fn all(&self) -> &[Line] {
        &self.0
    }

    /// Prefetches a line.
    #[inline]
    pub(super) fn prefetch(&self, line: usize) {
        prefetch(&self.all()[line]);
    }
}
