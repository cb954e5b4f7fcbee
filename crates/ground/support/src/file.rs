//! Atomic file writes.
//!
//! A file is written under another name in the same folder, flushed to disk and renamed, so readers see either the old
//! or the new contents, also after a crash.

use crate::words;
use quadrille_words::Refusal;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file atomically.
///
/// ```
/// use quadrille_support::file;
/// let path = std::env::temp_dir().join(format!("quadrille-doc-write-{}", std::process::id()));
/// file::write(&path, b"old")?;
/// file::write(&path, b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.write_all(contents)?;
    file.commit()
}

/// A path with a suffix appended to its file name.
///
/// ```
/// use quadrille_support::file::beside;
/// use std::path::Path;
/// assert_eq!(beside(Path::new("games/model.bin"), ".records"), Path::new("games/model.bin.records"));
/// ```
#[must_use]
pub fn beside(path: &Path, ending: impl AsRef<OsStr>) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The temporary name of an unfinished file: two programs or threads that write the same file must not share it.
fn unfinished(path: &Path) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    beside(path, format!(".{}.{number}{UNFINISHED}", std::process::id()))
}

const UNFINISHED: &str = ".part";

/// The final name of an unfinished file.
fn finished(name: &str) -> Option<&str> {
    let (name, number) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let (name, process) = name.rsplit_once('.')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(number) && is_number(process)).then_some(name)
}

/// Removes unfinished files left in a folder by killed programs, among the `wanted` ones. The caller must hold the lock
/// on these files.
///
/// ```
/// use quadrille_support::file;
/// let folder = std::env::temp_dir().join(format!("quadrille-doc-left-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// for name in ["a.game.17.0.part", "b.txt.17.0.part", "a.game", "my.part"] {
///     std::fs::write(folder.join(name), "")?;
/// }
/// file::remove_unfinished(&folder, |name| name.ends_with(".game"));
/// assert_eq!(std::fs::read_dir(&folder)?.count(), 3);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn remove_unfinished(folder: &Path, wanted: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(finished).is_some_and(&wanted) {
            // A leftover that cannot be removed is harmless.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A file that gets its final name when it is committed. It is not buffered.
///
/// ```
/// use quadrille_support::file::AtomicFile;
/// use std::io::Write;
/// let path = std::env::temp_dir().join(format!("quadrille-doc-atomic-{}", std::process::id()));
/// let mut file = AtomicFile::create(&path)?;
/// file.write_all(b"piece by ")?;
/// file.write_all(b"piece")?;
/// assert!(!path.exists());
/// file.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"piece by piece");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct AtomicFile {
    file: File,
    path: PathBuf,
    unfinished: PathBuf,
    /// Whether to remove the file if it is never committed.
    discards: bool,
}

impl AtomicFile {
    /// Starts a file. Dropped before it is committed, it leaves nothing behind.
    pub fn create(path: &Path) -> io::Result<Self> {
        let unfinished = unfinished(path);
        let file = File::options().read(true).write(true).create_new(true).open(&unfinished)?;
        Ok(Self { file, path: path.to_owned(), unfinished, discards: true })
    }

    /// Resumes an unfinished file at its end, or starts it. It is kept until committed, so that work survives a kill;
    /// one program at a time may write it.
    ///
    /// ```
    /// use quadrille_support::file::{AtomicFile, beside};
    /// use std::io::Write;
    /// let path = std::env::temp_dir().join(format!("quadrille-doc-resume-{}", std::process::id()));
    /// AtomicFile::resume(&path, beside(&path, ".unfinished"))?.write_all(b"today ")?;
    /// let mut file = AtomicFile::resume(&path, beside(&path, ".unfinished"))?;
    /// file.write_all(b"and tomorrow")?;
    /// file.commit()?;
    /// assert_eq!(std::fs::read(&path)?, b"today and tomorrow");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn resume(path: &Path, unfinished: PathBuf) -> io::Result<Self> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&unfinished)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self { file, path: path.to_owned(), unfinished, discards: false })
    }

    /// The underlying file, to truncate or flush it.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Flushes the file to disk and renames it into place.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.unfinished, &self.path)?;
        self.discards = false;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if self.discards {
            // Report the original error; a leftover is harmless.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Read for AtomicFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// An exclusive lock, released on drop and when the process ends.
///
/// ```
/// use quadrille_support::file::Lock;
/// let folder = std::env::temp_dir().join(format!("quadrille-doc-lock-{}", std::process::id()));
/// std::fs::create_dir_all(&folder).unwrap();
/// let lock = Lock::folder(&folder)?;
/// assert!(Lock::folder(&folder).unwrap_err().to_string().ends_with("another program is using it"));
/// drop(lock);
/// assert!(Lock::folder(&folder).is_ok());
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), quadrille_words::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    #[cfg_attr(not(unix), expect(dead_code, reason = "held, not read"))]
    file: File,
    /// A lock file, removed with the lock.
    temporary: Option<PathBuf>,
}

impl Lock {
    /// Locks a folder, by a file in it.
    pub fn folder(folder: &Path) -> Result<Self, Refusal> {
        let file = File::options().write(true).create(true).truncate(false).open(folder.join("lock"));
        Self::file(file.map_err(|error| refusal(folder, &error))?, folder)
    }

