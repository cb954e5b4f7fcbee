//! The sweep on a graphics processor.
//!
//! The same levels as [`super::sweep`], from the same layout, with the same codes; the pass itself is `pass.cu`. This
//! module manages the device's memory and launches the kernels. [`Machine`] is the device: [`cuda`] a real one; in the
//! tests the same source is compiled for the CPU.
//!
//! A level is computed in five steps: its words with Black to move, with White to move, a sample of both for the
//! dictionaries, the codes, and the lists of words that have none. Only the sample and the list sizes are copied back.

#[cfg(feature = "cuda")]
mod cuda;
#[cfg(test)]
mod emulated;

use super::coded::{CodedLevel, Dictionary, Number, Window};
use super::layout::{Layout, Level};
use super::sweep::{Keep, LastUses, LevelReport, spot_checks};
#[cfg(feature = "cuda")]
use super::{
    fill::Crew,
    sweep::{Complete, Sweep, Swept, differing_words},
};
use crate::bmi::extract;
use quadrille_core::Refusal;
use quadrille_search::Stop;
use quadrille_support::clock::Instant;
use std::collections::HashMap;

#[cfg(feature = "cuda")]
use cuda::Cuda;

/// A device with its own memory.
pub(super) trait Machine {
    /// Takes memory.
    fn allocate(&self, bytes: usize) -> Result<u64, Refusal>;
    /// Gives it back.
    fn free(&self, address: u64);
    /// Writes to it.
    fn upload(&self, address: u64, bytes: &[u8]) -> Result<(), Refusal>;
    /// Reads from it.
    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), Refusal>;
    /// Moves bytes inside it.
    fn copy(&self, from: u64, to: u64, bytes: usize) -> Result<(), Refusal>;
    /// Runs a kernel of `pass.cu` in this many blocks of [`THREADS`] threads.
    fn launch(&self, kernel: &str, blocks: usize, args: &[u64]) -> Result<(), Refusal>;
}

/// The source of the kernels.
pub(super) const SOURCE: &str = include_str!("pass.cu");
/// Threads of a block, as in `pass.cu`.
pub(super) const THREADS: usize = 128;
/// A thread block computes at most this many groups.
const ITEM_GROUPS: usize = 64;
/// Words of a half that its dictionary is made from.
const SAMPLE: usize = 1 << 16;
/// Blocks that code words: enough to fill a device, few enough that each codes many.
const ENCODING_BLOCKS: usize = 1 << 12;

#[cfg(feature = "cuda")]
/// Whether the kernels know a board: words of 32 or 64 lanes, a middle row, no more pawns than at the start.
pub(super) fn knows(layout: &Layout) -> bool {
    (5..=6).contains(&layout.columns) && layout.rows >= 5 && layout.most_pawns <= 2 * layout.columns
}

/// Device memory, freed on drop.
struct Memory<'m, M: Machine> {
    machine: &'m M,
    address: u64,
}

impl<'m, M: Machine> Memory<'m, M> {
    fn new(machine: &'m M, bytes: usize) -> Result<Self, Refusal> {
        Ok(Self { machine, address: machine.allocate(bytes.max(1))? })
    }

    fn holding(machine: &'m M, bytes: &[u8]) -> Result<Self, Refusal> {
        let memory = Self::new(machine, bytes.len())?;
        machine.upload(memory.address, bytes)?;
        Ok(memory)
    }

    fn bytes(&self, offset: usize, count: usize) -> Result<Vec<u8>, Refusal> {
        let mut bytes = vec![0; count];
        self.machine.download(self.address + offset as u64, &mut bytes)?;
        Ok(bytes)
    }

    fn number(&self) -> Result<u64, Refusal> {
        Ok(self.bytes(0, 8)?.try_into().map_or(0, u64::from_le_bytes))
    }
}

impl<M: Machine> Drop for Memory<'_, M> {
    fn drop(&mut self) {
        self.machine.free(self.address);
    }
}

