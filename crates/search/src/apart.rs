//! A value that has its cache lines to itself.
//!
//! A thread that writes a counter invalidates the whole cache line for every other thread (false sharing). Data that
//! all threads read at every step must not share a line with data that one of them writes.

/// Two cache lines, because processors prefetch them in pairs.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Apart<T>(T);

impl<T> std::ops::Deref for Apart<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
