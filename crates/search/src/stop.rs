//! When a search must end: a flag another thread can raise, and a deadline another thread can set.
//!
//! A search checks the flag at every node or playout (a relaxed load is free) and the clock every few microseconds, so
//! it ends well within 20 ms of a request.

use quadrille_support::clock::Instant;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A handle on a running search. Clones refer to the same search.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    requested: AtomicBool,
    epoch: Instant,
    /// Nanoseconds after `epoch`; `NEVER` while no external deadline is set.
    deadline: AtomicU64,
}

const NEVER: u64 = u64::MAX;

impl Default for Shared {
    fn default() -> Self {
        Self { requested: AtomicBool::new(false), epoch: Instant::now(), deadline: AtomicU64::new(NEVER) }
    }
}

impl Stop {
    /// A handle with no stop request.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks the search to stop now.
    pub fn request(&self) {
        self.shared.requested.store(true, Ordering::Relaxed);
    }

    /// Asks the search to stop at `deadline` at the latest. On ponderhit, this gives an unlimited search its clock.
    pub fn finish_by(&self, deadline: Instant) {
        let nanos = deadline.saturating_duration_since(self.shared.epoch).as_nanos();
        self.shared.deadline.store(u64::try_from(nanos).unwrap_or(NEVER), Ordering::Relaxed);
    }

    /// Raises the flag after `time`, unless the returned guard is dropped before.
    #[must_use]
    pub fn finish_after(&self, time: Duration) -> Deadline {
        let (guard, waiting) = std::sync::mpsc::channel::<()>();
        let stop = self.clone();
        let timer = std::thread::Builder::new().spawn(move || {
            // Dropping the guard ends the wait early; only a timeout raises the flag.
            if waiting.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                stop.request();
            }
        });
        if timer.is_err() {
            // Without threads, the working thread checks the clock itself.
            self.finish_by(Instant::now() + time);
        }
        Deadline { _guard: guard }
    }

    /// Clears the flag and the deadline, for the next search.
    pub fn reset(&self) {
        self.shared.requested.store(false, Ordering::Relaxed);
        self.shared.deadline.store(NEVER, Ordering::Relaxed);
    }

    /// Whether the search was asked to stop.
    #[inline]
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.shared.requested.load(Ordering::Relaxed)
    }

    /// The same, or its deadline has passed: for work that has no [`Timer`].
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.is_requested() || self.is_overdue()
    }

    /// Whether both are handles on the same search.
    #[must_use]
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    fn is_overdue(&self) -> bool {
        self.is_overdue_in(Duration::ZERO)
    }

    /// Whether the deadline will have passed by then; in a browser also whether the page has asked to stop, since no
    /// other thread can set the flag.
    fn is_overdue_in(&self, time: Duration) -> bool {
        #[cfg(target_family = "wasm")]
        if quadrille_support::page::stopped() {
            return true;
        }
        let deadline = self.shared.deadline.load(Ordering::Relaxed);
        deadline != NEVER && self.shared.epoch.elapsed() + time >= Duration::from_nanos(deadline)
    }
}

/// While alive, the guard keeps [`Stop::finish_after`] in force.
#[derive(Debug)]
pub struct Deadline {
    _guard: std::sync::mpsc::Sender<()>,
}

/// The stop handle and the deadline of one search, as its workers see them.
///
/// ```
/// use quadrille_search::{Stop, Timer};
/// use std::time::{Duration, Instant};
///
/// let stop = Stop::new();
/// let timer = Timer::new(&stop, Instant::now(), Some(Duration::from_secs(60)));
/// assert!(!timer.check());
/// stop.request();
/// assert!(timer.is_over());
/// ```
#[derive(Debug)]
pub struct Timer {
    stop: Stop,
    start: Instant,
    hard: Option<Duration>,
    /// Set once, by the first worker that sees the end.
    over: AtomicBool,
}

impl Timer {
    /// A search that begins at `start` and ends after `hard` at the latest, if that is given.
    #[must_use]
    pub fn new(stop: &Stop, start: Instant, hard: Option<Duration>) -> Self {
        Self { stop: stop.clone(), start, hard, over: AtomicBool::new(false) }
    }

    /// Whether the search is over, without looking at the clock.
    #[inline]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.is_requested()
    }

    /// Ends the search for all workers.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the search is over; reads the clock, so call it only every few microseconds.
    #[must_use]
    pub fn check(&self) -> bool {
        self.check_before(Duration::ZERO)
    }

    /// Whether the search is over, or will be before work of this duration is done.
    #[must_use]
    pub fn check_before(&self, work: Duration) -> bool {
        if self.is_over() {
            return true;
        }
        if self.hard.is_some_and(|hard| self.start.elapsed() + work >= hard) || self.stop.is_overdue_in(work) {
            self.end();
            return true;
        }
        false
    }

    /// Ends the search if the guard is dropped by a panic, so that no helper thread keeps running.
    pub(crate) const fn guard(&self) -> EndOnPanic<'_> {
        EndOnPanic(self)
    }

    /// Time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// See [`Timer::guard`].
pub(crate) struct EndOnPanic<'a>(&'a Timer);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_request() {
        let stop = Stop::new();
        let timer = Timer::new(&stop.clone(), Instant::now(), None);
        assert!(!timer.check());
        stop.request();
        assert!(timer.is_over() && timer.check());
        stop.reset();
        assert!(!timer.check());
    }

    #[test]
    fn a_deadline_may_come_later() {
        let stop = Stop::new();
        let timer = Timer::new(&stop, Instant::now(), None);
        stop.finish_by(Instant::now() + Duration::from_secs(3_600));
        assert!(!timer.check());
        stop.finish_by(Instant::now());
        assert!(timer.check());
    }

    #[test]
    fn work_that_would_end_too_late_is_not_begun() {
        let minute = Duration::from_secs(60);
        let timer = Timer::new(&Stop::new(), Instant::now(), Some(minute));
        assert!(!timer.check_before(minute / 2));
        assert!(timer.check_before(minute) && timer.is_over());
        let stop = Stop::new();
        stop.finish_by(Instant::now() + minute);
        let timer = Timer::new(&stop, Instant::now(), None);
        assert!(!timer.check_before(minute / 2));
        assert!(timer.check_before(minute));
    }

    #[test]
    fn no_time_at_all_is_over_at_once() {
        let timer = Timer::new(&Stop::new(), Instant::now(), Some(Duration::ZERO));
        assert!(timer.check());
    }
}
