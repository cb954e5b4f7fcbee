//! The model as a predictor of games, and its priors for a search.

use super::softmax::softmax;
use super::{Model, Tracker};
use crate::board::SIDE;
use crate::corpus::Record;
use crate::evaluation::Predictor;
use quadrille_core::{Game, Player, Prior};
use quadrille_go::{Goban, Move, Position};

/// The probability of a pass while there are other moves: records of masters end before the first one.
const PASS: f32 = 1e-3;

/// The model as a predictor.
#[derive(Debug)]
pub struct ByModel<'a> {
    model: &'a Model,
    tracker: Tracker,
}

impl<'a> ByModel<'a> {
    /// Predicts with this model.
    #[must_use]
    pub fn new(model: &'a Model) -> Self {
        Self { model, tracker: model.start(SIDE as u8, SIDE as u8) }
    }
}

impl Predictor for ByModel<'_> {
    fn begin(&mut self, game: &Record) {
        let (rows, columns) = game.shape();
        self.tracker = self.model.start(rows, columns);
        for &(player, spot) in game.stones() {
            self.tracker.set_up(player, spot);
        }
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        self.tracker.play(player, spot);
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        let candidates = self.tracker.candidates(self.model, player);
        let mut scores: Vec<f32> = candidates.iter().map(|candidate| candidate.score).collect();
        softmax(&mut scores, 1.0);
        moves.clear();
        moves.extend(candidates.iter().zip(scores).map(|(candidate, probability)| (candidate.spot, probability)));
    }

    fn depth(&self, player: Player, spot: u16) -> usize {
        self.tracker.matches(player.index(), spot).len()
    }
}

/// The model this program was built with as a prior, read when it is first asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl<const CAP: usize> Prior<Position<CAP>> for BuiltIn {
    fn priors(&self, position: &Position<CAP>, moves: &[Move], priors: &mut [f32]) {
        Model::built_in().priors(position, moves, priors);
    }
}

impl<const CAP: usize> Prior<Position<CAP>> for Model {
    /// The position knows only the last move; a [`Tracker`] that followed the game knows four, and predicts better.
    /// Boards of more than 19 lines get equal priors.
    fn priors(&self, position: &Position<CAP>, moves: &[Move], priors: &mut [f32]) {
        let grid = position.grid();
        if grid.rows().max(grid.columns()) > SIDE {
            return priors.fill(1.0 / moves.len().max(1) as f32);
        }
        let spot =
            |m: Move| m.point().and_then(|p| grid.row_column(p)).map(|(row, column)| (row * SIDE + column) as u16);
        let (shape, player) = ((grid.rows() as u8, grid.columns() as u8), position.to_move());
        let mut tracker = self.take_tracker(shape, player);
        let last = position.last_point().and_then(|point| spot(Move::At(point)));
        let point = |spot: u16| grid.point(usize::from(spot) / SIDE, usize::from(spot) % SIDE);
        tracker.move_to(last, |spot| point(spot).and_then(|point| position.stone(point)));
        let mut scores = [f32::NEG_INFINITY; SIDE * SIDE];
        for candidate in tracker.candidates(self, player) {
            scores[candidate.spot as usize] = candidate.score;
        }
        self.give_back(tracker);
        let passes = moves.contains(&Move::Pass);
        let only_pass = passes && moves.len() == 1;
        for (prior, &m) in priors.iter_mut().zip(moves) {
            // A point that only the longer memory of the game allows to be told apart gets a low score, not none.
            *prior = spot(m).map_or(f32::NEG_INFINITY, |spot| scores[spot as usize].max(f32::MIN / 2.0));
        }
        if only_pass {
            return priors.fill(1.0);
        }
        softmax(priors, if passes { 1.0 - PASS } else { 1.0 });
        for (prior, _) in priors.iter_mut().zip(moves).filter(|(_, m)| **m == Move::Pass) {
            *prior = PASS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;
    use quadrille_go::{Large, Small};

    #[test]
    fn priors_are_probabilities_on_every_board() {
        fn check<const CAP: usize>(model: &Model, rules: &str) {
            let mut position = Position::<CAP>::start(&rules.parse().expect("good rules"));
            let mut rng = Rng::new(2);
            for _ in 0..200 {
                let mut moves = <Position<CAP> as Game>::Moves::default();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let mut priors = vec![0.0; moves.len()];
                model.priors(&position, &moves, &mut priors);
                assert!(
                    (priors.iter().sum::<f32>() - 1.0).abs() < 1e-3 && priors.iter().all(|p| (0.0..=1.0).contains(p))
                );
                let Some(&m) = rng.pick(&moves) else { break };
                position.play(m);
            }
        }
        let model = Model::built_in();
        check::<128>(&model, "9");
        check::<512>(&model, "19");
        check::<1024>(&model, "21");
        let only_pass = [Move::Pass];
        let mut prior = [0.0];
        model.priors(&Small::start(&"9".parse().expect("good rules")), &only_pass, &mut prior);
        assert_eq!(prior, [1.0]);
        let _: &dyn Prior<Large> = &*model;
    }
}
