//! Pawn structure.

use super::geometry::{ahead, distance, own_rank, widened};
use super::side::Side;
use super::terms::{
    BACKWARD, DOUBLED, ISOLATED, Ledger, PASSED, PASSED_BLOCKED, PASSED_FREE, PASSED_OWN_KING, PASSED_ROOK,
    PASSED_THEIR_KING, PHALANX, SUPPORTED,
};
use crate::piece::Role;
use crate::square::{FILE_A, RANK_1, Square, Squares, squares_of};
use quadrille_core::Player;

/// Doubled, isolated, backward, supported and neighbouring pawns of one side.
pub(super) fn structure(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    let (player, own) = (side.player, side.pawns);
    let supported = side.by[Role::Pawn.index()];
    let attacked = enemy.by[Role::Pawn.index()];
    ledger.add(DOUBLED.at(0), (own & ahead(player, own)).count_ones() as i32);
    for square in squares_of(own) {
        let file = FILE_A << square.file();
        let neighbours = widened(file) & !file & own;
        let free = usize::from(enemy.pawns & ahead(player, square.bit()) == 0);
        if neighbours == 0 {
            ledger.add(ISOLATED.at(free), 1);
        } else if neighbours & !ahead(player, widened(square.bit())) == 0
            && attacked & ahead(player, square.bit()) & nearest_rank(player, square) != 0
        {
            ledger.add(BACKWARD.at(free), 1);
        }
        if supported & square.bit() != 0 {
            ledger.add(SUPPORTED.at(own_rank(player, square)), 1);
        }
        if neighbours & RANK_1 << (8 * square.rank()) & widened(square.bit()) != 0 {
            ledger.add(PHALANX.at(own_rank(player, square)), 1);
        }
    }
}

/// The rank before a pawn.
const fn nearest_rank(player: Player, square: Square) -> Squares {
    match player {
        Player::White => RANK_1 << (8 * (square.rank() + 1)),
        Player::Black => RANK_1 << (8 * (square.rank() - 1)),
    }
}

/// The passed pawns of one side: how far they are, what stands in their way, and which king is nearer.
pub(super) fn passed(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    let player = side.player;
    let guarded = ahead(enemy.player, widened(enemy.pawns)) | enemy.pawns;
    for square in squares_of(side.pawns & !guarded & !ahead(enemy.player, side.pawns)) {
        let rank = own_rank(player, square);
        let way = ahead(player, square.bit());
        let stop = way & nearest_rank(player, square);
        ledger.add(PASSED.at(rank), 1);
        if side.position.occupied() & stop != 0 {
            ledger.add(PASSED_BLOCKED.at(rank), 1);
        } else if (side.position.occupied() | enemy.any) & way == 0 {
            ledger.add(PASSED_FREE.at(rank), 1);
        }
        let behind = ahead(enemy.player, square.bit());
        ledger.add(PASSED_ROOK.at(0), i32::from(side.pieces(Role::Rook) & behind != 0));
        if rank >= 3 {
            let stop = Square::lowest_of(stop);
            let farther = rank as i32 - 2;
            ledger.add(PASSED_OWN_KING.at(distance(side.king, stop) as usize), farther);
            ledger.add(PASSED_THEIR_KING.at(distance(enemy.king, stop) as usize), farther);
        }
    }
}
