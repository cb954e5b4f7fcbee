//! Convolutions of 3x3 points by Winograd's minimal filtering (Lavin and Gray, *Fast algorithms for convolutional neural
//! networks*, 2015): a tile of 6x6 inputs and the kernel are transformed, multiplied number by number, and transformed
//! back into 4x4 outputs, with 36 products instead of 144. Over the channels each of the 36 is a product of matrices.

use super::instructions::{Lane, Multiply, WIDTH, Work};
use super::product::{Rows, product};
use super::rounded::{Matrices, Row};
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
    kernel: Kernel,
    biases: Vec<Lane>,
    /// Blocks of channels, as many in as out.
    blocks: usize,
}

/// A matrix for each of the products.
pub(super) enum Kernel {
    /// For each of them, for each block of outputs: a lane for each input channel.
    Exact(Vec<Lane>),
    Rounded(Matrices),
}

impl Kernel {
    /// What this machine is fast with.
    pub(super) fn new(lanes: Vec<Lane>, inputs: usize) -> Self {
        if cfg!(target_family = "wasm") { Self::rounded(lanes, inputs) } else { Self::Exact(lanes) }
    }

    #[expect(clippy::needless_pass_by_value, reason = "as `new`")]
    pub(super) fn rounded(lanes: Vec<Lane>, inputs: usize) -> Self {
        Self::Rounded(Matrices::new(&lanes, inputs))
    }
}

/// Room for the transformed tiles and their products.
#[derive(Default)]
pub(super) struct Scratch {
    tiles: Vec<Lane>,
    products: Vec<Lane>,
    rounded: Vec<Row>,
}

impl Convolution {
    pub(super) fn new(layer: &Layer, kernel: impl Fn(Vec<Lane>, usize) -> Kernel) -> Self {
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
        let mut lanes = vec![Lane::ZERO; PRODUCTS * blocks * inputs];
        for output in 0..channels {
            for input in 0..channels {
                let taps = &layer.weights[(output * channels + input) * 9..][..9];
                for (i, down) in G.iter().enumerate() {
                    for (j, across) in G.iter().enumerate() {
                        let tap = |at: usize| down[at / 3] * across[at % 3] * taps[at];
                        let lane = ((i * SPAN + j) * blocks + output / WIDTH) * inputs + input;
                        lanes[lane][output % WIDTH] = (0..9).map(tap).sum();
                    }
                }
            }
        }
        Self { kernel: kernel(lanes, inputs), biases: super::lanes(&layer.biases), blocks }
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
            let out = &mut scratch.products[number * layer..][..layer];
            match &convolution.kernel {
                Kernel::Exact(kernel) => {
                    let rows = Rows { lanes, first: 0, count: tiles, stride: tiles };
                    product::<M>(rows, &kernel[number * matrix..][..matrix], blocks * WIDTH, out, tiles);
                }
                Kernel::Rounded(kernel) => kernel.product(number, lanes, tiles, &mut scratch.rounded, out),
            }
        }
        for block in 0..blocks {
            let mut biases = convolution.biases[block];
            if let Some(everywhere) = everywhere {
                biases.iter_mut().zip(&everywhere[block].0).for_each(|(bias, more)| *bias += more);
            }
            let plane = &mut output[block * tiling.plane()..][..tiling.plane()];
            for tile in 0..tiles {
                let (row, column) = (TILE * (tile / tiling.across()), TILE * (tile % tiling.across()));
                let place = Place {
                    first: tiling.at(row, column),
                    width: tiling.width(),
                    rows: (tiling.rows - row).min(TILE),
                    columns: (tiling.columns - column).min(TILE),
                };
                let products = &scratch.products[block * tiles + tile..];
                if adds {
                    transform_back::<true>(products, layer, &biases, plane, place);
                } else {
                    transform_back::<false>(products, layer, &biases, plane, place);
                }
            }
        }
    }
}

