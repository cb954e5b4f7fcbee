//! Where the threads of a watched search wait for each other.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where the threads of a watched search wait for each other.
#[derive(Debug)]
pub(super) struct Meeting {
    state: Mutex<Present>,
    all_here: Condvar,
}

#[derive(Debug)]
struct Present {
    /// Threads that still simulate, and those of them that wait.
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

    /// Waits until every thread is here or has left.
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

/// A thread that takes part; the others stop waiting for it when it is dropped.
pub(super) struct Member<'a>(pub(super) &'a Meeting);

impl Drop for Member<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.threads -= 1;
        self.0.release(&mut state);
    }
}
