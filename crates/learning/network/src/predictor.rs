//! A network as a move predictor that follows a game.

use crate::inference::Network;
use crate::judge::Desk;
use crate::planes::RECENT;
use crate::symmetry::Symmetry;
use quadrille_core::{Game, Player, Refusal};
use quadrille_go::general::Position;
use quadrille_go::{Goban, Move, Setup};
use std::sync::Arc;

/// Follows one game.
pub struct Predictor {
    desk: Desk,
    position: Position,
    /// The last moves, the latest first.
    recent: Vec<Move>,
    symmetries: usize,
}

impl Predictor {
    /// A game from these stones on. Probabilities are the mean over this many symmetries, of which there are eight; four on
    /// boards that are not square.
    pub fn new(network: Arc<Network>, start: &Setup, symmetries: usize) -> Result<Self, Refusal> {
        let grid = start.rules.grid();
        let most = if grid.rows() == grid.columns() { 8 } else { 4 };
        Ok(Self {
            desk: Desk::new(network, grid),
            position: Position::from_setup(start)?,
            recent: Vec::new(),
            symmetries: symmetries.clamp(1, most),
        })
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move of either player. Illegal moves are ignored.
    pub fn play(&mut self, player: Player, m: Move) {
        self.give_turn(player);
        if self.position.is_legal(m) {
            self.position.play(m);
        }
        self.recent.insert(0, m);
        self.recent.truncate(RECENT);
    }

    /// The points where the player may put a stone, in board order, each with its probability.
    pub fn predict(&mut self, player: Player) -> Vec<(usize, usize, f32)> {
        self.give_turn(player);
        let grid = self.position.grid();
        let legal = grid.points().filter(|&point| self.position.is_legal(Move::At(point)));
        let mut moves: Vec<_> = legal.filter_map(|point| grid.row_column(point)).map(|(r, c)| (r, c, 0.0)).collect();
        self.desk.take_up(&self.position, self.recent.iter().copied());
        for &symmetry in &Symmetry::ALL[..self.symmetries] {
            let policy = &self.desk.judge(symmetry).policy;
            let logit = |&(row, column, _): &(usize, usize, f32)| policy[row * grid.columns() + column];
            let highest = moves.iter().map(logit).fold(f32::NEG_INFINITY, f32::max);
            let likelihood: Vec<f32> = moves.iter().map(|m| (logit(m) - highest).exp()).collect();
            let all: f32 = likelihood.iter().sum::<f32>() * self.symmetries as f32;
            moves.iter_mut().zip(likelihood).for_each(|(m, likelihood)| m.2 += likelihood / all);
        }
        moves
    }

    /// Makes it the player's turn, and the game go on after two passes.
    fn give_turn(&mut self, player: Player) {
        if self.position.to_move() == player && self.position.passes() < 2 {
            return;
        }
        let mut setup = self.position.setup();
        (setup.to_move, setup.passes, setup.ko) = (player, 0, None);
        if let Ok(position) = Position::from_setup(&setup) {
            self.position = position;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{self, PASS, Record};
    use crate::sample::Sampler;
    use crate::{judge, weights::Weights};
    use quadrille_core::Rng;
    use quadrille_go::Large;

    /// A random game, with a pass now and then.
    fn game(length: usize) -> Record {
        let (mut position, mut rng) = (Large::start(&games::rules()), Rng::new(5));
        let mut places = Vec::new();
        while places.len() < length {
            let place = if places.len() % 50 == 49 { PASS } else { rng.below(361) as u16 };
            let m = games::move_at(place);
            if position.is_legal(m) {
                position.play(m);
                places.push(place);
            }
        }
        Record { places: places.into(), winner: None }
    }

    #[test]
    fn games_are_followed_as_the_training_saw_them() {
        let tiny = Weights::read(include_bytes!("../testdata/tiny.weights")).expect("weights");
        let network = Arc::new(Network::new(&tiny));
        let game = game(300);
        let mut samples = Vec::new();
        Sampler::default().for_each(&game, |_| true, |sample| samples.push(sample.to_vec()));
        let mut predictor = Predictor::new(network, &Setup::start(games::rules()), 1).expect("a board");
        let players = [Player::Black, Player::White].into_iter().cycle();
        for ((player, m), sample) in players.zip(game.moves()).zip(samples) {
            let sum: f32 = predictor.predict(player).iter().map(|m| m.2).sum();
            assert!((sum - 1.0).abs() < 1e-3);
            assert!(sample.ends_with(predictor.desk.planes().as_bytes()));
            predictor.play(player, m);
        }
    }

    /// The networks in the program are good files.
    #[test]
    fn the_first_move_is_in_a_corner() {
        for network in [judge::large(), judge::small()].map(|network| network.arc().clone()) {
            let mut predictor = Predictor::new(network, &Setup::start(games::rules()), 8).expect("a board");
            let moves = predictor.predict(Player::Black);
            let best = moves.iter().max_by(|a, b| a.2.total_cmp(&b.2)).expect("a move");
            let line = |at: usize| at.min(18 - at) + 1;
            assert!((3..=4).contains(&line(best.0)) && (3..=4).contains(&line(best.1)), "{best:?}");
        }
    }
}
