//! Levels of a sweep on disk.
//!
//! Two files per level, one for each half, written atomically. The half with Black to move is written last: its file
//! marks the level as finished.

use super::coded::{CodedLevel, Dictionary, Number, Window};
use super::lanes::Lanes;
use super::layout::Layout;
use crate::words;
use quadrille_breakthrough::Checksum;
use quadrille_core::{Message, Refusal};
use quadrille_support::file::{self, AtomicFile, Lock};
use std::fs::File;
use std::io::{BufReader, BufWriter, Error, Read, Write};
use std::path::{Path, PathBuf};

const MAGIC: u64 = u64::from_le_bytes(*b"QBTLEV02");
/// Numbers are read and written in chunks of this many.
const PIECE: usize = 1 << 20;
/// The halves with White and with Black to move.
const HALVES: [&str; 2] = ["white", "black"];

/// A folder for the levels of one sweep.
#[derive(Debug)]
pub struct Parking {
    folder: PathBuf,
    /// Two sweeps in one folder would overwrite each other's levels.
    _lock: Lock,
    /// The board, to recognise levels of other boards.
    board: u64,
}

/// The board that a file is a level of, if it is one.
fn belongs_to(path: &Path) -> Option<u64> {
    let mut header = [0; 16];
    File::open(path).ok()?.read_exact(&mut header).ok()?;
    let (magic, board) = header.split_at(8);
    (magic == MAGIC.to_le_bytes()).then(|| board.try_into().map(u64::from_le_bytes).ok())?
}

impl Parking {
    /// The folder, created if necessary.
    pub fn new(folder: PathBuf, layout: &Layout) -> Result<Self, Refusal> {
        let board = u64::from(layout.rows) << 16 | u64::from(layout.columns) << 8 | u64::from(layout.most_pawns);
        let failed = |error| file::refusal(&folder, &error);
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let lock = Lock::folder(&folder)?;
        file::remove_unfinished(&folder, |name| name.starts_with("level-"));
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if belongs_to(&path).is_some_and(|other| other != board) {
                return Err(words::OTHER_TABLE.refuse().with("path", path.display().to_string()));
            }
        }
        Ok(Self { folder, _lock: lock, board })
    }

    fn path(&self, half: usize, level: usize) -> PathBuf {
        self.folder.join(format!("level-{level:03}-{}", HALVES[half]))
    }

    fn failed(&self, half: usize, level: usize) -> impl Fn(Error) -> Refusal {
        let path = self.path(half, level);
        move |error| file::refusal(&path, &error)
    }

    /// What every file of this half and level starts with.
    fn header(&self, half: usize, level: usize) -> [u64; 4] {
        [MAGIC, self.board, half as u64, level as u64]
    }

    /// Writes a finished level.
    pub fn store<L: Number>(&self, level: usize, halves: &[CodedLevel<L>; 2]) -> Result<(), Refusal> {
        halves
            .iter()
            .enumerate()
            .try_for_each(|(half, coded)| self.write(half, level, coded).map_err(self.failed(half, level)))
    }

    fn write<L: Number>(&self, half: usize, level: usize, coded: &CodedLevel<L>) -> std::io::Result<()> {
        let file = AtomicFile::create(&self.path(half, level))?;
        let mut out = Summed { inner: BufWriter::with_capacity(PIECE, file), sum: Checksum::default() };
        out.numbers(&self.header(half, level))?;
        let sizes = [coded.first, coded.codes.len(), coded.ranks.len(), coded.escapes.len()];
        out.numbers(&sizes.map(|size| size as u64))?;
        out.words(coded.dictionary.words())?;
        for codes in coded.codes.chunks(PIECE) {
            out.bytes(codes)?;
        }
        for ranks in coded.ranks.chunks(PIECE) {
            out.bytes(&ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect::<Vec<u8>>())?;
        }
        for escapes in coded.escapes.chunks(PIECE) {
            out.words(escapes)?;
        }
        let sum = out.sum.0;
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.into_inner()?.commit()
    }

    /// Reads a half of a level back.
    fn read<L: Number>(&self, half: usize, level: usize) -> Result<CodedLevel<L>, Refusal> {
        let path = self.path(half, level);
        let read = self.try_read(half, level).map_err(self.failed(half, level))?;
        read.map_err(|message| message.refuse().with("path", path.display().to_string()))
    }

    /// The half of a level, or the error of its file.
    fn try_read<L: Number>(
        &self,
        half: usize,
        level: usize,
    ) -> std::io::Result<Result<CodedLevel<L>, &'static Message>> {
        let file = File::open(self.path(half, level))?;
        let length = file.metadata()?.len();
        let mut input = Summed { inner: BufReader::with_capacity(PIECE, file), sum: Checksum::default() };
        if input.read_numbers(4)? != self.header(half, level) {
            return Ok(Err(&words::OTHER_TABLE));
        }
        let Some(coded) = input.read_half(length)? else { return Ok(Err(&words::DAMAGED)) };
        let expected = input.sum.0;
        Ok(if input.read_numbers(1)? == [expected] { Ok(coded) } else { Err(&words::DAMAGED) })
    }

    /// The level at which a sweep resumes: 0 if none is finished. The newest finished level is loaded.
    pub fn resume<L: Number>(&self, windows: &mut [Window<L>; 2], last: usize) -> Result<usize, Refusal> {
        let Some(newest) = (0..=last).rev().find(|&level| self.path(1, level).exists()) else { return Ok(0) };
        if newest == last {
            self.fetch(&[vec![newest], vec![newest]], windows)?;
        }
        Ok(newest + 1)
    }

    /// Loads missing levels into memory.
    pub fn fetch<L: Number>(&self, asked: &[Vec<usize>; 2], windows: &mut [Window<L>; 2]) -> Result<(), Refusal> {
        for (half, (asked, window)) in asked.iter().zip(windows).enumerate() {
            for &level in asked {
                if window.levels[level].is_none() {
                    window.levels[level] = Some(self.read(half, level)?);
                }
            }
        }
        Ok(())
    }

    /// Deletes a half of a level that is no longer needed.
    pub fn remove(&self, half: usize, level: usize) {
        let _: std::io::Result<()> = std::fs::remove_file(self.path(half, level)); // It may be gone already.
    }
}

