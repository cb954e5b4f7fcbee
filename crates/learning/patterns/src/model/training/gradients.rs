//! The gradients of games, and the steps of the weights that they make.
//!
//! Most of the 250 moves of a position have next to no probability. One with p below [`LEAST_GRADIENT`] is taken with
//! probability p / [`LEAST_GRADIENT`] only, and then with that gradient, which is the same on average: the unlikely moves are
//! laid end to end, each as long as its p, and a mark that starts at random takes the moves it meets every [`LEAST_GRADIENT`]
//! (systematic sampling: one random number for a position, and never too few or too many by chance).
//!
//! Gradients of patterns are kept by part of the table, so that threads can use them side by side; within a part they keep
//! the order of the games.

use crate::counting::occurrences::Occurrences;
use crate::model::Tracker;
use crate::model::weights::{PARTS, Part};
use quadrille_core::{Player, Rng};

/// Gradients below this are sampled.
const LEAST_GRADIENT: f32 = 0.02;

/// What one game has to teach: weights and their gradients, in order.
#[derive(Debug, Default)]
pub(super) struct Gradients {
    patterns: [Vec<(u32, f32)>; PARTS],
    features: Vec<(u32, f32)>,
    /// The game's patterns, if they are counted.
    pub(super) occurrences: Occurrences,
    pub(super) positions: u64,
    pub(super) loss: f64,
}

impl Gradients {
    /// None any more, but room for as many.
    pub(super) fn clear(&mut self) {
        self.patterns.iter_mut().for_each(Vec::clear);
        self.features.clear();
        self.occurrences.clear();
        (self.positions, self.loss) = (0, 0.0);
    }

    /// Adds the gradients of one position, whose candidates have these probabilities: the gradient of the played move's
    /// log-likelihood, for a weight of move i, is p(i) minus one if i was played.
    pub(super) fn add(
        &mut self,
        tracker: &Tracker,
        player: Player,
        played: u16,
        chances: &[f32],
        rng: &mut Rng,
        part: impl Fn(u32) -> usize,
    ) {
        let mut mark = rng.unit() as f32 * LEAST_GRADIENT;
        for (candidate, &p) in tracker.last_candidates().iter().zip(chances) {
            let gradient = if candidate.spot == played {
                self.loss -= f64::from(p.max(f32::MIN_POSITIVE).ln());
                p - 1.0
            } else {
                let Some(gradient) = sampled(p, &mut mark) else { continue };
                gradient
            };
            self.features.extend(tracker.picks(player, candidate.spot).map(|pick| (pick, gradient)));
            let (zooms, responses) = tracker.patterns(player, candidate.spot);
            for &pattern in zooms.iter().chain(responses) {
                self.patterns[part(pattern) % PARTS].push((pattern, gradient));
            }
        }
        self.positions += 1;
    }
}

/// The gradient of a move that was not played, or none if it is skipped; `mark` is how far behind the last mark the next
/// unlikely move begins.
#[inline]
fn sampled(p: f32, mark: &mut f32) -> Option<f32> {
    if p >= LEAST_GRADIENT {
        return Some(p);
    }
    *mark += p;
    (*mark >= LEAST_GRADIENT).then(|| {
        *mark -= LEAST_GRADIENT;
        LEAST_GRADIENT
    })
}

/// AdaGrad's step (Duchi, Hazan and Singer 2011).
#[inline]
fn step(weight: &mut f32, squares: &mut f32, gradient: f32, pace: f32) {
    *squares += gradient * gradient;
    *weight -= pace * gradient / squares.sqrt();
}

/// Changes the patterns' weights of one part by the gradients of some games.
pub(super) fn step_patterns(games: &[Gradients], number: usize, mut part: Part<'_>, squares: &mut [f32], pace: f32) {
    for &(pattern, gradient) in games.iter().flat_map(|game| &game.patterns[number]) {
        let place = part.place(pattern);
        step(part.weight(pattern), &mut squares[place], gradient, pace);
    }
}

/// Changes the features' weights by the gradients of some games.
pub(super) fn step_features(games: &[Gradients], weights: &mut [f32], squares: &mut [f32], pace: f32) {
    for &(pick, gradient) in games.iter().flat_map(|game| &game.features) {
        step(&mut weights[pick as usize], &mut squares[pick as usize], gradient, pace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over many positions the gradients of each move add up to its probabilities, and at every position those of all unlikely
    /// moves are within one of what they should be.
    #[test]
    fn sampled_gradients_are_right_on_average() {
        const TURNS: usize = 20_000;
        let mut rng = Rng::new(5);
        let chances: Vec<f32> = (0..60).map(|move_| 0.000_4 * move_ as f32 * rng.unit() as f32).collect();
        let unlikely: f32 = chances.iter().filter(|&&p| p < LEAST_GRADIENT).sum();
        assert!(chances.iter().any(|&p| p > LEAST_GRADIENT));
        let mut sums = vec![0.0_f64; chances.len()];
        for _ in 0..TURNS {
            let mut mark = rng.unit() as f32 * LEAST_GRADIENT;
            let mut taken = 0.0;
            for (&p, sum) in chances.iter().zip(&mut sums) {
                let gradient = sampled(p, &mut mark).unwrap_or(0.0);
                *sum += f64::from(gradient);
                taken += if p < LEAST_GRADIENT { gradient } else { 0.0 };
            }
            assert!((taken - unlikely).abs() < 1.001 * LEAST_GRADIENT, "{taken} of {unlikely}");
        }
        for (&p, sum) in chances.iter().zip(&sums) {
            let (p, mean) = (f64::from(p), sum / TURNS as f64);
            let error = (p * f64::from(LEAST_GRADIENT) / TURNS as f64).sqrt();
            assert!((mean - p).abs() < 5.0 * error + 1e-6, "{mean}, expected {p}");
        }
    }
}
