//! Sets of squares as a player sees them.

use crate::square::{FILE_A, FILE_H, Square, Squares};
use quadrille_core::Player;

/// The number of a square and its mirror image on the other wing, 0 to 31, as the player sees it.
#[inline]
pub(super) const fn folded(player: Player, square: Square) -> usize {
    let file = square.file();
    own_rank(player, square) * 4 + (if file < 4 { file } else { 7 - file }) as usize
}

/// A set moved one rank ahead.
pub(super) const fn forward(player: Player, set: Squares) -> Squares {
    match player {
        Player::White => set << 8,
        Player::Black => set >> 8,
    }
}

/// The squares in front of a set, up to the last rank.
pub(super) const fn ahead(player: Player, pawns: Squares) -> Squares {
    match player {
        Player::White => {
            let pawns = pawns << 8 | pawns << 16;
            let pawns = pawns | pawns << 16;
            pawns | pawns << 32
        }
        Player::Black => {
            let pawns = pawns >> 8 | pawns >> 16;
            let pawns = pawns | pawns >> 16;
            pawns | pawns >> 32
        }
    }
}

/// A set with the files to its left and right.
pub(super) const fn widened(set: Squares) -> Squares {
    set | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The rank as its player counts, 0 to 7.
pub(super) const fn own_rank(player: Player, square: Square) -> usize {
    match player {
        Player::White => square.rank() as usize,
        Player::Black => 7 - square.rank() as usize,
    }
}

/// How many king's moves lie between two squares.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// The squares that two pawns attack.
pub(super) const fn doubly_attacked(player: Player, pawns: Squares) -> Squares {
    let (left, right) = ((pawns & !FILE_A) >> 1, (pawns & !FILE_H) << 1);
    match player {
        Player::White => left << 8 & right << 8,
        Player::Black => left >> 8 & right >> 8,
    }
}
