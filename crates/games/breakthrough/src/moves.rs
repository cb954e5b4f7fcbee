//! Moves and the sets of squares they lead to.

use crate::geometry::Geometry;
use arrayvec::ArrayVec;
use quadrille_core::Player;

/// A move from one square to another, squares counted `columns * x + y`. Whose move it is, and whether it captures, the
/// position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the pawn stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The number of pairs of squares a forward knight's jump apart on 8x8; pawns have 154. No position has more moves.
const MOST_MOVES: usize = 168;

/// A buffer for the moves of any position.
pub type Moves = ArrayVec<Move, MOST_MOVES>;

/// One way to move: how far the bit of the pawn travels, seen from White, and which squares may start it.
#[derive(Clone, Copy, Debug)]
pub struct Direction {
    /// Squares from which this step stays between the side edges.
    pub sources: u64,
    /// Rows forward.
    pub forward: i8,
    /// Columns to the right.
    pub right: i8,
    /// Whether an enemy's pawn may be taken so.
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

/// The three steps of a pawn: straight, right, left, in the order of the documents' codes.
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
