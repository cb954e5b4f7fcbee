//! One side of the board: what it attacks, and how its pieces stand.

use super::geometry::{ahead, doubly_attacked, folded, forward};
use super::terms::{
    BAD_BISHOP, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAIR, KNIGHT_MOBILITY, KNIGHT_OUTPOST, Ledger, PIECE,
    QUEEN_MOBILITY, ROOK_HALF_OPEN_FILE, ROOK_MOBILITY, ROOK_OPEN_FILE, Run, SQUARE,
};
use crate::attacks;
use crate::piece::Role;
use crate::position::Position;
use crate::square::{DARK_SQUARES, FILE_A, Square, Squares, squares_of};
use quadrille_core::Player;

/// By the number of safe squares of each piece but pawn and king.
const MOBILITY: [(Role, Run); 4] = [
    (Role::Knight, KNIGHT_MOBILITY),
    (Role::Bishop, BISHOP_MOBILITY),
    (Role::Rook, ROOK_MOBILITY),
    (Role::Queen, QUEEN_MOBILITY),
];
/// How dangerous a piece is that attacks squares around the king, and every square it attacks there.
const ATTACKER: [i32; 6] = [0, 8, 7, 10, 16, 0];
const ATTACKED_SQUARE: i32 = 3;

/// What is known of one side while both are judged.
pub(super) struct Side<'p> {
    pub(super) position: &'p Position,
    pub(super) player: Player,
    pub(super) king: Square,
    pub(super) pawns: Squares,
    /// The squares that each kind of piece attacks, that any does, and that two or more do.
    pub(super) by: [Squares; 6],
    pub(super) any: Squares,
    pub(super) twice: Squares,
    /// The squares around the king, one rank farther towards the enemy.
    pub(super) zone: Squares,
    /// How many pieces look at the enemy king's zone, and how dangerous they are together.
    pub(super) attackers: i32,
    pub(super) pressure: i32,
}

impl<'p> Side<'p> {
    /// A side with what its pawns and king attack; the pieces are added by [`Side::place`].
    pub(super) fn new(position: &'p Position, player: Player) -> Self {
        let king = position.king(player);
        let pawns = position.pieces(player, Role::Pawn);
        let by_king = attacks::king(king);
        let by_pawns = attacks::pawns(player, pawns);
        let near = by_king | king.bit();
        let zone = near | forward(player, near);
        let mut by = [0; 6];
        by[Role::Pawn.index()] = by_pawns;
        by[Role::King.index()] = by_king;
        let twice = by_pawns & by_king | doubly_attacked(player, pawns);
        Self { position, player, king, pawns, by, any: by_pawns | by_king, twice, zone, attackers: 0, pressure: 0 }
    }

    pub(super) fn pieces(&self, role: Role) -> Squares {
        self.position.pieces(self.player, role)
    }

    /// Judges the pieces where they stand and notes what they attack.
    pub(super) fn place(&mut self, enemy: &Side<'_>, ledger: &mut impl Ledger) {
        for role in [Role::Pawn, Role::King] {
            for square in squares_of(self.pieces(role)) {
                self.stand(role, square, ledger);
            }
        }
        let bad = enemy.by[Role::Pawn.index()] | self.pawns | self.king.bit();
        for (role, mobility) in MOBILITY {
            for square in squares_of(self.pieces(role)) {
                self.stand(role, square, ledger);
                let attacked = self.attacked_from(role, square);
                ledger.add(mobility.at((attacked & !bad).count_ones() as usize), 1);
                self.note(role, attacked, enemy.zone);
            }
        }
        self.minors(enemy, ledger);
        self.rooks(enemy, ledger);
    }

    #[inline]
    fn stand(&self, role: Role, square: Square, ledger: &mut impl Ledger) {
        ledger.add(PIECE.at(role.index()), 1);
        ledger.add(SQUARE.at(role.index() * 32 + folded(self.player, square)), 1);
    }

    /// Sliders look through the queen, and rooks through each other: they support each other's lines.
    fn attacked_from(&self, role: Role, square: Square) -> Squares {
        let occupied = self.position.occupied();
        let queens = self.pieces(Role::Queen);
        match role {
            Role::Knight => attacks::knight(square),
            Role::Bishop => attacks::bishop(square, occupied & !queens),
            Role::Rook => attacks::rook(square, occupied & !(queens | self.pieces(Role::Rook))),
            _ => attacks::queen(square, occupied),
        }
    }

    fn note(&mut self, role: Role, attacked: Squares, enemy_zone: Squares) {
        self.by[role.index()] |= attacked;
        self.twice |= self.any & attacked;
        self.any |= attacked;
        let near = (attacked & enemy_zone).count_ones() as i32;
        if near > 0 {
            self.attackers += 1;
            self.pressure += ATTACKER[role.index()] + ATTACKED_SQUARE * near;
        }
    }

    fn minors(&self, enemy: &Side<'_>, ledger: &mut impl Ledger) {
        let bishops = self.pieces(Role::Bishop);
        ledger.add(BISHOP_PAIR.at(0), i32::from(bishops.count_ones() >= 2));
        for colour in [DARK_SQUARES, !DARK_SQUARES] {
            let same = (bishops & colour).count_ones() * (self.pawns & colour).count_ones();
            ledger.add(BAD_BISHOP.at(0), same as i32);
        }
        let reach = enemy.pawns | ahead(enemy.player, enemy.pawns);
        let safe_for_ever = !attacks::pawns(enemy.player, reach);
        let posts = self.by[Role::Pawn.index()] & safe_for_ever & far_half(self.player);
        ledger.add(KNIGHT_OUTPOST.at(0), (self.pieces(Role::Knight) & posts).count_ones() as i32);
        ledger.add(BISHOP_OUTPOST.at(0), (bishops & posts).count_ones() as i32);
    }

    fn rooks(&self, enemy: &Side<'_>, ledger: &mut impl Ledger) {
        for rook in squares_of(self.pieces(Role::Rook)) {
            let file = FILE_A << rook.file();
            if (self.pawns | enemy.pawns) & file == 0 {
                ledger.add(ROOK_OPEN_FILE.at(0), 1);
            } else if self.pawns & file == 0 {
                ledger.add(ROOK_HALF_OPEN_FILE.at(0), 1);
            }
        }
    }
}

/// The ranks 4 to 6 as the player counts.
const fn far_half(player: Player) -> Squares {
    match player {
        Player::White => 0x0000_FFFF_FF00_0000,
        Player::Black => 0x0000_00FF_FFFF_0000,
    }
}
