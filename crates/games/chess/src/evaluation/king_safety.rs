//! The safety of a king: pawns before it, open lines towards it, and attackers near it.

use super::pawns::ahead;
use super::weight::{Weight, w};
use crate::attacks;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{FILE_A, Squares, squares_of};
use quadrille_core::Player;

/// A pawn directly before the king, or on the next rank.
const SHIELD_NEAR: Weight = w(12, 0);
const SHIELD_FAR: Weight = w(6, 0);
/// A file beside or under the king without pawns of either side, or without its own.
const OPEN_FILE: Weight = w(-22, -2);
const HALF_OPEN_FILE: Weight = w(-10, 0);
/// How dangerous a piece is that attacks squares around the king.
const ATTACKER: [i32; 6] = [0, 8, 7, 10, 16, 0];
/// For every attacked square around the king.
const ATTACKED_SQUARE: i32 = 3;
/// Danger grows with its square, divided by this, and never exceeds the limit.
const DANGER_DIVISOR: i32 = 14;
const DANGER_LIMIT: i32 = 420;
/// Without a queen an attack is worth this much less, in percent.
const WITHOUT_QUEEN: i32 = 45;

/// What one player gains by attacking the other's king; collected while mobility is counted.
#[derive(Default)]
pub(super) struct Attack {
    zone: Squares,
    attackers: i32,
    danger: i32,
}

impl Attack {
    /// An attack on the king of `victim`.
    pub(super) fn on(position: &Position, victim: Player) -> Self {
        let king = position.king(victim);
        let near = attacks::king(king) | king.bit();
        let zone = match victim {
            Player::White => near | near << 8,
            Player::Black => near | near >> 8,
        };
        Self { zone, attackers: 0, danger: 0 }
    }

    /// A piece attacks these squares.
    #[inline]
    pub(super) fn add(&mut self, role: Role, attacked: Squares) {
        let near = attacked & self.zone;
        if near != 0 {
            self.attackers += 1;
            self.danger += ATTACKER[role.index()] + ATTACKED_SQUARE * near.count_ones() as i32;
        }
    }

    /// One attacker alone does little; several together are dangerous.
    pub(super) fn value(&self, has_queen: bool) -> Weight {
        if self.attackers < 2 {
            return w(0, 0);
        }
        let danger = (self.danger * self.danger / DANGER_DIVISOR / 4).min(DANGER_LIMIT);
        let danger = if has_queen { danger } else { danger * WITHOUT_QUEEN / 100 };
        w(danger, danger / 8)
    }
}

/// The pawns and files before a player's king.
pub(super) fn shelter(position: &Position, player: Player) -> Weight {
    let king = position.king(player);
    let own = position.pieces(player, Role::Pawn);
    let all = position.all(Role::Pawn);
    let front = attacks::king(king) & ahead(player, RANK_OF[king.rank() as usize]);
    let beyond = match player {
        Player::White => front << 8,
        Player::Black => front >> 8,
    };
    let mut sum = SHIELD_NEAR * (own & front).count_ones() as i32 + SHIELD_FAR * (own & beyond).count_ones() as i32;
    for file in squares_of((attacks::king(king) | king.bit()) & RANK_OF[king.rank() as usize]) {
        let file = FILE_A << file.file();
        if all & file == 0 {
            sum += OPEN_FILE;
        } else if own & file == 0 {
            sum += HALF_OPEN_FILE;
        }
    }
    sum
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
