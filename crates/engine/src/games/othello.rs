//! Othello in the engine.

use crate::picture::{Ground, Picture, Touch};
use crate::playable::Playable;
use quadrille_core::{Evaluation, KeyHistory, Notation, Player};
use quadrille_othello::evaluation::{Discs, SixTerm};
use quadrille_othello::{Move, Position, Rules, perft, playout};
use std::sync::Arc;

impl Playable for Position {
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(SixTerm), Arc::new(Discs)]
    }

    fn best_algorithm(_: &Rules) -> &'static str {
        "alphabeta"
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Option<Picture> {
        let piece = |row: usize, column: usize| {
            let colour = match self.disc_on((8 * row + column) as u32) {
                Some(Player::Black) => "b",
                Some(Player::White) => "w",
                None => "",
            };
            colour.to_owned()
        };
        Some(Picture::grid(Ground::Plain, 8, 8, false, piece))
    }

    fn touch(&self, m: Move) -> Touch {
        Touch { to: m.square().map(|_| self.format_move(m)), ..Touch::default() }
    }

    fn points(&self) -> Option<(f32, f32)> {
        let count = |player| self.discs(player).count_ones() as f32;
        Some((count(Player::Black), count(Player::White)))
    }

    fn end_reason(&self, _: &KeyHistory) -> String {
        if self.empties() == 0 { "board full".to_owned() } else { "no moves left".to_owned() }
    }

    fn perft_pass_free(&self, depth: u32) -> Option<u64> {
        Some(perft::count_pass_free(self.board(), depth))
    }
}
