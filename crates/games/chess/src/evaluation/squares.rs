//! What a piece is worth on each square.

use super::geometry::folded;
use super::terms::{SQUARE, WEIGHTS};
use crate::piece::Role;
use crate::square::Square;
use quadrille_core::Player;

/// What a quiet move gains by the squares alone, in the middlegame.
#[inline]
pub(crate) fn gain(player: Player, role: Role, from: Square, to: Square) -> i32 {
    let worth = |square| WEIGHTS[SQUARE.at(role.index() * 32 + folded(player, square))].middlegame;
    worth(to) - worth(from)
}
