//! Tuning the weights of the hand-made evaluation on self-play games.
//!
//! The evaluation is linear in its weights, so they are fitted by logistic regression with Adam (Kingma and Ba, 2015),
//! as in Texel's tuning method (2014). The target of a position is a mixture of its search score, later scores in the
//! game and the result.

use crate::record::{Record, UNIT};
use quadrille_chess::evaluation::Weight;
use quadrille_chess::evaluation::tapered::Features;
use quadrille_chess::evaluation::terms::{COUNT, RUNS};
use quadrille_core::Player;
use std::fmt::Write;

/// How the weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The number of epochs.
    pub epochs: usize,
    /// The weight of a position's own score in its target; the rest comes from later plies and the result.
    pub mix: f64,
    /// How much each later ply of a game weighs in the outlook, compared to the one before.
    pub decay: f64,
}

/// Every n-th game is held out to measure the error.
const HELD_OUT: usize = 20;
const BATCH: usize = 8_192;
/// The maximum step of a weight in centipawns; it decreases towards the end.
const RATE: f32 = 1.0;
const FULL_PHASE: f32 = 24.0;
/// The score in centipawns at which a win is e times as likely as a loss, chosen so that a pawn comes out at about 100.
const SLOPE: f32 = 320.0;
/// The prior standard deviation of a weight around zero, in centipawns. Only piece values are free.
const SPREAD: f32 = 12.0;
/// The typical squared error of a position, and the number of positions of a game equivalent to one independent sample.
const NOISE: f32 = 0.02;
const ALIKE: f32 = 8.0;
/// The initial piece values.
const FIRST_PIECES: [f32; 6] = [100.0, 320.0, 330.0, 500.0, 950.0, 0.0];

/// Positions to learn from.
#[derive(Debug, Default)]
pub struct Lessons {
    terms: Vec<(u16, i16)>,
    positions: Vec<Lesson>,
    games: usize,
}

#[derive(Clone, Copy, Debug)]
struct Lesson {
    /// Where its terms end; they begin where those of the one before end.
    end: usize,
    phase: f32,
    chances: [f32; 2],
    /// White's chance.
    target: f32,
    held_out: bool,
}

