//! A network of the program as a predictor of recorded games.

use quadrille_core::Player;
use quadrille_go::{Grid, Move, RuleSet, Rules, Setup};
use quadrille_network::judge;
use quadrille_network::predictor::Predictor as Network;
use quadrille_patterns::Record;
use quadrille_patterns::board::SIDE;
use quadrille_patterns::evaluation::Predictor;

/// Predicts by the network that plays, as the mean over some symmetries.
pub struct ByNetwork {
    symmetries: usize,
    game: Option<Network>,
}

impl ByNetwork {
    /// With this many symmetries.
    pub const fn new(symmetries: usize) -> Self {
        Self { symmetries, game: None }
    }

    fn grid(&self) -> Option<Grid> {
        self.game.as_ref().map(|game| quadrille_go::Goban::grid(game.position()))
    }
}

impl Predictor for ByNetwork {
    fn begin(&mut self, game: &Record) {
        let (rows, columns) = game.shape();
        self.game = Grid::new(rows.into(), columns.into()).and_then(|grid| {
            let mut start = Setup::empty(Rules::new(grid, RuleSet::Chinese));
            for &(player, spot) in game.stones() {
                if let Some(point) = grid.point(usize::from(spot) / SIDE, usize::from(spot) % SIDE) {
                    start.put(point, Some(player));
                }
            }
            Network::new(judge::large().arc().clone(), &start, self.symmetries).ok()
        });
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        let grid = self.grid();
        let point = spot.and_then(|spot| grid?.point(usize::from(spot) / SIDE, usize::from(spot) % SIDE));
        if let Some(game) = &mut self.game {
            game.play(player, point.map_or(Move::Pass, Move::At));
        }
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        moves.clear();
        if let Some(game) = &mut self.game {
            let spots = game.predict(player).into_iter();
            moves.extend(spots.map(|(row, column, probability)| ((row * SIDE + column) as u16, probability)));
        }
    }
}
