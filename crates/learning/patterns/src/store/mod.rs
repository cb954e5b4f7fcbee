//! The file format of learned data: a header, a body, and a checksum of the body.
//!
//! The header holds the magic, the version of the format, the kind of body, the seed of all keys, the body's length and
//! its checksum; anything else is an error. Bodies are written by their own modules, with the numbers of `coding.rs`;
//! `checkpoint.rs` keeps the state of learning that may be killed.

mod checkpoint;
pub(crate) mod coding;

pub use checkpoint::{Checkpoint, GAMES_BETWEEN_STATES};

use crate::words;
use crate::zoom::KEY_SEED;
use coding::Reader;
use quadrille_core::{Message, Refusal};
use quadrille_support::bundled;
use quadrille_support::checksum::{self, Summed};
use quadrille_support::file::{self, AtomicFile};
use quadrille_support::shared::Bundled;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"QUADPATT";
const VERSION: u32 = 4;
/// Magic, version, kind, key seed, length, checksum.
const HEADER: usize = 8 + 4 + 4 + 8 + 8 + 8;
/// Bytes that are written at once.
const BUFFER: usize = 1 << 18;

pub(crate) fn model_file() -> Bundled {
    bundled!("../../weights/model.bin")
}

pub(crate) fn tables_file() -> Bundled {
    bundled!("../../weights/tables.bin")
}

/// The built-in files, with their names.
#[must_use]
pub fn files() -> [(&'static str, Bundled); 2] {
    [("model.bin", model_file()), ("tables.bin", tables_file())]
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Counts of patterns: [`crate::counting::Tables`].
    Tables = 1,
    /// The log-linear model: [`crate::model::Model`].
    Model = 2,
    /// Learning that is not finished: [`Checkpoint`].
    Progress = 3,
    /// Recorded positions: [`crate::neighbours::Positions`].
    Positions = 4,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Tables, Self::Model, Self::Progress, Self::Positions];

    fn name(self) -> &'static Message {
        match self {
            Self::Tables => &words::TABLES,
            Self::Model => &words::MODEL,
            Self::Progress => &words::PROGRESS,
            Self::Positions => &words::POSITIONS,
        }
    }

    /// The refusal of a file that holds this instead of what was expected.
    pub(crate) fn refuse(self, expected: &'static Message) -> Refusal {
        words::OTHER_KIND.refuse().with("found", self.name()).with("expected", expected)
    }
}

/// A file written in pieces and renamed into place when complete.
pub(crate) struct Writer {
    path: PathBuf,
    kind: Kind,
    body: BufWriter<Summed<AtomicFile>>,
}

impl Writer {
    /// Starts a file.
    pub(crate) fn new(path: &Path, kind: Kind) -> Result<Self, Refusal> {
        let file = AtomicFile::create(path).and_then(|file| Self::begun(path, kind, file));
        file.map_err(|error| file::refusal(path, &error))
    }

    fn begun(path: &Path, kind: Kind, mut file: AtomicFile) -> io::Result<Self> {
        file.write_all(&[0; HEADER])?;
        Ok(Self { path: path.to_owned(), kind, body: BufWriter::with_capacity(BUFFER, Summed::new(file)) })
    }

