//! A move and a list of moves.

use arrayvec::ArrayVec;

/// A move from one square to another, squares counted `columns * x + y`. Colour and capture follow from the position.
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
