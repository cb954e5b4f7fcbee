//! Files that appear whole or not at all.
//!
//! A file is written under another name beside its place, flushed to the disk and renamed: whoever reads sees the old
//! contents or the new, and so does the next start after a crash.

use crate::words;
use quadrille_words::Refusal;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Writes a file whole or not at all.
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

/// A path with something appended to its last part.
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

/// A file that takes its name when it is finished. It is not buffered.
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
    /// Whether what was written goes if it is never finished.
    discards: bool,
}

impl AtomicFile {
    /// Starts a file. Dropped before it is committed, it leaves nothing behind.
    pub fn create(path: &Path) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Two programs, or two threads, that write one file must not write into each other's.
        let unfinished = beside(path, format!(".{}.{number}.part", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&unfinished)?;
        Ok(Self { file, path: path.to_owned(), unfinished, discards: true })
    }

    /// Goes on with a file that was not finished, at its end, or starts it. It stays until it is committed, so that work
    /// survives being killed; one program at a time may write it.
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

    /// The file as it is, to cut it or to flush what was written so far.
    #[must_use]
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Flushes the file to the disk and puts it in its place.
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
            // What went wrong before is what counts; a leftover harms nobody.
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

/// The right to write where one program at a time may. It ends when it is dropped, and with the program however that ends.
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
pub struct Lock(#[cfg_attr(not(target_family = "wasm"), expect(dead_code, reason = "held, not read"))] File);

impl Lock {
    /// Locks a folder, by a file in it.
    pub fn folder(folder: &Path) -> Result<Self, Refusal> {
        let file = File::options().write(true).create(true).truncate(false).open(folder.join("lock"));
        Self::file(file.map_err(|error| refusal(folder, &error))?, folder)
    }

    /// Locks a file that is open; `path` is what a refusal calls it.
    pub fn file(file: File, path: &Path) -> Result<Self, Refusal> {
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(about(path, words::IN_USE.refuse())),
            // Some network disks know no locks; what they hold is written as before.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(Self(file)),
            Err(TryLockError::Error(error)) => Err(refusal(path, &error)),
        }
    }
}

/// Opens a file to read it; a folder is refused at once and not when it is read.
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

/// What went wrong with a file, in the reader's language where the reason is a common one.
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
    // Only the last message has a place for what the system says.
    message.refuse().error("error", error)
}

/// A refusal of what a file holds, with the file's name before it.
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

/// A file or folder of the user's: the one that an environment variable names, or the one of this name where the system
/// keeps a user's data.
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
