//! What a piece is worth on each square.

use super::geometry::folded;
use super::terms::SQUARE;
use super::weights::WEIGHTS;
use crate::piece::Role;
use crate::square::Square;
use quadrille_core::Player;

/// By player, role and square, in the middlegame: the weights unfolded, since every quiet move of a search asks twice.
static WORTH: [[[i16; 64]; 6]; 2] = {
    let mut worth = [[[0; 64]; 6]; 2];
    let mut place = 0;
    while place < 2 * 6 * 64 {
        let (side, role, square) = (place / 384, place / 64 % 6, place % 64);
        let player = [Player::White, Player::Black][side];
        let folded = folded(player, Square::new(square as u8));
        worth[player.index()][role][square] = WEIGHTS[SQUARE.at(role * 32 + folded)].middlegame as i16;
        place += 1;
    }
    worth
};

/// What a quiet move gains by the squares alone, in the middlegame.
#[inline]
pub(crate) fn gain(player: Player, role: Role, from: Square, to: Square) -> i32 {
    let worth = &WORTH[player.index()][role.index()];
    i32::from(worth[to.index()]) - i32::from(worth[from.index()])
}
