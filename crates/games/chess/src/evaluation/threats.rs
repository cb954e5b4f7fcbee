//! Pieces attacked by lesser ones, or not defended.

use super::geometry::forward;
use super::side::Side;
use super::terms::{HANGING, KING_THREAT, Ledger, MINOR_THREAT, PAWN_THREAT, PUSH_THREAT, ROOK_THREAT, Run};
use crate::attacks;
use crate::piece::Role;
use crate::square::{RANK_1, Squares};
use quadrille_core::Player;

/// What a side threatens.
pub(super) fn threats(side: &Side<'_>, enemy: &Side<'_>, ledger: &mut impl Ledger) {
    let position = side.position;
    let their = position.of(enemy.player);
    let pieces = their & !(position.all(Role::Pawn) | position.all(Role::King));
    let by = |role: Role| side.by[role.index()];
    let mut count = |run: &Run, targets: Squares| {
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let attacked = (targets & position.all(role)).count_ones() as i32;
            if attacked > 0 {
                ledger.add(run.at(role.index()), attacked);
            }
        }
    };
    let firm = enemy.by[Role::Pawn.index()] | enemy.twice & !side.twice;
    let loose = their & side.any & !firm;
    count(&PAWN_THREAT, by(Role::Pawn) & pieces);
    count(&MINOR_THREAT, (by(Role::Knight) | by(Role::Bishop)) & (pieces | loose));
    count(&ROOK_THREAT, by(Role::Rook) & (loose | their & position.all(Role::Queen)));
    ledger.add(KING_THREAT.at(0), i32::from(by(Role::King) & loose != 0));
    ledger.add(HANGING.at(0), (loose & !enemy.any).count_ones() as i32);
    let safe = !enemy.by[Role::Pawn.index()] & (side.any | !enemy.any);
    let pushed = pushes(side) & safe;
    ledger.add(PUSH_THREAT.at(0), (attacks::pawns(side.player, pushed) & pieces).count_ones() as i32);
}

/// The squares that pawns can advance to.
fn pushes(side: &Side<'_>) -> Squares {
    let free = !side.position.occupied();
    let once = forward(side.player, side.pawns) & free;
    let third = match side.player {
        Player::White => RANK_1 << 16,
        Player::Black => RANK_1 << 40,
    };
    once | forward(side.player, once & third) & free
}