impl Lessons {
    /// Adds the quiet positions of a game.
    pub fn add(&mut self, game: &Record, plan: &Plan) {
        let held_out = self.games.is_multiple_of(HELD_OUT);
        self.games += 1;
        game.quiet_positions(plan.decay, |sample| {
            let Some(features) = Features::of(&sample.position) else { return };
            let own = 1.0 / (1.0 + (-f64::from(sample.score) / UNIT).exp());
            let mover = plan.mix * own + (1.0 - plan.mix) * sample.outlook;
            let target = if sample.position.turn() == Player::White { mover } else { 1.0 - mover };
            self.terms.extend_from_slice(&features.terms);
            self.positions.push(Lesson {
                end: self.terms.len(),
                phase: features.phase as f32 / FULL_PHASE,
                chances: features.chances.map(|percent| percent as f32 / 100.0),
                target: target as f32,
                held_out,
            });
        });
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    fn terms(&self, index: usize) -> &[(u16, i16)] {
        let begin = if index == 0 { 0 } else { self.positions[index - 1].end };
        &self.terms[begin..self.positions[index].end]
    }

    /// Fits the weights; `tell` receives the epoch and the mean squared error on held-out games.
    #[must_use]
    pub fn fit(&self, plan: &Plan, mut tell: impl FnMut(usize, f64)) -> Vec<Weight> {
        let mut fit = Fit::new(self.len());
        tell(0, fit.error(self));
        let learned: Vec<usize> = (0..self.len()).filter(|&index| !self.positions[index].held_out).collect();
        // Neighbours come from the same game: a stride that shares no factor with the number mixes them.
        let stride = stride(learned.len());
        let steps = (learned.len().div_ceil(BATCH) * plan.epochs).max(1);
        let mut step = 0;
        for epoch in 1..=plan.epochs {
            let mut at = 0;
            for begin in (0..learned.len()).step_by(BATCH) {
                let size = BATCH.min(learned.len() - begin);
                fit.clear();
                for _ in 0..size {
                    fit.learn(self, learned[at]);
                    at = (at + stride) % learned.len();
                }
                step += 1;
                let done = step as f32 / steps as f32;
                fit.step(size, RATE * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            }
            tell(epoch, fit.error(self));
        }
        fit.weights()
    }
}

/// About 0.618 of a number, and without a common factor.
fn stride(count: usize) -> usize {
    let common = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (count * 618 / 1000 + 1..=count).find(|&stride| common(stride, count) == 1).unwrap_or(1)
}

/// The weights while they are fitted: those of the middlegame, then those of the endgame.
struct Fit {
    weights: Vec<f32>,
    slopes: Vec<f32>,
    /// Running means of the slopes and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    /// The strength of the regularisation towards zero.
    ridge: f32,
}

impl Fit {
    fn new(positions: usize) -> Self {
        let mut weights = vec![0.0; 2 * COUNT];
        for phase in [0, COUNT] {
            weights[phase..phase + FIRST_PIECES.len()].copy_from_slice(&FIRST_PIECES);
        }
        let ridge = NOISE * ALIKE / (positions as f32 * SPREAD * SPREAD);
        let zeros = || vec![0.0; 2 * COUNT];
        Self { weights, slopes: zeros(), means: zeros(), squares: zeros(), steps: 0, ridge }
    }

    /// White's chance, and how much the weights of middlegame and endgame count in it.
    fn chance(&self, lesson: &Lesson, terms: &[(u16, i16)]) -> (f32, [f32; 2]) {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(term, count) in terms {
            middlegame += self.weights[usize::from(term)] * f32::from(count);
            endgame += self.weights[COUNT + usize::from(term)] * f32::from(count);
        }
        let shares = [lesson.phase, (1.0 - lesson.phase) * lesson.chances[usize::from(endgame <= 0.0)]];
        let sum = middlegame * shares[0] + endgame * shares[1];
        (1.0 / (1.0 + (-sum / SLOPE).exp()), shares)
    }

    fn clear(&mut self) {
        self.slopes.fill(0.0);
    }

    fn learn(&mut self, lessons: &Lessons, index: usize) {
        let (lesson, terms) = (&lessons.positions[index], lessons.terms(index));
        let (chance, [middlegame, endgame]) = self.chance(lesson, terms);
        let slope = (chance - lesson.target) * chance * (1.0 - chance);
        for &(term, count) in terms {
            let slope = slope * f32::from(count);
            self.slopes[usize::from(term)] += slope * middlegame;
            self.slopes[COUNT + usize::from(term)] += slope * endgame;
        }
    }

    fn step(&mut self, size: usize, rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let (mean_seen, square_seen) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        for (i, weight) in self.weights.iter_mut().enumerate() {
            let free = i % COUNT < FIRST_PIECES.len();
            let slope = self.slopes[i] / size as f32 + if free { 0.0 } else { self.ridge * *weight };
            self.means[i] = MEAN * self.means[i] + (1.0 - MEAN) * slope;
            self.squares[i] = SQUARE * self.squares[i] + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * (self.means[i] / mean_seen) / ((self.squares[i] / square_seen).sqrt() + 1e-8);
        }
    }

    fn error(&self, lessons: &Lessons) -> f64 {
        let held = (0..lessons.len()).filter(|&index| lessons.positions[index].held_out);
        let (mut sum, mut count) = (0.0, 0);
        for index in held {
            let lesson = &lessons.positions[index];
            let error = self.chance(lesson, lessons.terms(index)).0 - lesson.target;
            sum += f64::from(error * error);
            count += 1;
        }
        sum / f64::from(count.max(1))
    }

    fn weights(&self) -> Vec<Weight> {
        let rounded = |i: usize| self.weights[i].round() as i32;
        (0..COUNT).map(|i| Weight { middlegame: rounded(i), endgame: rounded(COUNT + i) }).collect()
    }
}

/// The weights as the source file that the evaluation is compiled with.
#[must_use]
pub fn source(weights: &[Weight]) -> String {
    const IN_A_LINE: usize = 8;
    let mut text = format!(
        "//! The weights of the terms, for the middlegame and the endgame, written by `quadrille train chess` (docs/chess.md).

use super::weight::{{Weight, w}};

#[rustfmt::skip]
pub(super) static WEIGHTS: [Weight; {COUNT}] = [
",
    );
    for run in RUNS {
        let _ = writeln!(text, "    // {}", run.name);
        for line in weights[run.range()].chunks(IN_A_LINE) {
            let numbers: Vec<_> =
                line.iter().map(|weight| format!("w({}, {}),", weight.middlegame, weight.endgame)).collect();
            let _ = writeln!(text, "    {}", numbers.join(" "));
        }
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::{self, Plan as Games};
    use quadrille_chess::evaluation::Material;

    #[test]
    fn learning_lowers_the_error_of_games_not_learned_from() {
        let plan =
            Games { moves: 20_000, nodes: 30, threads: 1, one_random_in: 0, seed: 3, options: selfplay::options() };
        let mut file = Vec::new();
        selfplay::play(&plan, &Material, &mut file, &|_| ()).expect("memory");
        let plan = Plan { epochs: 6, mix: 0.5, decay: 0.97 };
        let mut lessons = Lessons::default();
        crate::record::read(&file[..], |game| lessons.add(game, &plan)).expect("memory");
        assert!(lessons.len() > 2_000, "{}", lessons.len());
        let mut errors = Vec::new();
        let weights = lessons.fit(&plan, |_, error| errors.push(error));
        assert!(errors[6] < 0.97 * errors[0], "{errors:?}");
        let text = source(&weights);
        assert_eq!(text.matches("w(").count(), COUNT);
        assert_eq!(text, source(&lessons.fit(&plan, |_, _| ())), "the same games give the same weights");
    }

    #[test]
    fn a_stride_visits_everything() {
        for count in [1, 2, 10, 97, 1000] {
            let stride = stride(count);
            let mut seen: Vec<_> = (0..count).map(|i| i * stride % count).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), count, "{count} {stride}");
        }
    }
}
