//! The file of a trained network.
//!
//! `tools/train_go.py` writes it. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `QUADGONN` |
//! | 4 | the version of the format, 2 |
//! | 4 | [`FEATURES`]: what the input planes mean |
//! | 8 x 4 | planes, blocks, channels, pooling period, policy channels, value channels, hidden values, encoding |
//! | … | the layers, each its weights and then its biases |
//! | 4 | CRC-32 of everything before |
//!
//! Normalisations are folded into the convolutions. Weights are row-major, output channel first: `[out][in][row][column]`.
//! With encoding 0 they are 16-bit floating-point numbers, the low bytes of a layer's weights before the high bytes: signs
//! and exponents, which repeat, stand together, and a packed file is 8 % smaller. With encoding 1 a 32-bit scale for each
//! output channel comes first, then 8-bit integers to be multiplied by it. Biases are 32-bit floating-point numbers. With P planes, C channels,
//! Q policy and V value channels, H hidden values, the layers are, in this order:
//!
//! | layer | shape | what it does |
//! |---|---|---|
//! | stem | C x P x 5 x 5 | x = relu(stem) |
//! | for each block: first | C x C x 3 x 3 | y = relu(first(x)) |
//! | second | C x C x 3 x 3 | z = x + second(y) |
//! | pool, in each block whose number, from 1, is a multiple of the period | C x 2C | z = z + pool(mean(y), max(y)), the same at every point |
//! | | | x = relu(z) |
//! | policy | Q x C | p = policy(x) |
//! | policy pool | Q x 2Q | p = relu(p + pool(mean(relu(p)), max(relu(p)))) |
//! | policy out | 1 x Q | the logit of a move at each point; there is none for the pass |
//! | value | V x C | v = relu(value(x)) |
//! | value hidden | H x 2V | h = relu(hidden(mean(v), max(v))) |
//! | value out | 1 x H | the logit that the mover wins |
//!
//! Means and maxima are taken over the board, channel by channel, all means before all maxima.

use crate::planes::{FEATURES, PLANES};
use crate::words;
use quadrille_words::{Message, Refusal};

const MARK: &[u8; 8] = b"QUADGONN";
const VERSION: u32 = 2;
/// Size limits, so that a damaged file cannot request absurd amounts of memory.
const LARGEST: usize = 1024;

/// A convolution or a matrix with its biases, normalisation folded in.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How many channels come out.
    pub outputs: usize,
    /// How many numbers each of them depends on: input channels times the points of the kernel.
    pub inputs: usize,
    /// `outputs` rows of `inputs` weights.
    pub weights: Vec<f32>,
    /// One for each output.
    pub biases: Vec<f32>,
}

/// A residual block.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The first 3x3 convolution.
    pub first: Layer,
    /// The second.
    pub second: Layer,
    /// What the whole board adds to each channel.
    pub pool: Option<Layer>,
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The 5x5 convolution of the planes.
    pub stem: Layer,
    /// The residual blocks.
    pub blocks: Vec<Block>,
    /// Policy: 1x1 convolution, pooling, 1x1 convolution.
    pub policy: [Layer; 3],
    /// Value: 1x1 convolution, hidden layer, result.
    pub value: [Layer; 3],
}

impl Weights {
    /// Reads a file; an error if it is foreign, truncated or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let body = bytes.strip_prefix(MARK).ok_or_else(|| words::NOT_WEIGHTS.refuse())?;
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or_else(|| damaged(&words::CUT))?;
        let mut reader = Reader { rest: &body[..body.len().saturating_sub(checksum.len())] };
        let version = reader.number()?;
        if version != VERSION {
            return Err(words::OTHER_VERSION.refuse().with("found", version).with("expected", VERSION));
        }
        if crc32(content) != u32::from_le_bytes(*checksum) {
            return Err(damaged(&words::CHECKSUM));
        }
        if reader.number()? != FEATURES || reader.size()? != PLANES {
            return Err(words::OTHER_FEATURES.refuse());
        }
        reader.network()
    }

    /// How many channels the blocks have.
    #[must_use]
    pub fn channels(&self) -> usize {
        self.stem.outputs
    }

    /// How many weights and biases there are.
    #[must_use]
    pub fn parameters(&self) -> usize {
        let blocks =
            self.blocks.iter().flat_map(|block| [Some(&block.first), Some(&block.second), block.pool.as_ref()]);
        let layers = std::iter::once(&self.stem).chain(blocks.flatten()).chain(&self.policy).chain(&self.value);
        layers.map(|layer| layer.weights.len() + layer.biases.len()).sum()
    }
}

