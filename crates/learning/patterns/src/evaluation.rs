//! The accuracy of a predictor on unseen games: the rank of the played move among all legal moves.

use crate::board::NOWHERE;
use crate::corpus::{Corpus, Record};
use quadrille_core::{Player, Refusal};

/// The ranks that are counted.
pub const TOPS: [usize; 4] = [1, 5, 10, 20];
/// How many ranks are counted one by one.
pub const RANKS: usize = 50;
/// How many classes of probability the calibration has.
pub const BINS: usize = 10;
/// The floor of probabilities in the log-loss.
const LEAST_PROBABILITY: f32 = 1e-6;

/// A predictor that follows a game and gives the probability of each legal move.
pub trait Predictor {
    /// A game begins.
    fn begin(&mut self, game: &Record);

    /// A move was played.
    fn play(&mut self, player: Player, spot: Option<u16>);

    /// The legal moves of the player in the order of their numbers, each with its probability.
    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>);

    /// The largest zoom at which the predictor itself knows the surroundings of a point that was just predicted; 0 if it knows
    /// no patterns.
    fn depth(&self, _player: Player, _spot: u16) -> usize {
        0
    }
}

/// What was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Accuracy {
    /// Positions asked about.
    pub positions: u64,
    /// How often the played move was among the first 1, 5, 10, 20.
    pub tops: [u64; TOPS.len()],
    /// How often the played move was the first choice, the second and so on.
    pub ranks: [u64; RANKS],
    /// The sum of minus the logarithm of the played move's probability.
    pub loss: f64,
    /// For each tenth of probability: how many first choices had it, their probabilities' sum, and how many were played.
    pub calibration: [(u64, f64, u64); BINS],
}

impl Default for Accuracy {
    fn default() -> Self {
        Self { positions: 0, tops: [0; TOPS.len()], ranks: [0; RANKS], loss: 0.0, calibration: [(0, 0.0, 0); BINS] }
    }
}

impl Accuracy {
    /// The share of positions whose move ranked among the first [`TOPS`]`[index]`.
    #[must_use]
    pub fn top(&self, index: usize) -> f64 {
        self.tops[index] as f64 / self.positions.max(1) as f64
    }

    /// The mean loss in natural units.
    #[must_use]
    pub fn log_loss(&self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }

    /// Counts one prediction. Of equally likely moves the one with the lower number ranks first.
    pub fn add(&mut self, moves: &[(u16, f32)], played: u16) {
        let Some(&(_, p)) = moves.iter().find(|(spot, _)| *spot == played) else { return };
        let rank = moves.iter().filter(|&&(spot, q)| q > p || (q == p && spot < played)).count();
        self.positions += 1;
        for (count, top) in self.tops.iter_mut().zip(TOPS) {
            *count += u64::from(rank < top);
        }
        if let Some(count) = self.ranks.get_mut(rank) {
            *count += 1;
        }
        self.loss -= f64::from(p.max(LEAST_PROBABILITY)).ln();
        let best = moves.iter().fold((NOWHERE, -1.0), |best, &(spot, q)| if q > best.1 { (spot, q) } else { best });
        let bin = &mut self.calibration[((best.1 * BINS as f32) as usize).min(BINS - 1)];
        *bin = (bin.0 + 1, bin.1 + f64::from(best.1), bin.2 + u64::from(best.0 == played));
    }
}

/// Measures a predictor on every `step`-th position of the wanted games of a collection.
///
/// ```
/// use quadrille_patterns::model::{ByModel, Model};
/// use quadrille_patterns::{Corpus, evaluation};
/// # let path = std::env::temp_dir().join(format!("quadrille-doc-measure-{}.txt", std::process::id()));
/// # std::fs::write(&path, "?\tpddppp\n").unwrap();
/// let corpus = Corpus::open(&[path.clone()])?;
/// let model = Model::built_in();
/// let accuracy = evaluation::measure(&corpus, &mut ByModel::new(&model), |_| true, 1)?;
/// assert!(accuracy.positions == 3 && accuracy.top(2) > 0.6);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn measure(
    corpus: &Corpus,
    predictor: &mut impl Predictor,
    wanted: impl FnMut(u64) -> bool,
    step: u64,
) -> Result<Accuracy, Refusal> {
    let (mut accuracy, mut moves, mut position) = (Accuracy::default(), Vec::new(), 0);
    corpus.for_each_wanted(wanted, |_, game| {
        predictor.begin(&game);
        for play in game.plays() {
            if let Some(spot) = play.spot {
                if position % step == 0 {
                    predictor.predict(play.player, &mut moves);
                    accuracy.add(&moves, spot);
                }
                position += 1;
            }
            predictor.play(play.player, play.spot);
        }
    })?;
    Ok(accuracy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_and_losses() {
        let mut accuracy = Accuracy::default();
        accuracy.add(&[(1, 0.25), (2, 0.5), (3, 0.25)], 2);
        accuracy.add(&[(1, 0.25), (2, 0.5), (3, 0.25)], 3);
        accuracy.add(&[(1, 1.0)], 7);
        assert_eq!((accuracy.positions, accuracy.tops), (2, [1, 2, 2, 2]));
        assert!((accuracy.log_loss() - (0.5_f64.ln() + 0.25_f64.ln()) / -2.0).abs() < 1e-9);
        assert_eq!(accuracy.calibration[5], (2, 1.0, 1));
    }
}