/// A half of a level in the device's memory.
struct Resident<'m, M: Machine> {
    codes: Memory<'m, M>,
    groups: Memory<'m, M>,
    escapes: Memory<'m, M>,
    dictionary: Memory<'m, M>,
    first: usize,
    words: usize,
    escape_count: usize,
}

/// Bytes of a group's mask and rank on the device.
const fn group_bytes<L>() -> usize {
    2 * size_of::<L>()
}

impl<M: Machine> Resident<'_, M> {
    /// The level in host memory.
    fn fetched<L: Number>(&self) -> Result<CodedLevel<L>, Refusal> {
        let words = |bytes: &[u8]| bytes.chunks_exact(size_of::<L>()).map(L::read).collect::<Vec<L>>();
        let groups = self.groups.bytes(0, (self.words >> L::COLUMNS) * group_bytes::<L>())?;
        let rank = |group: &[u8]| group[size_of::<L>()..][..4].try_into().map_or(0, u32::from_le_bytes);
        Ok(CodedLevel {
            first: self.first,
            codes: self.codes.bytes(0, self.words)?,
            ranks: groups.chunks_exact(group_bytes::<L>()).map(rank).collect(),
            escapes: words(&self.escapes.bytes(0, self.escape_count * size_of::<L>())?),
            dictionary: Dictionary::for_reading(&words(
                &self.dictionary.bytes(0, usize::from(u8::MAX) * size_of::<L>())?,
            )),
        })
    }

    fn size<L>(&self) -> usize {
        self.words + (self.words / 32) * group_bytes::<L>() + self.escape_count * size_of::<L>()
    }
}

/// The two halves of all levels that are in the device's memory.
type Residents<'m, M> = [Vec<Option<Resident<'m, M>>>; 2];

/// Everything that stays on the device during a sweep.
struct Device<'m, M: Machine> {
    machine: &'m M,
    /// Where blocks start, and in which level.
    start: Memory<'m, M>,
    level_of: Memory<'m, M>,
    /// The words of the level being computed, White and Black to move.
    raw: [Memory<'m, M>; 2],
    /// The list being made.
    list: Memory<'m, M>,
    sample: Memory<'m, M>,
}

impl<'m, M: Machine> Device<'m, M> {
    fn new<L: Number>(machine: &'m M, layout: &Layout) -> Result<Self, Refusal> {
        let largest = layout.levels.iter().map(|level| level.words).max().unwrap_or_default();
        let blacks = 1_u32 << (layout.columns * (layout.rows - 2));
        let starts: Vec<u8> = (0..blacks)
            .flat_map(|black| layout.block_start(black).map_or(u64::MAX, |at| at as u64).to_le_bytes())
            .collect();
        let mut numbers = vec![0_u16; blacks as usize];
        for (number, level) in layout.levels.iter().enumerate() {
            for &black in &level.blocks {
                numbers[black as usize] = number as u16;
                numbers[layout.mirrored(black) as usize] = number as u16;
            }
        }
        let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let words = || Memory::new(machine, largest * size_of::<L>());
        Ok(Self {
            machine,
            start: Memory::holding(machine, &starts)?,
            level_of: Memory::holding(machine, &numbers)?,
            raw: [words()?, words()?],
            list: words()?,
            sample: Memory::new(machine, SAMPLE * size_of::<L>())?,
        })
    }

