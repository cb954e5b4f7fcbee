//! The crate `cozy-chess` as an independent counter.

use cozy_chess::Board;

/// Leaves below a position of the oracle, the last ply counted and not played.
pub fn bulk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                leaves += bulk(&child, depth - 1);
            }
        }
        false
    });
    leaves
}
