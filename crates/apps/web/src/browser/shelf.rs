//! Games in the browser's database. All of them are kept in memory too: the database is asynchronous and is read only
//! at start.

use super::Stored;
use super::messages::{Outbox, ToPage};
use crate::flush::{self, Flush};
use crate::store::Place;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// When a game was saved, and its text.
type Entry = (Duration, Arc<str>);

/// The games.
#[derive(Debug)]
pub struct Shelf {
    games: Mutex<HashMap<String, Entry>>,
    /// Changes so far.
    changes: AtomicU64,
    outbox: Outbox,
    progress: Progress,
    today: fn() -> u64,
}

/// Which changes have been stored.
#[derive(Clone, Debug)]
pub struct Progress(Arc<watch::Sender<flush::Progress>>);

impl Progress {
    /// Whether a change was stored.
    pub fn note(&self, number: u64, game: String, error: Option<String>) {
        self.0.send_modify(|progress| {
            progress.done = progress.done.max(number);
            progress.note(game, error.map_or(Ok(()), Err));
        });
    }
}

impl Shelf {
    /// The games of the database; changes go to `outbox`.
    pub fn new(games: Vec<Stored>, outbox: Outbox, today: fn() -> u64) -> Self {
        let entry = |game: Stored| (game.id, (Duration::from_secs(game.changed), game.text.into()));
        let games = Mutex::new(games.into_iter().map(entry).collect());
        let progress = Progress(Arc::new(watch::channel(flush::Progress::default()).0));
        Self { games, changes: AtomicU64::new(0), outbox, progress, today }
    }

    /// Where the page reports stored changes.
    pub fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn games(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place for Shelf {
    fn put(&self, id: &str, text: Option<Arc<str>>) {
        let number = self.changes.fetch_add(1, Ordering::Relaxed) + 1;
        let message = ToPage::Keep { number, game: id.to_owned(), gone: text.is_none() };
        let _ = self.outbox.send((message, text.as_deref().unwrap_or_default().to_owned()));
        match text {
            Some(text) => _ = self.games().insert(id.to_owned(), (Duration::from_secs((self.today)()), text)),
            None => _ = self.games().remove(id),
        }
    }

    fn get(&self, id: &str) -> Option<Arc<str>> {
        self.games().get(id).map(|(_, text)| Arc::clone(text))
    }

    fn has(&self, id: &str) -> bool {
        self.games().contains_key(id)
    }

    fn by_age(&self) -> Vec<(Duration, String)> {
        let mut games: Vec<_> = self.games().iter().map(|(id, (time, _))| (*time, id.clone())).collect();
        games.sort();
        games
    }

    fn flush(&self, id: &str) -> Flush {
        let number = self.changes.load(Ordering::Relaxed);
        Flush { id: id.to_owned(), number, progress: self.progress.0.subscribe() }
    }

    fn name(&self, id: &str) -> String {
        id.to_owned()
    }
}