    /// Computes the words of a level, Black to move first.
    fn pass(&self, layout: &Layout, level: &Level, residents: &Residents<'m, M>) -> Result<(), Refusal> {
        let levels = |half: usize| {
            let entries = residents[half].iter().flat_map(|resident| match resident {
                None => [0; 5],
                Some(level) => [
                    level.codes.address,
                    level.groups.address,
                    level.escapes.address,
                    level.dictionary.address,
                    level.first as u64,
                ],
            });
            Memory::holding(self.machine, &entries.flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
        };
        let (white, black) = (levels(0)?, levels(1)?);
        let (count, items) = items(layout, level);
        let items = Memory::holding(self.machine, &items)?;
        let [white_words, black_words] = self.raw.each_ref().map(|raw| raw.address);
        let known = [white.address, black.address, self.start.address, self.level_of.address, items.address];
        self.machine.launch("black_half", count, &[&known[..], &[black_words]].concat())?;
        self.machine.launch("white_half", count, &[&known[..], &[black_words, white_words]].concat())
    }

    /// Codes a half of the level whose words were computed last; its checksum.
    fn coded<L: Number>(&self, level: &Level, half: usize) -> Result<(Resident<'m, M>, u64), Refusal> {
        let (machine, raw, words) = (self.machine, self.raw[half].address, level.words);
        let dictionary = self.dictionary::<L>(raw, words)?;
        let (mut places, mut codes, mut listed) = (Vec::new(), Vec::new(), Vec::new());
        for (word, code) in dictionary.places() {
            word.write(&mut places);
            codes.extend_from_slice(&u16::from(code).to_le_bytes());
        }
        dictionary.words().iter().for_each(|word| word.write(&mut listed));
        let (places, codes) = (Memory::holding(machine, &places)?, Memory::holding(machine, &codes)?);
        let sum = Memory::holding(machine, &[0; 8])?;
        let count = Memory::holding(machine, &[0; 8])?;
        let groups = words >> L::COLUMNS;
        let mut resident = Resident {
            codes: Memory::new(machine, words)?,
            groups: Memory::new(machine, groups * group_bytes::<L>())?,
            escapes: Memory::new(machine, 0)?,
            dictionary: Memory::holding(machine, &listed)?,
            first: level.first,
            words,
            escape_count: 0,
        };
        let sizes = [words as u64, level.first as u64];
        let args = [&[raw, resident.codes.address], &sizes[..], &[places.address, codes.address, sum.address]].concat();
        machine.launch("encode", words.div_ceil(THREADS).min(ENCODING_BLOCKS), &args)?;
        let place = [resident.groups.address, self.list.address, count.address];
        let args = [&[raw, resident.codes.address, groups as u64][..], &place].concat();
        machine.launch("list", groups.div_ceil(THREADS), &args)?;
        resident.escape_count = count.number()? as usize;
        resident.escapes = Memory::new(machine, resident.escape_count * size_of::<L>())?;
        machine.copy(self.list.address, resident.escapes.address, resident.escape_count * size_of::<L>())?;
        Ok((resident, sum.number()?))
    }

    /// The dictionary of the commonest words.
    fn dictionary<L: Number>(&self, raw: u64, words: usize) -> Result<Dictionary<L>, Refusal> {
        let stride = words.div_ceil(SAMPLE).max(1) | 1;
        let count = words.div_ceil(stride);
        self.machine.launch(
            "sample",
            count.div_ceil(THREADS),
            &[raw, self.sample.address, stride as u64, count as u64],
        )?;
        let mut counts: HashMap<L, u32> = HashMap::new();
        for bytes in self.sample.bytes(0, count * size_of::<L>())?.chunks_exact(size_of::<L>()) {
            *counts.entry(L::read(bytes)).or_insert(0) += 1;
        }
        Ok(Dictionary::of(&counts))
    }
}

/// What each thread block computes: the arrangement, its first group and the number of groups, the words before the block.
fn items(layout: &Layout, level: &Level) -> (usize, Vec<u8>) {
    let mut list = Vec::new();
    let mut before = 0;
    for &black in &level.blocks {
        let words = layout.block_words(black);
        let groups = words >> layout.columns;
        for first in (0..groups).step_by(ITEM_GROUPS) {
            let item = [black, first as u32, ITEM_GROUPS.min(groups - first) as u32, before as u32];
            list.extend(item.iter().flat_map(|number| number.to_le_bytes()));
        }
        before += words;
    }
    (list.len() / 16, list)
}

/// The levels up to `last`, on a machine: the last one, and what is kept. `None` if stopped.
pub(super) fn levels<L: Number, M: Machine>(
    machine: &M,
    (layout, last): (&Layout, usize),
    keep: Keep,
    stop: &Stop,
    tell: &mut dyn FnMut(LevelReport),
) -> Result<Option<[Window<L>; 2]>, Refusal> {
    let device = Device::new::<L>(machine, layout)?;
    let uses = LastUses::new(layout, last);
    let mut windows: [Window<L>; 2] = [Window::empty(layout), Window::empty(layout)];
    let empty = || (0..layout.levels.len()).map(|_| None).collect::<Vec<Option<Resident<'_, M>>>>();
    let mut residents: Residents<'_, M> = [empty(), empty()];
    for number in 0..=last {
        if stop.is_requested() {
            return Ok(None);
        }
        let begin = Instant::now();
        let level = &layout.levels[number];
        device.pass(layout, level, &residents)?;
        let mut report = LevelReport::of(layout, number, last);
        for half in 0..2 {
            let (resident, sum) = device.coded::<L>(level, half)?;
            report.sums[half] = sum;
            report.escapes[half] = resident.escape_count;
            if keep.keeps(half) || number == last {
                windows[half].levels[number] = Some(resident.fetched()?);
            }
            residents[half][number] = Some(resident);
        }
        let word = |half: usize, black: u32, white: u32| {
            let start = layout.block_start(black).unwrap_or_default() - level.first;
            let index = start + extract(white, layout.allowed(black)) as usize;
            Ok(L::read(&device.raw[half].bytes(index * size_of::<L>(), size_of::<L>())?))
        };
        report.spot_checks = spot_checks::<L>(layout, level, number as u64, &word)?;
        report.bytes = residents.iter().flatten().flatten().map(Resident::size::<L>).sum();
        report.seconds = begin.elapsed().as_secs_f64();
        tell(report);
        for (uses, residents) in uses.0.iter().zip(&mut residents) {
            for (resident, &last_use) in residents.iter_mut().zip(uses).take(number + 1) {
                if last_use <= number {
                    *resident = None;
                }
            }
        }
    }
    Ok(Some(windows))
}

/// What a comparison of the processor and the graphics processor found.
#[cfg(feature = "cuda")]
#[derive(Clone, Debug)]
pub struct Compared {
    /// The device.
    pub device: String,
    /// Words compared, both halves together.
    pub words: u64,
    /// How many of them differ.
    pub different: u64,
    /// Levels whose checksums differ.
    pub different_levels: usize,
    /// Seconds of the processor, with the threads given.
    pub processor: f64,
    /// Seconds of the device.
    pub graphics: f64,
}

/// Runs a body with the type of the words of a board that the kernels know.
#[cfg(feature = "cuda")]
macro_rules! with_known_lanes {
    ($sweep:expr, $lanes:ident => $body:expr) => {
        if $sweep.board().0.columns == 5 {
            type $lanes = super::lanes::WinLanes<u32, 5>;
            $body
        } else {
            type $lanes = super::lanes::WinLanes<u64, 6>;
            $body
        }
    };
}

#[cfg(feature = "cuda")]
impl Sweep {
    /// The device, with the kernels for this board.
    fn device(&self) -> Result<Cuda, Refusal> {
        let (layout, _) = self.board();
        if !knows(layout) {
            let rules = format!("{}x{}", layout.rows, layout.columns);
            return Err(crate::words::NOT_ON_GPU.refuse().quote("rules", rules));
        }
        Cuda::new(layout.rows, layout.columns)
    }

