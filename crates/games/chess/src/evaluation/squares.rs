//! What a piece is worth on each square.
//!
//! The tables are computed from a few principles, each with a number: pieces belong in the centre, knights most of all;
//! pawns advance, centre pawns first; the king hides in the middlegame and comes out in the endgame.

use super::weight::{Weight, w};
use crate::piece::Role;
use crate::square::Square;
use quadrille_core::Player;

/// What each piece is worth on a square of average quality.
const PIECE: [Weight; 6] = [w(88, 112), w(325, 300), w(340, 315), w(470, 530), w(960, 990), w(0, 0)];

/// Piece and square together, seen from White; Black's squares are mirrored.
static TABLE: [[Weight; 64]; 6] = {
    let mut table = [[w(0, 0); 64]; 6];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let place = placed(Role::ALL[role], Square::new(square as u8));
            table[role][square] = w(PIECE[role].middlegame + place.middlegame, PIECE[role].endgame + place.endgame);
            square += 1;
        }
        role += 1;
    }
    table
};

/// How central a file or rank is: 0 on the edge to 3 in the middle.
const fn inner(coordinate: u8) -> i32 {
    let coordinate = coordinate as i32;
    if coordinate < 4 { coordinate } else { 7 - coordinate }
}

const fn placed(role: Role, square: Square) -> Weight {
    let rank = square.rank() as i32;
    let (across, along) = (inner(square.file()), inner(square.rank()));
    let centre = across + along;
    match role {
        Role::Pawn => pawn(rank, across),
        Role::Knight => {
            let corner = if centre == 0 { 25 } else { 0 };
            let home = if rank == 0 { 10 } else { 0 };
            let advanced = if rank >= 3 && rank <= 5 { 8 } else { 0 };
            w(12 * centre - 42 - corner - home + advanced, 8 * centre - 30 - corner)
        }
        Role::Bishop => {
            let home = if rank == 0 { 14 } else { 0 };
            let long_diagonal = if square.file() as i32 == rank || square.file() as i32 + rank == 7 { 7 } else { 0 };
            w(4 * centre - 12 - home + long_diagonal, 3 * centre - 10)
        }
        Role::Rook => {
            let seventh = if rank == 6 { 18 } else { 0 };
            let home = if rank == 0 { 3 * across } else { -4 };
            w(
                seventh + home,
                if rank == 6 {
                    16
                } else if rank == 7 {
                    8
                } else {
                    0
                },
            )
        }
        Role::Queen => {
            let early = if rank >= 2 && rank <= 4 { -3 } else { 0 };
            w(2 * centre - 6 + early, 7 * centre - 20)
        }
        Role::King => king(rank, square.file(), centre),
    }
}

const fn pawn(rank: i32, across: i32) -> Weight {
    if rank == 0 || rank == 7 {
        return w(0, 0);
    }
    let advance = rank - 1;
    let central =
        if across == 3 { [0, 6, 20, 28, 30, 40][advance as usize] } else { [0, 0, 4, 9, 16, 30][advance as usize] };
    let unmoved_centre = if across == 3 && advance == 0 { -12 } else { 0 };
    let edge = if across == 0 { -6 } else { 0 };
    w(central + unmoved_centre + edge, [0, 2, 7, 16, 34, 60][advance as usize] - 8)
}

const fn king(rank: i32, file: u8, centre: i32) -> Weight {
    let shelter = match file {
        1 | 6 => 32,
        0 | 7 | 2 => 18,
        5 => 2,
        _ => -4,
    };
    let exposed = [0, 18, 48, 70, 85, 95, 100, 100][rank as usize];
    w(if rank == 0 { shelter } else { shelter / 2 - exposed }, 11 * centre - 36)
}

/// The square as White would see it from Black's side.
#[inline]
pub(super) const fn mirrored(player: Player, square: Square) -> Square {
    match player {
        Player::White => square,
        Player::Black => Square::new(square.index() as u8 ^ 56),
    }
}

/// The value of a player's piece on a square.
#[inline]
pub(super) fn value(player: Player, role: Role, square: Square) -> Weight {
    TABLE[role.index()][mirrored(player, square).index()]
}

/// What a quiet move gains on this table in the middlegame.
#[inline]
pub(crate) fn gain(player: Player, role: Role, from: Square, to: Square) -> i32 {
    value(player, role, to).middlegame - value(player, role, from).middlegame
}
