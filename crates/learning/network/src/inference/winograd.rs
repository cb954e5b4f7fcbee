//! Convolutions of 3x3 points by Winograd's minimal filtering (Lavin and Gray, *Fast algorithms for convolutional neural
//! networks*, 2015): a tile of 6x6 inputs and the kernel are transformed, multiplied number by number, and transformed
//! back into 4x4 outputs, with 36 products instead of 144. Over the channels each of the 36 is a product of matrices.
//! Tiles of 3x3 outputs take 25 products each: they cover a 9x9 board without a rest, for 225 products instead of 324.

use super::instructions::{Lane, Multiply, WIDTH, Work};
use super::product::{Rows, product};
use super::rounded::{Matrices, Row};
use crate::weights::Layer;
use std::sync::OnceLock;

/// A board cut into tiles. Activations lie in planes with a border of zeros, which the tiles at the edge reach into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tiling {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Outputs of a tile in each direction, 3 or 4.
    tile: usize,
}

impl Tiling {
    /// With the tiles that take the fewest products.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let tilings = [4, 3].map(|tile| Self::of(rows, columns, tile));
        if tilings[1].products() < tilings[0].products() { tilings[1] } else { tilings[0] }
    }

    /// With tiles of this size.
    pub(super) fn of(rows: usize, columns: usize, tile: usize) -> Self {
        Self { rows, columns, tile }
    }

    /// Inputs of a tile in each direction.
    fn span(self) -> usize {
        self.tile + 2
    }

    fn products(self) -> usize {
        self.tiles() * self.span() * self.span()
    }

    fn down(self) -> usize {
        self.rows.div_ceil(self.tile)
    }

    fn across(self) -> usize {
        self.columns.div_ceil(self.tile)
    }

    fn tiles(self) -> usize {
        self.down() * self.across()
    }

    /// Points from a row of a plane to the next.
    pub(super) fn width(self) -> usize {
        self.tile * self.across() + 2
    }

    /// Points of a plane with its border.
    pub(super) fn plane(self) -> usize {
        self.width() * (self.tile * self.down() + 2)
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

/// A convolution with its kernel, which is transformed for each size of tiles when it is first needed.
pub(super) struct Convolution {
    weights: Vec<f32>,
    channels: usize,
    kernel: fn(Vec<Lane>, usize) -> Kernel,
    of_3: OnceLock<Kernel>,
    of_4: OnceLock<Kernel>,
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
    pub(super) fn new(layer: &Layer, kernel: fn(Vec<Lane>, usize) -> Kernel) -> Self {
        let (channels, biases) = (layer.outputs, super::lanes(&layer.biases));
        let (of_3, of_4) = (OnceLock::new(), OnceLock::new());
        let blocks = channels.div_ceil(WIDTH);
        Self { weights: layer.weights.clone(), channels, kernel, of_3, of_4, biases, blocks }
    }

    /// The kernel times `rows`, once down and once across.
    fn transformed<const SPAN: usize>(&self, rows: [[f32; 3]; SPAN]) -> Kernel {
        let (channels, blocks) = (self.channels, self.blocks);
        let inputs = blocks * WIDTH;
        let mut lanes = vec![Lane::ZERO; SPAN * SPAN * blocks * inputs];
        for output in 0..channels {
            for input in 0..channels {
                let taps = &self.weights[(output * channels + input) * 9..][..9];
                for (i, down) in rows.iter().enumerate() {
                    for (j, across) in rows.iter().enumerate() {
                        let tap = |at: usize| down[at / 3] * across[at % 3] * taps[at];
                        let lane = ((i * SPAN + j) * blocks + output / WIDTH) * inputs + input;
                        lanes[lane][output % WIDTH] = (0..9).map(tap).sum();
                    }
                }
            }
        }
        (self.kernel)(lanes, inputs)
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
        if self.tiling.tile == Of3::TILE { self.run_in::<M, Of3, 3, 5>() } else { self.run_in::<M, Of4, 4, 6>() }
    }
}

impl Step<'_> {
    #[inline(always)]
    fn run_in<M: Multiply, W: Minimal<TILE, SPAN>, const TILE: usize, const SPAN: usize>(self) {
        let Self { convolution, tiling, input, output, adds, everywhere, scratch } = self;
        let (tiles, blocks) = (tiling.tiles(), convolution.blocks);
        let layer = tiles * blocks;
        scratch.tiles.resize(SPAN * SPAN * layer, Lane::ZERO);
        scratch.products.resize(SPAN * SPAN * layer, Lane::ZERO);
        for block in 0..blocks {
            let plane = &input[block * tiling.plane()..][..tiling.plane()];
            for tile in 0..tiles {
                let at = TILE * (tile / tiling.across() * tiling.width() + tile % tiling.across());
                let out = &mut scratch.tiles[block * tiles + tile..];
                transform::<W, TILE, SPAN>(&plane[at..], tiling.width(), out, layer);
            }
        }
        multiply::<M>(W::kernel(convolution), scratch, tiles, blocks);
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
                    adds,
                };
                let products = &scratch.products[block * tiles + tile..];
                transform_back::<W, TILE, SPAN>(products, layer, &biases, plane, place);
            }
        }
    }
}

