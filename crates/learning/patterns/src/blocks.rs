//! Sorted tables as files that can be read and written piece by piece, so that tables larger than memory can be merged.
//!
//! Keys fall in [`RANGES`] ranges by their first bits. After the zooms and whether symmetries are folded come, for each range, blocks
//! of up to [`BLOCK`] patterns: how many, which range, how many low bytes gaps have; then, compressed, the rest of the gaps between
//! the keys (the first from the start of the range, or from the block before), all n and all v, seven bits a byte; then the
//! low bytes as they are, since nothing makes them shorter. An empty block ends the file. The bytes of a range depend on its
//! patterns alone, so ranges can be made side by side.

use crate::file::{self, FileError, Kind, Reader, Writer};
use crate::tables::Count;
use crate::zoom::LARGEST_ZOOM;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Into how many ranges keys fall.
pub(crate) const RANGES: usize = 1 << RANGE_BITS;
const RANGE_BITS: u32 = 6;
/// Patterns in a block.
const BLOCK: usize = 1 << 14;
/// The longest a pattern can be: three numbers.
const LONGEST: usize = 3 * file::LONGEST_NUMBER;
/// How hard blocks are compressed.
const COMPRESSION: i32 = 1;

/// The range of a key.
#[inline]
pub(crate) const fn range_of(key: u64) -> usize {
    (key >> (u64::BITS - RANGE_BITS)) as usize
}

/// The smallest key of a range.
const fn first_of(range: usize) -> u64 {
    (range as u64) << (u64::BITS - RANGE_BITS)
}

/// What tables have in common that can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) zooms: usize,
    pub(crate) fold: bool,
}

impl Shape {
    /// What a file starts with.
    pub(crate) fn bytes(self) -> [u8; 8] {
        (self.zooms as u64 | u64::from(self.fold) << 32).to_le_bytes()
    }
}

/// What a file ends with: an empty block.
pub(crate) const END: [u8; 8] = [0; 8];

/// Patterns in rising order of their keys as blocks.
#[derive(Default)]
pub(crate) struct Blocks {
    /// The blocks that are finished.
    pub(crate) bytes: Vec<u8>,
    /// How many patterns there are in all.
    pub(crate) patterns: u64,
    /// The gaps of the block that is not, and its n and v.
    gaps: Vec<u64>,
    lists: [Vec<u8>; 2],
    range: usize,
    before: u64,
}

impl Blocks {
    pub(crate) fn add(&mut self, key: u64, count: Count) -> Result<(), FileError> {
        if self.gaps.len() == BLOCK || range_of(key) != self.range {
            self.finish_block()?;
        }
        if range_of(key) != self.range {
            self.range = range_of(key);
            self.before = first_of(self.range);
        }
        self.gaps.push(key - self.before);
        for (list, number) in self.lists.iter_mut().zip([count.n, count.v]) {
            file::put_number(list, number);
        }
        self.before = key;
        self.patterns += 1;
        Ok(())
    }

    /// Finishes the last block.
    pub(crate) fn finish_block(&mut self) -> Result<(), FileError> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        let mean = self.gaps.iter().sum::<u64>() / self.gaps.len() as u64;
        let low = mean.max(1).ilog2() / 8;
        let mut raw = Vec::with_capacity(4 * self.gaps.len());
        self.gaps.iter().for_each(|&gap| file::put_number(&mut raw, gap >> (8 * low)));
        self.lists.iter_mut().for_each(|list| raw.append(list));
        let packed = zstd::bulk::compress(&raw, COMPRESSION);
        let packed = packed.map_err(|error| FileError::Io(PathBuf::from("compressing patterns"), error))?;
        self.bytes.extend((self.gaps.len() as u16).to_le_bytes());
        self.bytes.extend([self.range as u8, low as u8]);
        self.bytes.extend((packed.len() as u32).to_le_bytes());
        self.bytes.extend(packed);
        self.gaps.drain(..).for_each(|gap| self.bytes.extend(&gap.to_le_bytes()[..low as usize]));
        Ok(())
    }
}

/// Writes patterns in rising order of their keys.
pub(crate) struct BlockWriter {
    writer: Writer,
    blocks: Blocks,
}

impl BlockWriter {
    pub(crate) fn new(path: &Path, shape: Shape) -> Result<Self, FileError> {
        let mut writer = Writer::new(path, Kind::Tables)?;
        writer.add(&shape.bytes())?;
        Ok(Self { writer, blocks: Blocks::default() })
    }

    pub(crate) fn add(&mut self, key: u64, count: Count) -> Result<(), FileError> {
        self.blocks.add(key, count)?;
        self.hand_over()
    }

    fn hand_over(&mut self) -> Result<(), FileError> {
        if !self.blocks.bytes.is_empty() {
            self.writer.add(&self.blocks.bytes)?;
            self.blocks.bytes.clear();
        }
        Ok(())
    }

