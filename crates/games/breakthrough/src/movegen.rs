//! Where pieces may go.
//!
//! A move is one shift of a whole set of pawns, so generating costs the same for two pawns as for sixteen. Read
//! [`pawn_steps`] and [`Direction::targets`] first.

use crate::geometry::Geometry;
use crate::moves::{Move, Moves};
use crate::position::Position;
use crate::rules::Piece;
use arrayvec::ArrayVec;
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player};

/// A direction: the shift of the pawn's bit, seen from White, and the squares it may start from.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// Squares from which this step stays between the side edges.
    pub sources: u64,
    /// Rows forward.
    pub forward: i8,
    /// Columns to the right.
    pub right: i8,
    /// Whether it may capture.
    pub captures: bool,
}

impl Direction {
    /// The number of bits from source to target.
    #[inline]
    #[must_use]
    pub const fn distance(self, columns: u8, mover: Player) -> i32 {
        let forward = self.forward as i32 * columns as i32;
        match mover {
            Player::White => forward + self.right as i32,
            Player::Black => self.right as i32 - forward,
        }
    }

    /// Where the pawns of `own` arrive.
    #[inline]
    #[must_use]
    pub fn targets(self, own: u64, enemy: u64, g: &Geometry, mover: Player) -> u64 {
        let moved = shift(own & self.sources, self.distance(g.columns, mover));
        moved & g.board & !own & if self.captures { u64::MAX } else { !enemy }
    }
}

#[inline]
const fn shift(set: u64, by: i32) -> u64 {
    if by >= 0 { set << by } else { set >> -by }
}

/// The three steps of a pawn: straight, right, left, in the order of the moves' codes.
#[inline]
#[must_use]
pub const fn pawn_steps(g: &Geometry) -> [Direction; 3] {
    [
        Direction { sources: g.board, forward: 1, right: 0, captures: false },
        Direction { sources: g.has_right, forward: 1, right: 1, captures: true },
        Direction { sources: g.has_left, forward: 1, right: -1, captures: true },
    ]
}

/// The four forward jumps of a knight.
#[inline]
pub(crate) const fn knight_jumps(g: &Geometry) -> [Direction; 4] {
    [
        Direction { sources: g.has_right, forward: 2, right: 1, captures: true },
        Direction { sources: g.has_left, forward: 2, right: -1, captures: true },
        Direction { sources: g.has_two_right, forward: 1, right: 2, captures: true },
        Direction { sources: g.has_two_left, forward: 1, right: -2, captures: true },
    ]
}

impl Position {
    /// Every direction of this variant with its target squares.
    #[inline]
    pub(crate) fn target_sets(&self) -> ArrayVec<(Direction, u64), 4> {
        let g = self.geometry();
        let (own, enemy) = (self.pawns(self.to_move()), self.pawns(!self.to_move()));
        let with_targets = |d: Direction| (d, d.targets(own, enemy, g, self.to_move()));
        match self.piece() {
            Piece::Pawn => pawn_steps(g).into_iter().map(with_targets).collect(),
            Piece::Knight => knight_jumps(g).into_iter().map(with_targets).collect(),
        }
    }

    /// The direction of a move, if it has one.
    pub(crate) fn direction_of(&self, m: Move) -> Option<(usize, Direction)> {
        let g = self.geometry();
        let steps: ArrayVec<Direction, 4> = match self.piece() {
            Piece::Pawn => pawn_steps(g).into_iter().collect(),
            Piece::Knight => knight_jumps(g).into_iter().collect(),
        };
        steps.into_iter().enumerate().find(|(_, d)| {
            let along = i32::from(m.from) + d.distance(g.columns, self.to_move()) == i32::from(m.to);
            along && m.from < 64 && d.sources >> m.from & 1 == 1
        })
    }

    /// Whether the mover may move this way, if the game is not over. Branch-free, since the direction is unpredictable.
    #[inline]
    #[must_use]
    pub fn is_pawn_step(&self, m: Move) -> bool {
        let (g, mover) = (self.geometry(), self.to_move());
        let (own, enemy) = (self.pawns(mover), self.pawns(!mover));
        let columns = i32::from(g.columns);
        let right = i32::from(m.to) - i32::from(m.from) - if mover == Player::White { columns } else { -columns };
        let sources = [g.has_left, g.board, g.has_right, 0][(right + 1).clamp(-1, 3) as usize & 3];
        let has = |set: u64, square: u8| square < 64 && set >> (square & 63) & 1 == 1;
        let blocked = own | if right == 0 { enemy } else { 0 };
        has(own & sources, m.from) & has(g.board & !blocked, m.to)
    }

    /// Lists the legal moves of a game that is not over.
    #[inline]
    pub(crate) fn list_moves(&self, moves: &mut Moves) {
        let g = self.geometry();
        match self.piece() {
            Piece::Pawn => self.list(&pawn_steps(g), moves),
            Piece::Knight => self.list(&knight_jumps(g), moves),
        }
    }

    /// Lists the moves in these directions, one after the other.
    #[inline(always)]
    fn list<const N: usize>(&self, directions: &[Direction; N], moves: &mut Moves) {
        let g = self.geometry();
        let (own, enemy) = (self.pawns(self.to_move()), self.pawns(!self.to_move()));
        for direction in directions {
            let distance = direction.distance(g.columns, self.to_move());
            for to in Bits(direction.targets(own, enemy, g, self.to_move())) {
                moves.push(Move { from: (to as i32 - distance) as u8, to: to as u8 });
            }
        }
    }
}
