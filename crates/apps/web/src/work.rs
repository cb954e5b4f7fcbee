//! Long work: on its own threads, a few at once, with a deadline.

use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::words;
use quadrille_support::memory;
use quadrille_support::patience::Patience;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The maximum wait for an answer.
const LONGEST: Duration = Duration::from_secs(20);

/// Places for work of one kind.
#[derive(Clone, Debug)]
pub struct Work(Arc<Semaphore>);

impl Work {
    /// At most this many at once.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// Runs the work when a slot is free. The slot belongs to the work, not to the request: after a timeout or when the
    /// client is gone, the work ends at its next check for cancellation.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let late = |_| Problem::new(Kind::Busy, words::SLOW_WORK.refuse().with("seconds", LONGEST.as_secs()));
        let waits = WhileWaiting(Patience::default());
        let patience = waits.0.clone();
        let done = async {
            let place = Arc::clone(&self.0).acquire_owned().await.map_err(Problem::shutting_down)?;
            let work = runtime::blocking(move || {
                let done = patience.within(work);
                memory::trim();
                drop(place);
                done
            });
            let done = work.await.map_err(|_| Problem::new(Kind::Fault, words::WORK_FAILED.refuse()))?;
            done.ok_or_else(|| late(runtime::Late))
        };
        runtime::timeout(LONGEST, done).await.map_err(late)?
    }
}

/// A waiting request; dropping it cancels the work.
struct WhileWaiting(Patience);

impl Drop for WhileWaiting {
    fn drop(&mut self) {
        self.0.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_support::patience;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_place_is_free_again_when_the_work_is_done_not_when_its_request_is_gone() {
        let work = Work::new(1);
        let (go_on, gate) = mpsc::channel::<()>();
        let theirs = work.clone();
        let asked = tokio::spawn(async move { theirs.run(move || gate.recv().is_ok()).await });
        while work.0.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        assert!(asked.await.is_err_and(|error| error.is_cancelled()));
        assert_eq!(work.0.available_permits(), 0);
        go_on.send(()).expect("the work waits");
        assert_eq!(work.run(|| 7).await.ok(), Some(7));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_ends() {
        let work = Work::new(1);
        let theirs = work.clone();
        let endless = || -> () {
            loop {
                patience::check();
                std::thread::yield_now();
            }
        };
        let asked = tokio::spawn(async move { theirs.run(endless).await.is_err() });
        while work.0.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        asked.abort();
        // If the endless work were not cancelled, no slot would ever be free again.
        assert_eq!(work.run(|| 7).await.ok(), Some(7));
    }
}