/// Channels that are transformed at once: with few, what is between the two directions stays in registers.
const PART: usize = if cfg!(target_family = "wasm") { 4 } else { 16 };
type Part = [f32; PART];

fn part(lane: &Lane, number: usize) -> &Part {
    &lane.as_chunks().0[number]
}

fn part_mut(lane: &mut Lane, number: usize) -> &mut Part {
    &mut lane.as_chunks_mut().0[number]
}

/// Inputs of a tile, rows `width` lanes apart, transformed to the first of every `stride` lanes.
#[inline(always)]
fn transform(input: &[Lane], width: usize, out: &mut [Lane], stride: usize) {
    let tile: [&[Lane]; SPAN] = std::array::from_fn(|i| &input[i * width..][..SPAN]);
    for number in 0..WIDTH / PART {
        let mut half = [[[0.0; PART]; SPAN]; SPAN];
        for j in 0..SPAN {
            let column = forward(std::array::from_fn(|i| part(&tile[i][j], number)));
            for i in 0..SPAN {
                half[i][j] = column[i];
            }
        }
        for (i, row) in half.iter().enumerate() {
            for (j, numbers) in forward(row.each_ref()).into_iter().enumerate() {
                *part_mut(&mut out[(i * SPAN + j) * stride], number) = numbers;
            }
        }
    }
}

/// Where the outputs of a tile go: lanes of a plane, and how many of them are on the board.
#[derive(Clone, Copy)]
struct Place {
    first: usize,
    width: usize,
    rows: usize,
    columns: usize,
}

/// Products of a tile, the first of every `stride` lanes, transformed to outputs, which are added to what is there if it
/// counts. Negative outputs become zero.
#[inline(always)]
fn transform_back<const ADDS: bool>(products: &[Lane], stride: usize, biases: &Lane, plane: &mut [Lane], place: Place) {
    for number in 0..WIDTH / PART {
        let mut half = [[[0.0; PART]; SPAN]; TILE];
        for j in 0..SPAN {
            let column = backward(std::array::from_fn(|i| part(&products[(i * SPAN + j) * stride], number)));
            for i in 0..TILE {
                half[i][j] = column[i];
            }
        }
        let biases = part(biases, number);
        for (i, row) in half.iter().enumerate().take(place.rows) {
            let results = backward(row.each_ref());
            let out = &mut plane[place.first + i * place.width..][..place.columns];
            for (out, result) in out.iter_mut().zip(&results) {
                let out = part_mut(out, number);
                for x in 0..PART {
                    out[x] = super::positive(result[x] + biases[x] + if ADDS { out[x] } else { 0.0 });
                }
            }
        }
    }
}

#[inline(always)]
fn forward([a, b, c, d, e, f]: [&Part; SPAN]) -> [Part; SPAN] {
    let mut out = [[0.0; PART]; SPAN];
    for x in 0..PART {
        let (even, odd) = (e[x] - 4.0 * c[x], d[x] - 4.0 * b[x]);
        let (near, far) = (e[x] - c[x], 2.0 * (d[x] - b[x]));
        out[0][x] = 4.0 * a[x] - 5.0 * c[x] + e[x];
        out[1][x] = even + odd;
        out[2][x] = even - odd;
        out[3][x] = near + far;
        out[4][x] = near - far;
        out[5][x] = 4.0 * b[x] - 5.0 * d[x] + f[x];
    }
    out
}

#[inline(always)]
fn backward([a, b, c, d, e, f]: [&Part; SPAN]) -> [Part; TILE] {
    let mut out = [[0.0; PART]; TILE];
    for x in 0..PART {
        let (sum, difference) = (b[x] + c[x], b[x] - c[x]);
        let (far_sum, far_difference) = (d[x] + e[x], d[x] - e[x]);
        out[0][x] = a[x] + sum + far_sum;
        out[1][x] = difference + 2.0 * far_difference;
        out[2][x] = sum + 4.0 * far_sum;
        out[3][x] = difference + 8.0 * far_difference + f[x];
    }
    out
}
