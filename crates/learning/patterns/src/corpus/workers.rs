//! Threads that take games from one reader.

use super::{Corpus, Record, TrainingSet};
use crate::words;
use quadrille_core::Refusal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Mutex, PoisonError};

/// Games travel to the threads in batches of this many.
const BATCH: usize = 8;

/// Which games go to how many threads.
pub(crate) struct Workers<'a> {
    pub(crate) corpus: &'a Corpus,
    pub(crate) wanted: &'a dyn Fn(u64) -> bool,
    pub(crate) threads: usize,
    /// How many of the wanted games were handled before.
    pub(crate) skipped: u64,
}

impl Workers<'_> {
    /// Calls `work` with a thread's number and some games until all were handled. After each batch, `due` receives the
    /// number of games handed out since the last pause; if it returns true, all threads finish their work, and `pause`
    /// receives the total number of games.
    pub(crate) fn run(
        &self,
        work: impl Fn(usize, &[Record]) + Sync,
        due: impl Fn(u64) -> bool,
        mut pause: impl FnMut(u64) -> Result<(), Refusal>,
    ) -> Result<TrainingSet, Refusal> {
        let threads = self.threads.max(1);
        let (sender, receiver) = mpsc::sync_channel(2 * threads);
        let (finished, results) = mpsc::channel();
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            for index in 0..threads {
                let (receiver, finished, work) = (&receiver, finished.clone(), &work);
                scope.spawn(move || serve(receiver, &finished, |batch: &[Record]| work(index, batch)));
            }
            let mut queue = Queue { sender, results, batch: Vec::new(), open: 0 };
            let (mut set, mut paused, mut failure) = (TrainingSet::default(), self.skipped, None);
            let tally = self.corpus.for_each_wanted(self.wanted, |_, game| {
                set.add(&game);
                if set.games <= self.skipped || failure.is_some() {
                    return;
                }
                if queue.push(game) && due(set.games - paused) {
                    // What a broken thread had is lost: such a state must not be saved.
                    failure = queue.wait().and_then(|()| pause(set.games)).err();
                    paused = set.games;
                }
            });
            queue.send();
            failure.map_or_else(|| queue.wait(), Err)?;
            set.tally = tally?;
            Ok(set)
        })
    }
}

/// Works on batches as long as there are any, and tells of each whether it was finished.
fn serve(batches: &Mutex<Receiver<Vec<Record>>>, finished: &Sender<bool>, work: impl Fn(&[Record])) {
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = batch else { return };
        let good = catch_unwind(AssertUnwindSafe(|| work(&batch))).is_ok();
        if finished.send(good).is_err() {
            return;
        }
    }
}

/// The reader's end.
struct Queue {
    sender: SyncSender<Vec<Record>>,
    results: Receiver<bool>,
    batch: Vec<Record>,
    /// Unfinished batches.
    open: usize,
}

impl Queue {
    /// Adds a game; returns whether that filled a batch.
    fn push(&mut self, game: Record) -> bool {
        self.batch.push(game);
        let full = self.batch.len() == BATCH;
        if full {
            self.send();
        }
        full
    }

    fn send(&mut self) {
        if self.sender.send(std::mem::take(&mut self.batch)).is_ok() {
            self.open += 1;
        }
    }

    /// Waits until every batch was worked on.
    fn wait(&mut self) -> Result<(), Refusal> {
        let mut good = true;
        for finished in self.results.iter().take(std::mem::take(&mut self.open)) {
            good &= finished;
        }
        if good { Ok(()) } else { Err(words::THREAD_FAILED.refuse()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads that break off are an error: the reader does not wait for them for ever, and saves nothing.
    #[test]
    fn threads_that_break_off_are_an_error() {
        let path = std::env::temp_dir().join(format!("quadrille-workers-{}", std::process::id()));
        std::fs::write(&path, "?\tpdddpp\n".repeat(40 * BATCH)).expect("writable");
        let corpus = Corpus::open(std::slice::from_ref(&path)).expect("a file");
        let workers = Workers { corpus: &corpus, wanted: &|_| true, threads: 2, skipped: 0 };
        let work = |_: usize, _: &[Record]| panic!("a thread breaks off, as this test wants");
        let outcome = workers.run(work, |since| since > 300, |_| panic!("saved what was lost"));
        assert!(outcome.is_err_and(|why| why.is(&words::THREAD_FAILED)));
        std::fs::remove_file(&path).expect("removable");
    }
}
