//! Sorted tables as files that can be read and written piece by piece, so that tables larger than memory can be merged.
//!
//! Keys fall in [`RANGES`] ranges by their first bits. After the zooms and whether symmetries are folded come, for each range, blocks
//! of up to [`BLOCK`] patterns: how many, which range, how many low bytes gaps have; then, compressed, the rest of the gaps between
//! the keys (the first from the start of the range, or from the block before), all n and all v, seven bits a byte; then the
//! low bytes as they are, since nothing makes them shorter. An empty block ends the file. The bytes of a range depend on its
//! patterns alone, so ranges can be made side by side.

use super::Count;
use crate::store::coding::{LONGEST_NUMBER, Reader, impossible, put_number, take_number};
use crate::store::{Kind, Writer};
use crate::words;
use crate::zoom::LARGEST_ZOOM;
use quadrille_core::{Message, Refusal};
use quadrille_records::zstd;
use std::io::Read;
use std::path::Path;

/// Into how many ranges keys fall.
pub(crate) const RANGES: usize = 1 << RANGE_BITS;
const RANGE_BITS: u32 = 6;
/// Patterns in a block.
const BLOCK: usize = 1 << 14;
/// The longest a pattern can be: three numbers.
const LONGEST: usize = 3 * LONGEST_NUMBER;
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

    /// What is done with symmetries, in a word.
    pub(crate) fn symmetries(self) -> &'static Message {
        if self.fold { &words::FOLDED } else { &words::APART }
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
    pub(crate) fn add(&mut self, key: u64, count: Count) -> Result<(), Refusal> {
        if self.gaps.len() == BLOCK || range_of(key) != self.range {
            self.finish_block()?;
        }
        if range_of(key) != self.range {
            self.range = range_of(key);
            self.before = first_of(self.range);
        }
        self.gaps.push(key - self.before);
        for (list, number) in self.lists.iter_mut().zip([count.n, count.v]) {
            put_number(list, number);
        }
        self.before = key;
        self.patterns += 1;
        Ok(())
    }

    /// Finishes the last block.
    pub(crate) fn finish_block(&mut self) -> Result<(), Refusal> {
        if self.gaps.is_empty() {
            return Ok(());
        }
        let mean = self.gaps.iter().sum::<u64>() / self.gaps.len() as u64;
        let low = mean.max(1).ilog2() / 8;
        let mut raw = Vec::with_capacity(4 * self.gaps.len());
        for gap in &self.gaps {
            put_number(&mut raw, gap >> (8 * low));
        }
        for list in &mut self.lists {
            raw.append(list);
        }
        let packed = zstd::compress(&raw, COMPRESSION);
        let packed = packed.map_err(|error| words::NO_MEMORY.refuse().error("error", error))?;
        self.bytes.extend((self.gaps.len() as u16).to_le_bytes());
        self.bytes.extend([self.range as u8, low as u8]);
        self.bytes.extend((packed.len() as u32).to_le_bytes());
        self.bytes.extend(packed);
        for gap in self.gaps.drain(..) {
            self.bytes.extend(&gap.to_le_bytes()[..low as usize]);
        }
        Ok(())
    }
}

/// The body of a file of these patterns, in rising order of their keys.
pub(crate) fn body(shape: Shape, patterns: impl Iterator<Item = (u64, Count)>) -> Result<Vec<u8>, Refusal> {
    let mut blocks = Blocks { bytes: shape.bytes().to_vec(), ..Blocks::default() };
    for (key, count) in patterns {
        blocks.add(key, count)?;
    }
    blocks.finish_block()?;
    blocks.bytes.extend(END);
    Ok(blocks.bytes)
}

/// Writes patterns in rising order of their keys.
pub(crate) struct BlockWriter {
    writer: Writer,
    blocks: Blocks,
}

impl BlockWriter {
    pub(crate) fn new(path: &Path, shape: Shape) -> Result<Self, Refusal> {
        let mut writer = Writer::new(path, Kind::Tables)?;
        writer.add(&shape.bytes())?;
        Ok(Self { writer, blocks: Blocks::default() })
    }

    pub(crate) fn add(&mut self, key: u64, count: Count) -> Result<(), Refusal> {
        self.blocks.add(key, count)?;
        self.hand_over()
    }

    fn hand_over(&mut self) -> Result<(), Refusal> {
        if !self.blocks.bytes.is_empty() {
            self.writer.add(&self.blocks.bytes)?;
            self.blocks.bytes.clear();
        }
        Ok(())
    }