    /// Starts a file that survives being killed, or goes on after this many bytes of its body. Until it is finished it is
    /// called `part`.
    pub(crate) fn lasting(path: &Path, part: &Path, kind: Kind, written: Option<u64>) -> Result<Self, Refusal> {
        let open = || -> io::Result<Self> {
            let mut file = AtomicFile::resume(path, part.to_owned())?;
            let Some(written) = written else {
                file.file().set_len(0)?;
                file.rewind()?;
                return Self::begun(path, kind, file);
            };
            file.seek(SeekFrom::Start(HEADER as u64))?;
            let mut body = Summed::new(file);
            if io::copy(&mut (&mut body).take(written), &mut io::sink())? < written {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            body.get_mut().file().set_len(HEADER as u64 + written)?;
            Ok(Self { path: path.to_owned(), kind, body: BufWriter::with_capacity(BUFFER, body) })
        };
        open().map_err(|error| file::refusal(part, &error))
    }

    /// Makes sure that what was added so far lasts, and says how long the body is.
    pub(crate) fn sync(&mut self) -> Result<u64, Refusal> {
        let flushed = self.body.flush().and_then(|()| self.body.get_mut().get_mut().file().sync_data());
        flushed.map_err(|error| file::refusal(&self.path, &error))?;
        Ok(self.body.get_ref().length())
    }

    /// Appends to the body.
    pub(crate) fn add(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.body.write_all(bytes).map_err(|error| file::refusal(&self.path, &error))
    }

    /// Renames the file into place and returns its length.
    pub(crate) fn finish(self) -> Result<u64, Refusal> {
        let Self { path, kind, body } = self;
        let finished = || -> io::Result<u64> {
            let body = body.into_inner()?;
            let (length, sum) = (body.length(), body.sum());
            let mut header = MAGIC.to_vec();
            header.extend([VERSION, kind as u32].map(u32::to_le_bytes).as_flattened());
            header.extend([KEY_SEED, length, sum].map(u64::to_le_bytes).as_flattened());
            let mut file = body.into_inner();
            file.rewind()?;
            file.write_all(&header)?;
            file.commit()?;
            Ok(HEADER as u64 + length)
        };
        finished().map_err(|error| file::refusal(&path, &error))
    }
}

/// Writes a file atomically and returns its length.
pub(crate) fn write(path: &Path, kind: Kind, body: &[u8]) -> Result<u64, Refusal> {
    let mut writer = Writer::new(path, kind)?;
    writer.add(body)?;
    writer.finish()
}

/// The body of a file of this kind as a stream, after a first reading found nothing wrong with it.
pub(crate) fn stream(path: &Path, kind: Kind) -> Result<impl Read + use<>, Refusal> {
    let io = |error| file::refusal(path, &error);
    let bad = |why| file::about(path, why);
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).map_err(io)?);
    let mut header = [0; HEADER];
    file.read_exact(&mut header).map_err(|_| bad(words::FOREIGN.refuse()))?;
    let mut body = Summed::new(file);
    io::copy(&mut body, &mut io::sink()).map_err(io)?;
    let found = parse_header(&header, body.length(), || body.sum()).map_err(bad)?;
    if found != kind {
        return Err(bad(found.refuse(kind.name())));
    }
    let mut file = body.into_inner();
    file.seek(SeekFrom::Start(HEADER as u64)).map_err(io)?;
    Ok(file)
}

/// What kind of file this is, with its body.
pub(crate) fn read(path: &Path) -> Result<(Kind, Vec<u8>), Refusal> {
    let bytes = std::fs::read(path).map_err(|error| file::refusal(path, &error))?;
    parse(&bytes).map(|(kind, body)| (kind, body.to_vec())).map_err(|why| file::about(path, why))
}

/// The kind and the body of a file's bytes.
pub(crate) fn parse(bytes: &[u8]) -> Result<(Kind, &[u8]), Refusal> {
    let (header, body) = bytes.split_at_checked(HEADER).ok_or_else(|| words::FOREIGN.refuse())?;
    parse_header(header, body.len() as u64, || checksum::of(body)).map(|kind| (kind, body))
}

/// What a file holds, if its header fits its body.
fn parse_header(header: &[u8], length: u64, checksum: impl FnOnce() -> u64) -> Result<Kind, Refusal> {
    let mut reader = Reader(header);
    if reader.bytes(MAGIC.len())? != MAGIC {
        return Err(words::FOREIGN.refuse());
    }
    let (version, kind) = (reader.u32()?, reader.u32()?);
    let (seed, expected, sum) = (reader.u64()?, reader.u64()?, reader.u64()?);
    if version != VERSION {
        return Err(words::VERSION.refuse().with("found", version).with("expected", VERSION));
    }
    if seed != KEY_SEED {
        let hex = |seed| format!("{seed:x}");
        return Err(words::SEED.refuse().with("found", hex(seed)).with("expected", hex(KEY_SEED)));
    }
    if length != expected {
        return Err(words::LENGTH.refuse().with("found", length).with("expected", expected));
    }
    if sum != checksum() {
        return Err(words::CHECKSUM.refuse());
    }
    Kind::ALL.into_iter().find(|&known| known as u32 == kind).ok_or_else(|| coding::impossible(&words::KIND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_cut_and_damaged_files_are_refused() {
        let path = std::env::temp_dir().join(format!("quadrille-file-{}", std::process::id()));
        write(&path, Kind::Model, b"some body of a file").expect("writable");
        assert_eq!(read(&path).expect("readable"), (Kind::Model, b"some body of a file".to_vec()));
        let good = std::fs::read(&path).expect("readable");
        for length in 0..good.len() {
            assert!(parse(&good[..length]).is_err(), "cut to {length} bytes");
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x10;
            assert!(parse(&bad).is_err(), "byte {at} changed");
        }
        let mut old = good;
        old[MAGIC.len()] = 3;
        let refusal = parse(&old).expect_err("an older format").to_string();
        assert_eq!(refusal, "the file has format version 3, expected 4: run `quadrille learn` again");
        std::fs::remove_file(&path).expect("removable");
        assert!(read(&path).expect_err("it is gone").to_string().contains("quadrille-file"));
    }
}
