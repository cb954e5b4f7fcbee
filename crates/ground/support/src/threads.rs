//! Thread counts, and distributing work.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};

/// The maximum number of threads: far more than any machine benefits from, far fewer than a system refuses.
pub const MOST: usize = 256;

/// How many of the requested threads can be started: in a browser, one.
#[must_use]
pub const fn startable(wanted: usize) -> usize {
    if cfg!(target_family = "wasm") { 1 } else { wanted }
}

/// The number of threads the system can run at once; 1 if unknown.
///
/// ```
/// use quadrille_support::threads;
/// assert!((1..=threads::MOST).contains(&threads::available()));
/// ```
#[must_use]
pub fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MOST)
}

/// Processes every item on at most this many threads, including the caller's, and returns the results in order. A
/// thread takes the next item when it is done with one, so long items should come first.
///
/// ```
/// use quadrille_support::threads;
/// assert_eq!(threads::map(4, 1..6, |number| number * number), [1, 4, 9, 16, 25]);
/// ```
pub fn map<I: Send, T: Send>(
    threads: usize,
    items: impl IntoIterator<Item = I, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let items = items.into_iter();
    let others = threads.min(items.len()).saturating_sub(1);
    if others == 0 {
        return items.map(work).collect();
    }
    let queue = Mutex::new(items.enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let mut done = Vec::new();
        while let Some((index, item)) = next() {
            done.push((index, work(item)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (0..others).map(|_| scope.spawn(worker)).collect();
        let mut done = worker();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
