//! The clock for all measurements.
//!
//! The standard library's clock; in a browser, where WebAssembly has none, the page's.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use page::Instant;

#[cfg(target_family = "wasm")]
mod page {
    use crate::page;
    use std::ops::{Add, Sub};
    use std::time::Duration;

    /// A moment, as the page's clock counts: the part of `std::time::Instant` that is used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        #[must_use]
        pub fn now() -> Self {
            Self(Duration::from_secs_f64(page::now().max(0.0) / 1000.0))
        }

        /// Time since this moment.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// Time since an earlier moment; none if it is later.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }
    }
}
