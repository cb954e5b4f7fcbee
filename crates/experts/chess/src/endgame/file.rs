//! Table files: written class by class, and opened once and shared. `packed.rs` describes the format.

use super::library::Library;
use super::material::Material;
use super::packed::{MARK, NAME_BYTES, Packed};
use super::table::{BROKEN, DRAW};
use super::{Endgames, MOST_MEN};
use crate::words;
use flate2::Compression;
use flate2::read::DeflateEncoder;
use quadrille_core::Refusal;
use quadrille_support::shared::Opened;
use quadrille_support::{checksum, file};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// Adds the table of a class and returns its size in bytes; 0 if it is missing.
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

/// The open files.
static OPEN: Opened<Path, Endgames> = Opened::new();

impl Endgames {
    /// Opens a table file; a file that is already open is shared.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is of another kind, or is damaged.
    pub fn open(path: &Path) -> Result<Arc<Self>, Refusal> {
        OPEN.open(path, || {
            let bytes = std::fs::read(path).map_err(|error| file::refusal(path, &error))?;
            Self::from_bytes(bytes).map_err(|why| file::about(path, why))
        })
    }

    /// The tables in the file that [`usual_path`] names, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be used.
    pub fn installed() -> Result<Option<Arc<Self>>, Refusal> {
        usual_path().filter(|path| path.is_file()).map(|path| Self::open(&path)).transpose()
    }

    /// The tables in the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are of another kind or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, Refusal> {
        let packed = Packed::parse(bytes).ok_or_else(|| words::NOT_ENDGAMES.refuse().with("men", MOST_MEN))?;
        Ok(Self { library: Library::packed(packed) })
    }
}

/// The default path: `$QUADRILLE_ENDGAMES`, or `quadrille/endgames.bin` in the user's data folder.
#[must_use]
pub fn usual_path() -> Option<PathBuf> {
    file::of_the_user("QUADRILLE_ENDGAMES", "endgames.bin")
}
