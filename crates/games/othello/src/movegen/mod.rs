//! Where discs may be placed and which ones turn.
//!
//! [`scalar`] uses plain integer arithmetic; `vector` handles four or eight directions at a time if the processor
//! supports it. The choice is made at compile time.

pub mod rays;
pub mod scalar;
#[cfg(target_arch = "x86_64")]
#[cfg_attr(
    any(target_feature = "avx2", target_feature = "bmi2"),
    expect(unsafe_code, reason = "vector instructions; each is compiled only where the target has it")
)]
mod vector;

#[cfg(not(target_feature = "avx2"))]
pub(crate) use scalar::moves;
#[cfg(target_feature = "avx2")]
pub(crate) use vector::moves;

#[cfg(not(target_feature = "avx512bw"))]
pub use scalar::answers_of_eight;
#[cfg(target_feature = "avx512bw")]
pub use vector::answers_of_eight;

#[cfg(not(all(target_feature = "avx512cd", target_feature = "avx512vl")))]
pub(crate) use scalar::flips;
#[cfg(all(target_feature = "avx512cd", target_feature = "avx512vl"))]
pub(crate) use vector::flips;

#[cfg(not(target_feature = "bmi2"))]
pub(crate) use scalar::nth_bit;
#[cfg(target_feature = "bmi2")]
pub(crate) use vector::nth_bit;