    /// Locks an open file; `path` is for error messages.
    pub fn file(file: File, path: &Path) -> Result<Self, Refusal> {
        match file.try_lock() {
            Ok(()) => Ok(Self { file, temporary: None }),
            Err(TryLockError::WouldBlock) => Err(about(path, words::IN_USE.refuse())),
            // Some network file systems have no locks; proceed without one.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                Ok(Self { file, temporary: None })
            }
            Err(TryLockError::Error(error)) => Err(refusal(path, &error)),
        }
    }

    /// Locks a file that is created only at the end of the work, through a lock file beside it. Leftovers of killed
    /// programs are removed.
    pub fn result(path: &Path) -> Result<Self, Refusal> {
        let place = beside(path, ".lock");
        let lock = loop {
            let file = File::options().write(true).create(true).truncate(false).open(&place);
            let mut lock = Self::file(file.map_err(|error| refusal(path, &error))?, path)?;
            // The previous holder may have removed the file after it was opened here.
            if lock.is_at(&place) {
                lock.temporary = Some(place);
                break lock;
            }
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Some(name) = path.file_name().and_then(OsStr::to_str) {
            let of_this = |found: &str| {
                found.strip_prefix(name).is_some_and(|rest| matches!(rest.bytes().next(), None | Some(b'.')))
            };
            remove_unfinished(folder, of_this);
        }
        Ok(lock)
    }

    /// Whether the locked file is the one of this name.
    #[cfg(unix)]
    fn is_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let identity = |file: fs::Metadata| (file.dev(), file.ino());
        self.file.metadata().map(identity).ok() == fs::metadata(path).map(identity).ok()
    }

    /// Elsewhere an open file cannot be removed.
    #[cfg(not(unix))]
    fn is_at(&self, _: &Path) -> bool {
        true
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(path) = &self.temporary {
            // A leftover lock file is unlocked.
            let _ = fs::remove_file(path);
        }
    }
}

/// Opens a file for reading; a folder is rejected at once.
pub fn open(path: &Path) -> Result<File, Refusal> {
    let opened = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    opened.map_err(|error| refusal(path, &error))
}

/// Why a file cannot be read or written, in the reader's language.
///
/// ```
/// use quadrille_support::file;
/// let path = std::path::Path::new("no/such/file");
/// let refusal = file::refusal(path, &std::fs::read(path).expect_err("there is none"));
/// assert_eq!(refusal.to_string(), "no/such/file: no such file or directory");
/// ```
#[must_use]
pub fn refusal(path: &Path, error: &io::Error) -> Refusal {
    about(path, reason(error))
}

/// A file error; common reasons are translated.
#[must_use]
pub fn reason(error: &io::Error) -> Refusal {
    let message = match error.kind() {
        io::ErrorKind::NotFound => &words::NOT_FOUND,
        io::ErrorKind::PermissionDenied => &words::DENIED,
        io::ErrorKind::IsADirectory => &words::DIRECTORY,
        io::ErrorKind::StorageFull => &words::DISK_FULL,
        io::ErrorKind::OutOfMemory => &words::NO_MEMORY,
        _ => &words::FAILED,
    };
    // Only the last message has a placeholder for the system's text.
    message.refuse().error("error", error)
}

/// An error about a file's contents, prefixed with its name.
///
/// ```
/// use quadrille_support::file;
/// quadrille_words::words! { "demo"; DAMAGED { en: "the file is damaged", fr: "le fichier est endommagé" } }
/// let refusal = file::about("model.bin".as_ref(), DAMAGED.refuse());
/// assert_eq!(refusal.to_string(), "model.bin: the file is damaged");
/// ```
#[must_use]
pub fn about(path: &Path, why: Refusal) -> Refusal {
    words::ABOUT.refuse().with("path", path.display().to_string()).with("why", why)
}

/// A user file or folder: the one named by an environment variable, or the one of this name in the system's data
/// folder.
#[must_use]
pub fn of_the_user(variable: &str, name: &str) -> Option<PathBuf> {
    let from = |variable: &str| std::env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    from(variable)
        .or_else(|| from("XDG_DATA_HOME").map(|folder| folder.join("quadrille").join(name)))
        .or_else(|| from("HOME").map(|home| home.join(".local/share/quadrille").join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_of_a_result_goes_with_its_work_and_what_was_left_before_goes_too() {
        let folder = std::env::temp_dir().join(format!("quadrille-result-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let names = || {
            let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        for left in ["model.bin.7.0.part", "model.bin.progress.7.12.part", "model.bin2.7.0.part", "model.bin.part"] {
            fs::write(folder.join(left), "").unwrap();
        }
        let path = folder.join("model.bin");
        let lock = Lock::result(&path).unwrap();
        assert!(Lock::result(&path).unwrap_err().to_string().ends_with("another program is using it"));
        assert_eq!(names(), ["model.bin.lock", "model.bin.part", "model.bin2.7.0.part"]);
        drop(lock);
        assert_eq!(names(), ["model.bin.part", "model.bin2.7.0.part"]);
        // A lock that a killed program left does not matter.
        fs::write(folder.join("model.bin.lock"), "").unwrap();
        assert!(Lock::result(&path).is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_abandoned_file_leaves_the_old_one_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("quadrille-atomic-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("table");
        write(&path, b"old").unwrap();
        let [mut one, mut two] = [(); 2].map(|()| AtomicFile::create(&path).unwrap());
        one.write_all(b"one").unwrap();
        two.write_all(b"two").unwrap();
        drop(two);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        one.commit().unwrap();
        assert_eq!((fs::read(&path).unwrap(), fs::read_dir(&folder).unwrap().count()), (b"one".to_vec(), 1));
        fs::remove_dir_all(&folder).unwrap();
        assert!(reason(&AtomicFile::create(&path).unwrap_err()).is(&words::NOT_FOUND));
    }
}
