//! Pawn structure.

use super::weight::{Weight, w};
use crate::attacks;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{FILE_A, FILE_H, RANK_1, Square, Squares, squares_of};
use quadrille_core::Player;

const DOUBLED: Weight = w(-9, -18);
const ISOLATED: Weight = w(-12, -14);
/// Cannot be protected by a pawn, and cannot advance without being taken by one.
const BACKWARD: Weight = w(-9, -10);
/// Protected by a pawn, by its rank.
const SUPPORTED: [Weight; 8] = [w(0, 0), w(0, 0), w(9, 6), w(10, 8), w(16, 14), w(30, 30), w(50, 50), w(0, 0)];
/// Beside another pawn.
const PHALANX: Weight = w(6, 5);
/// Nothing can stop it but pieces, by its rank.
const PASSED: [Weight; 8] = [w(0, 0), w(2, 10), w(4, 15), w(10, 32), w(30, 62), w(62, 112), w(105, 180), w(0, 0)];
/// Of the value of a passed pawn's rank in the endgame, lost when a piece stands before it: one third.
const BLOCKED_DIVISOR: i32 = 3;
/// For each step the enemy king is farther from the square before a passed pawn, and ours nearer.
const KING_RACE: i32 = 5;

/// The squares in front of these pawns, up to the last rank.
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
const fn widened(set: Squares) -> Squares {
    set | (set & !FILE_A) >> 1 | (set & !FILE_H) << 1
}

/// The rank as its player counts, 0 to 7.
const fn own_rank(player: Player, square: Square) -> usize {
    match player {
        Player::White => square.rank() as usize,
        Player::Black => 7 - square.rank() as usize,
    }
}

/// How many king's moves lie between two squares.
pub(super) fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// Doubled, isolated, backward, supported and neighbouring pawns of one player.
pub(super) fn structure(position: &Position, player: Player) -> Weight {
    let own = position.pieces(player, Role::Pawn);
    let their = position.pieces(player.opponent(), Role::Pawn);
    let supported = attacks::pawns(player, own);
    let attacked = attacks::pawns(player.opponent(), their);
    let mut sum = DOUBLED * (own & ahead(player, own)).count_ones() as i32;
    for square in squares_of(own) {
        let file = FILE_A << square.file();
        let neighbours = widened(file) & !file & own;
        if neighbours == 0 {
            sum += ISOLATED;
        } else if neighbours & !ahead(player, widened(square.bit())) == 0
            && attacked & ahead(player, square.bit()) & nearest_rank(player, square) != 0
        {
            sum += BACKWARD;
        }
        if supported & square.bit() != 0 {
            sum += SUPPORTED[own_rank(player, square)];
        }
        if neighbours & RANK_1 << (8 * square.rank()) & widened(square.bit()) != 0 {
            sum += PHALANX;
        }
    }
    sum
}

/// The rank before a pawn.
const fn nearest_rank(player: Player, square: Square) -> Squares {
    match player {
        Player::White => RANK_1 << (8 * (square.rank() + 1)),
        Player::Black => RANK_1 << (8 * (square.rank() - 1)),
    }
}

/// The passed pawns of one player: how far they are, whether they are blocked, and which king is nearer.
pub(super) fn passed(position: &Position, player: Player) -> Weight {
    let own = position.pieces(player, Role::Pawn);
    let their = position.pieces(player.opponent(), Role::Pawn);
    let guarded = ahead(player.opponent(), widened(their)) | their;
    let mut sum = w(0, 0);
    for square in squares_of(own & !guarded & !ahead(player.opponent(), own)) {
        let rank = own_rank(player, square);
        let mut value = PASSED[rank];
        let stop = ahead(player, square.bit()) & nearest_rank(player, square);
        let stop_square = Square::lowest_of(stop);
        if position.occupied() & stop != 0 {
            value -= w(value.middlegame / BLOCKED_DIVISOR, value.endgame / BLOCKED_DIVISOR);
        }
        if rank >= 3 {
            let nearer = distance(position.king(player.opponent()), stop_square).min(5) * 2
                - distance(position.king(player), stop_square).min(5);
            value.endgame += KING_RACE * nearer * (rank as i32 - 2) / 3;
        }
        sum += value;
    }
    sum
}
