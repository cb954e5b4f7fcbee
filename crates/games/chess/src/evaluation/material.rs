//! Counting pieces.

use crate::piece::Role;
use crate::position::Position;
use quadrille_core::{Evaluation, Player, Score};

/// The pieces counted with their textbook values: 1, 3, 3, 5, 9.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

const TEXTBOOK: [(Role, i32); 5] =
    [(Role::Pawn, 100), (Role::Knight, 300), (Role::Bishop, 300), (Role::Rook, 500), (Role::Queen, 900)];

impl Evaluation<Position> for Material {
    fn name(&self) -> &'static str {
        "material"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let worth = |player: Player| -> i32 {
            TEXTBOOK.iter().map(|&(role, value)| value * position.pieces(player, role).count_ones() as i32).sum()
        };
        Score::heuristic(worth(position.turn()) - worth(position.turn().opponent()))
    }
}
