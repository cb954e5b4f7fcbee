//! A barrier for the threads of a traced search.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A barrier for the threads of a traced search.
#[derive(Debug)]
pub(super) struct Meeting {
    state: Mutex<Present>,
    all_here: Condvar,
}

#[derive(Debug)]
struct Present {
    /// Active threads, and how many of them are waiting.
    threads: usize,
    waiting: usize,
    /// How often all have met.
    met: u64,
}

impl Meeting {
    pub(super) const fn of(threads: usize) -> Self {
        Self { state: Mutex::new(Present { threads, waiting: 0, met: 0 }), all_here: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, Present> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until every thread has arrived or left.
    pub(super) fn wait(&self) {
        let mut state = self.state();
        state.waiting += 1;
        let met = state.met;
        self.release(&mut state);
        let waited = self.all_here.wait_while(state, |state| state.met == met);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    fn release(&self, state: &mut Present) {
        if state.waiting == state.threads {
            state.waiting = 0;
            state.met += 1;
            self.all_here.notify_all();
        }
    }
}

/// A participating thread; when dropped, the others no longer wait for it.
pub(super) struct Member<'a>(pub(super) &'a Meeting);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.threads -= 1;
        self.0.release(&mut state);
    }
}
