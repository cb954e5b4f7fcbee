//! The file of a trained network.
//!
//! `tools/train_chess.py` writes it. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QUADCHNN` |
//! | 4 | the version of the format, 2 |
//! | 4 | the hash of the features |
//! | 4 x 4 | regions, hidden values ([`HIDDEN`]), outputs ([`OUTPUTS`]), hundredths of a pawn per unit of output |
//! | 2 each | the rows of the first layer: for each input [`HIDDEN`] weights, in parts of 1/255 |
//! | 2 each | the biases of the first layer, likewise |
//! | 2 each | for each output the weights of the mover's values, then of the opponent's, in parts of 1/64 |
//! | 4 each | the biases of the outputs, in parts of 1/(255 x 64) |
//! | 4 | CRC-32 of everything before |
//!
//! Of the numbers of two bytes all low bytes come first, then all high bytes. Most of the latter are 0 or 255, and a packed
//! file is an eighth smaller.

use super::features::{HASH, INPUTS, REGIONS};
use crate::words;
use flate2::Crc;
use quadrille_core::{Message, Refusal};
use std::sync::atomic::{AtomicU64, Ordering};

/// Hidden values of each side.
pub const HIDDEN: usize = 256;
/// Outputs, chosen by the number of pieces.
pub const OUTPUTS: usize = 8;
/// The largest hidden value, which stands for 1.
pub(super) const ONE: i16 = 255;
/// One in the weights of the outputs.
pub(super) const OUTPUT_ONE: i32 = 64;

const MARK: &[u8; 8] = b"QUADCHNN";
const VERSION: u32 = 2;

/// One number per hidden value of a side: a row of weights, or an accumulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Sums(pub(super) [i16; HIDDEN]);

/// The weights of one output: the mover's values, then the opponent's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) weights: [Sums; 2],
    pub(super) bias: i32,
}

/// The weights of a network.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    id: u64,
    pub(super) rows: Vec<Sums>,
    pub(super) bias: Sums,
    pub(super) outputs: Vec<Output>,
    /// Hundredths of a pawn per unit.
    pub(super) scale: i32,
}

impl Weights {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns an error for a foreign, truncated or damaged file.
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        if !bytes.starts_with(MARK) {
            return Err(words::NOT_A_NETWORK.refuse());
        }
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or_else(|| damaged(&words::CUT))?;
        let mut crc = Crc::new();
        crc.update(content);
        let mut reader = Reader { rest: content.get(MARK.len()..).unwrap_or_default() };
        let version = reader.number()?;
        if version != VERSION {
            return Err(words::OTHER_VERSION.refuse().with("found", version).with("expected", VERSION));
        }
        if crc.sum() != u32::from_le_bytes(*sum) {
            return Err(damaged(&words::CHECKSUM));
        }
        let header = [reader.number()?, reader.number()?, reader.number()?, reader.number()?];
        if header != [HASH, REGIONS as u32, HIDDEN as u32, OUTPUTS as u32] {
            return Err(words::OTHER_FEATURES.refuse());
        }
        let scale = reader.number()? as i32;
        let mut rows = reader.sums(INPUTS + 1 + 2 * OUTPUTS)?;
        let of_outputs = rows.split_off(INPUTS + 1);
        let bias = rows.pop().ok_or_else(|| damaged(&words::CUT))?;
        let with_bias = |weights: &[Sums; 2]| Ok(Output { weights: *weights, bias: reader.number()? as i32 });
        let outputs = of_outputs.as_chunks().0.iter().map(with_bias).collect::<Result<_, Refusal>>()?;
        if !reader.rest.is_empty() {
            return Err(damaged(&words::CUT));
        }
        static NEXT_ID: AtomicU64 = AtomicU64::new(1);
        Ok(Self { id: NEXT_ID.fetch_add(1, Ordering::Relaxed), rows, bias, outputs, scale })
    }

    /// A number that no other weights of this run have.
    pub(super) const fn id(&self) -> u64 {
        self.id
    }
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Weights").field("id", &self.id).finish_non_exhaustive()
    }
}

fn damaged(what: &'static Message) -> Refusal {
    words::DAMAGED.refuse().with("what", what)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn number(&mut self) -> Result<u32, Refusal> {
        let (number, rest) = self.rest.split_first_chunk::<4>().ok_or_else(|| damaged(&words::CUT))?;
        self.rest = rest;
        Ok(u32::from_le_bytes(*number))
    }

    fn sums(&mut self, count: usize) -> Result<Vec<Sums>, Refusal> {
        let bytes = count * HIDDEN;
        let (taken, rest) = self.rest.split_at_checked(2 * bytes).ok_or_else(|| damaged(&words::CUT))?;
        self.rest = rest;
        let (low, high) = taken.split_at(bytes);
        let rows = low.as_chunks::<HIDDEN>().0.iter().zip(high.as_chunks::<HIDDEN>().0);
        let joined = |(low, high): (&[u8; HIDDEN], &[u8; HIDDEN])| {
            Sums(std::array::from_fn(|place| i16::from_le_bytes([low[place], high[place]])))
        };
        Ok(rows.map(joined).collect())
    }
}
