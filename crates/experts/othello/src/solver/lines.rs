//! The memory of a table: lines of entries, each as long as a cache line of the processor.
//!
//! A probe of a large table usually goes to a page that was not touched for long, so not only the line but also its address has to be
//! fetched. Large pages, where the system has them, save the latter: some 4 % of the time of FFO 48. A line can be asked for
//! before it is needed.

use super::instructions::prefetch;
use memmap2::MmapMut;
use std::sync::atomic::AtomicU64;

/// Entries in a line.
const WAYS: usize = 4;

/// One line: for each entry a check and the data.
#[repr(align(64))]
pub(super) struct Line(pub(super) [[AtomicU64; 2]; WAYS]);

/// All lines of a table; their number is a power of two.
pub(super) struct Lines(MmapMut);

impl Lines {
    /// Lines in at most so many bytes, but at least one, all zero; fewer if the system has no room for them.
    pub(super) fn within(bytes: usize) -> Self {
        let wanted = bytes / size_of::<Line>();
        let mut lines = if wanted <= 1 { 1 } else { 1 << wanted.ilog2() };
        loop {
            match MmapMut::map_anon(lines * size_of::<Line>()) {
                Ok(map) => {
                    // A system without large pages says so, and the table has small ones.
                    #[cfg(target_os = "linux")]
                    let _ = map.advise(memmap2::Advice::HugePage);
                    return Self(map);
                }
                Err(error) => assert!(lines > 1, "there is no memory for a table of one line: {error}"),
            }
            lines /= 2;
        }
    }

    /// The lines.
    #[inline]
    pub(super) fn all(&self) -> &[Line] {
        // SAFETY: the map starts at a page, is as long as a whole number of lines, lives as long as `self` and is reached through this
        // function only. Any bits are a line, and atomics may change behind a shared reference.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / size_of::<Line>()) }
    }

    /// Announces that a line will be read soon.
    #[inline]
    pub(super) fn prefetch(&self, line: usize) {
        prefetch(&self.all()[line]);
    }
}
