//! A search on a thread of its own.

use quadrille_core::Score;
use quadrille_engine::{Stop, Thinker};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Scope, ScopedJoinHandle};

/// A thread that thinks. When it is done it gives the thinker back, with what it remembers.
pub(crate) struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Box<dyn Thinker>>,
    /// How the search is ended.
    pub(crate) stop: Stop,
    /// Whether only [`Running::stop`] ends it.
    pub(crate) endless: bool,
    answered: Arc<AtomicBool>,
}

/// What the thinking thread uses to say that its answer is about to go out.
pub(crate) struct Answered(Arc<AtomicBool>);

impl Answered {
    /// From here on the thread only has to end.
    pub(crate) fn mark(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl<'scope> Running<'scope> {
    /// Starts `work` on a thread.
    pub(crate) fn start(
        scope: &'scope Scope<'scope, '_>,
        stop: Stop,
        endless: bool,
        work: impl FnOnce(Answered) -> Box<dyn Thinker> + Send + 'scope,
    ) -> Self {
        let answered = Arc::new(AtomicBool::new(false));
        let mark = Answered(Arc::clone(&answered));
        Self { thread: scope.spawn(move || work(mark)), stop, endless, answered }
    }

    /// Whether the thread has answered or has been asked to: waiting for it takes no time.
    pub(crate) fn is_ending(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.stop.is_requested() || self.thread.is_finished()
    }

    /// Waits for the end. Nothing comes back from a thread that failed.
    pub(crate) fn join(self) -> Option<Box<dyn Thinker>> {
        self.thread.join().ok()
    }

    /// Ends the search and waits.
    pub(crate) fn end(self) -> Option<Box<dyn Thinker>> {
        self.stop.request();
        self.join()
    }
}

/// The typed score behind a number of a report, which is in units of the game.
pub(crate) fn score_of(units: f64) -> Score {
    Score::from_raw((units * 100.0).round() as i32)
}
