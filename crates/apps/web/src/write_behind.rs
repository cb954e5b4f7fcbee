//! A write-behind queue: changed games wait here for the thread that writes them to disk.
//!
//! Writing a file usually takes a millisecond, but tens of milliseconds while the file system commits its journal: on
//! two cores, two such writes blocked every request. So a request only queues the newest text of a game, replacing an
//! older one, and the writer takes the whole queue at a time. Callers that need to know wait with a [`Flush`], with a
//! timeout.

use crate::flush::{Flush, Progress};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tokio::sync::watch;

/// A change of a game's file: the new text, or none to delete it.
pub type Change = Option<Arc<str>>;

#[derive(Debug, Default)]
struct Queue {
    waiting: HashMap<String, Change>,
    /// The changes being written.
    writing: Arc<HashMap<String, Change>>,
    /// The number of changes queued so far.
    queued: u64,
    closing: bool,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The queue; dropping it writes everything first.
#[derive(Debug)]
pub struct WriteBehind {
    shared: Arc<Shared>,
    progress: watch::Receiver<Progress>,
    writer: Option<JoinHandle<()>>,
}

impl WriteBehind {
    /// A queue whose changes are written by `write`.
    pub fn new(write: impl Fn(&str, Option<&str>) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, progress) = watch::channel(Progress::default());
        let theirs = Arc::clone(&shared);
        let work = move || write_changes(&theirs, &sender, &write);
        let writer = std::thread::Builder::new().name("store".to_owned()).spawn(work)?;
        Ok(Self { shared, progress, writer: Some(writer) })
    }

    /// Queues a change; it replaces an older one of the same game.
    pub fn push(&self, id: &str, change: Change) {
        let mut queue = self.shared.queue();
        queue.waiting.insert(id.to_owned(), change);
        queue.queued += 1;
        self.shared.changed.notify_one();
    }

    /// The newest change of a game that is not yet on disk, if there is one.
    pub fn newest(&self, id: &str) -> Option<Change> {
        let queue = self.shared.queue();
        queue.waiting.get(id).or_else(|| queue.writing.get(id)).cloned()
    }

    /// Waits for everything queued so far, and returns whether this game's change failed.
    pub fn flush(&self, id: &str) -> Flush {
        Flush { id: id.to_owned(), number: self.shared.queue().queued, progress: self.progress.clone() }
    }
}

impl Drop for WriteBehind {
    fn drop(&mut self) {
        self.shared.queue().closing = true;
        self.shared.changed.notify_one();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// The writer: takes the whole queue, writes it and repeats, until the queue is closing and empty.
fn write_changes(
    shared: &Shared,
    progress: &watch::Sender<Progress>,
    write: &dyn Fn(&str, Option<&str>) -> io::Result<()>,
) {
    let mut queue = shared.queue();
    loop {
        if queue.waiting.is_empty() {
            if queue.closing {
                return;
            }
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let batch = Arc::new(std::mem::take(&mut queue.waiting));
        queue.writing = Arc::clone(&batch);
        let done = queue.queued;
        drop(queue);
        let written = |(id, change): (&String, &Change)| (id.clone(), write(id, change.as_deref()));
        let outcomes: Vec<(String, io::Result<()>)> = batch.iter().map(written).collect();
        queue = shared.queue();
        queue.writing = Arc::default();
        progress.send_modify(|progress| {
            progress.done = done;
            for (id, outcome) in outcomes {
                progress.note(id, outcome);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;

    #[test]
    fn a_newer_text_replaces_an_older_one_and_all_is_visible_at_once() {
        let (wrote, written) = mpsc::channel();
        let (go_on, gate) = mpsc::channel::<()>();
        // Errors mean that the test is over.
        let write = move |id: &str, text: Option<&str>| {
            let _ = wrote.send((id.to_owned(), text.map(str::to_owned)));
            let _ = gate.recv();
            Ok(())
        };
        let queue = WriteBehind::new(write).expect("a thread");
        queue.push("a", Some("1".into()));
        // The writer has the first text and waits at the gate.
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), Some("1".to_owned())));
        assert_eq!(queue.newest("a"), Some(Some("1".into())));
        for text in ["2", "3"] {
            queue.push("a", Some(text.into()));
        }
        assert_eq!(queue.newest("a"), Some(Some("3".into())));
        assert_eq!(queue.newest("b"), None);
        let flush = queue.flush("a");
        go_on.send(()).expect("the writer");
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), Some("3".to_owned())));
        queue.push("a", None);
        assert_eq!(queue.newest("a"), Some(None));
        go_on.send(()).expect("the writer");
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), None));
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(async {
            assert_eq!(flush.wait().await, Ok(()));
        });
        drop(go_on);
        drop(queue);
        assert!(written.recv().is_err(), "nothing is left to write");
    }

    /// A failure affects one game, until it is written again; other games are unaffected.
    #[tokio::test]
    async fn a_failed_write_is_reported() {
        let full = Arc::new(AtomicBool::new(true));
        let disk = Arc::clone(&full);
        let fails = move |id: &str| id == "a" && disk.load(Ordering::Relaxed);
        let write = move |id: &str, _: Option<&str>| if fails(id) { Err(io::Error::other("no room")) } else { Ok(()) };
        let queue = WriteBehind::new(write).expect("a thread");
        let push = async |id: &str| {
            queue.push(id, Some("1".into()));
            queue.flush(id).wait().await
        };
        assert_eq!(push("a").await, Err("no room".to_owned()));
        assert_eq!(push("b").await, Ok(()));
        assert_eq!(queue.flush("a").wait().await, Err("no room".to_owned()), "b's success is not a's");
        full.store(false, Ordering::Relaxed);
        assert_eq!(push("a").await, Ok(()));
    }
}