/// The products of transformed tiles.
#[inline(always)]
fn multiply<M: Multiply>(kernel: &Kernel, scratch: &mut Scratch, tiles: usize, blocks: usize) {
    let (layer, matrix) = (tiles * blocks, blocks * blocks * WIDTH);
    let parts = scratch.tiles.chunks_exact(layer).zip(scratch.products.chunks_exact_mut(layer));
    for (number, (lanes, out)) in parts.enumerate() {
        match kernel {
            Kernel::Exact(kernel) => {
                let rows = Rows { lanes, first: 0, count: tiles, stride: tiles };
                product::<M>(rows, &kernel[number * matrix..][..matrix], blocks * WIDTH, out, tiles);
            }
            Kernel::Rounded(kernel) => kernel.product(number, lanes, tiles, &mut scratch.rounded, out),
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

/// The transformations for tiles of one size.
trait Minimal<const TILE: usize, const SPAN: usize> {
    const TILE: usize = TILE;

    /// The kernel for these tiles.
    fn kernel(convolution: &Convolution) -> &Kernel;

    /// Inputs in one direction.
    fn forward(inputs: [&Part; SPAN]) -> [Part; SPAN];

    /// Products in one direction.
    fn backward(products: [&Part; SPAN]) -> [Part; TILE];
}

/// Inputs of a tile, rows `width` lanes apart, transformed to the first of every `stride` lanes.
#[inline(always)]
fn transform<W: Minimal<TILE, SPAN>, const TILE: usize, const SPAN: usize>(
    input: &[Lane],
    width: usize,
    out: &mut [Lane],
    stride: usize,
) {
    let tile: [&[Lane]; SPAN] = std::array::from_fn(|i| &input[i * width..][..SPAN]);
    for number in 0..WIDTH / PART {
        let mut half = [[[0.0; PART]; SPAN]; SPAN];
        for j in 0..SPAN {
            let column = W::forward(std::array::from_fn(|i| part(&tile[i][j], number)));
            for i in 0..SPAN {
                half[i][j] = column[i];
            }
        }
        for (i, row) in half.iter().enumerate() {
            for (j, numbers) in W::forward(row.each_ref()).into_iter().enumerate() {
                *part_mut(&mut out[(i * SPAN + j) * stride], number) = numbers;
            }
        }
    }
}

/// Where the outputs of a tile go: lanes of a plane, how many of them are on the board, and whether what is there counts.
#[derive(Clone, Copy)]
struct Place {
    first: usize,
    width: usize,
    rows: usize,
    columns: usize,
    adds: bool,
}

/// Products of a tile, the first of every `stride` lanes, transformed to outputs, which are added to what is there if it
/// counts. Negative outputs become zero.
#[inline(always)]
fn transform_back<W: Minimal<TILE, SPAN>, const TILE: usize, const SPAN: usize>(
    products: &[Lane],
    stride: usize,
    biases: &Lane,
    plane: &mut [Lane],
    place: Place,
) {
    for number in 0..WIDTH / PART {
        let mut half = [[[0.0; PART]; SPAN]; TILE];
        for j in 0..SPAN {
            let column = W::backward(std::array::from_fn(|i| part(&products[(i * SPAN + j) * stride], number)));
            for i in 0..TILE {
                half[i][j] = column[i];
            }
        }
        let biases = part(biases, number);
        for (i, row) in half.iter().enumerate().take(place.rows) {
            let results = W::backward(row.each_ref());
            let out = &mut plane[place.first + i * place.width..][..place.columns];
            for (out, result) in out.iter_mut().zip(&results) {
                let out = part_mut(out, number);
                for x in 0..PART {
                    let before = if place.adds { out[x] } else { 0.0 };
                    out[x] = super::positive(result[x] + biases[x] + before);
                }
            }
        }
    }
}

/// 3x3 outputs, from the points 0, 1, -1, 2 and infinity.
struct Of3;

impl Minimal<3, 5> for Of3 {
    fn kernel(convolution: &Convolution) -> &Kernel {
        const ROWS: [[f32; 3]; 5] = [
            [0.5, 0.0, 0.0],
            [-0.5, -0.5, -0.5],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
            [0.0, 0.0, 1.0],
        ];
        convolution.of_3.get_or_init(|| convolution.transformed(ROWS))
    }

    #[inline(always)]
    fn forward([a, b, c, d, e]: [&Part; 5]) -> [Part; 5] {
        let mut out = [[0.0; PART]; 5];
        for x in 0..PART {
            let (odd, near) = (d[x] - b[x], d[x] - c[x]);
            out[0][x] = 2.0 * (a[x] - c[x]) + odd;
            out[1][x] = near - 2.0 * b[x];
            out[2][x] = near + 2.0 * (b[x] - c[x]);
            out[3][x] = odd;
            out[4][x] = e[x] - c[x] - 2.0 * odd;
        }
        out
    }

    #[inline(always)]
    fn backward([a, b, c, d, e]: [&Part; 5]) -> [Part; 3] {
        let mut out = [[0.0; PART]; 3];
        for x in 0..PART {
            let (sum, difference) = (b[x] + c[x], b[x] - c[x]);
            out[0][x] = a[x] + sum + d[x];
            out[1][x] = difference + 2.0 * d[x];
            out[2][x] = sum + 4.0 * d[x] + e[x];
        }
        out
    }
}

/// 4x4 outputs, from the points 0, 1, -1, 2, -2 and infinity.
struct Of4;

impl Minimal<4, 6> for Of4 {
    fn kernel(convolution: &Convolution) -> &Kernel {
        const ROWS: [[f32; 3]; 6] = [
            [0.25, 0.0, 0.0],
            [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
            [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
            [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
            [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
            [0.0, 0.0, 1.0],
        ];
        convolution.of_4.get_or_init(|| convolution.transformed(ROWS))
    }

    #[inline(always)]
    fn forward([a, b, c, d, e, f]: [&Part; 6]) -> [Part; 6] {
        let mut out = [[0.0; PART]; 6];
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
    fn backward([a, b, c, d, e, f]: [&Part; 6]) -> [Part; 4] {
        let mut out = [[0.0; PART]; 4];
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
}
