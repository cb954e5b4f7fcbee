//! The safety of a king: pawns before it, enemy pawns coming, and attackers near it.

use super::geometry::{ahead, own_rank};
use super::side::Side;
use super::terms::{DANGER, DANGER_WITHOUT_QUEEN, Ledger, SHELTER, STORM};
use crate::attacks;
use crate::piece::Role;
use crate::square::{FILE_A, Square, Squares, squares_of};
use quadrille_core::Player;

/// A check that costs nothing, by the piece that gives it.
const SAFE_CHECK: [(Role, i32); 4] = [(Role::Knight, 22), (Role::Bishop, 16), (Role::Rook, 26), (Role::Queen, 20)];
/// A square near the king that only king or queen defend.
const WEAK_SQUARE: i32 = 4;
/// So much danger is one step of the table.
const STEP: i32 = 8;
const LAST_STEP: i32 = 23;
/// A distance that stands for "none".
const NONE: usize = 7;

/// What a side gains by attacking the enemy king.
pub(super) fn attack(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    if side.attackers == 0 {
        return;
    }
    let feebly = !enemy.any | enemy.by[Role::King.index()] | enemy.by[Role::Queen.index()];
    let weak = side.any & !enemy.twice & feebly;
    let safe = !side.position.of(side.player) & (!enemy.any | weak & side.twice);
    let mut danger = side.pressure + WEAK_SQUARE * (weak & enemy.zone).count_ones() as i32;
    let occupied = side.position.occupied();
    let (straight, diagonal) = (attacks::rook(enemy.king, occupied), attacks::bishop(enemy.king, occupied));
    for (role, worth) in SAFE_CHECK {
        let lines = match role {
            Role::Knight => attacks::knight(enemy.king),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            _ => straight | diagonal,
        };
        danger += worth * (lines & safe & side.by[role.index()]).count_ones().min(2) as i32;
    }
    // One attacker alone does little.
    if side.attackers == 1 {
        danger /= 2;
    }
    let table = if side.pieces(Role::Queen) == 0 { DANGER_WITHOUT_QUEEN } else { DANGER };
    ledger.add(table.at((danger / STEP).min(LAST_STEP) as usize), 1);
}

/// The pawns of both sides before a side's king.
pub(super) fn shelter(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    let rank = own_rank(side.player, side.king);
    let before = ahead(side.player, RANK_OF[side.king.rank() as usize]) | RANK_OF[side.king.rank() as usize];
    for beside in squares_of((attacks::king(side.king) | side.king.bit()) & RANK_OF[side.king.rank() as usize]) {
        let file = FILE_A << beside.file() & before;
        let kind = usize::from(beside != side.king);
        let own = nearest(side.player, side.pawns & file).map(|square| own_rank(side.player, square) - rank);
        ledger.add(SHELTER.at(8 * kind + own.unwrap_or(NONE).min(NONE)), 1);
        let theirs = nearest(side.player, enemy.pawns & file).map(|square| own_rank(side.player, square) - rank);
        let blocked = own.is_some_and(|own| theirs == Some(own + 1));
        ledger.add(STORM.at(8 * usize::from(blocked) + theirs.unwrap_or(NONE).min(NONE)), 1);
    }
}

/// The square of a set on one file that a player would reach first, going ahead.
fn nearest(player: Player, set: Squares) -> Option<Square> {
    (set != 0).then(|| match player {
        Player::White => Square::lowest_of(set),
        Player::Black => Square::new(63 - set.leading_zeros() as u8),
    })
}

/// The squares of each rank.
const RANK_OF: [Squares; 8] = {
    let mut ranks = [0xFF; 8];
    let mut rank = 0;
    while rank < 8 {
        ranks[rank] <<= 8 * rank;
        rank += 1;
    }
    ranks
};
