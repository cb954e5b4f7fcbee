//! Products of many rows, cut into as many as the processor multiplies at once.

use super::instructions::{Lane, Multiply};

/// Rows to multiply: for each block of input channels `stride` lanes, of which `count` from `first` on are rows.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) lanes: &'a [Lane],
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) stride: usize,
}

/// `rows` times a matrix: `blocks` lanes of input channels for each block of outputs; the products of a block of outputs
/// come to `out` every `stride` lanes.
#[inline(always)]
pub(super) fn product<M: Multiply>(rows: Rows<'_>, matrix: &[Lane], inputs: usize, out: &mut [Lane], stride: usize) {
    for (block, panel) in matrix.chunks_exact(inputs).enumerate() {
        let out = &mut out[block * stride..][..rows.count];
        let parts = rows.count.div_ceil(M::MOST);
        for part in 0..parts {
            let (from, to) = (part * rows.count / parts, (part + 1) * rows.count / parts);
            let left = &rows.lanes[rows.first + from..];
            part_of::<M>(left, rows.stride, panel, &mut out[from..to]);
        }
    }
}

/// As many rows as `out` has.
#[inline(always)]
fn part_of<M: Multiply>(left: &[Lane], stride: usize, right: &[Lane], out: &mut [Lane]) {
    macro_rules! by_count {
        ($($count:literal)*) => {
            match out.len() {
                $($count => if let Some(out) = out.first_chunk_mut() {
                    M::multiply::<$count>(left, stride, right, out);
                })*
                _ => unreachable!("no processor multiplies more rows at once"),
            }
        };
    }
    by_count!(1 2 3 4 5 6 7 8 9 10 11 12 13);
}
