//! Tasks, timers and blocking work: Tokio on a server; in a browser, with a single worker, a small executor.
//!
//! Channels and `select!` are Tokio's in both cases; they need no runtime.

use std::time::Duration;

#[cfg(target_family = "wasm")]
pub use in_browser::{next_timer, run, sleep, sleep_until, spawn};
#[cfg(not(target_family = "wasm"))]
pub use on_server::{sleep, sleep_until, spawn};

/// Too much time has passed.
#[derive(Debug)]
pub struct Late;

/// Waits with a timeout.
pub async fn timeout<T>(time: Duration, work: impl Future<Output = T>) -> Result<T, Late> {
    tokio::select! {
        biased;
        done = work => Ok(done),
        () = sleep(time) => Err(Late),
    }
}

/// The work failed inside.
#[derive(Debug)]
pub struct Broken;

/// Runs blocking work off the async threads; it may start tasks. In a browser it blocks the games' worker.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Broken> {
    #[cfg(not(target_family = "wasm"))]
    {
        let runtime = tokio::runtime::Handle::current();
        let work = move || {
            let _here = runtime.enter();
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| Broken)
    }
    #[cfg(target_family = "wasm")]
    Ok(work())
}

/// Runs work that nobody waits for off the async threads. In a browser it runs here.
pub fn aside(work: impl FnOnce() + Send + 'static) {
    #[cfg(not(target_family = "wasm"))]
    tokio::task::spawn_blocking(work);
    #[cfg(target_family = "wasm")]
    work();
}

#[cfg(not(target_family = "wasm"))]
mod on_server {
    use quadrille_support::clock::Instant;
    pub use tokio::time::sleep;

    /// Waits until a moment.
    pub async fn sleep_until(moment: Instant) {
        tokio::time::sleep_until(moment.into()).await;
    }

    /// Starts a task.
    pub fn spawn(task: impl Future<Output = ()> + Send + 'static) {
        tokio::spawn(task);
    }
}

#[cfg(target_family = "wasm")]
mod in_browser {
    use futures_executor::{LocalPool, LocalSpawner};
    use futures_util::task::LocalSpawnExt;
    use quadrille_support::clock::Instant;
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeMap;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};
    use std::time::Duration;

    /// A wake-up time, with a number to break ties.
    type Timer = (Instant, u64);

    thread_local! {
        static POOL: RefCell<LocalPool> = RefCell::new(LocalPool::new());
        static SPAWNER: LocalSpawner = POOL.with_borrow(LocalPool::spawner);
        static TIMERS: RefCell<BTreeMap<Timer, Waker>> = const { RefCell::new(BTreeMap::new()) };
        static NUMBERS: Cell<u64> = const { Cell::new(0) };
    }

    /// Starts a task.
    pub fn spawn(task: impl Future<Output = ()> + 'static) {
        // The pool lives as long as the worker.
        let _ = SPAWNER.with(|spawner| spawner.spawn_local(task));
    }

    /// Polls every task that is ready.
    pub fn run() {
        let now = (Instant::now(), u64::MAX);
        let later = TIMERS.with_borrow_mut(|timers| timers.split_off(&now));
        TIMERS.replace(later).into_values().for_each(Waker::wake);
        POOL.with_borrow_mut(LocalPool::run_until_stalled);
    }

    /// The time to the next timer; none if there is none.
    pub fn next_timer() -> Option<Duration> {
        let first = TIMERS.with_borrow(|timers| timers.keys().next().copied());
        first.map(|(due, _)| due.saturating_duration_since(Instant::now()))
    }

    /// Waits for this long.
    pub fn sleep(time: Duration) -> Sleep {
        sleep_until(Instant::now() + time)
    }

    /// Waits until a moment.
    pub fn sleep_until(moment: Instant) -> Sleep {
        NUMBERS.set(NUMBERS.get() + 1);
        Sleep((moment, NUMBERS.get()))
    }

    /// See [`sleep`].
    pub struct Sleep(Timer);

    impl Future for Sleep {
        type Output = ();

        fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
            if self.0.0 <= Instant::now() {
                return Poll::Ready(());
            }
            TIMERS.with_borrow_mut(|timers| timers.insert(self.0, context.waker().clone()));
            Poll::Pending
        }
    }

    impl Drop for Sleep {
        fn drop(&mut self) {
            TIMERS.with_borrow_mut(|timers| timers.remove(&self.0));
        }
    }
}
