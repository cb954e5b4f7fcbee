//! The other convention of counting leaves: a pass costs no ply.
//!
//! The usual convention (a pass is a ply) is `quadrille_core::perft`. They differ from depth 9 on.

use crate::board::Board;
use quadrille_core::bits::Bits;

/// Leaves of the tree of `depth` discs placed; passes are free, and a finished game counts as one leaf.
#[must_use]
pub fn count_pass_free(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut mover = board;
    let mut squares = mover.moves();
    if squares == 0 {
        mover = board.pass();
        squares = mover.moves();
        if squares == 0 {
            return 1;
        }
    }
    if depth == 1 {
        return u64::from(squares.count_ones());
    }
    Bits(squares).map(|square| count_pass_free(mover.play(square), depth - 1)).sum()
}
