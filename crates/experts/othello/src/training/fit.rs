//! Least squares by conjugate gradients.
//!
//! The weights of a phase minimise the sum of squared differences between evaluation and label (those to proved labels count
//! more), plus `ridge` times the squared distance from the weights they start from. Each sample names the few dozen weights its board
//! adds up, so a step of the method is two passes over these lists. (Hestenes and Stiefel 1952; preconditioned with how often each weight occurs.)
//!
//! A phase is fitted to all labels, starting from the next phase's weights. There are many labels, but those of searches are wrong
//! in the same way wherever the same weights are, and new positions are not quite like players'. So a phase with proved scores is
//! fitted again to these and the nearest labels of their games alone, held firmly to what the first fit found; here labels far
//! off the evaluation count less, so that what becomes small is rather the absolute than the squared error (Holland and Welsch 1977).
//!
//! Most contents of a shape of ten squares are rare. So what is fitted is a weight for each of them and for each of its parts
//! (`parts.rs`), which many contents share; at the end the parts' weights are added to the whole's.

use super::TrainOptions;
use super::labels::Sample;
use super::parts::Parts;
use quadrille_othello::evaluation::patterns::Features;
use quadrille_othello::evaluation::patterns::{EXTRAS, PHASES, UNIT, Weights, extras, phase_of};

/// The weights each sample adds up: one for each copy of a shape, and the extras.
struct Samples {
    /// `width` weight numbers for each sample.
    numbers: Vec<u32>,
    width: usize,
    labels: Vec<f32>,
    /// How much each sample counts.
    trust: Vec<f32>,
}

/// How much a label that is not proved counts where a proved one counts 1.
const UNPROVED: f32 = 0.2;
/// The weights of parts are held this many times as firmly as those of the whole: they count in more places.
const PART_HELD: f32 = 3.0;
/// The second fit is held this many times as firmly as the first.
const HELD: f32 = 16.0;
/// Discs between label and evaluation from which on a label counts less in the second fit.
const FAR: f32 = 4.0;
/// How often the second fit is made, each time with the distances that the fit before left.
const ROUNDS: usize = 2;

