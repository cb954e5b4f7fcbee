//! Saved games: in files (`folder.rs`) or, in a browser, in its database (`shelf.rs`). A killed server loses no
//! acknowledged change unless the disk was more than a second behind.
//!
//! A game's text starts with its kind, version and checksum; one with a wrong checksum is left unchanged and not
//! listed.

pub use crate::flush::Flush;
use quadrille_support::{checksum, entropy};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const HEADER: &str = "quadrille-game 2";
/// The maximum number of saved games; the least recently used is removed first.
const MOST_GAMES: usize = if cfg!(test) { 20 } else { 2_000 };

/// An entry of the list of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The game's address.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// Number of moves on the current line.
    pub plies: usize,
    /// Whether it has ended.
    pub ended: bool,
    /// The visitor it belongs to, if it came from another machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The position on the board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// The names of Black and White, if the record has them.
    #[serde(default)]
    pub names: [String; 2],
    /// The last change, in seconds since 1970, from the file's time.
    #[serde(default)]
    pub changed: u64,
}

/// A backend that stores the texts of games by id.
pub trait Place: fmt::Debug + Send + Sync {
    /// Stores the game's text, or deletes it.
    fn put(&self, id: &str, text: Option<Arc<str>>);
    /// The newest text of a game.
    fn get(&self, id: &str) -> Option<Arc<str>>;
    /// Whether there is such a game, readable or not.
    fn has(&self, id: &str) -> bool;
    /// All games, the one touched longest ago first, with the time since 1970 at which they were.
    fn by_age(&self) -> Vec<(Duration, String)>;
    /// Waits until everything so far is stored, and returns whether this game's change failed.
    fn flush(&self, id: &str) -> Flush;
    /// What people may look for.
    fn name(&self, id: &str) -> String;
}

/// The backend; without one, nothing is saved.
#[derive(Clone, Debug)]
pub struct Store(Option<Arc<Kept>>);

#[derive(Debug)]
struct Kept {
    place: Box<dyn Place>,
    /// The number of games at the last count plus those created since.
    games: AtomicUsize,
}

/// An unguessable id.
#[must_use]
pub fn fresh_id() -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let bits = u128::from(entropy::word()) << 64 | u128::from(entropy::word());
    (0..16).map(|place| char::from(ALPHABET[(bits >> (5 * place)) as usize & 31])).collect()
}

/// An unguessable code that can be typed.
#[must_use]
pub fn fresh_code() -> String {
    fresh_id()[..10].to_owned()
}

/// Whether a text has the form of [`fresh_id`], so that it cannot name another file.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl Store {
    /// Nothing is kept.
    #[cfg(not(target_family = "wasm"))]
    pub const fn none() -> Self {
        Self(None)
    }

    /// A store at any place.
    pub fn at(place: impl Place + 'static) -> Self {
        let games = place.by_age().len().into();
        Self(Some(Arc::new(Kept { place: Box::new(place), games })))
    }

    /// The backend, if any; only valid ids are passed on.
    fn place(&self, id: &str) -> Option<&dyn Place> {
        Some(self.0.as_ref().filter(|_| is_id(id))?.place.as_ref())
    }

    /// Whether games outlive the server.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.0.is_some()
    }

    /// Saves a game: the summary for lists, the body to restore it from.
    pub fn save(&self, summary: &Summary, body: &str) -> io::Result<()> {
        let Some(place) = self.place(&summary.id) else { return Ok(()) };
        let contents = format!("{}\n{body}\n", serde_json::to_string(summary)?);
        let text = format!("{HEADER} {:016x}\n{contents}", checksum::of(contents.as_bytes()));
        place.put(&summary.id, Some(text.into()));
        Ok(())
    }

    /// Waits until everything saved so far is on disk, and returns whether this game's change failed; none without a
    /// backend.
    #[must_use]
    pub fn flush(&self, id: &str) -> Option<Flush> {
        Some(self.0.as_ref()?.place.flush(id))
    }

    /// Whether the game is kept.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.place(id).is_some_and(|place| place.has(id))
    }

    /// The summary and the body of a saved game; none if missing or damaged.
    #[must_use]
    pub fn load(&self, id: &str) -> Option<(Summary, String)> {
        parse(&self.place(id)?.get(id)?)
    }

    /// The path of a game that exists but cannot be read, for the error message.
    #[must_use]
    pub fn damaged(&self, id: &str) -> Option<String> {
        let place = self.place(id)?;
        (place.has(id) && self.load(id).is_none()).then(|| place.name(id))
    }

    /// Deletes a game; returns whether there was one.
    #[must_use]
    pub fn remove(&self, id: &str) -> bool {
        let there = self.has(id);
        if let Some(place) = self.place(id).filter(|_| there) {
            place.put(id, None);
        }
        there
    }

    /// The saved games, most recent first. Call [`Store::flush`] first for pending ones.
    #[must_use]
    pub fn list(&self, most: usize, wanted: impl Fn(&Summary) -> bool) -> Vec<Summary> {
        let games = self.0.as_ref().map(|kept| kept.place.by_age()).unwrap_or_default();
        let dated = |(time, id): &(Duration, String)| Some(Summary { changed: time.as_secs(), ..self.load(id)?.0 });
        games.iter().rev().filter_map(dated).filter(wanted).take(most).collect()
    }

    /// Makes room for one more game: deletes the least recently used, if there are too many, and returns them.
    #[must_use]
    pub fn make_room(&self) -> Vec<String> {
        let Some(kept) = &self.0 else { return Vec::new() };
        if kept.games.fetch_add(1, Ordering::Relaxed) < MOST_GAMES {
            return Vec::new();
        }
        let games = kept.place.by_age();
        let over = (games.len() + 1).saturating_sub(MOST_GAMES);
        kept.games.store(games.len() + 1 - over, Ordering::Relaxed);
        games.into_iter().take(over).map(|(_, id)| id).filter(|id| self.remove(id)).collect()
    }
}

