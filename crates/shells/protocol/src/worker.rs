//! A player that thinks on its own thread.

use quadrille_core::Refusal;
use quadrille_engine::Stop;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// After the end of the input, a search gets this long to reach its limits.
const LAST_SEARCH: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 5_000 });

/// A player, idle or thinking. The thread returns the player, with its table or tree.
pub(crate) struct Worker<'scope, 'env, P> {
    scope: &'scope Scope<'scope, 'env>,
    /// Absent while it thinks, and until first needed.
    resting: Option<P>,
    thinking: Option<Thinking<'scope, P>>,
}

struct Thinking<'scope, P> {
    thread: ScopedJoinHandle<'scope, P>,
    stop: Stop,
    /// Whether only `stop` ends it.
    endless: bool,
    answered: Arc<Answered>,
}

/// Set by the search thread when its answer is about to be sent.
#[derive(Default)]
pub(crate) struct Answered(AtomicBool);

impl Answered {
    /// From here on, the thread only has to end.
    pub(crate) fn mark(&self) {
        self.0.store(true, Ordering::Release);
    }
}

impl<'scope, 'env, P: Send + 'scope> Worker<'scope, 'env, P> {
    /// Nobody yet.
    pub(crate) const fn new(scope: &'scope Scope<'scope, 'env>) -> Self {
        Self { scope, resting: None, thinking: None }
    }

    /// The idle player, created if there is none.
    pub(crate) fn player(&mut self, make: impl FnOnce() -> Result<P, Refusal>) -> Result<&mut P, Refusal> {
        let player = match self.resting.take() {
            Some(player) => player,
            None => make()?,
        };
        Ok(self.resting.insert(player))
    }

    /// The idle player, if there is one.
    pub(crate) fn resting(&mut self) -> Option<&mut P> {
        self.resting.as_mut()
    }

    /// Replaces the player.
    pub(crate) fn replace(&mut self, player: Option<P>) {
        self.resting = player;
    }

    /// Starts the idle player on a thread; does nothing if there is none.
    pub(crate) fn start(&mut self, stop: &Stop, endless: bool, work: impl FnOnce(&mut P, &Answered) + Send + 'scope) {
        let Some(mut player) = self.resting.take() else { return };
        let answered = Arc::new(Answered::default());
        let mark = Arc::clone(&answered);
        let thread = self.scope.spawn(move || {
            work(&mut player, &mark);
            player
        });
        self.thinking = Some(Thinking { thread, stop: stop.clone(), endless, answered });
    }

    /// The stop handle of the running search, if any.
    pub(crate) fn stop(&self) -> Option<&Stop> {
        self.thinking.as_ref().map(|thinking| &thinking.stop)
    }

    /// Whether a search is running that has neither answered nor been told to stop.
    pub(crate) fn is_busy(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| {
            let answered = thinking.answered.0.load(Ordering::Acquire);
            !answered && !thinking.stop.is_requested() && !thinking.thread.is_finished()
        })
    }

    /// Waits for a search to end by itself, unless it is infinite. If the thread panicked, its player is lost.
    pub(crate) fn finish(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        if thinking.endless {
            thinking.stop.request();
        }
        self.resting = thinking.thread.join().ok();
    }

    /// Shuts down: at the end of the input a search is finished first.
    pub(crate) fn close(&mut self, conversation: io::Result<bool>) -> io::Result<()> {
        if !matches!(conversation, Ok(false)) {
            self.end();
        } else if let Some(stop) = self.stop() {
            stop.finish_by(Instant::now() + LAST_SEARCH);
        }
        self.finish();
        conversation.map(|_| ())
    }

    /// Stops a search; false if there was none.
    pub(crate) fn end(&mut self) -> bool {
        let running = self.stop().map(Stop::request).is_some();
        self.finish();
        running
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_with_limits_ends_soon_after_the_input() {
        std::thread::scope(|scope| {
            let mut worker = Worker::new(scope);
            worker.replace(Some(0_u64));
            let stop = Stop::new();
            let theirs = stop.clone();
            worker.start(&stop, false, move |rounds, _| {
                while !theirs.is_due() {
                    *rounds += 1;
                    std::thread::yield_now();
                }
            });
            // If the search is not stopped, the test hangs.
            worker.close(Ok(false)).expect("no error");
            assert!(worker.resting().is_some_and(|rounds| *rounds > 0));
        });
    }
}
