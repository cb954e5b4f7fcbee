//! Products of matrices in whole numbers of 16 bits, for browsers.
//!
//! WebAssembly has vectors of 128 bits, and no fused multiplication and addition that all browsers know. One of its
//! instructions multiplies eight whole numbers by eight others and adds the products in pairs: products take less than
//! half of the time of those in floating point (docs/log/site.md). What the rounding changes is tested to be small.

use super::instructions::{Lane, WIDTH};
use vectors::{largest, multiply, rounded};

/// The channels of a block as whole numbers, in a unit that all rows of a product share.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row([i16; WIDTH]);

/// Outputs that are summed at a time.
const PART: usize = 16;
/// Rows that are multiplied at a time: nine rows are three times three, with the fewest loads for each product.
const ROWS: usize = 3;

/// Weights of two inputs for each of some outputs.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Pairs([i16; 2 * PART]);

/// Matrices of the same size, rounded.
pub(super) struct Matrices {
    /// For each matrix, for each block of outputs, for each part of it: two inputs after two others.
    pairs: Vec<Pairs>,
    /// For each matrix, for each block of outputs: the unit of each output's weights.
    units: Vec<Lane>,
    /// Input channels, whole blocks.
    inputs: usize,
}

/// The largest number of a row.
const LARGEST: f32 = i16::MAX as f32;
/// What the weights of an output may add up to: times `LARGEST` it fits into 32 bits, with room for what rounding adds.
const MOST: f32 = 64_000.0;

impl Matrices {
    /// From a lane for each input, for each block of outputs, for each matrix.
    pub(super) fn new(lanes: &[Lane], inputs: usize) -> Self {
        let mut matrices = Self {
            pairs: Vec::with_capacity(lanes.len() * WIDTH / 2 / PART),
            units: Vec::with_capacity(lanes.len() / inputs),
            inputs,
        };
        for panel in lanes.chunks_exact(inputs) {
            let mut unit = Lane::ZERO;
            for (output, unit) in unit.iter_mut().enumerate() {
                let weights = || panel.iter().map(|lane| lane[output].abs());
                *unit = larger(weights().sum::<f32>() / MOST, weights().fold(0.0, larger) / LARGEST);
            }
            let whole = |weight: f32, unit: f32| if unit > 0.0 { (weight / unit).round() as i16 } else { 0 };
            for part in 0..WIDTH / PART {
                matrices.pairs.extend(panel.as_chunks::<2>().0.iter().map(|two| {
                    let weight = |input: usize, output: usize| whole(two[input][output], unit[output]);
                    Pairs(std::array::from_fn(|at| weight(at % 2, part * PART + at / 2)))
                }));
            }
            matrices.units.push(unit);
        }
        matrices
    }

    /// `count` rows times one of the matrices: `rows` has that many lanes for each block of inputs, `out` for each block
    /// of outputs.
    pub(super) fn product(&self, matrix: usize, rows: &[Lane], count: usize, room: &mut Vec<Row>, out: &mut [Lane]) {
        let unit = largest(rows) / LARGEST;
        let scale = if unit > 0.0 { 1.0 / unit } else { 0.0 };
        room.clear();
        room.extend(rows.iter().map(|row| Row(rounded(row, scale))));
        let (blocks, panel) = (self.inputs / WIDTH, self.inputs / 2 * (WIDTH / PART));
        for (block, out) in out.chunks_exact_mut(count).enumerate() {
            let number = matrix * blocks + block;
            let pairs = &self.pairs[number * panel..][..panel];
            let units = Lane(self.units[number].map(|weight| weight * unit));
            let parts = count.div_ceil(ROWS);
            for part in 0..parts {
                let (from, to) = (part * count / parts, (part + 1) * count / parts);
                let (rows, out) = (&room[from..], &mut out[from..to]);
                match to - from {
                    1 => some_rows::<1>(rows, count, pairs, &units, out),
                    2 => some_rows::<2>(rows, count, pairs, &units, out),
                    _ => some_rows::<ROWS>(rows, count, pairs, &units, out),
                }
            }
        }
    }
}

/// `R` rows, taken every `stride`, times the weights of a block of outputs.
fn some_rows<const R: usize>(rows: &[Row], stride: usize, pairs: &[Pairs], units: &Lane, out: &mut [Lane]) {
    let Some(out) = out.first_chunk_mut::<R>() else { unreachable!("a row too few") };
    for (part, pairs) in pairs.chunks_exact(pairs.len() / (WIDTH / PART)).enumerate() {
        let units = &units.as_chunks().0[part];
        multiply(rows, stride, pairs, units, out.each_mut().map(|lane| &mut lane.as_chunks_mut().0[part]));
    }
}

/// The larger of two numbers. For `f32::max` browsers would call a function.
fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}

/// With the vectors of browsers.
#[cfg(target_family = "wasm")]
#[expect(unsafe_code, reason = "vectors are read and written by address")]
mod vectors {
    use super::{Lane, PART, Pairs, Row, WIDTH};
    use std::arch::wasm32::{
        f32x4_abs, f32x4_add, f32x4_convert_i32x4, f32x4_extract_lane, f32x4_mul, f32x4_pmax, f32x4_splat,
        i16x8_narrow_i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_splat, i32x4_sub, v128, v128_load, v128_load32_splat,
        v128_store,
    };

