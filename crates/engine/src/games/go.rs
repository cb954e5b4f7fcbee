//! Go in the engine, once for every class of board sizes.

use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use quadrille_core::{Game, KeyHistory, Player};
use quadrille_go::{Goban, Move, Position, Random, RuleSet, Rules, format_point, score};

impl<const CAP: usize> Playable for Position<CAP> {
    type Rollout = Random;

    fn best_algorithm(_: &Rules) -> &'static str {
        "rave"
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        Goban::key_parts(self)
    }

    fn picture(&self) -> Option<Picture> {
        let grid = self.rules().grid();
        let (rows, columns) = (grid.rows(), grid.columns());
        let stone = |point| match self.stone(point) {
            Some(Player::Black) => "b".to_owned(),
            Some(Player::White) => "w".to_owned(),
            None => String::new(),
        };
        Some(Picture {
            ground: Ground::Lines,
            rows,
            columns,
            names: grid.points().map(|point| format_point(grid, point)).collect(),
            pieces: grid.points().map(stone).collect(),
        })
    }

    fn touch(&self, m: Move) -> Touch {
        Touch { to: m.point().map(|point| format_point(self.grid(), point)), ..Touch::default() }
    }

    fn points(&self) -> Option<(f32, f32)> {
        let points = score::points(self);
        let compensation = self.rules().compensation_halves() as f32 / 2.0;
        Some((points.of[Player::Black] as f32, points.of[Player::White] as f32 + compensation))
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        let reason = match self.rules().set() {
            RuleSet::Simplified => "every point controlled",
            RuleSet::TrompTaylor | RuleSet::Chinese => "two passes",
        };
        reason.to_owned()
    }
}
