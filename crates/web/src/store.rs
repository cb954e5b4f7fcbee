//! The games on disk: one small file each, so that a killed server loses nothing it has answered for.
//!
//! A file is written beside its place and renamed into it, after every change and before the change is answered; it
//! begins with its kind, version and checksum. A file that does not fit its checksum is left alone and not listed.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const HEADER: &str = "quadrille-game 1";
const SUFFIX: &str = "game";
/// More games than this are not kept; the one touched longest ago goes first.
pub const MOST_GAMES: usize = 2_000;
/// A file larger than this was not written by us.
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
}

/// A folder of games; without one, nothing is kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: Option<PathBuf>,
}

/// 64 bits of FNV-1a: it finds torn files, it is no defence against forgery.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Whether a text can be a game's id: what [`crate::games::fresh_id`] makes, and nothing that could name another file.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

impl Store {
    /// A store in `folder`, which is made if it is missing.
    pub fn open(folder: Option<PathBuf>) -> io::Result<Self> {
        if let Some(folder) = &folder {
            fs::create_dir_all(folder)?;
        }
        Ok(Self { folder })
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        is_id(id).then(|| folder.join(format!("{id}.{SUFFIX}")))
    }

    /// Keeps a game: the summary for lists, the body to restore it from.
    pub fn save(&self, summary: &Summary, body: &str) -> io::Result<()> {
        let Some(path) = self.path(&summary.id) else { return Ok(()) };
        let contents = format!("{}\n{body}\n", serde_json::to_string(summary)?);
        let beside = path.with_extension("new");
        let mut file = fs::File::create(&beside)?;
        writeln!(file, "{HEADER} {:016x}", checksum(contents.as_bytes()))?;
        file.write_all(contents.as_bytes())?;
        drop(file);
        fs::rename(beside, path)
    }

    /// The body of a kept game; none if it is not here or not whole.
    #[must_use]
    pub fn load(&self, id: &str) -> Option<String> {
        let (_, body) = read(&self.path(id)?)?;
        Some(body)
    }

    /// Forgets a game; whether there was one.
    pub fn remove(&self, id: &str) -> bool {
        self.path(id).is_some_and(|path| fs::remove_file(path).is_ok())
    }

    /// The kept games, last touched first.
    #[must_use]
    pub fn list(&self, most: usize) -> Vec<Summary> {
        self.by_age().iter().rev().filter_map(|(_, path)| Some(read(path)?.0)).take(most).collect()
    }

    /// Forgets the games touched longest ago until there is room for one more; returns them.
    pub fn make_room(&self) -> Vec<String> {
        let files = self.by_age();
        let over = (files.len() + 1).saturating_sub(MOST_GAMES);
        let id = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        files.iter().take(over).filter_map(|(_, path)| id(path).filter(|id| self.remove(id))).collect()
    }

    fn by_age(&self) -> Vec<(SystemTime, PathBuf)> {
        let entries = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let aged = |entry: fs::DirEntry| {
            let path = entry.path();
            let ours = path.extension().is_some_and(|suffix| suffix == SUFFIX);
            ours.then_some((entry.metadata().ok()?.modified().ok()?, path))
        };
        let mut files: Vec<_> = entries.into_iter().flatten().flatten().filter_map(aged).collect();
        files.sort();
        files
    }
}

fn read(path: &Path) -> Option<(Summary, String)> {
    if fs::metadata(path).ok()?.len() > LARGEST_FILE {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (header, contents) = text.split_once('\n')?;
    let sum = u64::from_str_radix(header.strip_prefix(HEADER)?.trim(), 16).ok()?;
    let (summary, body) = contents.split_once('\n')?;
    (sum == checksum(contents.as_bytes())).then_some(())?;
    Some((serde_json::from_str(summary).ok()?, body.trim_end().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(id: &str) -> Summary {
        Summary { id: id.to_owned(), game: "chess".to_owned(), rules: "standard".to_owned(), plies: 3, ended: false }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("quadrille-store-{name}-{}", std::process::id()));
        let _missing_is_fine = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn gives_back_what_was_kept_and_notices_damage() {
        let folder = folder("damage");
        let store = Store::open(Some(folder.clone())).expect("a folder");
        store.save(&summary("abcdefgh01234567"), "{\"x\":1}").expect("saved");
        assert_eq!(store.load("abcdefgh01234567").as_deref(), Some("{\"x\":1}"));
        assert_eq!(store.list(9).len(), 1);
        let path = folder.join("abcdefgh01234567.game");
        let whole = fs::read(&path).expect("the file");
        for length in 0..whole.len() - 1 {
            fs::write(&path, &whole[..length]).expect("cut");
            assert_eq!(store.load("abcdefgh01234567"), None, "cut to {length}");
        }
        for at in 0..whole.len() - 1 {
            let mut broken = whole.clone();
            broken[at] ^= 1;
            fs::write(&path, &broken).expect("broken");
            assert_eq!(store.load("abcdefgh01234567"), None, "broken at {at}");
        }
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
}
