//! Cancellation of long work whose result is no longer wanted.
//!
//! Long work runs [within](Patience::within) a patience. Its loops, however deep, call [`check`], which unwinds the
//! work once the patience has [ended](Patience::end). So parsers and compilers need no extra argument, and work outside
//! a patience is never interrupted.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// The patience of this thread's work.
    static MINE: RefCell<Option<Patience>> = const { RefCell::new(None) };
}

/// A cancellation token.
///
/// ```
/// use quadrille_support::patience::{self, Patience};
/// let patience = Patience::default();
/// assert_eq!(patience.within(|| { patience::check(); 7 }), Some(7));
/// patience.end();
/// assert_eq!(patience.within(|| { patience::check(); 7 }), None);
/// patience::check(); // Outside, nothing has ended.
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patience(Arc<AtomicBool>);

/// The panic payload of cancelled work.
struct Ended;

impl Patience {
    /// Nobody waits any more.
    pub fn end(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Runs the work; none if it was cancelled. Other panics are propagated.
    pub fn within<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let before = MINE.replace(Some(self.clone()));
        let done = catch_unwind(AssertUnwindSafe(work));
        MINE.set(before);
        match done {
            Ok(done) => Some(done),
            Err(why) if why.is::<Ended>() => None,
            Err(why) => resume_unwind(why),
        }
    }
}

/// Cancels this thread's work here if its patience has ended.
pub fn check() {
    let ended = MINE.with_borrow(|mine| mine.as_ref().is_some_and(|patience| patience.0.load(Ordering::Relaxed)));
    if ended {
        // No panic: nothing is reported.
        resume_unwind(Box::new(Ended));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_with_the_patience_and_a_panic_stays_one() {
        let patience = Patience::default();
        let mut rounds = 0;
        let done = patience.within(|| {
            loop {
                rounds += 1;
                if rounds == 3 {
                    patience.end();
                }
                check();
            }
        });
        assert_eq!((done, rounds), (None::<()>, 3));
        let fails = || Patience::default().within(|| -> () { resume_unwind(Box::new("a fault")) });
        assert!(catch_unwind(fails).is_err());
        check();
    }
}
