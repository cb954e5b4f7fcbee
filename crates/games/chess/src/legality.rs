//! Whether a move is legal, for any bit pattern.
//!
//! Deliberately different from the generator: the move must be possible for the piece, and afterwards the king must not
//! be attacked. The contract's tests compare the two on all 65,536 moves.

use crate::attacks;
use crate::moves::{Kind, Move};
use crate::piece::Role;
use crate::position::{Position, back_rank, castling_targets};
use crate::square::{Square, Squares};
use quadrille_core::Player;

/// Whether the move is legal in the position.
pub(crate) fn is_legal(position: &Position, m: Move) -> bool {
    let Some(kind) = m.kind() else { return false };
    let (us, from, to) = (position.turn, m.from(), m.to());
    if position.pieces(us, m.role()) & from.bit() == 0 {
        return false;
    }
    let last_rank = back_rank(us.opponent()) & to.bit() != 0;
    let free = position.of(us) & to.bit() == 0;
    match kind {
        Kind::Castle => castling_is_legal(position, from, to),
        Kind::EnPassant => {
            position.en_passant() == Some(to)
                && attacks::pawn(us, from) & to.bit() != 0
                && position.en_passant_is_safe(us, from, to)
        }
        Kind::DoublePush => may_push_twice(position, from, to) && king_is_safe_after(position, from, to),
        Kind::Promotion(_) => {
            last_rank && free && pawn_reaches(position, from, to) && king_is_safe_after(position, from, to)
        }
        Kind::Ordinary(Role::Pawn) => {
            !last_rank && free && pawn_reaches(position, from, to) && king_is_safe_after(position, from, to)
        }
        Kind::Ordinary(role) => {
            free && reach(role, from, position.occupied()) & to.bit() != 0 && king_is_safe_after(position, from, to)
        }
    }
}

/// What a piece other than a pawn attacks.
fn reach(role: Role, from: Square, occupied: Squares) -> Squares {
    match role {
        Role::Pawn => 0,
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => attacks::king(from),
    }
}

const fn rank_forward(player: Player, rank: u8) -> u8 {
    match player {
        Player::White => rank + 1,
        Player::Black => rank.wrapping_sub(1),
    }
}

/// One step forward onto an empty square, or a diagonal capture.
fn pawn_reaches(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn;
    let steps = to.file() == from.file() && to.rank() == rank_forward(us, from.rank());
    let captures = attacks::pawn(us, from) & to.bit() & position.of(us.opponent()) != 0;
    steps && position.occupied() & to.bit() == 0 || captures
}

fn may_push_twice(position: &Position, from: Square, to: Square) -> bool {
    let (start, target) = match position.turn {
        Player::White => (1, 3),
        Player::Black => (6, 4),
    };
    let way = attacks::between(from, to) | to.bit();
    from.file() == to.file() && from.rank() == start && to.rank() == target && way & position.occupied() == 0
}

/// Whether the mover's king stands safely once the piece has gone from `from` to `to`, capturing what stood there.
fn king_is_safe_after(position: &Position, from: Square, to: Square) -> bool {
    let us = position.turn;
    let occupied = position.occupied() & !from.bit() | to.bit();
    let king = if position.king(us) == from { to } else { position.king(us) };
    position.attackers(king, us.opponent(), occupied) & !to.bit() == 0
}

/// The rules of castling one by one: the right is held, the paths are free, and the king does not start from, cross or
/// reach an attacked square.
fn castling_is_legal(position: &Position, king: Square, rook: Square) -> bool {
    let us = position.turn;
    if position.castling_rooks & back_rank(us) & rook.bit() == 0 {
        return false;
    }
    let (king_to, rook_to) = castling_targets(king, rook);
    let others = position.occupied() & !king.bit() & !rook.bit();
    let king_way = attacks::between(king, king_to) | king_to.bit();
    let rook_way = attacks::between(rook, rook_to) | rook_to.bit();
    let attacked = |square: Square, occupied: Squares| position.attackers(square, us.opponent(), occupied) != 0;
    let after = others | king_to.bit() | rook_to.bit();
    (king_way | rook_way) & others == 0
        && !crate::square::squares_of(king_way | king.bit()).any(|square| attacked(square, others | rook.bit()))
        && !attacked(king_to, after)
}