fn damaged(what: &'static Message) -> Refusal {
    words::DAMAGED.refuse().with("what", what)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Refusal> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or_else(|| damaged(&words::CUT))?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Refusal> {
        let (number, rest) = self.rest.split_first_chunk::<4>().ok_or_else(|| damaged(&words::CUT))?;
        self.rest = rest;
        Ok(u32::from_le_bytes(*number))
    }

    fn size(&mut self) -> Result<usize, Refusal> {
        let size = self.number()? as usize;
        if (1..=LARGEST).contains(&size) { Ok(size) } else { Err(damaged(&words::SIZES)) }
    }

    fn network(mut self) -> Result<Weights, Refusal> {
        let (blocks, channels, period) = (self.size()?, self.size()?, self.size()?);
        let (policy, value, hidden) = (self.size()?, self.size()?, self.size()?);
        let encoding = match self.number()? {
            0 => Encoding::Half,
            1 => Encoding::Byte,
            _ => return Err(damaged(&words::SIZES)),
        };
        let mut layer = |outputs, inputs| self.layer(outputs, inputs, encoding);
        let stem = layer(channels, PLANES * 25)?;
        let mut block = |number: usize| {
            let (first, second) = (layer(channels, channels * 9)?, layer(channels, channels * 9)?);
            let pools = number.is_multiple_of(period);
            let pool = if pools { Some(layer(channels, 2 * channels)?) } else { None };
            Ok(Block { first, second, pool })
        };
        let blocks = (1..=blocks).map(&mut block).collect::<Result<_, Refusal>>()?;
        let weights = Weights {
            stem,
            blocks,
            policy: [layer(policy, channels)?, layer(policy, 2 * policy)?, layer(1, policy)?],
            value: [layer(value, channels)?, layer(hidden, 2 * value)?, layer(1, hidden)?],
        };
        if self.rest.is_empty() { Ok(weights) } else { Err(damaged(&words::SIZES)) }
    }

    fn layer(&mut self, outputs: usize, inputs: usize, encoding: Encoding) -> Result<Layer, Refusal> {
        let weights = match encoding {
            Encoding::Half => {
                let (low, high) = self.take(2 * outputs * inputs)?.split_at(outputs * inputs);
                low.iter().zip(high).map(|(&low, &high)| from_half([low, high])).collect()
            }
            Encoding::Byte => {
                let scales = self.floats(outputs)?;
                let bytes = self.take(outputs * inputs)?;
                let rows = scales.iter().zip(bytes.chunks_exact(inputs));
                rows.flat_map(|(scale, row)| row.iter().map(move |&byte| f32::from(byte as i8) * scale)).collect()
            }
        };
        let layer = Layer { outputs, inputs, weights, biases: self.floats(outputs)? };
        let is_good = layer.weights.iter().chain(&layer.biases).all(|number| number.is_finite());
        if is_good { Ok(layer) } else { Err(damaged(&words::NUMBERS)) }
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, Refusal> {
        Ok(self.take(4 * count)?.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
    }
}

#[derive(Clone, Copy)]
enum Encoding {
    Half,
    Byte,
}

/// A number of 16 bits: sign, five bits of exponent, ten of fraction.
fn from_half(bytes: [u8; 2]) -> f32 {
    let half = u16::from_le_bytes(bytes);
    let (exponent, fraction) = (i32::from(half >> 10 & 31), f32::from(half & 1023));
    let size = match exponent {
        0 => fraction * 2_f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2_f32.powi(exponent - 25),
    };
    if half >> 15 == 1 { -size } else { size }
}

/// The checksum of zip and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut index = 0;
        while index < 256 {
            let mut rest = index as u32;
            let mut bit = 0;
            while bit < 8 {
                rest = if rest & 1 == 1 { 0xEDB8_8320 ^ (rest >> 1) } else { rest >> 1 };
                bit += 1;
            }
            table[index] = rest;
            index += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |crc, &byte| TABLE[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network of three blocks of two channels that `tools/train_go.py` exported untrained.
    const TINY: &[u8] = include_bytes!("../testdata/tiny.weights");
    const TINY_BYTES: &[u8] = include_bytes!("../testdata/tiny-int8.weights");

    #[test]
    fn what_the_training_exports_is_read() {
        let weights = Weights::read(TINY).expect("a good file");
        assert_eq!((weights.channels(), weights.blocks.len(), weights.blocks[2].pool.is_some()), (2, 3, true));
        let largest = weights.stem.weights.iter().fold(0.0, |largest: f32, weight| largest.max(weight.abs()));
        assert!(largest > 0.01 && largest < 1.0, "{largest}");
        let rounded = Weights::read(TINY_BYTES).expect("a good file");
        assert_eq!(rounded.parameters(), weights.parameters());
        for (half, byte) in weights.stem.weights.iter().zip(&rounded.stem.weights) {
            assert!((half - byte).abs() < largest / 127.0, "{half} {byte}");
        }
    }

    #[test]
    fn every_damage_is_refused() {
        for at in 0..TINY.len() {
            let mut bytes = TINY.to_vec();
            bytes[at] ^= 0x10;
            assert!(Weights::read(&bytes).is_err(), "byte {at}");
        }
        for length in 0..TINY.len() {
            assert!(Weights::read(&TINY[..length]).is_err(), "{length} bytes");
        }
        assert!(Weights::read(b"PNG").unwrap_err().is(&words::NOT_WEIGHTS));
    }

    #[test]
    fn halves_and_checksums_are_those_of_the_standards() {
        assert_eq!(
            [0x3c00_u16, 0xc000, 0x7bff, 0x0001, 0x3555].map(|half| from_half(half.to_le_bytes())),
            [1.0, -2.0, 65504.0, 2_f32.powi(-24), 0.333_251_95]
        );
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }
}