    /// Puts the file in its place; says how many patterns and bytes it has.
    pub(crate) fn finish(mut self) -> Result<(u64, u64), FileError> {
        self.blocks.finish_block()?;
        self.hand_over()?;
        self.writer.add(&END)?;
        Ok((self.blocks.patterns, self.writer.finish()?))
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
    #[inline]
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
        let (start, length) = head(&mut self.input)?;
        let [range, low] = [start >> 16 & 0xFF, start >> 24].map(|byte| byte as usize);
        let (count, length) = ((start & 0xFFFF) as usize, length as usize);
        if count > BLOCK || range >= RANGES || low > 7 || length > BLOCK * LONGEST {
            return Err(format!("a block of {count} patterns in {length} bytes is not possible"));
        }
        self.ended = count == 0;
        let (mut packed, mut lows) = (vec![0; length], vec![0; count * low]);
        self.input.read_exact(&mut packed).map_err(|error| error.to_string())?;
        self.input.read_exact(&mut lows).map_err(|error| error.to_string())?;
        if self.ended {
            return Ok(());
        }
        let raw = zstd::bulk::decompress(&packed, BLOCK * LONGEST).map_err(|error| error.to_string())?;
        let (mut rest, mut block) = (&raw[..], Vec::with_capacity(count));
        let begun = self.before.is_some_and(|before| range_of(before) == range);
        let mut from = if begun { self.before.unwrap_or_default() } else { first_of(range) };
        for index in 0..count {
            let mut bytes = [0; 8];
            bytes[..low].copy_from_slice(&lows[index * low..][..low]);
            let high = file::take_number(&mut rest)?;
            let gap = high << (8 * low) | u64::from_le_bytes(bytes);
            let key = from.checked_add(gap).ok_or("a key is too large")?;
            let rises = gap > 0 || (index == 0 && !begun);
            if !rises || range_of(key) != range || self.before.is_some_and(|before| before >= key) {
                return Err("keys do not rise".into());
            }
            from = key;
            block.push((key, Count::default()));
        }
        for (_, count) in &mut block {
            count.n = file::take_number(&mut rest)?;
        }
        for (_, count) in &mut block {
            count.v = file::take_number(&mut rest)?;
        }
        self.before = Some(from);
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
    let mut sum = Sum::open(paths)?;
    let Some(shape) = sum.shape else {
        return Err(FileError::Bad(out.to_owned(), "there are no tables to add up".into()));
    };
    let mut writer = BlockWriter::new(out, shape)?;
    while let Some((key, count)) = sum.next()? {
        writer.add(key, count)?;
    }
    writer.finish()
}

/// The blocks of the sum of these files, without what a file starts and ends with. If they are more than can be open at once they are
/// added up in lots first.
pub(crate) fn merged(paths: &[PathBuf], most_open: usize) -> Result<Blocks, FileError> {
    let most_open = most_open.max(2);
    if paths.len() > most_open {
        let add_up = |lot: &[PathBuf]| {
            let mut name = lot[0].as_os_str().to_owned();
            name.push(".sum");
            merge(lot, name.as_ref()).map(|_| PathBuf::from(name))
        };
        let sums = paths.chunks(most_open).map(add_up).collect::<Result<Vec<PathBuf>, FileError>>()?;
        let blocks = merged(&sums, most_open);
        // Nothing depends on them any more.
        sums.iter().for_each(|path| drop(std::fs::remove_file(path)));
        return blocks;
    }
    let (mut sum, mut blocks) = (Sum::open(paths)?, Blocks::default());
    // Room for all that can come, asked for once: memory that grows by doubling would be twice as much.
    blocks.bytes.reserve_exact(length(paths)? as usize);
    while let Some((key, count)) = sum.next()? {
        blocks.add(key, count)?;
    }
    blocks.finish_block()?;
    Ok(blocks)
}

/// How long these files are together.
pub(crate) fn length(paths: &[PathBuf]) -> Result<u64, FileError> {
    let length = |path: &PathBuf| std::fs::metadata(path).map(|data| data.len());
    paths.iter().map(|path| length(path).map_err(|error| FileError::Io(path.clone(), error))).sum()
}

/// The patterns of several files in rising order, each with the sum of its counts.
struct Sum<'a> {
    paths: &'a [PathBuf],
    readers: Vec<BlockReader<Box<dyn Read>>>,
    shape: Option<Shape>,
    /// The next pattern of each file: key, file, n, v.
    next: BinaryHeap<Reverse<(u64, usize, u64, u64)>>,
}

impl<'a> Sum<'a> {
    fn open(paths: &'a [PathBuf]) -> Result<Self, FileError> {
        let mut sum = Self { paths, readers: Vec::with_capacity(paths.len()), shape: None, next: BinaryHeap::new() };
        for (index, path) in paths.iter().enumerate() {
            let input: Box<dyn Read> = Box::new(file::stream(path, Kind::Tables)?);
            let mut reader = BlockReader::new(input).map_err(|problem| sum.bad(index, problem))?;
            let first = *sum.shape.get_or_insert(reader.shape);
            if first != reader.shape {
                let names = |shape: Shape| {
                    format!("{} zooms, symmetries {}", shape.zooms, if shape.fold { "folded" } else { "apart" })
                };
                let (this, others) = (names(reader.shape), names(first));
                return Err(sum.bad(index, format!("tables of {this} cannot be added to tables of {others}")));
            }
            if let Some((key, count)) = reader.next().map_err(|problem| sum.bad(index, problem))? {
                sum.next.push(Reverse((key, index, count.n, count.v)));
            }
            sum.readers.push(reader);
        }
        Ok(sum)
    }

