//! Counting the leaves of the tree of legal moves: the classic test of a move generator.

use crate::{Game, KeyHistory, MoveBuf};

/// The number of move sequences of exactly `depth` plies, each leaf played and hashed.
pub fn count<G: Game>(position: &G, depth: u32) -> u64 {
    if G::HISTORY_FORBIDS { with_history(position, depth) } else { walk::<G, false>(position, depth) }
}

/// The same number, counting the moves of the last ply instead of playing them.
pub fn count_bulk<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 { 1 } else { walk::<G, true>(position, depth) }
}

/// The count below each move of the position, in the generator's order.
pub fn divide<G: Game>(position: &G, depth: u32, bulk: bool) -> Vec<(G::Move, u64)> {
    let mut moves = G::Moves::default();
    position.legal_moves(&mut moves);
    let below = depth.saturating_sub(1);
    let count_child = |m| {
        let mut child = position.clone();
        child.play(m);
        if bulk { count_bulk(&child, below) } else { count(&child, below) }
    };
    moves.as_slice().iter().map(|&m| (m, count_child(m))).collect()
}

fn walk<G: Game, const BULK: bool>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        // The leaf's key is read so that the hash is really computed: a search cannot do without it.
        std::hint::black_box(position.key());
        return 1;
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
        leaves += walk::<G, BULK>(&child, depth - 1);
    }
    leaves
}

/// Perft that also obeys [`Game::allowed_by_history`] (superko). Adjudicated draws are not ends here: perft counts what
/// may be played, and published counts do so.
fn with_history<G: Game>(position: &G, depth: u32) -> u64 {
    fn go<G: Game>(position: &G, seen: &mut KeyHistory, depth: u32) -> u64 {
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
                leaves += go(&child, seen, depth - 1);
                seen.pop();
            }
        }
        leaves
    }
    let mut seen: KeyHistory = [position.history_key()].into_iter().collect();
    go(position, &mut seen, depth)
}
