//! All games of the server, by address.

use crate::game::actor::{self, EVENT_QUEUE, Stub};
use crate::game::{Game, Setup};
use crate::problem::{Kind, Problem};
use crate::searches::Searches;
use crate::store::{Store, Summary, is_id};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// Games in memory at once.
const MOST_LIVE: usize = 500;

/// The games: those in memory and those in the store.
#[derive(Clone)]
pub struct Games {
    live: Arc<Mutex<HashMap<String, Stub>>>,
    store: Store,
    searches: Searches,
}

/// An address that cannot be guessed. The randomness is the operating system's (as the standard library's hash maps use
/// it), not a seeded one: an address is a name, not a result.
#[must_use]
pub fn fresh_id() -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let word = || RandomState::new().build_hasher().finish();
    let bits = u128::from(word()) << 64 | u128::from(word());
    (0..16).map(|place| char::from(ALPHABET[(bits >> (5 * place)) as usize & 31])).collect()
}

impl Games {
    /// The games of a store.
    #[must_use]
    pub fn new(store: Store, searches: Searches) -> Self {
        Self { live: Arc::default(), store, searches }
    }

    fn live(&self) -> std::sync::MutexGuard<'_, HashMap<String, Stub>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new game.
    pub fn create(&self, setup: Setup) -> Result<Stub, Problem> {
        let id = fresh_id();
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        // The rules are asked before the list is locked: others need not wait for that.
        let game = Game::new(&id, setup, self.searches.clone(), sender)?;
        let mut live = self.live();
        live.retain(|_, stub| !stub.is_gone());
        if live.len() >= MOST_LIVE {
            let sentence = format!("{MOST_LIVE} games are being played, which is the most; finish or forget one");
            return Err(Problem::plain(Kind::Busy, sentence));
        }
        for forgotten in self.store.make_room() {
            live.remove(&forgotten);
        }
        let stub = actor::start(game, events, self.store.clone());
        live.insert(id, stub.clone());
        Ok(stub)
    }

    /// A game by its address, brought back from the store if need be.
    pub fn get(&self, id: &str) -> Result<Stub, Problem> {
        let missing = || Problem::plain(Kind::NotFound, format!("there is no game {id:?} on this server"));
        if !is_id(id) {
            return Err(missing());
        }
        let alive = |stub: &&Stub| !stub.is_gone();
        if let Some(stub) = self.live().get(id).filter(alive) {
            return Ok(stub.clone());
        }
        let body = self.store.load(id).ok_or_else(missing)?;
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        let game = Game::restore(id, &body, self.searches.clone(), sender)?;
        let mut live = self.live();
        // Somebody else may have brought it back meanwhile: then theirs is the game.
        if let Some(stub) = live.get(id).filter(alive) {
            return Ok(stub.clone());
        }
        // Or forgotten it: then it must not come back.
        if !self.store.has(id) {
            return Err(missing());
        }
        let stub = actor::start(game, events, self.store.clone());
        live.insert(id.to_owned(), stub.clone());
        Ok(stub)
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
            return Err(Problem::plain(Kind::NotFound, format!("there is no game {id:?} on this server")));
        }
        match self.store.receipt(id) {
            Some(receipt) => receipt.soon().await.map_err(|trouble| {
                Problem::plain(Kind::Fault, format!("the game could not be removed from the disk: {trouble}"))
            }),
            None => Ok(()),
        }
    }

    /// Waits until every change so far is on disk, or the disk has refused it, though not for ever.
    pub async fn on_disk(&self) {
        if let Some(receipt) = self.store.receipt("") {
            let _told_to_whoever_made_the_change = receipt.soon().await;
        }
    }

    /// The games last touched, as they are on disk: when they are listed, every change before is there too.
    pub async fn list(&self, most: usize) -> Vec<Summary> {
        self.on_disk().await;
        let store = self.store.clone();
        tokio::task::spawn_blocking(move || store.list(most)).await.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_ids_and_differ() {
        let ids: std::collections::HashSet<_> = (0..1_000).map(|_| fresh_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| is_id(id)));
    }
}
