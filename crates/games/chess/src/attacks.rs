//! Which squares a piece attacks.
//!
//! Kings, knights and pawns read small tables. Sliding pieces look their attacks up by the occupancy of the squares they
//! could cross: the table's index is that occupancy squeezed together, by the PEXT instruction where the machine has it
//! (`pext`), else by a multiplication with a "magic" number ([`magic`]; Kannan, *Magic move-bitboard generation in
//! computer chess*, 2007). All tables are constants built by the compiler from [`RAYS`]; tests compare every entry with
//! [`walk`], which goes step by step.

use crate::square::{FILE_A, FILE_H, RANK_1, RANK_8, Square, Squares};
use quadrille_core::Player;

#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic;
#[cfg(target_feature = "bmi2")]
mod pext;

#[cfg(not(target_feature = "bmi2"))]
use magic as lookup;
#[cfg(target_feature = "bmi2")]
use pext as lookup;

/// Steps (files, ranks) of a rook.
pub const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
/// Steps of a bishop.
pub const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

static KNIGHT: [Squares; 64] = leaper(&KNIGHT_STEPS);
static KING: [Squares; 64] = leaper(&KING_STEPS);
static PAWN: [[Squares; 64]; 2] = [leaper(&[(-1, -1), (1, -1)]), leaper(&[(-1, 1), (1, 1)])];

/// The square one step away, unless that leaves the board.
const fn step(square: usize, (files, ranks): (i8, i8)) -> Option<usize> {
    let (file, rank) = ((square % 8) as i8 + files, (square / 8) as i8 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as usize) }
}