    fn bad(&self, index: usize, problem: String) -> FileError {
        FileError::Bad(self.paths[index].clone(), problem)
    }

    /// The next pattern.
    fn next(&mut self) -> Result<Option<(u64, Count)>, FileError> {
        let mut open: Option<(u64, Count)> = None;
        // Replacing the first of the heap costs half of taking it and putting another one in.
        while let Some(mut top) = self.next.peek_mut() {
            let Reverse((key, index, n, v)) = *top;
            match &mut open {
                None => open = Some((key, Count { n, v })),
                Some((last, sum)) if *last == key => {
                    *sum = Count { n: sum.n.saturating_add(n), v: sum.v.saturating_add(v) };
                }
                Some(_) => break,
            }
            match self.readers[index].next() {
                Ok(Some((key, count))) => *top = Reverse((key, index, count.n, count.v)),
                Ok(None) => drop(PeekMut::pop(top)),
                Err(problem) => return Err(FileError::Bad(self.paths[index].clone(), problem)),
            }
        }
        Ok(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TempFile;
    use quadrille_core::Rng;

    /// Patterns come back from a file, in all ranges and blocks, the smallest and the largest key among them.
    #[test]
    fn patterns_survive_their_file() {
        let mut rng = Rng::new(8);
        let shape = Shape { zooms: 3, fold: true };
        for patterns in [0, 1, 100, 3 * BLOCK] {
            // Most in one range, so that it has several blocks.
            let mut keys: Vec<u64> =
                (0..patterns).map(|at| rng.next_u64() >> if at % 9 == 0 { 0 } else { 8 }).collect();
            keys.extend([0, u64::MAX].into_iter().take(patterns));
            keys.sort_unstable();
            let count = |key: u64| Count { n: key >> (key % 64), v: key % 3 };
            let file = TempFile::new("blocks");
            let mut writer = BlockWriter::new(file.path(), shape).expect("writable");
            keys.iter().for_each(|&key| writer.add(key, count(key)).expect("written"));
            assert_eq!(writer.finish().expect("written").0, keys.len() as u64);
            let body = file::stream(file.path(), Kind::Tables).expect("readable");
            let mut reader = BlockReader::new(body).expect("well formed");
            for &key in &keys {
                assert_eq!(reader.next(), Ok(Some((key, count(key)))));
            }
            assert_eq!(reader.next(), Ok(None));
        }
    }

    /// Many files are added up in lots; the blocks are those of all at once.
    #[test]
    fn lots_add_up() {
        let (mut rng, shape) = (Rng::new(9), Shape { zooms: 3, fold: true });
        let files: Vec<TempFile> = (0..7).map(|_| TempFile::new("lot")).collect();
        for file in &files {
            let mut writer = BlockWriter::new(file.path(), shape).expect("writable");
            // Few different keys: most are in several files.
            let keys: std::collections::BTreeSet<u64> = (0..300).map(|_| rng.next_u64() >> 55 << 55).collect();
            keys.iter().for_each(|&key| writer.add(key, Count { n: 3, v: 1 }).expect("written"));
            writer.finish().expect("written");
        }
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
        let [in_lots, at_once] = [2, 7].map(|most_open| merged(&paths, most_open).expect("readable"));
        assert!(in_lots.bytes == at_once.bytes && in_lots.patterns == at_once.patterns && at_once.patterns > 300);
    }

    /// Whatever a body holds, reading it ends, without a panic.
    #[test]
    fn damaged_bodies_are_refused_or_rise() {
        let (mut rng, mut blocks) = (Rng::new(10), Blocks::default());
        let mut keys: Vec<u64> = (0..200).map(|_| rng.next_u64() >> 4).collect();
        keys.sort_unstable();
        keys.iter().for_each(|&key| blocks.add(key, Count { n: key >> 50, v: 1 }).expect("in memory"));
        blocks.finish_block().expect("in memory");
        let shape = Shape { zooms: 8, fold: true }.bytes();
        let good = [&shape[..], &blocks.bytes, &END].concat();
        let (mut refused, mut read) = (0, 0);
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1 << rng.below(8);
            let Ok(mut reader) = BlockReader::new(&bad[..]) else {
                refused += 1;
                continue;
            };
            let mut before = None;
            loop {
                match reader.next() {
                    Ok(Some((key, _))) => assert!(before.replace(key).is_none_or(|before| before < key)),
                    Ok(None) => break read += 1,
                    Err(_) => break refused += 1,
                }
            }
        }
        assert!(refused > 100 && read > 100, "{refused} {read}");
    }
}
