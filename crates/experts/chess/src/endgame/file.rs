//! All tables in one file.
//!
//! A file is [`MARK`], then for each class its name (8 bytes, filled with zeros), the number of its positions and of its
//! packed bytes (4 bytes each) and those bytes (deflate, RFC 1951), and last the checksum of everything before it (8 bytes).
//! All numbers are little-endian. Positions that do not exist may have any value in a file: they repeat the one before
//! them, which packs best.

use super::index::Indexer;
use super::material::Material;
use super::table::{BROKEN, DRAW, Library, Table};
use super::{Endgames, MOST_MEN};
use crate::words;
use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use quadrille_core::Refusal;
use quadrille_support::{checksum, file};
use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// What a file begins with; the last byte is the version.
pub const MARK: [u8; 8] = *b"QUADCEG1";
const NAME_BYTES: usize = 8;
const SUM_BYTES: usize = 8;

/// Packed tables, unpacked when they are first asked for.
#[derive(Debug)]
pub(super) struct Packed {
    bytes: Vec<u8>,
    /// Where each class begins and ends, by [`Material::id`].
    places: Vec<Option<Range<usize>>>,
}

impl Packed {
    /// Finds the tables in a file's bytes; none if that is not such a file or it is damaged.
    fn parse(bytes: Vec<u8>) -> Option<Self> {
        let (body, sum) = bytes.split_last_chunk::<SUM_BYTES>()?;
        if !body.starts_with(&MARK) || checksum::of(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut places = vec![None; Material::IDS];
        let mut rest = &body[MARK.len()..];
        while let Some((name, after)) = rest.split_first_chunk::<NAME_BYTES>() {
            let name = std::str::from_utf8(name).ok()?.trim_end_matches('\0');
            let material: Material = name.parse().ok()?;
            let ([positions, packed], after) = words_of(after)?;
            if positions != Indexer::new(material).len() {
                return None;
            }
            let first = body.len() - after.len();
            rest = after.get(packed..)?;
            places[material.id()] = Some(first..first + packed);
        }
        rest.is_empty().then_some(())?;
        Some(Self { places, bytes })
    }

    /// Whether the file has the table of a class.
    pub(super) fn has(&self, material: Material) -> bool {
        self.places[material.id()].is_some()
    }

    /// The table of a class. One that is not there or cannot be unpacked has no values.
    pub(super) fn unpack(&self, material: Material) -> Table {
        let place = self.places[material.id()].clone().unwrap_or(0..0);
        let indexer = Indexer::new(material);
        let mut codes = vec![DRAW; indexer.len()];
        let whole = DeflateDecoder::new(&self.bytes[place]).read_exact(&mut codes).is_ok();
        Table { indexer, codes: if whole { codes } else { Vec::new() } }
    }
}

/// Two numbers from the front of some bytes.
fn words_of(bytes: &[u8]) -> Option<([usize; 2], &[u8])> {
    let ([a, b, c, d, e, f, g, h], rest) = bytes.split_first_chunk::<8>()?;
    let number = |bytes| u32::from_le_bytes(bytes) as usize;
    Some(([number([*a, *b, *c, *d]), number([*e, *f, *g, *h])], rest))
}

/// A file in the making.
#[derive(Debug)]
pub struct Packer {
    bytes: Vec<u8>,
}

impl Default for Packer {
    fn default() -> Self {
        Self { bytes: MARK.to_vec() }
    }
}

impl Packer {
    /// Adds the table of a class and says how many bytes it takes; 0 if it is not there.
    pub fn add(&mut self, endgames: &Endgames, material: Material) -> usize {
        let Some(table) = endgames.library.get(material) else { return 0 };
        let mut last = DRAW;
        let mut filled = table.codes.clone();
        for code in &mut filled {
            last = if *code == BROKEN { last } else { *code };
            *code = last;
        }
        let mut packed = Vec::new();
        // Reading from memory does not fail.
        let _ = DeflateEncoder::new(&filled[..], Compression::best()).read_to_end(&mut packed);
        let mut name = material.to_string().into_bytes();
        name.resize(NAME_BYTES, 0);
        self.bytes.extend(name);
        self.bytes.extend((filled.len() as u32).to_le_bytes());
        self.bytes.extend((packed.len() as u32).to_le_bytes());
        self.bytes.extend(&packed);
        packed.len()
    }

    /// The bytes of the file.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        let sum = checksum::of(&self.bytes);
        self.bytes.extend(sum.to_le_bytes());
        self.bytes
    }
}

/// The files that somebody has open.
static OPEN: LazyLock<Mutex<HashMap<PathBuf, Weak<Endgames>>>> = LazyLock::new(Mutex::default);

impl Endgames {
    /// Opens a file of tables. Who opens one that is open already shares it.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be read, is another kind of file, or is damaged.
    pub fn open(path: &Path) -> Result<Arc<Self>, Refusal> {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(endgames) = open.get(path).and_then(Weak::upgrade) {
            return Ok(endgames);
        }
        let bytes = std::fs::read(path).map_err(|error| file::refusal(path, &error))?;
        let endgames = Arc::new(Self::from_bytes(bytes).map_err(|why| file::about(path, why))?);
        open.insert(path.to_owned(), Arc::downgrade(&endgames));
        Ok(endgames)
    }

    /// The tables in the file that [`usual_path`] names, if there is one.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be used.
    pub fn installed() -> Result<Option<Arc<Self>>, Refusal> {
        usual_path().filter(|path| path.is_file()).map(|path| Self::open(&path)).transpose()
    }

    /// The tables in the bytes of a file.
    ///
    /// # Errors
    ///
    /// A sentence, if they are no such tables, or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Refusal> {
        let packed = Packed::parse(bytes).ok_or_else(|| words::NOT_ENDGAMES.refuse().with("men", MOST_MEN))?;
        Ok(Self { library: Library::packed(packed) })
    }
}

/// Where the file is looked for: `$QUADRILLE_ENDGAMES`, or `quadrille/endgames.bin` where the system keeps a user's data.
#[must_use]
pub fn usual_path() -> Option<PathBuf> {
    file::of_the_user("QUADRILLE_ENDGAMES", "endgames.bin")
}
