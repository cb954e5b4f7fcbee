//! Scales the thinking time: less when every iteration gives the same best move, more when the best move changes, the
//! score falls, or other moves take most of the nodes.

use quadrille_core::Score;

/// Statistics of the iterations of one search.
#[derive(Debug)]
pub(super) struct Patience<M> {
    best: Option<M>,
    /// Iterations in a row with the same best move.
    same: u32,
    score: Option<Score>,
}

impl<M> Default for Patience<M> {
    fn default() -> Self {
        Self { best: None, same: 0, score: None }
    }
}

impl<M: Copy + PartialEq> Patience<M> {
    /// After an iteration: the factor for the soft time bound. `effort` is the best move's share of all nodes.
    pub(super) fn after(&mut self, best: M, score: Option<Score>, effort: f64) -> f64 {
        const MOST_SAME: u32 = 8;
        /// A score drop of this many hundredths doubles the time.
        const FALL: f64 = 120.0;
        self.same = if self.best == Some(best) { (self.same + 1).min(MOST_SAME) } else { 0 };
        self.best = Some(best);
        let fall = match (self.score, score) {
            (Some(before), Some(now)) => f64::from(before.raw() - now.raw()) / FALL,
            _ => 0.0,
        };
        self.score = score;
        let steady = 1.5 - 0.1 * f64::from(self.same);
        steady * (1.6 - effort) * (1.0 + fall.clamp(-0.2, 0.8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_answer_takes_less_time_than_a_changing_one() {
        let score = Some(Score::heuristic(30));
        let mut steady = Patience::default();
        let mut changing = Patience::default();
        let mut falling = Patience::default();
        let (mut least, mut most, mut worse) = (1.0, 1.0, 1.0);
        for i in 0..10 {
            least = steady.after(1, score, 0.9);
            most = changing.after(i, score, 0.4);
            worse = falling.after(1, Some(Score::heuristic(30 - 60 * i)), 0.9);
        }
        assert!(least < 0.6 && most > 1.5 && worse > least * 1.3, "{least} {most} {worse}");
    }
}
