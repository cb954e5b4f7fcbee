//! Convolutions of 3x3 points by Winograd's minimal filtering (Lavin and Gray, *Fast algorithms for convolutional neural
//! networks*, 2015): a tile of 6x6 inputs and the kernel are transformed, multiplied number by number, and transformed
//! back into 4x4 outputs, with 36 products instead of 144. Over the channels each of the 36 is a product of matrices.

use super::instructions::{Lane, Multiply, WIDTH, Work};
use super::product::{Rows, product};
use crate::weights::Layer;

/// Outputs of a tile in each direction.
const TILE: usize = 4;
/// Inputs of a tile in each direction.
const SPAN: usize = TILE + 2;
/// Products for each tile and pair of channels.
const PRODUCTS: usize = SPAN * SPAN;

/// A board cut into tiles. Activations lie in planes with a border of zeros, which the tiles at the edge reach into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tiling {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Tiling {
    fn down(self) -> usize {
        self.rows.div_ceil(TILE)
    }

    fn across(self) -> usize {
        self.columns.div_ceil(TILE)
    }

    fn tiles(self) -> usize {
        self.down() * self.across()
    }

    /// Points from a row of a plane to the next.
    pub(super) fn width(self) -> usize {
        TILE * self.across() + 2
    }

    /// Points of a plane with its border.
    pub(super) fn plane(self) -> usize {
        self.width() * (TILE * self.down() + 2)
    }

    /// Where a point of the board lies in a plane.
    pub(super) fn at(self, row: usize, column: usize) -> usize {
        (row + 1) * self.width() + column + 1
    }

    /// Where the rows of the board begin in a plane.
    pub(super) fn row_starts(self) -> impl Iterator<Item = usize> {
        (0..self.rows).map(move |row| self.at(row, 0))
    }
}

/// A convolution with its kernel transformed.
pub(super) struct Convolution {
    /// For each of the products, for each block of outputs: a lane for each input channel.
    kernel: Vec<Lane>,
    biases: Vec<Lane>,
    /// Blocks of channels, as many in as out.
    blocks: usize,
}

/// Room for the transformed tiles and their products.
#[derive(Default)]
pub(super) struct Scratch {
    tiles: Vec<Lane>,
    products: Vec<Lane>,
}

impl Convolution {
    pub(super) fn new(layer: &Layer) -> Self {
        const G: [[f32; 3]; SPAN] = [
            [0.25, 0.0, 0.0],
            [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
            [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
            [0.0, 0.0, 1.0],
        ];
        let channels = layer.outputs;
        let blocks = channels.div_ceil(WIDTH);
        let inputs = blocks * WIDTH;
        let mut kernel = vec![Lane::ZERO; PRODUCTS * blocks * inputs];
        for output in 0..channels {
            for input in 0..channels {
                let taps = &layer.weights[(output * channels + input) * 9..][..9];
                for (i, down) in G.iter().enumerate() {
                    for (j, across) in G.iter().enumerate() {
                        let tap = |at: usize| down[at / 3] * across[at % 3] * taps[at];
                        let lane = ((i * SPAN + j) * blocks + output / WIDTH) * inputs + input;
                        kernel[lane][output % WIDTH] = (0..9).map(tap).sum();
                    }
                }
            }
        }
        Self { kernel, biases: super::lanes(&layer.biases), blocks }
    }
}

/// What a convolution reads and writes.
pub(super) struct Step<'a> {
    pub(super) convolution: &'a Convolution,
    pub(super) tiling: Tiling,
    pub(super) input: &'a [Lane],
    /// What is there already is added first.
    pub(super) output: &'a mut [Lane],
    /// Whether what is in `output` counts.
    pub(super) adds: bool,
    /// Added to every point, beside the biases.
    pub(super) everywhere: Option<&'a [Lane]>,
    pub(super) scratch: &'a mut Scratch,
}

impl Work for Step<'_> {
    #[inline(always)]
    fn run<M: Multiply>(self) {
        let Self { convolution, tiling, input, output, adds, everywhere, scratch } = self;
        let (tiles, blocks) = (tiling.tiles(), convolution.blocks);
        let layer = tiles * blocks;
        scratch.tiles.resize(PRODUCTS * layer, Lane::ZERO);
        scratch.products.resize(PRODUCTS * layer, Lane::ZERO);
        for block in 0..blocks {
            let plane = &input[block * tiling.plane()..][..tiling.plane()];
            for tile in 0..tiles {
                let at = TILE * (tile / tiling.across() * tiling.width() + tile % tiling.across());
                transform(&plane[at..], tiling.width(), &mut scratch.tiles[block * tiles + tile..], layer);
            }
        }
        let matrix = blocks * blocks * WIDTH;
        for number in 0..PRODUCTS {
            let lanes = &scratch.tiles[number * layer..][..layer];
            let rows = Rows { lanes, first: 0, count: tiles, stride: tiles };
            let kernel = &convolution.kernel[number * matrix..][..matrix];
            product::<M>(rows, kernel, blocks * WIDTH, &mut scratch.products[number * layer..][..layer], tiles);
        }
        for block in 0..blocks {
            let mut biases = convolution.biases[block];
            if let Some(everywhere) = everywhere {
                biases.iter_mut().zip(&everywhere[block].0).for_each(|(bias, more)| *bias += more);
            }
            let plane = &mut output[block * tiling.plane()..][..tiling.plane()];
            for tile in 0..tiles {
                let (row, column) = (TILE * (tile / tiling.across()), TILE * (tile % tiling.across()));
                let rows = (tiling.rows - row).min(TILE);
                let columns = (tiling.columns - column).min(TILE);
                let results = transform_back(&scratch.products[block * tiles + tile..], layer, &biases);
                for (i, results) in results.iter().enumerate().take(rows) {
                    let out = &mut plane[tiling.at(row + i, column)..][..columns];
                    for (out, result) in out.iter_mut().zip(results) {
                        for (out, result) in out.iter_mut().zip(&result.0) {
                            *out = (result + if adds { *out } else { 0.0 }).max(0.0);
                        }
                    }
                }
            }
        }
    }
}