    /// Sweeps on a graphics processor; `None` if stopped.
    pub fn run_on_gpu(&self, stop: &Stop, tell: &mut dyn FnMut(LevelReport)) -> Result<Option<Swept>, Refusal> {
        let device = self.device()?;
        with_known_lanes!(self, L => {
            let windows = levels::<L, _>(&device, self.board(), Keep::Nothing, stop, tell)?;
            Ok(windows.map(|windows| self.answer(&windows)))
        })
    }

    /// Sweeps on a graphics processor and keeps the whole table in the memory of the processor; `None` if stopped.
    pub fn keep_from_gpu(self, stop: &Stop, tell: &mut dyn FnMut(LevelReport)) -> Result<Option<Complete>, Refusal> {
        let device = self.device()?;
        with_known_lanes!(self, L => {
            let windows = levels::<L, _>(&device, self.board(), Keep::Table, stop, tell)?;
            Ok(windows.map(|windows| self.kept(windows)))
        })
    }

    /// Sweeps in both ways and compares all words; `None` if stopped.
    pub fn compare_with_gpu(&self, crew: Crew<'_>) -> Result<Option<Compared>, Refusal> {
        let device = self.device()?;
        with_known_lanes!(self, L => {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            let kernels =
                levels::<L, _>(&device, self.board(), Keep::Everything, crew.stop, &mut |report| there.push(report))?;
            let rust = self.levels::<L>(crew, None, Keep::Everything, &mut |report| here.push(report))?;
            let seconds = |reports: &[LevelReport]| reports.iter().map(|report| report.seconds).sum();
            let (Some(kernels), Some(rust)) = (kernels, rust) else { return Ok(None) };
            let (different, words) = differing_words(&rust, &kernels);
            Ok(Some(Compared {
                device: device.name().to_owned(),
                words,
                different,
                different_levels: here.iter().zip(&there).filter(|(one, other)| one.sums != other.sums).count(),
                processor: seconds(&here),
                graphics: seconds(&there),
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::emulated::Emulated;
    use super::*;
    use crate::solver::fill::Crew;
    use crate::solver::lanes::WinLanes;
    use crate::solver::sweep::{Sweep, differing_words};
    use quadrille_breakthrough::{Position, Rules};
    use quadrille_core::Game;

    /// CPU and GPU on a whole board: the same words, and the same checksums of every level.
    fn compare<L: Number>(board: &str) {
        let Some(machine) = Emulated::new(board) else { return };
        let sweep = Sweep::of(&Position::start(&board.parse::<Rules>().unwrap())).unwrap();
        let stop = Stop::new();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let crew = Crew { threads: 2, stop: &stop };
        let rust = sweep.levels::<L>(crew, None, Keep::Everything, &mut |report| here.push(report.sums));
        let kernels = levels::<L, _>(&machine, sweep.board(), Keep::Everything, &stop, &mut |report| {
            there.push(report.sums);
        });
        let (rust, kernels) = (rust.unwrap().unwrap(), kernels.unwrap().unwrap());
        assert_eq!(differing_words(&rust, &kernels), (0, 2 * sweep.words_needed()), "{board}");
        assert_eq!(here, there, "{board}");
    }

    #[test]
    fn the_kernels_compute_the_words_of_the_sweep() {
        compare::<WinLanes<u32, 5>>("5x5");
    }

    /// The first levels of boards with wider words and with more rows, by their checksums; `large_boards compare` does the
    /// whole boards where there is a device.
    #[test]
    fn the_kernels_compute_the_first_levels_of_larger_boards() {
        first_levels::<WinLanes<u64, 6>>("5x6", 40);
        first_levels::<WinLanes<u32, 5>>("7x5", 12);
    }

    fn first_levels<L: Number>(board: &str, count: usize) {
        let Some(machine) = Emulated::new(board) else { return };
        let sweep = Sweep::of(&Position::start(&board.parse::<Rules>().unwrap())).unwrap();
        let stop = Stop::new();
        let (mut here, mut there) = (Vec::new(), Vec::new());
        let crew = Crew { threads: 2, stop: &stop };
        let stopped = sweep.levels::<L>(crew, None, Keep::Nothing, &mut |report| {
            here.push(report.sums);
            if here.len() == count {
                stop.request();
            }
        });
        assert!(stopped.unwrap().is_none());
        stop.reset();
        let board = (sweep.board().0, count - 1);
        levels::<L, _>(&machine, board, Keep::Nothing, &stop, &mut |report| there.push(report.sums)).unwrap();
        assert_eq!(here, there);
    }
}
