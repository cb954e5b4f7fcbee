//! Long work that ends when nobody waits for its result any more.
//!
//! Whoever does long work for somebody does it [within](Patience::within) their patience. The work [asks](check) in its
//! loops, however deep they lie, and is unwound from there once the patience has [ended](Patience::end). So a reader or
//! a compiler needs no further argument, and who calls it for themselves is never disturbed.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

thread_local! {
    /// That of the work this thread does.
    static MINE: RefCell<Option<Patience>> = const { RefCell::new(None) };
}

/// How long somebody waits: until they say otherwise.
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

/// What unwinds work that nobody waits for.
struct Ended;

impl Patience {
    /// Nobody waits any more.
    pub fn end(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Does the work; none if the patience ended before it did. A panic of the work goes on as one.
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

/// Goes on if somebody waits for the work of this thread, or if it is nobody's but its own; otherwise the work ends here.
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