/// A file whose bytes are summed up on the way.
struct Summed<F> {
    inner: F,
    sum: Checksum,
}

impl<F: Write> Summed<F> {
    fn bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.sum.add(bytes);
        self.inner.write_all(bytes)
    }

    fn words<L: Lanes>(&mut self, words: &[L]) -> std::io::Result<()> {
        let mut bytes = Vec::with_capacity(size_of_val(words));
        words.iter().for_each(|word| word.write(&mut bytes));
        self.bytes(&bytes)
    }

    fn numbers(&mut self, numbers: &[u64]) -> std::io::Result<()> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.bytes(&bytes)
    }
}

impl<F: Read> Summed<F> {
    fn read_numbers(&mut self, count: usize) -> std::io::Result<Vec<u64>> {
        let mut bytes = vec![0; 8 * count];
        self.inner.read_exact(&mut bytes)?;
        self.sum.add(&bytes);
        Ok(bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes)).collect())
    }

    fn read_words<L: Lanes>(&mut self, count: usize) -> std::io::Result<Vec<L>> {
        let mut bytes = vec![0; size_of::<L>() * count];
        self.inner.read_exact(&mut bytes)?;
        self.sum.add(&bytes);
        Ok(bytes.chunks_exact(size_of::<L>()).map(L::read).collect())
    }

    /// The rest of a file of `length` bytes; none if it announces more than that.
    fn read_half<L: Number>(&mut self, length: u64) -> std::io::Result<Option<CodedLevel<L>>> {
        let sizes = self.read_numbers(4)?;
        if sizes[1..].iter().any(|&size| size > length) {
            return Ok(None);
        }
        let [first, codes, ranks, escapes] = [0, 1, 2, 3].map(|index| sizes[index] as usize);
        let dictionary = Dictionary::for_reading(&self.read_words(usize::from(u8::MAX))?);
        let mut half = CodedLevel {
            first,
            codes: vec![0; codes],
            ranks: Vec::with_capacity(ranks),
            escapes: Vec::with_capacity(escapes),
            dictionary,
        };
        for piece in half.codes.chunks_mut(PIECE) {
            self.inner.read_exact(piece)?;
            self.sum.add(piece);
        }
        let mut bytes = Vec::new();
        while half.ranks.len() < ranks {
            bytes.resize(size_of::<u32>() * PIECE.min(ranks - half.ranks.len()), 0);
            self.inner.read_exact(&mut bytes)?;
            self.sum.add(&bytes);
            let rank = |bytes: &[u8]| bytes.try_into().map_or(0, u32::from_le_bytes);
            half.ranks.extend(bytes.chunks_exact(size_of::<u32>()).map(rank));
        }
        while half.escapes.len() < escapes {
            let count = PIECE.min(escapes - half.escapes.len());
            half.escapes.extend(self.read_words::<L>(count)?);
        }
        Ok(Some(half))
    }
}
