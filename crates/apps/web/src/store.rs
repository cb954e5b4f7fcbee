//! The games on disk: one small file each, so that a killed server loses nothing it has answered for, unless the disk was
//! more than a second behind.
//!
//! After every change the thread of `write_behind.rs` replaces the file as a whole. It begins with its kind, version and
//! checksum; one that does not fit its checksum is left alone and not listed.

use crate::write_behind::{Flush, WriteBehind};
use quadrille_core::Refusal;
use quadrille_support::file::Lock;
use quadrille_support::{checksum, file};
use serde::{Deserialize, Serialize};
use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;

const HEADER: &str = "quadrille-game 2";
const SUFFIX: &str = "game";
/// The most games that are kept; the one touched longest ago goes first.
const MOST_GAMES: usize = if cfg!(test) { 20 } else { 2_000 };
/// A larger file was not written by this program.
const LARGEST_FILE: u64 = 4 << 20;

/// What a list of games shows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The game's address.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// Moves on the line being played.
    pub plies: usize,
    /// Whether it has ended.
    pub ended: bool,
    /// The visitor it belongs to, if it came from another machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The position on the board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// Who plays Black and White, where a record says so.
    #[serde(default)]
    pub names: [String; 2],
    /// When it was last touched, in seconds since 1970; the file knows.
    #[serde(default)]
    pub changed: u64,
}

/// A folder of games; without one, nothing is kept.
#[derive(Clone, Debug)]
pub struct Store(Option<Arc<Folder>>);

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    queue: WriteBehind,
    /// Games when the folder was last counted, and those made since.
    games: AtomicUsize,
    /// Held for as long as the queue writes.
    _lock: Lock,
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

/// A code that cannot be guessed and can be typed.
#[must_use]
pub fn fresh_code() -> String {
    fresh_id()[..10].to_owned()
}

/// Whether a text can be a game's id: what [`fresh_id`] makes, and nothing that could name another file.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl Store {
    /// A store in `folder`, which is made if it is missing.
    pub fn open(folder: Option<PathBuf>) -> Result<Self, Refusal> {
        let Some(path) = folder else { return Ok(Self(None)) };
        let failed = |error| file::refusal(&path, &error);
        fs::create_dir_all(&path).map_err(failed)?;
        // Two servers would overwrite each other's games; a folder that cannot be written is noticed here too.
        let lock = Lock::folder(&path)?;
        let (games, place) = (by_age(&path).len().into(), path.clone());
        let queue = WriteBehind::new(move |id, text| match text {
            Some(text) => file::write(&path_of(&place, id), text.as_bytes()),
            None => fs::remove_file(path_of(&place, id)).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            }),
        })
        .map_err(failed)?;
        Ok(Self(Some(Arc::new(Folder { path, queue, games, _lock: lock }))))
    }

    /// Whether games outlive the server.
    #[must_use]
    pub fn keeps(&self) -> bool {
        self.0.is_some()
    }

    /// Keeps a game: the summary for lists, the body to restore it from.
    pub fn save(&self, summary: &Summary, body: &str) -> io::Result<()> {
        let Some(folder) = self.0.as_ref().filter(|_| is_id(&summary.id)) else { return Ok(()) };
        let contents = format!("{}\n{body}\n", serde_json::to_string(summary)?);
        let text = format!("{HEADER} {:016x}\n{contents}", checksum::of(contents.as_bytes()));
        folder.queue.push(&summary.id, Some(text.into()));
        Ok(())
    }

    /// Waits until everything saved so far is on disk, and says whether this game's change failed; none without a folder.
    #[must_use]
    pub fn flush(&self, id: &str) -> Option<Flush> {
        Some(self.0.as_ref()?.queue.flush(id))
    }

    /// Whether the game is kept.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        let Some(folder) = self.0.as_ref().filter(|_| is_id(id)) else { return false };
        folder.queue.newest(id).map_or_else(|| path_of(&folder.path, id).exists(), |change| change.is_some())
    }

    /// The summary and the body of a kept game; none if it is not here or not whole.
    #[must_use]
    pub fn load(&self, id: &str) -> Option<(Summary, String)> {
        let folder = self.0.as_ref().filter(|_| is_id(id))?;
        match folder.queue.newest(id) {
            Some(change) => parse(&change?),
            None => read(&path_of(&folder.path, id)),
        }
    }

    /// The file of a game that is there and cannot be read.
    #[must_use]
    pub fn damaged(&self, id: &str) -> Option<PathBuf> {
        let folder = self.0.as_ref().filter(|_| is_id(id))?;
        let path = path_of(&folder.path, id);
        (folder.queue.newest(id).is_none() && path.exists() && read(&path).is_none()).then_some(path)
    }

    /// Forgets a game; whether there was one.
    #[must_use]
    pub fn remove(&self, id: &str) -> bool {
        let there = self.has(id);
        if let Some(folder) = self.0.as_ref().filter(|_| there) {
            folder.queue.push(id, None);
        }
        there
    }

    /// The games on disk, last touched first; what is not there yet is waited for with [`Store::flush`].
    #[must_use]
    pub fn list(&self, most: usize, wanted: impl Fn(&Summary) -> bool) -> Vec<Summary> {
        let files = self.0.as_ref().map(|folder| by_age(&folder.path)).unwrap_or_default();
        let seconds = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |age| age.as_secs());
        let dated = |(time, path): &(SystemTime, PathBuf)| Some(Summary { changed: seconds(*time), ..read(path)?.0 });
        let summaries = files.iter().rev().filter_map(dated);
        summaries.filter(wanted).take(most).collect()
    }

    /// Makes room for one more game: forgets those touched longest ago, if there are too many, and returns them.
    #[must_use]
    pub fn make_room(&self) -> Vec<String> {
        let Some(folder) = &self.0 else { return Vec::new() };
        if folder.games.fetch_add(1, Ordering::Relaxed) < MOST_GAMES {
            return Vec::new();
        }
        let files = by_age(&folder.path);
        let over = (files.len() + 1).saturating_sub(MOST_GAMES);
        folder.games.store(files.len() + 1 - over, Ordering::Relaxed);
        let id = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        files.iter().take(over).filter_map(|(_, path)| id(path).filter(|id| self.remove(id))).collect()
    }
}

fn path_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{SUFFIX}"))
}

fn by_age(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let aged = |entry: fs::DirEntry| {
        let path = entry.path();
        let ours = path.extension().is_some_and(|suffix| suffix == SUFFIX);
        ours.then_some((entry.metadata().ok()?.modified().ok()?, path))
    };
    let mut files: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(aged).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Option<(Summary, String)> {
    if fs::metadata(path).ok()?.len() > LARGEST_FILE {
        return None;
    }
    parse(&fs::read_to_string(path).ok()?)
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
        fs::File::open(path_of(&folder, &id(7))).and_then(|file| file.set_modified(long_ago)).expect("an old file");
        assert_eq!(store.make_room(), [id(7)]);
        on_disk(&store).await;
        assert_eq!(by_age(&folder).len(), MOST_GAMES - 1);
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