fn parse(text: &str) -> Option<(Summary, String)> {
    let (header, contents) = text.split_once('\n')?;
    let sum = u64::from_str_radix(header.strip_prefix(HEADER)?.trim(), 16).ok()?;
    let (summary, body) = contents.split_once('\n')?;
    (sum == checksum::of(contents.as_bytes())).then_some(())?;
    Some((serde_json::from_str(summary).ok()?, body.trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;
    use std::time::SystemTime;

    fn summary(id: &str) -> Summary {
        Summary {
            id: id.to_owned(),
            game: "chess".to_owned(),
            rules: "standard".to_owned(),
            plies: 3,
            ended: false,
            owner: None,
            position: String::new(),
            names: Default::default(),
            changed: 0,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quadrille-store-{name}-{}", std::process::id()));
        // It may be missing.
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    async fn on_disk(store: &Store) {
        store.flush("").expect("a folder").wait().await.expect("written");
    }

    #[tokio::test]
    async fn gives_back_what_was_kept_and_notices_damage() {
        let folder = folder("damage");
        let store = Store::open(Some(folder.clone())).expect("a folder");
        store.save(&summary("abcdefgh01234567"), "{\"x\":1}").expect("saved");
        assert_eq!(store.load("abcdefgh01234567").map(|(_, body)| body).as_deref(), Some("{\"x\":1}"));
        on_disk(&store).await;
        assert_eq!(store.load("abcdefgh01234567").map(|(_, body)| body).as_deref(), Some("{\"x\":1}"));
        assert_eq!(store.list(9, |_| true).len(), 1);
        let path = folder.join("abcdefgh01234567.game");
        let whole = fs::read(&path).expect("the file");
        for length in 0..whole.len() - 1 {
            fs::write(&path, &whole[..length]).expect("cut");
            assert!(
                store.load("abcdefgh01234567").is_none() && store.damaged("abcdefgh01234567").is_some(),
                "cut to {length}"
            );
        }
        for at in 0..whole.len() - 1 {
            let mut broken = whole.clone();
            broken[at] ^= 1;
            fs::write(&path, &broken).expect("broken");
            assert!(
                store.load("abcdefgh01234567").is_none() && store.damaged("abcdefgh01234567").is_some(),
                "broken at {at}"
            );
        }
        assert!(store.remove("abcdefgh01234567"));
        assert!(store.load("abcdefgh01234567").is_none());
        assert!(!store.remove("abcdefgh01234567"));
        on_disk(&store).await;
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("removed");
    }

    #[tokio::test]
    async fn the_oldest_game_makes_room() {
        let folder = folder("room");
        let store = Store::open(Some(folder.clone())).expect("a folder");
        let id = |n: usize| format!("game{n:012}");
        for n in 0..MOST_GAMES {
            assert!(store.make_room().is_empty());
            store.save(&summary(&id(n)), "{}").expect("saved");
        }
        on_disk(&store).await;
        let long_ago = SystemTime::UNIX_EPOCH;
        fs::File::open(folder.join(format!("{}.game", id(7))))
            .and_then(|file| file.set_modified(long_ago))
            .expect("an old file");
        assert_eq!(store.make_room(), [id(7)]);
        on_disk(&store).await;
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), MOST_GAMES, "the games and the lock");
        drop(store);
        fs::remove_dir_all(folder).expect("removed");
    }

    #[test]
    fn ids_never_leave_the_folder() {
        for bad in
            ["", "../../etc/passwd", "abcdefgh0123456", "ABCDEFGH01234567", "abcdefgh0123456/", "abcdefgh01234.67"]
        {
            assert!(!is_id(bad), "{bad:?}");
        }
    }

    #[test]
    fn addresses_are_ids_and_differ() {
        let ids: std::collections::HashSet<_> = (0..1_000).map(|_| fresh_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| is_id(id)));
    }
}
