//! The steps that games ask for, and taking them.
//!
//! Most of the 250 moves of a position have next to no probability. One with p below [`LEAST_GRADIENT`] is taken with
//! probability p / [`LEAST_GRADIENT`] only, and then with that gradient, which is the same on average: the unlikely moves are
//! laid end to end, each as long as its p, and a mark that starts at random takes the moves it meets every [`LEAST_GRADIENT`]
//! (systematic sampling: one random number for a position, and never too few or too many by chance).
//!
//! Steps of patterns are kept by part of the table, so that threads can take them side by side; within a part they keep the
//! order of the games.

use crate::nodes::{PARTS, Part};
use crate::tracker::Tracker;
use quadrille_core::{Player, Rng};

/// Gradients below this are sampled.
const LEAST_GRADIENT: f32 = 0.01;

/// The steps of one game: weights and their gradients, in order.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    pub(crate) patterns: [Vec<(u32, f32)>; PARTS],
    pub(crate) features: Vec<(u32, f32)>,
    /// Which patterns were seen for how many turns, and which were chosen, if that is counted.
    pub(crate) seen: Vec<(u32, u32)>,
    pub(crate) chosen: Vec<u32>,
    pub(crate) positions: u64,
    pub(crate) loss: f64,
}

impl Steps {
    /// None any more, but room for as many.
    pub(crate) fn clear(&mut self) {
        self.patterns.iter_mut().for_each(Vec::clear);
        self.features.clear();
        self.seen.clear();
        self.chosen.clear();
        (self.positions, self.loss) = (0, 0.0);
    }

    /// Adds the steps of one position, whose candidates have these probabilities: the gradient of the played move's
    /// log-likelihood, for a weight of move i, is p(i) minus one if i was played.
    pub(crate) fn position(
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
            } else if p >= LEAST_GRADIENT {
                p
            } else {
                mark += p;
                if mark < LEAST_GRADIENT {
                    continue;
                }
                mark -= LEAST_GRADIENT;
                LEAST_GRADIENT
            };
            self.features.extend(tracker.picks(player, candidate.spot).map(|pick| (pick, gradient)));
            let (zooms, responses) = tracker.patterns(player, candidate.spot);
            for &node in zooms.iter().chain(responses) {
                self.patterns[part(node) % PARTS].push((node, gradient));
            }
        }
        self.positions += 1;
    }
}

/// AdaGrad's step (Duchi, Hazan and Singer 2011).
#[inline]
fn step(weight: &mut f32, squares: &mut f32, gradient: f32, pace: f32) {
    *squares += gradient * gradient;
    *weight -= pace * gradient / squares.sqrt();
}

/// Takes the games' steps of the patterns of one part.
pub(crate) fn take_patterns(steps: &[Steps], number: usize, mut part: Part<'_>, squares: &mut [f32], pace: f32) {
    for &(node, gradient) in steps.iter().flat_map(|steps| &steps.patterns[number]) {
        let (squares, mut weight) = (&mut squares[part.place(node)], part.weight(node));
        step(&mut weight, squares, gradient, pace);
        part.set(node, weight);
    }
}

/// Takes the games' steps of the features.
pub(crate) fn take_features(steps: &[Steps], weights: &mut [f32], squares: &mut [f32], pace: f32) {
    for &(pick, gradient) in steps.iter().flat_map(|steps| &steps.features) {
        step(&mut weights[pick as usize], &mut squares[pick as usize], gradient, pace);
    }
}
