//! CPU inference: from planes to move and winning probabilities.
//!
//! A [`Network`] holds preprocessed weights; an [`Evaluator`] has the buffers to run it on boards of one size. Channels
//! are stored in blocks, a point's block in one [`Lane`]; convolutions are in `winograd.rs`, their kernels in
//! `instructions.rs`.

mod heads;
mod instructions;
mod product;
mod rounded;
mod stem;
mod winograd;

use crate::planes::Planes;
use crate::symmetry::Symmetry;
use crate::weights::Weights;
use heads::Heads;
use instructions::{Instructions, Lane, WIDTH};
use quadrille_go::Grid;
use std::sync::Arc;
use stem::Stem;
use winograd::{Convolution, Kernel, Scratch, Step, Tiling};

/// A network that is ready to run.
pub struct Network {
    stem: Stem,
    blocks: Vec<Block>,
    heads: Heads,
    /// Blocks of channels.
    width: usize,
}

struct Block {
    first: Convolution,
    second: Convolution,
    pool: Option<Dense>,
}

impl Network {
    /// Makes weights ready: kernels are transformed once.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Self::with_kernels(weights, Kernel::new)
    }

    fn with_kernels(weights: &Weights, kernel: fn(Vec<Lane>, usize) -> Kernel) -> Self {
        let block = |block: &crate::weights::Block| Block {
            first: Convolution::new(&block.first, kernel),
            second: Convolution::new(&block.second, kernel),
            pool: block.pool.as_ref().map(Dense::new),
        };
        Self {
            stem: Stem::new(&weights.stem),
            blocks: weights.blocks.iter().map(block).collect(),
            heads: Heads::new(weights),
            width: weights.channels().div_ceil(WIDTH),
        }
    }
}

/// The output of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// A number for each point, row by row from the top left: the higher, the likelier is a move there. Their exponentials
    /// are in the ratio of the probabilities.
    pub policy: Vec<f32>,
    /// The same for winning against losing.
    pub value: f32,
}

impl Judgement {
    /// The chance that the mover wins.
    #[must_use]
    pub fn chance(&self) -> f32 {
        1.0 / (1.0 + (-self.value).exp())
    }
}

/// Runs a network on boards of one size.
pub struct Evaluator {
    network: Arc<Network>,
    grid: Grid,
    tiling: Tiling,
    instructions: Instructions,
    /// What the stem makes of an empty board.
    empty: Vec<Lane>,
    x: Vec<Lane>,
    y: Vec<Lane>,
    scratch: Scratch,
    judgement: Judgement,
}

impl Evaluator {
    /// For boards of this size.
    #[must_use]
    pub fn new(network: Arc<Network>, grid: Grid) -> Self {
        Self::with_instructions(network, grid, Instructions::best())
    }

    fn with_instructions(network: Arc<Network>, grid: Grid, instructions: Instructions) -> Self {
        Self { instructions, ..Self::with_tiling(network, Tiling::new(grid.rows(), grid.columns()), grid) }
    }

    fn with_tiling(network: Arc<Network>, tiling: Tiling, grid: Grid) -> Self {
        let instructions = Instructions::best();
        let zeros = vec![Lane::ZERO; network.width * tiling.plane()];
        let empty = network.stem.of_empty_board(tiling, zeros.clone());
        let (x, y) = (zeros.clone(), zeros);
        let judgement = Judgement { policy: vec![0.0; grid.area()], value: 0.0 };
        Self { network, grid, tiling, instructions, empty, x, y, scratch: Scratch::default(), judgement }
    }

    /// The board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Evaluates a position under a symmetry; the output is for the original orientation.
    pub fn evaluate(&mut self, planes: &Planes, symmetry: Symmetry) -> &Judgement {
        let Self { network, tiling, instructions, empty, x, y, scratch, judgement, .. } = self;
        let tiling = *tiling;
        x.copy_from_slice(empty);
        network.stem.add(planes, symmetry, tiling, x);
        for block in &network.blocks {
            let (convolution, everywhere) = (&block.first, None);
            instructions.run(Step { convolution, tiling, input: x, output: y, adds: false, everywhere, scratch });
            let pooled = block.pool.as_ref().map(|pool| lanes(&pool.apply(&pooled(tiling, y))));
            let (convolution, everywhere) = (&block.second, pooled.as_deref());
            instructions.run(Step { convolution, tiling, input: y, output: x, adds: true, everywhere, scratch });
        }
        instructions.run(network.heads.step(tiling, x, symmetry, judgement));
        judgement
    }
}

/// The number, or zero if it is negative. For `max` browsers would call a function, once for each number.
fn positive(number: f32) -> f32 {
    if number > 0.0 { number } else { 0.0 }
}

/// Numbers as blocks of channels, filled up with zeros.
fn lanes(numbers: &[f32]) -> Vec<Lane> {
    let lane = |part: &[f32]| {
        let mut lane = Lane::ZERO;
        lane[..part.len()].copy_from_slice(part);
        lane
    };
    numbers.chunks(WIDTH).map(lane).collect()
}

/// The mean and the maximum of each channel over the board, all means before all maxima.
fn pooled(tiling: Tiling, planes: &[Lane]) -> Vec<f32> {
    let (mut means, mut maxima) = (Vec::new(), Vec::new());
    for plane in planes.chunks_exact(tiling.plane()) {
        let (mut sum, mut largest) = ([0.0; WIDTH], [f32::NEG_INFINITY; WIDTH]);
        for start in tiling.row_starts() {
            for lane in &plane[start..][..tiling.columns] {
                for i in 0..WIDTH {
                    sum[i] += lane[i];
                    largest[i] = if lane[i] > largest[i] { lane[i] } else { largest[i] };
                }
            }
        }
        means.extend(sum.map(|sum| sum / (tiling.rows * tiling.columns) as f32));
        maxima.extend(largest);
    }
    means.extend(maxima);
    means
}

/// A layer from means and maxima of channels, in blocks, to a number for each output.
struct Dense {
    /// For each output a weight for each input, channels filled up to whole blocks.
    rows: Vec<Vec<f32>>,
    biases: Vec<f32>,
}

impl Dense {
    /// From the means and the maxima of channels.
    fn new(layer: &crate::weights::Layer) -> Self {
        let channels = layer.inputs / 2;
        let padded = channels.next_multiple_of(WIDTH);
        let row = |weights: &[f32]| {
            let mut row = vec![0.0; 2 * padded];
            row[..channels].copy_from_slice(&weights[..channels]);
            row[padded..][..channels].copy_from_slice(&weights[channels..]);
            row
        };
        Self { rows: layer.weights.chunks_exact(layer.inputs).map(row).collect(), biases: layer.biases.clone() }
    }

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let output = |(row, bias): (&Vec<f32>, &f32)| {
            // Sums side by side, which fit into a vector.
            let mut sums = [0.0; 8];
            for (weights, inputs) in row.as_chunks::<8>().0.iter().zip(inputs.as_chunks::<8>().0) {
                for (sum, (weight, input)) in sums.iter_mut().zip(weights.iter().zip(inputs)) {
                    *sum += weight * input;
                }
            }
            bias + sums.iter().sum::<f32>()
        };
        self.rows.iter().zip(&self.biases).map(output).collect()
    }
}

#[cfg(test)]
mod tests;
