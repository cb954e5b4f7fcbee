//! All games of the server, by address.

use crate::game::actor::{self, EVENT_QUEUE, Handle};
use crate::game::searches::Searches;
use crate::game::{Game, Setup};
use crate::problem::{Kind, Problem};
use crate::store::{Store, Summary, fresh_id, is_id};
use crate::words;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// Games in memory at once.
const MOST_LIVE: usize = 500;

/// The games: those in memory and those in the store.
#[derive(Clone)]
pub struct Games {
    live: Arc<Mutex<HashMap<String, Handle>>>,
    store: Store,
    searches: Searches,
}

fn no_game(id: &str) -> Problem {
    Problem::new(Kind::NotFound, words::NO_GAME.refuse().quote("id", id))
}

impl Games {
    /// The games of a store.
    #[must_use]
    pub fn new(store: Store, searches: Searches) -> Self {
        Self { live: Arc::default(), store, searches }
    }

    fn live(&self) -> std::sync::MutexGuard<'_, HashMap<String, Handle>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new game.
    pub fn create(&self, setup: Setup) -> Result<Handle, Problem> {
        let id = fresh_id();
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        // The rules are asked before the list is locked: others need not wait for that.
        let game = Game::new(&id, setup, self.searches.clone(), sender)?;
        let mut live = self.live();
        live.retain(|_, handle| !handle.is_gone());
        if live.len() >= MOST_LIVE {
            return Err(Problem::new(Kind::Busy, words::MANY_GAMES.refuse().with("most", MOST_LIVE)));
        }
        for forgotten in self.store.make_room() {
            live.remove(&forgotten);
        }
        let handle = actor::start(game, events, self.store.clone());
        live.insert(id, handle.clone());
        Ok(handle)
    }

    /// A game by its address, brought back from the store if need be.
    pub fn get(&self, id: &str) -> Result<Handle, Problem> {
        if !is_id(id) {
            return Err(no_game(id));
        }
        let alive = |handle: &&Handle| !handle.is_gone();
        if let Some(handle) = self.live().get(id).filter(alive) {
            return Ok(handle.clone());
        }
        let body = self.store.load(id).ok_or_else(|| no_game(id))?;
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        let unreadable =
            |why| Problem::new(Kind::Fault, words::STORED_UNREADABLE.refuse().with("id", id).with("why", why));
        let game = Game::restore(id, &body, self.searches.clone(), sender).map_err(unreadable)?;
        let mut live = self.live();
        // Somebody else may have brought it back meanwhile: then theirs is the game.
        if let Some(handle) = live.get(id).filter(alive) {
            return Ok(handle.clone());
        }
        // Or forgotten it: then it must not come back.
        if !self.store.has(id) {
            return Err(no_game(id));
        }
        let handle = actor::start(game, events, self.store.clone());
        live.insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    /// Forgets a game.
    pub async fn remove(&self, id: &str) -> Result<(), Problem> {
        let there = {
            // Both at once, or somebody who asks for it in between brings it back.
            let mut live = self.live();
            live.remove(id).is_some() | self.store.remove(id)
        };
        self.searches.forget(id);
        if !there {
            return Err(no_game(id));
        }
        let Some(flush) = self.store.flush(id) else { return Ok(()) };
        let failed = |error| Problem::new(Kind::Fault, words::NOT_DELETED.refuse().error("error", error));
        flush.wait_briefly().await.map_err(failed)
    }

    /// Waits until every change so far is on disk, or the disk has refused it, though not for ever.
    pub async fn on_disk(&self) {
        if let Some(flush) = self.store.flush("") {
            // Whoever made a change that failed has been told.
            let _ = flush.wait_briefly().await;
        }
    }

    /// The games last touched, as they are on disk: when they are listed, every change before is there too.
    pub async fn list(&self, most: usize) -> Vec<Summary> {
        self.on_disk().await;
        let store = self.store.clone();
        tokio::task::spawn_blocking(move || store.list(most)).await.unwrap_or_default()
    }
}