    fn read<T, const N: usize>(numbers: &[T; N]) -> v128 {
        const { assert!(size_of::<[T; N]>() == 16) };
        // SAFETY: a vector of 16 bytes, as the numbers have.
        unsafe { v128_load(numbers.as_ptr().cast()) }
    }

    fn write<T, const N: usize>(numbers: &mut [T; N], vector: v128) {
        const { assert!(size_of::<[T; N]>() == 16) };
        // SAFETY: as above.
        unsafe { v128_store(numbers.as_mut_ptr().cast(), vector) }
    }

    /// The largest of the numbers without their signs.
    pub(super) fn largest(lanes: &[Lane]) -> f32 {
        let mut most = [f32x4_splat(0.0); 2];
        for lane in lanes {
            for two in lane.as_chunks::<4>().0.as_chunks::<2>().0 {
                for (most, numbers) in most.iter_mut().zip(two) {
                    *most = f32x4_pmax(*most, f32x4_abs(read(numbers)));
                }
            }
        }
        let [a, b] = most;
        let four = f32x4_pmax(a, b);
        let pair = |x: f32, y: f32| super::larger(x, y);
        pair(
            pair(f32x4_extract_lane::<0>(four), f32x4_extract_lane::<1>(four)),
            pair(f32x4_extract_lane::<2>(four), f32x4_extract_lane::<3>(four)),
        )
    }

    /// Added to a number of up to 22 bits it leaves no bits behind the point; what is left are its own bits and the
    /// number's.
    const SHIFT: f32 = 12_582_912.0;

    /// Numbers rounded to multiples of the unit whose inverse is `scale`.
    pub(super) fn rounded(lane: &Lane, scale: f32) -> [i16; WIDTH] {
        let mut out = [0; WIDTH];
        let whole = |four| {
            let shifted = f32x4_add(f32x4_mul(read::<f32, 4>(four), f32x4_splat(scale)), f32x4_splat(SHIFT));
            i32x4_sub(shifted, i32x4_splat(SHIFT.to_bits() as i32))
        };
        for (out, numbers) in out.as_chunks_mut::<8>().0.iter_mut().zip(lane.as_chunks::<4>().0.as_chunks::<2>().0) {
            write(out, i16x8_narrow_i32x4(whole(&numbers[0]), whole(&numbers[1])));
        }
        out
    }

    /// `R` rows times the weights of some outputs, in the units of these.
    pub(super) fn multiply<const R: usize>(
        rows: &[Row],
        stride: usize,
        pairs: &[Pairs],
        units: &[f32; PART],
        out: [&mut [f32; PART]; R],
    ) {
        let mut sums = [[i32x4_splat(0); PART / 4]; R];
        for (block, panel) in pairs.as_chunks::<{ WIDTH / 2 }>().0.iter().enumerate() {
            let Some(rows) = rows[block * stride..].first_chunk::<R>() else { unreachable!("a row too few") };
            for (k, weights) in panel.iter().enumerate() {
                // SAFETY: two numbers of 16 bits are the 32 bits that are read.
                let inputs = rows
                    .each_ref()
                    .map(|row| unsafe { v128_load32_splat(row.0.as_chunks::<2>().0[k].as_ptr().cast()) });
                for (part, weights) in weights.0.as_chunks::<8>().0.iter().enumerate() {
                    let weights = read(weights);
                    for (sums, &inputs) in sums.iter_mut().zip(&inputs) {
                        sums[part] = i32x4_add(sums[part], i32x4_dot_i16x8(inputs, weights));
                    }
                }
            }
        }
        for (out, sums) in out.into_iter().zip(sums) {
            for ((out, sum), units) in out.as_chunks_mut::<4>().0.iter_mut().zip(sums).zip(units.as_chunks::<4>().0) {
                write(out, f32x4_mul(f32x4_convert_i32x4(sum), read(units)));
            }
        }
    }
}

/// The same in plain loops, for tests of the arithmetic on other machines.
#[cfg(not(target_family = "wasm"))]
mod vectors {
    use super::{Lane, PART, Pairs, Row, WIDTH, larger};

    /// The largest of the numbers without their signs.
    pub(super) fn largest(lanes: &[Lane]) -> f32 {
        lanes.iter().flat_map(|lane| &lane.0).fold(0.0, |most, number| larger(most, number.abs()))
    }

    /// Numbers rounded to multiples of the unit whose inverse is `scale`.
    pub(super) fn rounded(lane: &Lane, scale: f32) -> [i16; WIDTH] {
        lane.map(|number| (number * scale).round_ties_even() as i16)
    }

    /// `R` rows times the weights of some outputs, in the units of these.
    pub(super) fn multiply<const R: usize>(
        rows: &[Row],
        stride: usize,
        pairs: &[Pairs],
        units: &[f32; PART],
        out: [&mut [f32; PART]; R],
    ) {
        let mut sums = [[0; PART]; R];
        for (at, weights) in pairs.iter().enumerate() {
            for (row, sums) in sums.iter_mut().enumerate() {
                let inputs = &rows[at / (WIDTH / 2) * stride + row].0.as_chunks::<2>().0[at % (WIDTH / 2)];
                for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<2>().0) {
                    *sum += (0..2).map(|i| i32::from(inputs[i]) * i32::from(weights[i])).sum::<i32>();
                }
            }
        }
        for (out, sums) in out.into_iter().zip(sums) {
            *out = std::array::from_fn(|i| sums[i] as f32 * units[i]);
        }
    }
}
