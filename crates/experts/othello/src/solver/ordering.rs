//! Which move to try first.
//!
//! Moves that leave the opponent the fewest replies come first (fastest first): they are often good and always cheap to
//! refute. The weights were tuned on FFO 26 to 37, 41 and 42, so timings on those positions are biased.

use super::Cutoffs;
use super::parity::odd_quarters;
use super::table::{Entry, Table};
use arrayvec::ArrayVec;
use quadrille_core::bits::Bits;
use quadrille_othello::{Board, CORNERS, near};

/// A move and the board behind it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    /// The board after the move, seen by the opponent.
    pub(super) board: Board,
    /// The opponent's answers.
    pub(super) moves: u64,
    /// Smaller is tried earlier.
    pub(super) rank: i32,
    pub(super) square: u8,
}

impl Child {
    /// The discs the move turned on the board it was played on.
    #[inline]
    pub(in super::super) const fn flips(&self, before: Board) -> u64 {
        before.other ^ self.board.own
    }
}

/// The moves of one position; as many as there may be empty squares.
pub(super) type Children = ArrayVec<Child, 64>;

/// What counts against a move.
pub(super) mod weight {
    /// Each reply of the opponent; replies in a corner count twice.
    pub(in super::super) const ANSWER: i32 = 16;
    /// Each empty square next to one of the mover's discs: potential mobility.
    pub(in super::super) const POTENTIAL: i32 = 4;
    /// A unit of [`quadrille_othello::scalar::Answers::freedom`], which weighs answers and potential mobility in the same way.
    pub(in super::super) const FREEDOM: i32 = POTENTIAL;
    /// Playing into a quarter with an even number of empty squares.
    pub(in super::super) const EVEN: i32 = 8;
    /// Not taking a corner.
    pub(in super::super) const NOT_CORNER: i32 = 8;
    /// The table's best move, and its second.
    pub(in super::super) const TABLE: [i32; 2] = [-1 << 14, -1 << 13];
}

/// Adds all moves with the boards behind them, not yet ranked; a table in which they will be looked up is told so. (To return
/// a list this long would mean to copy it.)
#[inline]
pub(super) fn add_children(children: &mut Children, board: Board, moves: u64, table: Option<&Table>) {
    for square in Bits(moves) {
        let after = board.play(square);
        if let Some(table) = table {
            table.prefetch(after);
        }
        children.push(Child { board: after, moves: 0, rank: 0, square: square as u8 });
    }
    for child in children.iter_mut() {
        child.moves = child.board.moves();
    }
}

/// Ranks the moves of a board.
#[inline]
pub(super) fn rank(children: &mut [Child], empty: u64, entry: Option<Entry>, cutoffs: &Cutoffs) {
    let odd = if cutoffs.parity { odd_quarters(empty) } else { !0 };
    for child in children.iter_mut() {
        if let Some(rank) = entry.and_then(|entry| rank_by_table(child, entry)) {
            child.rank = rank;
        } else if cutoffs.fastest_first {
            child.rank = rank_of(child, odd);
        }
    }
}

/// The rank of a move that the table knows as good.
#[inline]
pub(super) fn rank_by_table(child: &Child, entry: Entry) -> Option<i32> {
    let place = entry.squares.iter().position(|&square| square == child.square)?;
    Some(weight::TABLE[place])
}

/// The rank by what the move leaves the opponent; `odd` are the squares of odd quarters.
#[inline]
pub(super) fn rank_of(child: &Child, odd: u64) -> i32 {
    let answers = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
    let potential = (near(child.board.other) & child.board.empty()).count_ones();
    let square = 1_u64 << child.square;
    weight::ANSWER * answers as i32
        + weight::POTENTIAL * potential as i32
        + if square & odd == 0 { weight::EVEN } else { 0 }
        + if square & CORNERS == 0 { weight::NOT_CORNER } else { 0 }
}

/// Brings the best of the children from `first` on to `first`: moves are sorted only as far as they are tried.
#[inline]
pub(super) fn bring_best(children: &mut Children, first: usize) -> Child {
    // Rank and index in one number: the smallest is found without a branch. Ranks are below 2^24.
    let key = |(index, child): (usize, &Child)| child.rank << 6 | index as i32;
    let best = children.iter().enumerate().skip(first).map(key).min().unwrap_or(0) as usize % 64;
    children.swap(first, best);
    children[first]
}
