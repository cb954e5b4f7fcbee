//! Parallel search: young brothers wait.
//!
//! If the first move of a node did not cause a cutoff, the others probably will not either, so they are searched in
//! parallel (Feldmann, *Game tree search on massively parallel systems*, 1993). A thread at such a node offers moves to
//! idle threads; one that has run out of its own work helps those that work for it. Results are the same as with one
//! thread; only the number of nodes differs.

use quadrille_othello::evaluation::patterns::Node;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// Searches of fewer plies are too small to share.
const SPLIT_DEPTH: u32 = 13;

/// A move to be searched by whoever has time.
#[derive(Clone, Copy)]
pub(super) struct Task {
    /// The board after the move.
    pub(super) node: Node,
    /// The opponent's answers.
    pub(super) moves: u64,
    pub(super) square: u8,
}

/// A node whose moves are searched by several threads.
pub(super) struct Split {
    parent: Option<Arc<Self>>,
    pub(super) alpha: i32,
    /// Depth and level of the search below the node's moves.
    pub(super) depth: u32,
    pub(super) level: u8,
    best: Mutex<(i32, u8)>,
    refuted: AtomicBool,
    /// Moves offered and not yet finished.
    pending: AtomicUsize,
}

impl Split {
    pub(super) fn new(parent: Option<Arc<Self>>, best: (i32, u8), alpha: i32, depth: u32, level: u8) -> Self {
        Self {
            parent,
            alpha,
            depth,
            level,
            best: Mutex::new(best),
            refuted: AtomicBool::new(false),
            pending: AtomicUsize::new(0),
        }
    }

    /// Whether this node or one above it is refuted.
    pub(super) fn is_cut(&self) -> bool {
        self.refuted.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cut())
    }

    pub(super) fn report(&self, score: i32, square: u8) {
        let mut best = lock(&self.best);
        if score > best.0 {
            *best = (score, square);
        }
        if score > self.alpha {
            self.refuted.store(true, Relaxed);
        }
    }

    pub(super) fn best(&self) -> (i32, u8) {
        *lock(&self.best)
    }

    fn is_below(self: &Arc<Self>, above: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, above) || self.parent.as_ref().is_some_and(|parent| parent.is_below(above))
    }
}

/// No code panics while holding one of these locks; even if it did, the data would be consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[derive(Default)]
struct Offers {
    tasks: Vec<(Arc<Split>, Task)>,
    closed: bool,
}

/// The pool where threads offer work and wait for it.
#[derive(Default)]
pub(super) struct Pool {
    offers: Mutex<Offers>,
    changed: Condvar,
    /// Threads without work, and moves offered to them: hints read without the lock.
    idle: AtomicUsize,
    offered: AtomicUsize,
}

impl Pool {
    /// Whether it makes sense to share a node of this size now.
    #[inline]
    pub(super) fn wants(&self, depth: u32) -> bool {
        depth >= SPLIT_DEPTH && self.idle.load(Relaxed) > self.offered.load(Relaxed)
    }

    /// Offers a move, if some thread is idle.
    pub(super) fn offer(&self, split: &Arc<Split>, task: Task) -> bool {
        let mut offers = lock(&self.offers);
        if self.idle.load(Relaxed) <= offers.tasks.len() {
            return false;
        }
        split.pending.fetch_add(1, Relaxed);
        offers.tasks.push((Arc::clone(split), task));
        self.offered.store(offers.tasks.len(), Relaxed);
        self.changed.notify_all();
        true
    }

    /// Waits until every offered move of a node is finished, helping meanwhile with anything below that node.
    pub(super) fn finish(&self, split: &Arc<Split>, run: impl FnMut(&Arc<Split>, &Task)) {
        let below = |task: &(Arc<Split>, Task)| task.0.is_below(split);
        self.serve(run, below, |_| split.pending.load(Relaxed) == 0);
    }

    /// The loop of a helper thread: takes any work until the pool is closed.
    pub(super) fn help(&self, run: impl FnMut(&Arc<Split>, &Task)) {
        self.serve(run, |_| true, |offers| offers.closed);
    }

    /// Sends the helping threads home.
    pub(super) fn close(&self) {
        lock(&self.offers).closed = true;
        self.changed.notify_all();
    }

    fn serve(
        &self,
        mut run: impl FnMut(&Arc<Split>, &Task),
        mine: impl Fn(&(Arc<Split>, Task)) -> bool,
        done: impl Fn(&Offers) -> bool,
    ) {
        let mut offers = lock(&self.offers);
        while !done(&offers) {
            if let Some(index) = offers.tasks.iter().position(&mine) {
                let (split, task) = offers.tasks.remove(index);
                self.offered.store(offers.tasks.len(), Relaxed);
                drop(offers);
                run(&split, &task);
                offers = lock(&self.offers);
                split.pending.fetch_sub(1, Relaxed);
                self.changed.notify_all();
            } else {
                self.idle.fetch_add(1, Relaxed);
                offers = self.changed.wait(offers).unwrap_or_else(std::sync::PoisonError::into_inner);
                self.idle.fetch_sub(1, Relaxed);
            }
        }
    }
}