    /// Renames the file into place; returns how many patterns and bytes it has.
    pub(crate) fn finish(mut self) -> Result<(u64, u64), Refusal> {
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
    pub(crate) fn new(mut input: R) -> Result<Self, Refusal> {
        let (zooms, fold) = head(&mut input)?;
        if !(1..=LARGEST_ZOOM as u32).contains(&zooms) || fold > 1 {
            return Err(impossible(&words::ZOOM));
        }
        let shape = Shape { zooms: zooms as usize, fold: fold == 1 };
        Ok(Self { input, shape, block: Vec::new().into_iter(), before: None, ended: false })
    }

    /// The next pattern.
    #[inline]
    pub(crate) fn next(&mut self) -> Result<Option<(u64, Count)>, Refusal> {
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

    fn read_block(&mut self) -> Result<(), Refusal> {
        let (start, length) = head(&mut self.input)?;
        let [range, low] = [start >> 16 & 0xFF, start >> 24].map(|byte| byte as usize);
        let (count, length) = ((start & 0xFFFF) as usize, length as usize);
        if count > BLOCK || range >= RANGES || low > 7 || length > BLOCK * LONGEST {
            return Err(impossible(&words::BLOCK));
        }
        self.ended = count == 0;
        let (mut packed, mut lows) = (vec![0; length], vec![0; count * low]);
        self.input.read_exact(&mut packed).map_err(|_| impossible(&words::BLOCK))?;
        self.input.read_exact(&mut lows).map_err(|_| impossible(&words::BLOCK))?;
        if self.ended {
            return Ok(());
        }
        let raw = zstd::decompress(&packed, BLOCK * LONGEST).map_err(|_| impossible(&words::BLOCK))?;
        let (mut rest, mut block) = (&raw[..], Vec::with_capacity(count));
        let begun = self.before.is_some_and(|before| range_of(before) == range);
        let mut from = if begun { self.before.unwrap_or_default() } else { first_of(range) };
        for index in 0..count {
            let mut bytes = [0; 8];
            bytes[..low].copy_from_slice(&lows[index * low..][..low]);
            let high = take_number(&mut rest)?;
            let gap = high << (8 * low) | u64::from_le_bytes(bytes);
            let key = from.checked_add(gap).ok_or_else(|| impossible(&words::KEY))?;
            let rises = gap > 0 || (index == 0 && !begun);
            if !rises || range_of(key) != range || self.before.is_some_and(|before| before >= key) {
                return Err(impossible(&words::KEY));
            }
            from = key;
            block.push((key, Count::default()));
        }
        for (_, count) in &mut block {
            count.n = take_number(&mut rest)?;
        }
        for (_, count) in &mut block {
            count.v = take_number(&mut rest)?;
        }
        self.before = Some(from);
        self.block = block.into_iter();
        Ok(())
    }
}

fn head(input: &mut impl Read) -> Result<(u32, u32), Refusal> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).map_err(|_| impossible(&words::BLOCK))?;
    let mut reader = Reader(&bytes);
    Ok((reader.u32()?, reader.u32()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// Patterns come back from a body, in all ranges and blocks, the smallest and the largest key among them.
    #[test]
    fn patterns_survive_their_body() {
        let mut rng = Rng::new(8);
        let shape = Shape { zooms: 3, fold: true };
        for patterns in [0, 1, 100, 3 * BLOCK] {
            // Most in one range, so that it has several blocks.
            let mut keys: Vec<u64> =
                (0..patterns).map(|at| rng.next_u64() >> if at % 9 == 0 { 0 } else { 8 }).collect();
            keys.extend([0, u64::MAX].into_iter().take(patterns));
            keys.sort_unstable();
            let count = |key: u64| Count { n: key >> (key % 64), v: key % 3 };
            let body = body(shape, keys.iter().map(|&key| (key, count(key)))).expect("in memory");
            let mut reader = BlockReader::new(&body[..]).expect("well formed");
            for &key in &keys {
                assert_eq!(reader.next(), Ok(Some((key, count(key)))));
            }
            assert_eq!(reader.next(), Ok(None));
        }
    }

    /// Whatever a body holds, reading it ends, without a panic.
    #[test]
    fn damaged_bodies_are_refused_or_rise() {
        let mut rng = Rng::new(10);
        let mut keys: Vec<u64> = (0..200).map(|_| rng.next_u64() >> 4).collect();
        keys.sort_unstable();
        let patterns = keys.iter().map(|&key| (key, Count { n: key >> 50, v: 1 }));
        let good = body(Shape { zooms: 8, fold: true }, patterns).expect("in memory");
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
