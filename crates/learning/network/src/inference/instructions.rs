//! Matrix multiplication kernels for vector instructions, and their selection.
//!
//! A convolution spends nine tenths of its time here. The kernel is selected at run time; [`Portable`] runs on every
//! processor and is the reference in tests.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vectors of 16 numbers: three times as fast as what the compiler makes of the loops")
)]

use std::ops::{Deref, DerefMut};

/// The number of channels that lie side by side.
pub(super) const WIDTH: usize = 32;

/// A block of channels at one point, whole cache lines.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Lane(pub(super) [f32; WIDTH]);

impl Lane {
    pub(super) const ZERO: Self = Self([0.0; WIDTH]);
}

impl Deref for Lane {
    type Target = [f32; WIDTH];

    #[inline(always)]
    fn deref(&self) -> &[f32; WIDTH] {
        &self.0
    }
}

impl DerefMut for Lane {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f32; WIDTH] {
        &mut self.0
    }
}

/// A way to multiply.
pub(super) trait Multiply {
    /// How many rows are multiplied at once at most.
    const MOST: usize;

    /// `R` rows of `left`, taken every `stride` lanes, times `right`. Each lane of `right` is a row of the matrix.
    fn multiply<const R: usize>(left: &[Lane], stride: usize, right: &[Lane], out: &mut [Lane; R]);
}

/// The instructions that a processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instructions {
    /// What the compiler makes of plain loops.
    Portable,
    /// Eight numbers at once, multiplied and added.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Sixteen numbers at once.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

/// Code to be compiled for specific instructions.
pub(super) trait Work {
    /// Does it.
    fn run<M: Multiply>(self);
}

impl Instructions {
    /// The best that this processor has.
    pub(super) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                return Self::Avx512;
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                return Self::Avx2;
            }
        }
        Self::Portable
    }

    /// All that this processor has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        match Self::best() {
            Self::Portable => vec![Self::Portable],
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => vec![Self::Portable, Self::Avx2],
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => vec![Self::Portable, Self::Avx2, Self::Avx512],
        }
    }

    /// Does some work with these instructions.
    pub(super) fn run(self, work: impl Work) {
        match self {
            Self::Portable => work.run::<Portable>(),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the variant is made only where the processor has the instructions.
            Self::Avx2 => unsafe { x86::run_avx2(work) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Self::Avx512 => unsafe { x86::run_avx512(work) },
        }
    }
}

/// Plain loops.
pub(super) struct Portable;

/// Numbers summed at a time: with six rows, twelve vectors of four, which sixteen registers hold.
const PART: usize = 8;

impl Multiply for Portable {
    const MOST: usize = 6;

    #[inline(always)]
    fn multiply<const R: usize>(left: &[Lane], stride: usize, right: &[Lane], out: &mut [Lane; R]) {
        for part in 0..WIDTH / PART {
            let mut sums = [[0.0; PART]; R];
            for (block, panel) in right.as_chunks::<WIDTH>().0.iter().enumerate() {
                let Some(rows) = left[block * stride..].first_chunk::<R>() else { unreachable!("a row too few") };
                for (k, weights) in panel.iter().enumerate() {
                    let weights = &weights.as_chunks::<PART>().0[part];
                    for (sum, row) in sums.iter_mut().zip(rows) {
                        for (sum, weight) in sum.iter_mut().zip(weights) {
                            *sum += row[k] * weight;
                        }
                    }
                }
            }
            for (out, sum) in out.iter_mut().zip(&sums) {
                out.as_chunks_mut::<PART>().0[part] = *sum;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Lane, Multiply, WIDTH, Work};
    use std::arch::x86_64::{
        __m256, __m512, _MM_HINT_T0, _mm_prefetch, _mm256_fmadd_ps, _mm256_load_ps, _mm256_set1_ps, _mm256_store_ps,
        _mm512_fmadd_ps, _mm512_load_ps, _mm512_set1_ps, _mm512_store_ps,
    };

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn run_avx2(work: impl Work) {
        work.run::<Avx2>();
    }

    #[target_feature(enable = "avx512f,avx2,fma")]
    pub(super) fn run_avx512(work: impl Work) {
        work.run::<Avx512>();
    }

    /// Rows of the matrix are prefetched this far ahead, to hide the latency of memory.
    const AHEAD: usize = 16;

    /// Declares a way to multiply from its vector's type, how many numbers it holds and its instructions.
    macro_rules! multiply {
        ($name:ident, $features:literal, $most:literal, $vector:ty, $size:literal, $load:ident, $store:ident, $set:ident, $add:ident) => {
            pub(super) struct $name;

            impl $name {
                #[target_feature(enable = $features)]
                fn multiply<const R: usize>(left: &[Lane], stride: usize, right: &[Lane], out: &mut [Lane; R]) {
                    const VECTORS: usize = WIDTH / $size;
                    let mut sums: [[$vector; VECTORS]; R] = [[$set(0.0); VECTORS]; R];
                    for (block, panel) in right.as_chunks::<WIDTH>().0.iter().enumerate() {
                        let Some(rows) = left[block * stride..].first_chunk::<R>() else {
                            unreachable!("a row too few")
                        };
                        for k in 0..WIDTH {
                            let ahead = panel.as_ptr().wrapping_add(k + AHEAD).cast::<i8>();
                            _mm_prefetch::<_MM_HINT_T0>(ahead);
                            _mm_prefetch::<_MM_HINT_T0>(ahead.wrapping_add(64));
                            let mut weights = [$set(0.0); VECTORS];
                            for i in 0..VECTORS {
                                // SAFETY: a vector is a part of the lane, and lanes are aligned.
                                weights[i] = unsafe { $load(panel[k].as_ptr().add($size * i)) };
                            }
                            for r in 0..R {
                                let x = $set(rows[r][k]);
                                for i in 0..VECTORS {
                                    sums[r][i] = $add(x, weights[i], sums[r][i]);
                                }
                            }
                        }
                    }
                    for r in 0..R {
                        for i in 0..VECTORS {
                            // SAFETY: a vector is a part of the lane, and lanes are aligned.
                            unsafe { $store(out[r].as_mut_ptr().add($size * i), sums[r][i]) };
                        }
                    }
                }
            }

            impl Multiply for $name {
                const MOST: usize = $most;

                #[inline(always)]
                fn multiply<const R: usize>(left: &[Lane], stride: usize, right: &[Lane], out: &mut [Lane; R]) {
                    // SAFETY: reached only through `Instructions::run`, on processors that have the instructions.
                    unsafe { Self::multiply(left, stride, right, out) }
                }
            }
        };
    }

    multiply!(Avx2, "avx2,fma", 3, __m256, 8, _mm256_load_ps, _mm256_store_ps, _mm256_set1_ps, _mm256_fmadd_ps);
    multiply!(Avx512, "avx512f", 13, __m512, 16, _mm512_load_ps, _mm512_store_ps, _mm512_set1_ps, _mm512_fmadd_ps);
}
