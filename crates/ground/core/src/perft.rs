//! Perft: counts the leaves of the tree of legal moves, the standard test of a move generator.

use crate::{Game, KeyHistory, MoveBuf};

/// The number of move sequences of exactly `depth` plies, each leaf played and hashed.
pub fn count<G: Game>(position: &G, depth: u32) -> u64 {
    count_after(position, &mut [position.history_key()].into_iter().collect(), depth, false)
}

/// The same, counting the moves of the last ply instead of playing them (bulk counting).
pub fn count_bulk<G: Game>(position: &G, depth: u32) -> u64 {
    count_after(position, &mut [position.history_key()].into_iter().collect(), depth, true)
}

/// The same within a game whose history is `seen` (it ends with this position). If the history can forbid moves, each
/// must be checked and `bulk` saves nothing. Adjudicated draws do not end a line: perft counts legal moves, as
/// published counts do.
pub fn count_after<G: Game>(position: &G, seen: &mut KeyHistory, depth: u32, bulk: bool) -> u64 {
    if G::HISTORY_FORBIDS {
        with_history(position, seen, depth)
    } else if bulk {
        walk::<G, true>(position, depth)
    } else {
        walk::<G, false>(position, depth)
    }
}

fn walk<G: Game, const BULK: bool>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return leaf(position);
    }
    if BULK && depth == 1 {
        return match position.count_legal_moves() {
            0 => G::PERFT_OF_FINISHED,
            n => n as u64,
        };
    }
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return G::PERFT_OF_FINISHED;
    }
    let mut leaves = 0;
    for &m in moves.as_slice() {
        let mut child = position.clone();
        child.play(m);
        leaves += if depth == 1 { leaf(&child) } else { walk::<G, BULK>(&child, depth - 1) };
    }
    leaves
}

/// Counts a leaf. The child is actually made and its key read, as a search would. Leaves are counted inline, since a
/// function call for each would cost more than some games' moves.
#[inline]
fn leaf<G: Game>(position: &G) -> u64 {
    std::hint::black_box(std::hint::black_box(position).key());
    1
}

fn with_history<G: Game>(position: &G, seen: &mut KeyHistory, depth: u32) -> u64 {
    if depth == 0 {
        std::hint::black_box(position.key());
        return 1;
    }
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return G::PERFT_OF_FINISHED;
    }
    let mut leaves = 0;
    for &m in moves.as_slice() {
        if position.allowed_by_history(m, seen) {
            let mut child = position.clone();
            child.play(m);
            seen.push(child.history_key());
            leaves += with_history(&child, seen, depth - 1);
            seen.pop();
        }
    }
    leaves
}
