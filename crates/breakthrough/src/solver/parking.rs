//! Levels of a sweep on disk.
//!
//! One file a level, holding both halves; written beside and renamed, so that a file is whole or not there. Files of
//! levels that no later level asks for are deleted.

use super::coded::{CodedLevel, Dictionary, Number, Window};
use super::lanes::Lanes;
use super::layout::Layout;
use super::sweep::reach_of;
use super::{Checksum, SolveError};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::PathBuf;

const MAGIC: u64 = u64::from_le_bytes(*b"QBTLEV01");
/// Numbers are written in pieces of so many bytes.
const PIECE: usize = 1 << 20;

/// A folder for the levels of one sweep.
#[derive(Clone, Debug)]
pub struct Parking {
    folder: PathBuf,
    /// The board, so that levels of another are not taken for its own.
    board: u64,
}

impl Parking {
    /// The folder, created if need be.
    pub fn new(folder: PathBuf, layout: &Layout) -> Result<Self, SolveError> {
        let board = u64::from(layout.rows) << 16 | u64::from(layout.columns) << 8 | u64::from(layout.most_pawns);
        std::fs::create_dir_all(&folder).map_err(|error| SolveError::Checkpoint { path: folder.clone(), error })?;
        Ok(Self { folder, board })
    }

    fn path(&self, level: usize) -> PathBuf {
        self.folder.join(format!("level-{level:03}"))
    }

    fn failed(&self, level: usize) -> impl Fn(std::io::Error) -> SolveError {
        let path = self.path(level);
        move |error| SolveError::Checkpoint { path: path.clone(), error }
    }

    /// Writes a finished level.
    pub fn store<L: Number>(&self, level: usize, halves: &[CodedLevel<L>; 2]) -> Result<(), SolveError> {
        self.write(level, halves).map_err(self.failed(level))
    }

    fn write<L: Number>(&self, level: usize, halves: &[CodedLevel<L>; 2]) -> std::io::Result<()> {
        let part = self.path(level).with_extension("part");
        let mut out = Summed { inner: BufWriter::with_capacity(PIECE, File::create(&part)?), sum: Checksum::default() };
        out.numbers(&[MAGIC, self.board, level as u64])?;
        for half in halves {
            let sizes = [half.first, half.codes.len(), half.ranks.len(), half.escapes.len()].map(|size| size as u64);
            out.numbers(&sizes)?;
            out.words(half.dictionary.words())?;
            for codes in half.codes.chunks(PIECE) {
                out.bytes(codes)?;
            }
            for ranks in half.ranks.chunks(PIECE) {
                out.numbers(&ranks.iter().map(|&rank| u64::from(rank)).collect::<Vec<_>>())?;
            }
            for escapes in half.escapes.chunks(PIECE) {
                out.words(escapes)?;
            }
        }
        let sum = out.sum.0;
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.flush()?;
        out.inner.get_ref().sync_data()?;
        std::fs::rename(part, self.path(level))
    }

    /// Reads a level back; `None` if its file is missing, damaged or of another board.
    fn read<L: Number>(&self, level: usize) -> std::io::Result<Option<[CodedLevel<L>; 2]>> {
        let file = match File::open(self.path(level)) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let mut input = Summed { inner: BufReader::with_capacity(PIECE, file), sum: Checksum::default() };
        if input.read_numbers(3)? != [MAGIC, self.board, level as u64] {
            return Ok(None);
        }
        let halves = [input.read_half()?, input.read_half()?];
        let expected = input.sum.0;
        Ok((input.read_numbers(1)? == [expected]).then_some(halves))
    }

    /// Loads the levels from which the sweep can go on, and says with which level: 0 if there are none.
    pub fn resume<L: Number>(
        &self,
        layout: &Layout,
        windows: &mut [Window<L>; 2],
        samples: &mut [HashMap<L, u32>; 2],
        last: usize,
    ) -> Result<usize, SolveError> {
        let Some(newest) = (0..=last).rev().find(|&level| self.path(level).exists()) else { return Ok(0) };
        for level in self.needed(layout, newest + 1) {
            let Some(halves) = self.read(level).map_err(self.failed(level))? else { return Ok(0) };
            put(level, halves, windows, &reach_of(layout), newest + 1);
        }
        for (window, sample) in windows.iter().zip(samples) {
            if let Some(level) = &window.levels[newest] {
                // The commonest first: the order is all that counts.
                *sample = level.dictionary.words().iter().copied().zip((1..=1_000).rev()).collect();
            }
        }
        Ok(newest + 1)
    }

    /// The levels, of either half, that level `number` asks for.
    fn needed(&self, layout: &Layout, number: usize) -> Vec<usize> {
        let mut levels: Vec<usize> = reach_of(layout).concat();
        levels.push(1);
        levels.sort_unstable();
        levels.dedup();
        levels.into_iter().filter_map(|below| number.checked_sub(below)).collect()
    }

    /// Brings the levels that level `number` asks for back into memory and deletes those nobody will ask for.
    pub fn fetch<L: Number>(
        &self,
        layout: &Layout,
        number: usize,
        windows: &mut [Window<L>; 2],
    ) -> Result<(), SolveError> {
        let reach = reach_of(layout);
        for level in self.needed(layout, number) {
            let is_missing = windows.iter().zip(&reach).any(|(window, reach)| {
                reach.iter().any(|below| level + below == number) && window.levels[level].is_none()
            });
            if is_missing && let Some(halves) = self.read(level).map_err(self.failed(level))? {
                put(level, halves, windows, &reach, number);
            }
        }
        let farthest = reach.concat().into_iter().max().unwrap_or(1);
        if let Some(old) = number.checked_sub(farthest + 1) {
            let _: std::io::Result<()> = std::fs::remove_file(self.path(old)); // It may be gone already.
        }
        Ok(())
    }
}

/// Puts the halves of a level into the windows where level `number` asks for them.
fn put<L: Lanes>(
    level: usize,
    halves: [CodedLevel<L>; 2],
    windows: &mut [Window<L>; 2],
    reach: &[Vec<usize>; 2],
    number: usize,
) {
    for ((window, half), reach) in windows.iter_mut().zip(halves).zip(reach) {
        if level + 1 == number || reach.iter().any(|below| level + below == number) {
            window.levels[level] = Some(half);
        }
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

    fn read_half<L: Number>(&mut self) -> std::io::Result<CodedLevel<L>> {
        let sizes = self.read_numbers(4)?;
        let dictionary = Dictionary::for_reading(&self.read_words(usize::from(u8::MAX))?);
        let mut codes = vec![0; sizes[1] as usize];
        for piece in codes.chunks_mut(PIECE) {
            self.inner.read_exact(piece)?;
            self.sum.add(piece);
        }
        let mut half =
            CodedLevel { first: sizes[0] as usize, codes, ranks: Vec::new(), escapes: Vec::new(), dictionary };
        while half.ranks.len() < sizes[2] as usize {
            let count = PIECE.min(sizes[2] as usize - half.ranks.len());
            half.ranks.extend(self.read_numbers(count)?.into_iter().map(|rank| rank as u32));
        }
        while half.escapes.len() < sizes[3] as usize {
            let count = PIECE.min(sizes[3] as usize - half.escapes.len());
            half.escapes.extend(self.read_words::<L>(count)?);
        }
        Ok(half)
    }
}
