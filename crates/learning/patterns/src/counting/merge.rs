//! Adding up tables of several files without holding them in memory.

use super::Count;
use super::blocks::{BlockReader, BlockWriter, Blocks, Shape};
use crate::store::{self, Kind};
use crate::words;
use quadrille_core::Refusal;
use quadrille_support::file;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Adds up the tables of several files, as if counted from all collections; returns how many patterns and bytes there are.
/// Memory is bounded by a block of each. Only tables of everything seen add up exactly; others lack the counts of patterns
/// that only some of them kept.
pub fn merge(paths: &[PathBuf], out: &Path) -> Result<(u64, u64), Refusal> {
    let mut sum = Sum::open(paths)?;
    let shape = sum.shape.ok_or_else(|| file::about(out, words::NOTHING_TO_MERGE.refuse()))?;
    let mut writer = BlockWriter::new(out, shape)?;
    while let Some((key, count)) = sum.next()? {
        writer.add(key, count)?;
    }
    writer.finish()
}

/// The blocks of the sum of these files, without what a file starts and ends with. If they are more than can be open at once,
/// groups of them are added up first.
pub(super) fn merged(paths: &[PathBuf], most_open: usize) -> Result<Blocks, Refusal> {
    let most_open = most_open.max(2);
    if paths.len() > most_open {
        let add_up = |group: &[PathBuf]| {
            let sum = file::beside(&group[0], ".sum");
            merge(group, &sum).map(|_| sum)
        };
        let sums = paths.chunks(most_open).map(add_up).collect::<Result<Vec<PathBuf>, Refusal>>()?;
        let blocks = merged(&sums, most_open);
        for path in sums {
            // Nothing depends on it any more.
            let _ = std::fs::remove_file(path);
        }
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
pub(super) fn length(paths: &[PathBuf]) -> Result<u64, Refusal> {
    let length = |path: &PathBuf| std::fs::metadata(path).map(|data| data.len());
    paths.iter().map(|path| length(path).map_err(|error| file::refusal(path, &error))).sum()
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
    fn open(paths: &'a [PathBuf]) -> Result<Self, Refusal> {
        let mut sum = Self { paths, readers: Vec::with_capacity(paths.len()), shape: None, next: BinaryHeap::new() };
        for (index, path) in paths.iter().enumerate() {
            let input: Box<dyn Read> = Box::new(store::stream(path, Kind::Tables)?);
            let bad = |why| file::about(path, why);
            let mut reader = BlockReader::new(input).map_err(bad)?;
            let first = *sum.shape.get_or_insert(reader.shape);
            if first != reader.shape {
                let (zooms, symmetries) = (reader.shape.zooms, reader.shape.symmetries());
                let why = words::UNLIKE_TABLES.refuse().with("zooms", zooms).with("symmetries", symmetries);
                return Err(bad(why.with("others", first.zooms).with("theirs", first.symmetries())));
            }
            if let Some((key, count)) = reader.next().map_err(bad)? {
                sum.next.push(Reverse((key, index, count.n, count.v)));
            }
            sum.readers.push(reader);
        }
        Ok(sum)
    }

    /// The next pattern.
    fn next(&mut self) -> Result<Option<(u64, Count)>, Refusal> {
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
                Err(why) => return Err(file::about(&self.paths[index], why)),
            }
        }
        Ok(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// Many files are added up in groups; the blocks are those of all at once.
    #[test]
    fn groups_add_up() {
        let (mut rng, shape) = (Rng::new(9), Shape { zooms: 3, fold: true });
        let name = |index: u32| format!("quadrille-merge-{}-{index}", std::process::id());
        let paths: Vec<PathBuf> = (0..7).map(|index| std::env::temp_dir().join(name(index))).collect();
        for path in &paths {
            let mut writer = BlockWriter::new(path, shape).expect("writable");
            // Few different keys: most are in several files.
            let keys: std::collections::BTreeSet<u64> = (0..300).map(|_| rng.next_u64() >> 55 << 55).collect();
            for key in keys {
                writer.add(key, Count { n: 3, v: 1 }).expect("written");
            }
            writer.finish().expect("written");
        }
        let [in_groups, at_once] = [2, 7].map(|most_open| merged(&paths, most_open).expect("readable"));
        assert!(in_groups.bytes == at_once.bytes && in_groups.patterns == at_once.patterns && at_once.patterns > 300);
        for path in paths {
            std::fs::remove_file(path).expect("removable");
        }
    }
}
