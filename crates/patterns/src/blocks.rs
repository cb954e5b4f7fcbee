//! Sorted tables as files that can be read and written piece by piece, so that tables larger than memory can be merged.
//!
//! After the zooms and whether symmetries are folded come blocks of up to [`BLOCK`] patterns: how many, then, compressed, for
//! each pattern the gap from the key before, n and v, seven bits a byte. An empty block ends the file.

use crate::file::{self, FileError, Kind, Reader, Writer};
use crate::tables::Count;
use crate::zoom::LARGEST_ZOOM;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Patterns in a block.
const BLOCK: usize = 1 << 14;
/// The longest a pattern can be: three numbers.
const LONGEST: usize = 3 * file::LONGEST_NUMBER;
/// How hard blocks are compressed.
const COMPRESSION: i32 = 3;

/// What tables have in common that can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) zooms: usize,
    pub(crate) fold: bool,
}

/// Writes patterns in rising order of their keys.
pub(crate) struct BlockWriter {
    writer: Writer,
    raw: Vec<u8>,
    count: usize,
    before: u64,
    patterns: u64,
}

impl BlockWriter {
    pub(crate) fn new(path: &Path, shape: Shape) -> Result<Self, FileError> {
        let mut writer = Writer::new(path, Kind::Tables)?;
        writer.add(&(shape.zooms as u32).to_le_bytes())?;
        writer.add(&u32::from(shape.fold).to_le_bytes())?;
        Ok(Self { writer, raw: Vec::new(), count: 0, before: 0, patterns: 0 })
    }

    pub(crate) fn add(&mut self, key: u64, count: Count) -> Result<(), FileError> {
        for number in [key - self.before, count.n, count.v] {
            file::put_number(&mut self.raw, number);
        }
        self.before = key;
        self.count += 1;
        self.patterns += 1;
        if self.count == BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), FileError> {
        let packed = zstd::bulk::compress(&self.raw, COMPRESSION);
        let packed = packed.map_err(|error| FileError::Io(PathBuf::from("compressing patterns"), error))?;
        self.writer.add(&(self.count as u32).to_le_bytes())?;
        self.writer.add(&(packed.len() as u32).to_le_bytes())?;
        self.writer.add(&packed)?;
        self.raw.clear();
        self.count = 0;
        Ok(())
    }

    /// Puts the file in its place; says how many patterns and bytes it has.
    pub(crate) fn finish(mut self) -> Result<(u64, u64), FileError> {
        if self.count > 0 {
            self.flush()?;
        }
        self.writer.add(&[0; 8])?;
        Ok((self.patterns, self.writer.finish()?))
    }
}

/// Reads patterns in rising order of their keys.
pub(crate) struct BlockReader<R> {
    input: R,
    pub(crate) shape: Shape,
    block: std::vec::IntoIter<(u64, Count)>,
    before: Option<u64>,
    ended: bool,
}

impl<R: Read> BlockReader<R> {
    pub(crate) fn new(mut input: R) -> Result<Self, String> {
        let (zooms, fold) = head(&mut input)?;
        if !(1..=LARGEST_ZOOM as u32).contains(&zooms) || fold > 1 {
            return Err(format!("zoom {zooms} is not possible, expected 1 to {LARGEST_ZOOM}"));
        }
        let shape = Shape { zooms: zooms as usize, fold: fold == 1 };
        Ok(Self { input, shape, block: Vec::new().into_iter(), before: None, ended: false })
    }

    /// The next pattern.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, Count)>, String> {
        loop {
            if let Some(pattern) = self.block.next() {
                return Ok(Some(pattern));
            }
            if self.ended {
                return Ok(None);
            }
            self.read_block()?;
        }
    }

    fn read_block(&mut self) -> Result<(), String> {
        let (count, length) = head(&mut self.input)?;
        let (count, length) = (count as usize, length as usize);
        if count > BLOCK || length > BLOCK * LONGEST {
            return Err(format!("a block of {count} patterns in {length} bytes is not possible"));
        }
        self.ended = count == 0;
        let mut packed = vec![0; length];
        self.input.read_exact(&mut packed).map_err(|error| error.to_string())?;
        if self.ended {
            return Ok(());
        }
        let raw = zstd::bulk::decompress(&packed, BLOCK * LONGEST).map_err(|error| error.to_string())?;
        let (mut rest, mut block) = (&raw[..], Vec::with_capacity(count));
        for _ in 0..count {
            let gap = file::take_number(&mut rest)?;
            let count = Count { n: file::take_number(&mut rest)?, v: file::take_number(&mut rest)? };
            let key = self.before.unwrap_or(0).checked_add(gap).ok_or("a key is too large")?;
            if gap == 0 && self.before.is_some() {
                return Err("keys do not rise".into());
            }
            self.before = Some(key);
            block.push((key, count));
        }
        self.block = block.into_iter();
        Ok(())
    }
}

fn head(input: &mut impl Read) -> Result<(u32, u32), String> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).map_err(|error| error.to_string())?;
    let mut reader = Reader(&bytes);
    Ok((reader.u32()?, reader.u32()?))
}

/// Adds up the tables of these files, as if they had been counted together; memory is bounded by a block of each. Says how
/// many patterns and bytes the sum has.
pub(crate) fn merge(paths: &[PathBuf], out: &Path) -> Result<(u64, u64), FileError> {
    let mut readers = Vec::with_capacity(paths.len());
    let mut shape = None;
    let bad = |index: usize, problem: String| FileError::Bad(paths[index].clone(), problem);
    for (index, path) in paths.iter().enumerate() {
        let reader = BlockReader::new(file::stream(path, Kind::Tables)?).map_err(|problem| bad(index, problem))?;
        let first = *shape.get_or_insert(reader.shape);
        if first != reader.shape {
            let names = |shape: Shape| {
                format!("{} zooms, symmetries {}", shape.zooms, if shape.fold { "folded" } else { "apart" })
            };
            let problem = format!("tables of {} cannot be added to tables of {}", names(reader.shape), names(first));
            return Err(bad(index, problem));
        }
        readers.push(reader);
    }
    let Some(shape) = shape else {
        return Err(FileError::Bad(out.to_owned(), "there are no tables to add up".into()));
    };
    let mut writer = BlockWriter::new(out, shape)?;
    let mut heap = BinaryHeap::new();
    for (index, reader) in readers.iter_mut().enumerate() {
        if let Some((key, count)) = reader.next().map_err(|problem| bad(index, problem))? {
            heap.push(Reverse((key, index, count.n, count.v)));
        }
    }
    let mut open: Option<(u64, Count)> = None;
    while let Some(Reverse((key, index, n, v))) = heap.pop() {
        match &mut open {
            Some((last, sum)) if *last == key => *sum = Count { n: sum.n + n, v: sum.v + v },
            _ => {
                if let Some((last, sum)) = open.replace((key, Count { n, v })) {
                    writer.add(last, sum)?;
                }
            }
        }
        if let Some((key, count)) = readers[index].next().map_err(|problem| bad(index, problem))? {
            heap.push(Reverse((key, index, count.n, count.v)));
        }
    }
    if let Some((last, sum)) = open {
        writer.add(last, sum)?;
    }
    writer.finish()
}
