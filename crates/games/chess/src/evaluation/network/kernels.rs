//! The hot loops: adding rows of weights, and the output layer.
//!
//! They are written as plain loops and compiled once for each set of vector instructions; the version for the processor
//! is selected at start. Sums wrap, so the order of additions does not matter and every version gives the same result;
//! a test compares them. The only unsafe code here is the call of a version after detecting the processor.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "functions compiled for instructions that are looked for at run time")
)]

use super::weights::{HIDDEN, ONE, Sums};
use std::sync::LazyLock;

/// Values worked on at a time: few enough for the vector registers.
const CHUNK: usize = 128;

/// `from`, or what `to` was, with some rows added and some taken away.
pub(super) type Update = fn(from: Option<&Sums>, added: &[&Sums], removed: &[&Sums], to: &mut Sums);
/// The values of both sides, clipped and squared, times their weights, in parts of 255 x 255 x 64.
pub(super) type Product = fn(sides: [&Sums; 2], weights: &[Sums; 2]) -> i32;

/// A version of the loops.
#[derive(Clone, Copy)]
pub(super) struct Kernels {
    #[cfg_attr(not(test), expect(dead_code, reason = "tests say which version failed"))]
    pub(super) name: &'static str,
    pub(super) update: Update,
    pub(super) product: Product,
}

#[inline(always)]
fn update_body(from: Option<&Sums>, added: &[&Sums], removed: &[&Sums], to: &mut Sums) {
    // Nearly all updates are one of these: a move, or one move replaced by another. In one pass they take a third of
    // the instructions.
    match (added, removed) {
        (&[a], &[r]) => update_by(from, [a], [r], to),
        (&[a], &[r, s]) => update_by(from, [a], [r, s], to),
        (&[a, b], &[r]) => update_by(from, [a, b], [r], to),
        (&[a, b], &[r, s]) => update_by(from, [a, b], [r, s], to),
        _ => update_by_any(from, added, removed, to),
    }
}

#[inline(always)]
fn update_by<const A: usize, const R: usize>(
    from: Option<&Sums>,
    added: [&Sums; A],
    removed: [&Sums; R],
    to: &mut Sums,
) {
    let changed = |sum: i16, i: usize| {
        let sum = added.iter().fold(sum, |sum, row| sum.wrapping_add(row.0[i]));
        removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[i]))
    };
    match from {
        Some(from) => (0..HIDDEN).for_each(|i| to.0[i] = changed(from.0[i], i)),
        None => (0..HIDDEN).for_each(|i| to.0[i] = changed(to.0[i], i)),
    }
}

#[inline(always)]
fn update_by_any(from: Option<&Sums>, added: &[&Sums], removed: &[&Sums], to: &mut Sums) {
    for begin in (0..HIDDEN).step_by(CHUNK) {
        let mut chunk = [0_i16; CHUNK];
        chunk.copy_from_slice(&from.unwrap_or(to).0[begin..begin + CHUNK]);
        for row in added {
            for (sum, weight) in chunk.iter_mut().zip(&row.0[begin..begin + CHUNK]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for row in removed {
            for (sum, weight) in chunk.iter_mut().zip(&row.0[begin..begin + CHUNK]) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        to.0[begin..begin + CHUNK].copy_from_slice(&chunk);
    }
}

#[inline(always)]
fn product_body(sides: [&Sums; 2], weights: &[Sums; 2]) -> i32 {
    let mut total = 0_i32;
    for (side, weights) in sides.into_iter().zip(weights) {
        for (sum, weight) in side.0.iter().zip(&weights.0) {
            let value = (*sum).clamp(0, ONE);
            // A weight of an output lies within 127, so the first product fits.
            total = total.wrapping_add(i32::from(value.wrapping_mul(*weight)) * i32::from(value));
        }
    }
    total
}

/// Instructions every processor has.
const PLAIN: Kernels = Kernels { name: "plain", update: update_body, product: product_body };

/// One version: the plain code compiled for more instructions, and safe functions that call it.
#[cfg(target_arch = "x86_64")]
macro_rules! version {
    ($module:ident, $name:literal, $features:literal) => {
        mod $module {
            use super::{Kernels, Sums, product_body, update_body};

            #[target_feature(enable = $features)]
            fn wide_update(from: Option<&Sums>, added: &[&Sums], removed: &[&Sums], to: &mut Sums) {
                update_body(from, added, removed, to);
            }

            #[target_feature(enable = $features)]
            fn wide_product(sides: [&Sums; 2], weights: &[Sums; 2]) -> i32 {
                product_body(sides, weights)
            }

            fn update(from: Option<&Sums>, added: &[&Sums], removed: &[&Sums], to: &mut Sums) {
                // SAFETY: `Kernels::all` hands this out only where the processor has the instructions.
                unsafe { wide_update(from, added, removed, to) }
            }

            fn product(sides: [&Sums; 2], weights: &[Sums; 2]) -> i32 {
                // SAFETY: as above.
                unsafe { wide_product(sides, weights) }
            }

            pub(super) const KERNELS: Kernels = Kernels { name: $name, update, product };
        }
    };
}

#[cfg(target_arch = "x86_64")]
version!(avx2, "avx2", "avx2");
#[cfg(target_arch = "x86_64")]
version!(avx512, "avx512", "avx512f,avx512bw,avx512vl");

impl Kernels {
    /// The versions that this processor can run, the slowest first.
    pub(super) fn all() -> Vec<Self> {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "there are no others"))]
        let mut all = vec![PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(avx2::KERNELS);
            }
            let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw");
            if wide && is_x86_feature_detected!("avx512vl") {
                all.push(avx512::KERNELS);
            }
        }
        all
    }

    /// The fastest of them.
    pub(super) fn best() -> Self {
        static BEST: LazyLock<Kernels> = LazyLock::new(|| Kernels::all().pop().unwrap_or(PLAIN));
        *BEST
    }
}
