//! From scores to probabilities.

use std::f32::consts::{LN_2, LOG2_E};

/// How many scores are looked at together.
const ABREAST: usize = 16;

/// Turns scores into probabilities that add up to `total`. Scores are at most about 80 apart, or next to impossible.
pub(crate) fn softmax(scores: &mut [f32], total: f32) {
    let highest = lanes(scores, f32::NEG_INFINITY, f32::max);
    for score in scores.iter_mut() {
        *score = exp(*score - highest);
    }
    let sum = lanes(scores, 0.0, |sum, score| sum + score);
    for score in scores {
        *score *= total / sum;
    }
}

/// Folds all scores, every sixteenth together: what the compiler can do with many at once.
#[inline]
fn lanes(scores: &[f32], first: f32, fold: impl Fn(f32, f32) -> f32) -> f32 {
    let (chunks, rest) = scores.as_chunks::<ABREAST>();
    let mut lanes = [first; ABREAST];
    for chunk in chunks {
        for (lane, &score) in lanes.iter_mut().zip(chunk) {
            *lane = fold(*lane, score);
        }
    }
    for (lane, &score) in lanes.iter_mut().zip(rest) {
        *lane = fold(*lane, score);
    }
    lanes.into_iter().fold(first, fold)
}

/// The exponential of a number that is not positive, to 4e-6 of its value, near zero to 2e-7; below e^-87 it stays there.
///
/// Many are computed at once, with the same bits on every machine; the standard library's come one by one and took 4 % of
/// the time of learning. With x = (n + f) ln 2 and n whole, e^x = 2^n 2^f: the first factor is written into the exponent,
/// the second is a polynomial for f between -1/2 and 1/2.
#[inline]
fn exp(x: f32) -> f32 {
    /// Added to a small number, it leaves no room for a fraction: the last bits are the nearest whole number.
    const ROUNDING: f32 = 12_582_912.0;
    const TAYLOR: [f32; 7] = [1.0, LN_2, 0.240_226_5, 0.055_504_11, 0.009_618_129, 0.001_333_355_8, 0.000_154_035_3];
    let twos = x.max(-87.0) * LOG2_E;
    let rounded = twos + ROUNDING;
    let fraction = twos - (rounded - ROUNDING);
    let power = TAYLOR.iter().rev().fold(0.0, |sum, coefficient| sum * fraction + coefficient);
    f32::from_bits(power.to_bits().wrapping_add(rounded.to_bits() << 23))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..=87_000_u32 {
            let x = -(step as f32) / 1000.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 4.5e-6, "e^{x} is {}, here {}", x.exp(), exp(x));
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37 && exp(f32::MIN) < 1e-37 && exp(0.0) == 1.0);
    }

    #[test]
    fn chances_add_up_to_what_is_asked_for() {
        let mut rng = Rng::new(7);
        for length in [1, 2, 15, 16, 17, 250, 361] {
            let mut scores: Vec<f32> = (0..length).map(|_| 20.0 * rng.unit() as f32 - 10.0).collect();
            let expected: Vec<f64> = scores.iter().map(|&score| f64::from(score).exp()).collect();
            let sum: f64 = expected.iter().sum();
            softmax(&mut scores, 0.5);
            for (chance, expected) in scores.iter().zip(&expected) {
                assert!((f64::from(*chance) / (0.5 * expected / sum) - 1.0).abs() < 1e-4);
            }
        }
        softmax(&mut [], 1.0);
    }
}
