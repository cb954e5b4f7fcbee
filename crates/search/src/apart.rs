//! A value on cache lines of its own.
//!
//! A counter that one thread writes takes the whole line away from every other thread that reads something beside it.
//! What all threads read at every step must not lie next to what one of them writes.

/// Two lines, because processors fetch them in pairs.
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