const fn leaper(steps: &[(i8, i8)]) -> [Squares; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            if let Some(target) = step(square, steps[i]) {
                table[square] |= 1 << target;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Slider attacks by walking: the slow, obvious definition, used only in tests.
#[must_use]
pub const fn walk(from: Square, steps: &[(i8, i8); 4], occupied: Squares) -> Squares {
    let mut attacked = 0;
    let mut i = 0;
    while i < 4 {
        let mut square = from.index();
        while let Some(next) = step(square, steps[i]) {
            attacked |= 1 << next;
            if occupied >> next & 1 != 0 {
                break;
            }
            square = next;
        }
        i += 1;
    }
    attacked
}

/// The squares from a square to the edge, by direction: first the four whose steps go up the numbering, then the four
/// that go down.
const RAYS: [[Squares; 64]; 8] = {
    const STEPS: [(i8, i8); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (1, -1), (-1, -1)];
    let mut rays = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < 64 {
            let mut square = from;
            while let Some(next) = step(square, STEPS[direction]) {
                rays[direction][from] |= 1 << next;
                square = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};
const ROOK_RAYS: [usize; 4] = [0, 1, 4, 5];
const BISHOP_RAYS: [usize; 4] = [2, 3, 6, 7];

/// Slider attacks from rays: the first blocker of each ray cuts the rest of it off.
const fn by_rays(from: usize, directions: &[usize; 4], occupied: Squares) -> Squares {
    let mut attacked = 0;
    let mut i = 0;
    while i < 4 {
        let rays = &RAYS[directions[i]];
        let blockers = rays[from] & occupied;
        let cut = if blockers == 0 {
            0
        } else if directions[i] < 4 {
            rays[blockers.trailing_zeros() as usize]
        } else {
            rays[63 - blockers.leading_zeros() as usize]
        };
        attacked |= rays[from] ^ cut;
        i += 1;
    }
    attacked
}

/// The squares whose occupancy matters to a slider: its rays without their last squares.
const fn relevant(from: usize, directions: &[usize; 4]) -> Squares {
    let square = Square::new(from as u8);
    let file = FILE_A << square.file();
    let rank = RANK_1 << (8 * square.rank());
    let edges = ((FILE_A | FILE_H) & !file) | ((RANK_1 | RANK_8) & !rank);
    by_rays(from, directions, 0) & !edges
}

/// Number of entries of all 64 rook tables, one for each relevant occupancy.
const ROOK_ENTRIES: usize = 102_400;
/// The same for bishops.
const BISHOP_ENTRIES: usize = 5_248;

/// The squares strictly between two squares on one line, otherwise none.
static BETWEEN: [[Squares; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let ray = RAYS[direction][from];
            let mut rest = ray;
            while rest != 0 {
                let to = rest.trailing_zeros() as usize;
                table[from][to] = ray & !RAYS[direction][to] & !(1 << to);
                rest &= rest - 1;
            }
            direction += 1;
        }
        from += 1;
    }
    table
};

/// The squares strictly between two squares that share a rank, file or diagonal; nothing for others.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> Squares {
    BETWEEN[a.index()][b.index()]
}

/// What a knight attacks.
#[inline]
#[must_use]
pub fn knight(from: Square) -> Squares {
    KNIGHT[from.index()]
}

/// What a king attacks.
#[inline]
#[must_use]
pub fn king(from: Square) -> Squares {
    KING[from.index()]
}

/// What a pawn of `player` attacks.
#[inline]
#[must_use]
pub fn pawn(player: Player, from: Square) -> Squares {
    PAWN[player.index()][from.index()]
}

/// What a rook attacks on a board with these squares occupied.
#[inline]
#[must_use]
pub fn rook(from: Square, occupied: Squares) -> Squares {
    lookup::rook(from, occupied)
}

/// What a bishop attacks.
#[inline]
#[must_use]
pub fn bishop(from: Square, occupied: Squares) -> Squares {
    lookup::bishop(from, occupied)
}

/// What a queen attacks.
#[inline]
#[must_use]
pub fn queen(from: Square, occupied: Squares) -> Squares {
    rook(from, occupied) | bishop(from, occupied)
}

/// What all these pawns of `player` attack together.
#[inline]
#[must_use]
pub const fn pawns(player: Player, pawns: Squares) -> Squares {
    let (west, east) = (pawns & !FILE_A, pawns & !FILE_H);
    match player {
        Player::White => west << 7 | east << 9,
        Player::Black => west >> 9 | east >> 7,
    }
}

/// What all these knights attack together.
#[inline]
#[must_use]
pub const fn knights(knights: Squares) -> Squares {
    let west = knights >> 1 & !FILE_H;
    let east = knights << 1 & !FILE_A;
    let far_west = west >> 1 & !FILE_H;
    let far_east = east << 1 & !FILE_A;
    let near = west | east;
    let far = far_west | far_east;
    near << 16 | near >> 16 | far << 8 | far >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::squares_of;
    use quadrille_core::Rng;

    #[test]
    fn every_entry_of_both_lookups_equals_walking() {
        for square in Square::all() {
            for (steps, directions) in [(&ROOK_STEPS, &ROOK_RAYS), (&BISHOP_STEPS, &BISHOP_RAYS)] {
                let is_rook = directions == &ROOK_RAYS;
                let mask = relevant(square.index(), directions);
                let mut occupied: Squares = 0;
                loop {
                    let expected = walk(square, steps, occupied);
                    let (used, twin) = if is_rook {
                        (rook(square, occupied), magic::rook(square, occupied))
                    } else {
                        (bishop(square, occupied), magic::bishop(square, occupied))
                    };
                    assert_eq!(used, expected, "{square} {occupied:#x}");
                    assert_eq!(twin, expected, "{square} {occupied:#x}");
                    occupied = occupied.wrapping_sub(mask) & mask;
                    if occupied == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn occupancy_beyond_the_relevant_squares_changes_nothing() {
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            let square = Square::new(rng.next_u64() as u8);
            let occupied = rng.next_u64() & rng.next_u64();
            assert_eq!(
                queen(square, occupied),
                walk(square, &ROOK_STEPS, occupied) | walk(square, &BISHOP_STEPS, occupied)
            );
        }
    }

    #[test]
    fn sets_attack_what_their_members_attack() {
        let mut rng = Rng::new(2);
        for _ in 0..1_000 {
            let set = rng.next_u64() & rng.next_u64();
            assert_eq!(knights(set), squares_of(set).fold(0, |all, square| all | knight(square)));
            for player in Player::BOTH {
                assert_eq!(pawns(player, set), squares_of(set).fold(0, |all, square| all | pawn(player, square)));
            }
        }
    }

    #[test]
    fn between_is_what_two_rooks_or_bishops_both_see() {
        for a in Square::all() {
            for b in Square::all() {
                let mut expected = 0;
                for steps in [&ROOK_STEPS, &BISHOP_STEPS] {
                    if walk(a, steps, 0) & b.bit() != 0 {
                        expected = walk(a, steps, b.bit()) & walk(b, steps, a.bit());
                    }
                }
                assert_eq!(between(a, b), expected, "{a} {b}");
            }
        }
    }
}
