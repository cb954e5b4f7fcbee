//! All games of the server, by id.

use crate::game::actor::{self, EVENT_QUEUE, Handle};
use crate::game::searches::Searches;
use crate::game::{Game, Setup};
use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::store::{Store, Summary, fresh_id, is_id};
use crate::visitor::Visitor;
use crate::words;
use quadrille_core::Picture;
use quadrille_engine::registry;
use serde::Serialize;
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

/// A game in a list, with its board.
#[derive(Serialize)]
pub struct Listed {
    #[serde(flatten)]
    summary: Summary,
    /// The current position; none in files of an older version.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
}

impl From<Summary> for Listed {
    fn from(mut summary: Summary) -> Self {
        summary.owner = None;
        let position = Some(std::mem::take(&mut summary.position)).filter(|position| !position.is_empty());
        let session = position.and_then(|text| registry::open(&summary.game, &summary.rules, Some(&text)).ok());
        Self { picture: session.map(|session| session.picture()), summary }
    }
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

    /// Creates a game and its id.
    pub fn create(&self, setup: Setup, owner: Option<String>) -> Result<(String, Handle), Problem> {
        let id = fresh_id();
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        // The rules are checked before the list is locked, so that other requests need not wait.
        let mut game = Game::new(&id, setup, self.searches.clone(), sender)?;
        game.owner = owner;
        let mut live = self.live();
        self.make_room(&mut live)?;
        for forgotten in self.store.make_room() {
            live.remove(&forgotten);
        }
        let handle = actor::start(game, events, self.store.clone());
        live.insert(id.clone(), handle.clone());
        Ok((id, handle))
    }

    /// Makes room in memory for one more game. If games are stored on disk, unwatched ones are evicted, least recently
    /// used first.
    fn make_room(&self, live: &mut HashMap<String, Handle>) -> Result<(), Problem> {
        live.retain(|_, handle| !handle.is_gone());
        if live.len() < MOST_LIVE {
            return Ok(());
        }
        let unwatched = live.iter().filter(|(_, handle)| self.store.keeps() && !handle.is_watched());
        let oldest = unwatched.min_by_key(|(_, handle)| handle.last_asked()).map(|(id, _)| id.clone());
        let Some(handle) = oldest.and_then(|id| live.remove(&id)) else {
            return Err(Problem::new(Kind::Busy, words::MANY_GAMES.refuse().with("most", MOST_LIVE)));
        };
        handle.retire();
        Ok(())
    }

    /// A game by its id, loaded from the store if necessary.
    pub fn get(&self, id: &str) -> Result<Handle, Problem> {
        if !is_id(id) {
            return Err(no_game(id));
        }
        let alive = |handle: &&Handle| !handle.is_gone();
        if let Some(handle) = self.live().get(id).filter(alive) {
            return Ok(handle.clone());
        }
        let damaged = |path: String| {
            let why = words::DAMAGED_FILE.refuse().with("path", path);
            Problem::new(Kind::Fault, words::STORED_UNREADABLE.refuse().with("id", id).with("why", why))
        };
        let stored = self.store.load(id);
        let (summary, body) = stored.ok_or_else(|| self.store.damaged(id).map_or_else(|| no_game(id), damaged))?;
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        let unreadable =
            |why| Problem::new(Kind::Fault, words::STORED_UNREADABLE.refuse().with("id", id).with("why", why));
        let mut game = Game::restore(id, &body, self.searches.clone(), sender).map_err(unreadable)?;
        game.owner = summary.owner;
        let mut live = self.live();
        // Another request may have loaded it meanwhile: then use that one.
        if let Some(handle) = live.get(id).filter(alive) {
            return Ok(handle.clone());
        }
        // Or deleted it: then it must not come back.
        if !self.store.has(id) {
            return Err(no_game(id));
        }
        self.make_room(&mut live)?;
        let handle = actor::start(game, events, self.store.clone());
        live.insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    /// Whether a visitor may delete a game: their own, or any on the machine of the server.
    pub fn belongs_to(&self, id: &str, visitor: &Visitor) -> bool {
        self.store.load(id).is_none_or(|(summary, _)| visitor.owns(summary.owner.as_deref()))
    }

    /// Forgets a game.
    pub async fn remove(&self, id: &str) -> Result<(), Problem> {
        let there = {
            // Both under one lock; otherwise a request in between would load it again.
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

    /// Waits until every change so far is on disk or has failed, with a timeout.
    pub async fn on_disk(&self) {
        if let Some(flush) = self.store.flush("") {
            // Failures have been reported to the requests concerned.
            let _ = flush.wait_briefly().await;
        }
    }

    /// The most recent games, as stored on disk, including every change before this call.
    pub async fn list(&self, most: usize, visitor: Visitor) -> Vec<Listed> {
        self.on_disk().await;
        let store = self.store.clone();
        let wanted = move |summary: &Summary| visitor.owns(summary.owner.as_deref());
        let listed = move || store.list(most, wanted).into_iter().map(Listed::from).collect();
        runtime::blocking(listed).await.unwrap_or_default()
    }
}
