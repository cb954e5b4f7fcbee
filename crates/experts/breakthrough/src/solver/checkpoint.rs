//! Checkpoints of a table under construction: after a kill, work resumes after the last finished level.
//!
//! The file is a header and the finished levels one after the other, each followed by its checksum. A truncated or
//! damaged level is discarded together with everything after it. A finished file is the table itself: reopening it only
//! costs reading it.

use super::fill::Halves;
use super::lanes::Lanes;
use super::layout::{Layout, Level};
use crate::words;
use quadrille_breakthrough::Checksum;
use quadrille_core::Refusal;
use quadrille_support::file::{self, Lock};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"QBTTABLE";
const VERSION: u32 = 1;
const CHECKSUM_BYTES: usize = 8;
/// Words are converted in chunks of this many.
const PIECE: usize = 1 << 16;

/// An open checkpoint file.
#[derive(Debug)]
pub struct Checkpoint {
    file: File,
    path: PathBuf,
    levels: usize,
    _lock: Lock,
}

impl Checkpoint {
    /// Opens or creates the file and reads the finished levels it holds into the table.
    pub fn open<L: Lanes>(path: &Path, layout: &Layout, halves: &mut Halves<L>) -> Result<Self, Refusal> {
        let failed = |error| file::refusal(path, &error);
        let header = header::<L>(layout);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(failed)?;
        let lock = Lock::file(file.try_clone().map_err(failed)?, path)?;
        let mut checkpoint = Self { file, path: path.to_path_buf(), levels: 0, _lock: lock };
        let length = checkpoint.file.metadata().map_err(failed)?.len();
        if length < header.len() as u64 {
            checkpoint.restart(&header).map_err(failed)?;
            return Ok(checkpoint);
        }
        let end = checkpoint.read_levels(&header, layout, halves).map_err(failed)?;
        let Some(end) = end else {
            return Err(words::OTHER_TABLE.refuse().with("path", path.display().to_string()));
        };
        checkpoint.file.set_len(end).map_err(failed)?;
        checkpoint.file.seek(SeekFrom::Start(end)).map_err(failed)?;
        Ok(checkpoint)
    }

    /// How many levels are finished.
    #[must_use]
    pub const fn levels(&self) -> usize {
        self.levels
    }

    /// Writes a finished level.
    pub fn append<L: Lanes>(&mut self, level: &Level, halves: &Halves<L>) -> Result<(), Refusal> {
        let written = self.write_level(level, halves);
        self.levels += 1;
        written.map_err(|error| file::refusal(&self.path, &error))
    }

    fn restart(&mut self, header: &[u8]) -> std::io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(header)
    }

    /// Where the last whole level ends, or `None` if the file belongs to another table.
    fn read_levels<L: Lanes>(
        &mut self,
        header: &[u8],
        layout: &Layout,
        halves: &mut Halves<L>,
    ) -> std::io::Result<Option<u64>> {
        let mut reader = BufReader::new(&self.file);
        let mut found = vec![0; header.len()];
        reader.read_exact(&mut found)?;
        if found != header {
            return Ok(None);
        }
        let mut end = header.len() as u64;
        for level in &layout.levels {
            let range = level.first..level.first + level.words;
            let mut sum = Checksum::default();
            let whole = read_words(&mut reader, &mut halves.white[range.clone()], &mut sum)
                && read_words(&mut reader, &mut halves.black[range], &mut sum);
            let mut expected = [0; CHECKSUM_BYTES];
            if !whole || reader.read_exact(&mut expected).is_err() || u64::from_le_bytes(expected) != sum.0 {
                break;
            }
            end += (2 * level.words * size_of::<L>() + CHECKSUM_BYTES) as u64;
            self.levels += 1;
        }
        Ok(Some(end))
    }

    fn write_level<L: Lanes>(&mut self, level: &Level, halves: &Halves<L>) -> std::io::Result<()> {
        let mut sum = Checksum::default();
        let range = level.first..level.first + level.words;
        for words in [&halves.white[range.clone()], &halves.black[range]] {
            for piece in words.chunks(PIECE) {
                let mut bytes = Vec::with_capacity(size_of_val(piece));
                piece.iter().for_each(|word| word.write(&mut bytes));
                sum.add(&bytes);
                self.file.write_all(&bytes)?;
            }
        }
        self.file.write_all(&sum.0.to_le_bytes())?;
        self.file.sync_data()
    }
}

fn header<L: Lanes>(layout: &Layout) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    for number in [VERSION, layout.rows, layout.columns, layout.most_pawns, size_of::<L>() as u32] {
        header.extend_from_slice(&number.to_le_bytes());
    }
    header
}

fn read_words<L: Lanes>(reader: &mut impl Read, words: &mut [L], sum: &mut Checksum) -> bool {
    let mut bytes = Vec::new();
    for piece in words.chunks_mut(PIECE) {
        bytes.resize(size_of_val(piece), 0);
        if reader.read_exact(&mut bytes).is_err() {
            return false;
        }
        sum.add(&bytes);
        for (word, bytes) in piece.iter_mut().zip(bytes.chunks_exact(size_of::<L>())) {
            *word = L::read(bytes);
        }
    }
    true
}
