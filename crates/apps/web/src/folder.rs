//! Games in a folder: one small file each. After every change the writer thread (`write_behind.rs`) replaces the whole
//! file.

use crate::flush::Flush;
use crate::store::{Place, Store};
use crate::write_behind::{Change, WriteBehind};
use quadrille_core::Refusal;
use quadrille_support::file::{self, Lock};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

const SUFFIX: &str = "game";
/// A larger file was not written by this program.
const LARGEST_FILE: u64 = 4 << 20;

/// A folder locked by one server.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    queue: WriteBehind,
    /// Held as long as the queue writes.
    _lock: Lock,
}

impl Folder {
    /// Opens the folder, creating it if it is missing.
    pub fn open(path: PathBuf) -> Result<Self, Refusal> {
        let failed = |error| file::refusal(&path, &error);
        fs::create_dir_all(&path).map_err(failed)?;
        // Two servers would overwrite each other's games; an unwritable folder is detected here too.
        let lock = Lock::folder(&path)?;
        file::remove_unfinished(&path, |name| name.ends_with(SUFFIX));
        let place = path.clone();
        let queue = WriteBehind::new(move |id, text| match text {
            Some(text) => file::write(&path_of(&place, id), text.as_bytes()),
            None => fs::remove_file(path_of(&place, id)).or_else(|error| match error.kind() {
                io::ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            }),
        })
        .map_err(failed)?;
        Ok(Self { path, queue, _lock: lock })
    }
}

impl Store {
    /// A store in `folder`, created if it is missing; without a folder, nothing is saved.
    pub fn open(folder: Option<PathBuf>) -> Result<Self, Refusal> {
        folder.map_or(Ok(Self::none()), |path| Folder::open(path).map(Self::at))
    }
}

impl Place for Folder {
    fn put(&self, id: &str, change: Change) {
        self.queue.push(id, change);
    }

    fn get(&self, id: &str) -> Option<Arc<str>> {
        if let Some(change) = self.queue.newest(id) {
            return change;
        }
        let path = path_of(&self.path, id);
        let whole = fs::metadata(&path).is_ok_and(|file| file.len() <= LARGEST_FILE);
        whole.then(|| fs::read_to_string(path).ok()).flatten().map(Into::into)
    }

    fn has(&self, id: &str) -> bool {
        self.queue.newest(id).map_or_else(|| path_of(&self.path, id).exists(), |change| change.is_some())
    }

    fn by_age(&self) -> Vec<(Duration, String)> {
        let aged = |entry: fs::DirEntry| {
            let path = entry.path();
            let ours = path.extension().is_some_and(|suffix| suffix == SUFFIX);
            let time = entry.metadata().ok()?.modified().ok()?;
            let id = path.file_stem().filter(|_| ours)?.to_string_lossy().into_owned();
            Some((time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(), id))
        };
        let mut files: Vec<_> = fs::read_dir(&self.path).into_iter().flatten().flatten().filter_map(aged).collect();
        files.sort();
        files
    }

    fn flush(&self, id: &str) -> Flush {
        self.queue.flush(id)
    }

    fn name(&self, id: &str) -> String {
        path_of(&self.path, id).display().to_string()
    }
}

fn path_of(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{SUFFIX}"))
}
