//! The desk where changed games wait for the disk, and the thread that carries them there.
//!
//! Making and renaming a file usually takes a tenth of a millisecond, but tens of them when the file system is writing its
//! own journal: with two cores, two such moves held up every request of the server. So requests only put the newest text
//! of a game on the desk, where it replaces an older one, and a thread of its own takes the whole desk at a time. Whoever
//! wants to know waits with a [`Receipt`], though not for ever.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;

/// An answer waits so long for the disk, so that what was answered survives a kill. Beyond it the change is in memory alone
/// until the disk comes to it.
const PATIENCE: Duration = Duration::from_secs(1);

/// What shall become of a game's file: this text, or nothing.
pub type Wish = Option<Arc<str>>;

/// Where the carrier is.
#[derive(Clone, Debug, Default)]
struct Progress {
    /// All wishes up to this number are on disk, or were refused.
    done: u64,
    /// What the system said to those games whose last wish it refused.
    refused: HashMap<String, String>,
}

#[derive(Debug, Default)]
struct Papers {
    waiting: HashMap<String, Wish>,
    /// What the carrier is writing at this moment.
    carried: Arc<HashMap<String, Wish>>,
    asked: u64,
    closing: bool,
}

#[derive(Debug, Default)]
struct Shared {
    papers: Mutex<Papers>,
    more: Condvar,
}

impl Shared {
    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The desk; its carrier finishes what waits before the desk is gone.
#[derive(Debug)]
pub struct Desk {
    shared: Arc<Shared>,
    progress: watch::Receiver<Progress>,
    carrier: Option<JoinHandle<()>>,
}

/// Tells when a game's change is on disk.
#[derive(Clone, Debug)]
pub struct Receipt {
    id: String,
    number: u64,
    progress: watch::Receiver<Progress>,
}

impl Receipt {
    /// Waits until the change is on disk; what the system said if it refused.
    pub async fn kept(mut self) -> Result<(), String> {
        // Without a carrier nobody writes any more; that is the end of the server.
        let Ok(progress) = self.progress.wait_for(|progress| progress.done >= self.number).await else { return Ok(()) };
        progress.refused.get(&self.id).cloned().map_or(Ok(()), Err)
    }

    /// The same, for as long as somebody may be kept waiting for an answer.
    pub async fn soon(self) -> Result<(), String> {
        tokio::time::timeout(PATIENCE, self.kept()).await.unwrap_or(Ok(()))
    }
}

impl Desk {
    /// A desk whose wishes are fulfilled by `fulfil`.
    pub fn new(fulfil: impl Fn(&str, Option<&str>) -> io::Result<()> + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let (sender, progress) = watch::channel(Progress::default());
        let theirs = Arc::clone(&shared);
        let carrier =
            std::thread::Builder::new().name("store".to_owned()).spawn(move || carry(&theirs, &sender, &fulfil))?;
        Ok(Self { shared, progress, carrier: Some(carrier) })
    }

    /// Puts a wish on the desk; it replaces an older one for the same game.
    pub fn put(&self, id: &str, wish: Wish) {
        let mut papers = self.shared.papers();
        papers.waiting.insert(id.to_owned(), wish);
        papers.asked += 1;
        self.shared.more.notify_one();
    }

    /// The wish for a game that is not yet on disk, if there is one.
    pub fn newest(&self, id: &str) -> Option<Wish> {
        let papers = self.shared.papers();
        papers.waiting.get(id).or_else(|| papers.carried.get(id)).cloned()
    }

    /// A receipt for everything put here so far; it tells of this game's trouble.
    pub fn receipt(&self, id: &str) -> Receipt {
        Receipt { id: id.to_owned(), number: self.shared.papers().asked, progress: self.progress.clone() }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.shared.papers().closing = true;
        self.shared.more.notify_one();
        if let Some(carrier) = self.carrier.take() {
            let _it_has_nothing_to_say = carrier.join();
        }
    }
}

/// The carrier's day: everything on the desk, then again, until the desk is closed and empty.
fn carry(shared: &Shared, progress: &watch::Sender<Progress>, fulfil: &dyn Fn(&str, Option<&str>) -> io::Result<()>) {
    let mut papers = shared.papers();
    loop {
        if papers.waiting.is_empty() {
            if papers.closing {
                return;
            }
            papers = shared.more.wait(papers).unwrap_or_else(PoisonError::into_inner);
            continue;
        }
        let batch = Arc::new(std::mem::take(&mut papers.waiting));
        papers.carried = Arc::clone(&batch);
        let done = papers.asked;
        drop(papers);
        let fulfilled = |(id, wish): (&String, &Wish)| (id.clone(), fulfil(id, wish.as_deref()));
        let outcomes: Vec<(String, io::Result<()>)> = batch.iter().map(fulfilled).collect();
        papers = shared.papers();
        papers.carried = Arc::default();
        progress.send_modify(|progress| {
            progress.done = done;
            for (id, outcome) in outcomes {
                match outcome {
                    Ok(()) => progress.refused.remove(&id),
                    Err(error) => progress.refused.insert(id, error.to_string()),
                };
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
        let fulfil = move |id: &str, text: Option<&str>| {
            let _test_is_over = wrote.send((id.to_owned(), text.map(str::to_owned)));
            let _test_is_over = gate.recv();
            Ok(())
        };
        let desk = Desk::new(fulfil).expect("a thread");
        desk.put("a", Some("1".into()));
        // The carrier holds the first text and waits at the gate.
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), Some("1".to_owned())));
        assert_eq!(desk.newest("a"), Some(Some("1".into())));
        for text in ["2", "3"] {
            desk.put("a", Some(text.into()));
        }
        assert_eq!(desk.newest("a"), Some(Some("3".into())));
        assert_eq!(desk.newest("b"), None);
        let receipt = desk.receipt("a");
        go_on.send(()).expect("the carrier");
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), Some("3".to_owned())));
        desk.put("a", None);
        assert_eq!(desk.newest("a"), Some(None));
        go_on.send(()).expect("the carrier");
        assert_eq!(written.recv().expect("a write"), ("a".to_owned(), None));
        tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(async {
            assert_eq!(receipt.kept().await, Ok(()));
        });
        drop(go_on);
        drop(desk);
        assert!(written.recv().is_err(), "nothing is left to write");
    }

    /// A refusal is told to the game it concerns, until that game is written again; others hear nothing of it.
    #[tokio::test]
    async fn a_refusing_disk_is_reported() {
        let full = Arc::new(AtomicBool::new(true));
        let disk = Arc::clone(&full);
        let refuse = move |id: &str| id == "a" && disk.load(Ordering::Relaxed);
        let fulfil =
            move |id: &str, _: Option<&str>| if refuse(id) { Err(io::Error::other("no room")) } else { Ok(()) };
        let desk = Desk::new(fulfil).expect("a thread");
        let put = async |id: &str| {
            desk.put(id, Some("1".into()));
            desk.receipt(id).kept().await
        };
        assert_eq!(put("a").await, Err("no room".to_owned()));
        assert_eq!(put("b").await, Ok(()));
        assert_eq!(desk.receipt("a").kept().await, Err("no room".to_owned()), "b's success is not a's");
        full.store(false, Ordering::Relaxed);
        assert_eq!(put("a").await, Ok(()));
    }
}