/// Inputs of a tile, rows `width` lanes apart, transformed to the first of every `stride` lanes.
#[inline(always)]
fn transform(input: &[Lane], width: usize, out: &mut [Lane], stride: usize) {
    let mut half = [[Lane::ZERO; SPAN]; SPAN];
    for j in 0..SPAN {
        let [a, b, c, d, e, f]: [&Lane; SPAN] = std::array::from_fn(|i| &input[i * width + j]);
        for x in 0..WIDTH {
            let column = forward([a[x], b[x], c[x], d[x], e[x], f[x]]);
            for i in 0..SPAN {
                half[i][j][x] = column[i];
            }
        }
    }
    for (i, [a, b, c, d, e, f]) in half.iter().enumerate() {
        let mut row = [Lane::ZERO; SPAN];
        for x in 0..WIDTH {
            let numbers = forward([a[x], b[x], c[x], d[x], e[x], f[x]]);
            for j in 0..SPAN {
                row[j][x] = numbers[j];
            }
        }
        for (j, row) in row.iter().enumerate() {
            out[(i * SPAN + j) * stride] = *row;
        }
    }
}

/// Products of a tile, the first of every `stride` lanes, transformed to outputs.
#[inline(always)]
fn transform_back(products: &[Lane], stride: usize, biases: &Lane) -> [[Lane; TILE]; TILE] {
    let mut half = [[Lane::ZERO; SPAN]; TILE];
    for j in 0..SPAN {
        let [a, b, c, d, e, f]: [&Lane; SPAN] = std::array::from_fn(|i| &products[(i * SPAN + j) * stride]);
        for x in 0..WIDTH {
            let column = backward([a[x], b[x], c[x], d[x], e[x], f[x]]);
            for i in 0..TILE {
                half[i][j][x] = column[i];
            }
        }
    }
    let mut out = [[Lane::ZERO; TILE]; TILE];
    for (out, [a, b, c, d, e, f]) in out.iter_mut().zip(&half) {
        for x in 0..WIDTH {
            let numbers = backward([a[x], b[x], c[x], d[x], e[x], f[x]]);
            for j in 0..TILE {
                out[j][x] = numbers[j] + biases[x];
            }
        }
    }
    out
}

#[inline(always)]
fn forward([a, b, c, d, e, f]: [f32; SPAN]) -> [f32; SPAN] {
    let (even, odd) = (e - 4.0 * c, d - 4.0 * b);
    let (near, far) = (e - c, 2.0 * (d - b));
    [4.0 * a - 5.0 * c + e, even + odd, even - odd, near + far, near - far, 4.0 * b - 5.0 * d + f]
}

#[inline(always)]
fn backward([a, b, c, d, e, f]: [f32; SPAN]) -> [f32; TILE] {
    let (sum, difference) = (b + c, b - c);
    let (far_sum, far_difference) = (d + e, d - e);
    [a + sum + far_sum, difference + 2.0 * far_difference, sum + 4.0 * far_sum, difference + 8.0 * far_difference + f]
}