/// Fits one phase; gives back the mean absolute error on the samples of the last fit.
pub(super) fn fit(weights: &mut Weights, phase: usize, labelled: &[Sample], options: &TrainOptions) -> f64 {
    let later = &weights.phases[(phase + 1).min(PHASES - 1)][..weights.size()];
    let start: Vec<f32> = later.iter().map(|&weight| f32::from(weight) / UNIT as f32).collect();
    let parts = Parts::of(weights.layout);
    let (first, mut residual) = Samples::new(weights, labelled).descend(&start, &parts, options.ridge, options);
    let mut solution = first.clone();
    let is_own = |sample: &Sample| phase_of(64 - sample.board.empties()) == phase;
    if labelled.iter().any(|sample| sample.proved && is_own(sample)) {
        let anchored = labelled.iter().zip(&residual).filter(|(sample, _)| sample.anchored);
        let (anchored, mut rest): (Vec<Sample>, Vec<f32>) = anchored.map(|(sample, rest)| (*sample, *rest)).unzip();
        let mut samples = Samples::new(weights, &anchored);
        let trust = samples.trust.clone();
        for _ in 0..ROUNDS {
            let doubted = trust.iter().zip(&rest).map(|(trust, rest)| trust / (rest.abs() / FAR).max(1.0));
            samples.trust = doubted.collect();
            (solution, rest) = samples.descend(&first, &parts, HELD * options.ridge, options);
        }
        residual = rest;
    }
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
        let trust = labelled.iter().map(|sample| if sample.proved { 1.0 } else { UNPROVED }).collect();
        Self { numbers, width, labels, trust }
    }

    /// Improves the weights by conjugate gradients; gives them back, and how far they are off each label. What is improved is
    /// the distance from the start: of every weight, and of every part's.
    fn descend(&self, start: &[f32], parts: &Parts, ridge: f32, options: &TrainOptions) -> (Vec<f32>, Vec<f32>) {
        let size = start.len();
        let mut residual = self.labels.clone();
        self.subtract_values(&mut residual, start, 1.0, options.threads);
        // This many samples' worth of what a sample counts on average.
        let ridge = ridge * self.trust.iter().sum::<f32>() / self.trust.len().max(1) as f32;
        let mut scale = parts.gathered(self.counts(size));
        let mut held = vec![PART_HELD * ridge; scale.len()];
        held[..size].fill(ridge);
        scale.iter_mut().zip(&held).for_each(|(count, held)| *count += held.max(f32::EPSILON));
        let mut distance = vec![0.0; scale.len()];
        let gradient = |residual: &[f32], distance: &[f32]| {
            let mut gradient = parts.gathered(self.gathered(residual, size));
            gradient.iter_mut().zip(distance).zip(&held).for_each(|((gradient, far), held)| *gradient -= held * far);
            gradient
        };
        let scaled = |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&scale).map(|(g, s)| g / s).collect() };
        let mut steepest = gradient(&residual, &distance);
        let mut direction = scaled(&steepest);
        let mut power = dot(&steepest, &direction);
        for _ in 0..options.iterations {
            let mut change = vec![0.0; residual.len()];
            self.subtract_values(&mut change, &parts.spread(&direction), -1.0, options.threads);
            let pulled: Vec<f32> = direction.iter().zip(&held).map(|(direction, held)| held * direction).collect();
            let curvature = self.trusted_square(&change) + dot(&direction, &pulled);
            if curvature <= f64::EPSILON {
                break;
            }
            let step = (power / curvature) as f32;
            distance.iter_mut().zip(&direction).for_each(|(far, d)| *far += step * d);
            residual.iter_mut().zip(&change).for_each(|(rest, c)| *rest -= step * c);
            steepest = gradient(&residual, &distance);
            let next = scaled(&steepest);
            let next_power = dot(&steepest, &next);
            let keep = (next_power / power) as f32;
            direction.iter_mut().zip(&next).for_each(|(d, n)| *d = n + keep * *d);
            power = next_power;
        }
        let solution = parts.spread(&distance).iter().zip(start).map(|(far, start)| start + far).collect();
        (solution, residual)
    }

    /// How often each weight occurs in trusted samples.
    fn counts(&self, size: usize) -> Vec<f32> {
        let mut counts = vec![0.0; size];
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

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Game;
    use quadrille_othello::Board;
    use quadrille_othello::evaluation::patterns::Node;
    use quadrille_othello::{Position, Rules};

    /// What the first phase says about the start after a fit to these labels of it.
    fn fitted(labels: &[(f32, bool, bool)]) -> f64 {
        let board: Board = Position::start(&Rules::Standard).board();
        let sample = |&(label, proved, anchored)| Sample { board, label, proved, anchored };
        let samples: Vec<Sample> = labels.iter().map(sample).collect();
        let options = TrainOptions { ridge: 0.01, iterations: 8, ..TrainOptions::default() };
        let mut weights = Weights::zero();
        fit(&mut weights, 0, &samples, &options);
        let raw = weights.raw(board, board.moves(), &Node::new(&weights, board).features);
        f64::from(raw) / f64::from(UNIT)
    }

    #[test]
    fn proved_labels_count_five_times() {
        let said = fitted(&[(4.0, true, true), (-2.0, false, true)]);
        assert!((said - 3.0).abs() < 0.5, "{said}");
    }

    #[test]
    fn labels_of_searches_only_count_before_the_second_fit() {
        // Alone they are all there is.
        let said = fitted(&[(6.0, false, false); 10]);
        assert!((said - 6.0).abs() < 0.5, "{said}");
        // The first fit finds about 7 between the two, the second the proved labels.
        let said = fitted(&[vec![(2.0, true, true); 5], vec![(10.0, false, false); 40]].concat());
        assert!((said - 2.0).abs() < 0.5, "{said}");
    }

    #[test]
    fn a_label_far_off_counts_less_than_squares_would_have_it() {
        // The mean is 8: the far label is 32 off it and counts an eighth, the others a half, which gives 2.4. From there the far one
        // counts 4 / 37.6 and the others fully, which gives 1.0 before the weights are rounded.
        let said = fitted(&[[(0.0, true, true); 4].to_vec(), vec![(40.0, true, true)]].concat());
        assert!((0.25..2.0).contains(&said), "{said}");
    }

    /// The eight images of a position: upside down, then on the diagonal.
    fn images(board: Board) -> Vec<Board> {
        let on_diagonal = |set: u64| {
            (0..64)
                .filter(|&square| set >> square & 1 == 1)
                .fold(0, |image, square| image | 1 << (square % 8 * 8 + square / 8))
        };
        let mut images = vec![board];
        for _ in 0..4 {
            let &Board { own, other } = images.last().expect("one at least");
            images.push(Board { own: own.swap_bytes(), other: other.swap_bytes() });
            let &Board { own, other } = images.last().expect("one at least");
            images.push(Board { own: on_diagonal(own), other: on_diagonal(other) });
        }
        images
    }

    /// What is learned of a position is known of all its images, exactly: each weight stands at the mirror image of its place too.
    #[test]
    fn what_is_learned_is_known_of_every_image() {
        let board = Board { own: 0x0000_103C_1800_0400, other: 0x0008_0C00_2430_1000 };
        let samples = [Sample { board, label: 12.0, proved: true, anchored: true }];
        let options = TrainOptions { ridge: 0.01, iterations: 8, ..TrainOptions::default() };
        let mut weights = Weights::zero();
        let phase = phase_of(64 - board.empties());
        fit(&mut weights, phase, &samples, &options);
        let raw = |board: Board| weights.raw(board, board.moves(), &Node::new(&weights, board).features);
        assert!((f64::from(raw(board)) / f64::from(UNIT) - 12.0).abs() < 1.0, "{}", raw(board));
        assert!(images(board).iter().all(|&image| raw(image) == raw(board)));
        assert!(images(board).iter().skip(1).take(7).all(|&image| image != board));
    }
}
