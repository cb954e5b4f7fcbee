//! Least squares by conjugate gradients.
//!
//! The weights of a phase minimise the sum of squared differences between evaluation and label (those to proved labels count
//! more), plus `ridge` times the squared distance from the next phase's weights. Each sample names the few dozen weights its board adds up, so a step of the
//! method is two passes over these lists. (Hestenes and Stiefel 1952; preconditioned with how often each weight occurs.)

use super::TrainOptions;
use super::labels::Sample;
use crate::patterns::Features;
use crate::patterns::weights::{EXTRAS, PHASES, UNIT, Weights, extras};

/// The weights each sample adds up: one for each copy of a shape, and the extras.
struct Samples {
    /// `width` weight numbers for each sample.
    numbers: Vec<u32>,
    width: usize,
    labels: Vec<f32>,
    /// How much each sample counts.
    trust: Vec<f32>,
}

/// How much a label counts where a proved one counts 1: the squared error of the evaluation (about 50) against that and the
/// label's own (11 discs squared for each ply of distance).
fn trust_in(sample: &Sample) -> f32 {
    1.0 / (1.0 + LABEL_ERROR / sample.weight)
}

/// The squared error of a label one ply away from a proved score, in squared errors of the evaluation.
const LABEL_ERROR: f32 = 0.22;

/// Fits one phase; gives back the mean absolute error on the samples themselves.
pub(super) fn fit(weights: &mut Weights, phase: usize, labelled: &[Sample], options: &TrainOptions) -> f64 {
    let samples = Samples::new(weights, labelled);
    let later = (phase + 1).min(PHASES - 1);
    let later = &weights.phases[later][..weights.size()];
    let start: Vec<f32> = later.iter().map(|&weight| f32::from(weight) / UNIT as f32).collect();
    let mut solution = start.clone();
    let residual = samples.descend(&mut solution, &start, options);
    store(weights, phase, &solution);
    residual.iter().map(|rest| f64::from(rest.abs())).sum::<f64>() / residual.len().max(1) as f64
}

/// Rounds the weights, and spreads each to its mirror image.
fn store(weights: &mut Weights, phase: usize, solution: &[f32]) {
    let rounded = |value: f32| (value * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    let canonical = &weights.layout.canonical;
    for (index, weight) in weights.phases[phase].iter_mut().take(solution.len()).enumerate() {
        let from = canonical.get(index).map_or(index, |&canonical| canonical as usize);
        *weight = rounded(solution[from]);
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

impl Samples {
    fn new(weights: &Weights, labelled: &[Sample]) -> Self {
        let layout = weights.layout;
        let lanes: usize = layout.groups.iter().map(|group| group.lanes).sum();
        let width = lanes + EXTRAS;
        let mut numbers = Vec::with_capacity(labelled.len() * width);
        for Sample { board, .. } in labelled {
            let indices = Features::of(layout, *board).indices();
            for group in &layout.groups {
                let lanes = &indices.0[group.first_lane..group.first_lane + group.lanes];
                numbers.extend(lanes.iter().map(|&index| layout.canonical[group.first_weight + index as usize]));
            }
            numbers.extend(extras(*board, board.moves()).map(|extra| (layout.weights + extra) as u32));
        }
        let labels = labelled.iter().map(|sample| sample.label).collect();
        let trust = labelled.iter().map(trust_in).collect();
        Self { numbers, width, labels, trust }
    }

    /// Improves the solution by conjugate gradients; gives back how far it is off each label.
    fn descend(&self, solution: &mut [f32], start: &[f32], options: &TrainOptions) -> Vec<f32> {
        let size = solution.len();
        let mut residual = self.labels.clone();
        self.subtract_values(&mut residual, solution, 1.0, options.threads);
        let scale = self.counts(size, options.ridge);
        let gradient = |residual: &[f32], solution: &[f32]| {
            let mut gradient = self.gathered(residual, size);
            for ((gradient, now), before) in gradient.iter_mut().zip(solution).zip(start) {
                *gradient -= options.ridge * (now - before);
            }
            gradient
        };
        let scaled = |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&scale).map(|(g, s)| g / s).collect() };
        let mut steepest = gradient(&residual, solution);
        let mut direction = scaled(&steepest);
        let mut power = dot(&steepest, &direction);
        for _ in 0..options.iterations {
            let mut change = vec![0.0; residual.len()];
            self.subtract_values(&mut change, &direction, -1.0, options.threads);
            let curvature = self.trusted_square(&change) + f64::from(options.ridge) * dot(&direction, &direction);
            if curvature <= f64::EPSILON {
                break;
            }
            let step = (power / curvature) as f32;
            solution.iter_mut().zip(&direction).for_each(|(weight, d)| *weight += step * d);
            residual.iter_mut().zip(&change).for_each(|(rest, c)| *rest -= step * c);
            steepest = gradient(&residual, solution);
            let next = scaled(&steepest);
            let next_power = dot(&steepest, &next);
            let keep = (next_power / power) as f32;
            direction.iter_mut().zip(&next).for_each(|(d, n)| *d = n + keep * *d);
            power = next_power;
        }
        residual
    }

    /// How often each weight occurs in trusted samples, plus the ridge.
    fn counts(&self, size: usize, ridge: f32) -> Vec<f32> {
        let mut counts = vec![ridge.max(1.0); size];
        for (numbers, trust) in self.numbers.chunks(self.width).zip(&self.trust) {
            numbers.iter().for_each(|&number| counts[number as usize] += trust);
        }
        counts
    }

    fn trusted_square(&self, values: &[f32]) -> f64 {
        values.iter().zip(&self.trust).map(|(value, trust)| f64::from(value * value * trust)).sum()
    }

    /// Takes `factor` times each sample's sum of weights away from `values`.
    fn subtract_values(&self, values: &mut [f32], weights: &[f32], factor: f32, threads: usize) {
        let share = values.len().div_ceil(threads.max(1)).max(1);
        std::thread::scope(|scope| {
            for (values, numbers) in values.chunks_mut(share).zip(self.numbers.chunks(share * self.width)) {
                scope.spawn(move || {
                    for (value, numbers) in values.iter_mut().zip(numbers.chunks(self.width)) {
                        *value -= factor * numbers.iter().map(|&number| weights[number as usize]).sum::<f32>();
                    }
                });
            }
        });
    }

    /// For each weight the trusted sum of the values of the samples it occurs in.
    /// Always added up in two parts, so that the rounding, and with it the result, does not depend on the threads.
    fn gathered(&self, values: &[f32], size: usize) -> Vec<f32> {
        let share = values.len().div_ceil(2).max(1);
        std::thread::scope(|scope| {
            let parts: Vec<_> = values
                .chunks(share)
                .zip(self.trust.chunks(share))
                .zip(self.numbers.chunks(share * self.width))
                .map(|((values, trust), numbers)| {
                    scope.spawn(move || {
                        let mut sums = vec![0.0; size];
                        for ((value, trust), numbers) in values.iter().zip(trust).zip(numbers.chunks(self.width)) {
                            numbers.iter().for_each(|&number| sums[number as usize] += value * trust);
                        }
                        sums
                    })
                })
                .collect();
            let mut total = vec![0.0; size];
            for part in parts {
                let sums = part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
            }
            total
        })
    }
}
