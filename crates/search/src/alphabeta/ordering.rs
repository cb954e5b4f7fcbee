//! Which move to try first.
//!
//! Alpha-beta visits about the square root of the full tree if the best move comes first at every node (Knuth and Moore,
//! *An analysis of alpha-beta pruning*, 1975), so ordering is where its strength comes from. In order: the table's move,
//! noisy moves that win something, killers (Akl and Newborn 1977), the countermove (Uiterwijk 1992), quiet moves by
//! their history of cuts (Schaeffer 1989), also as answers to the moves before, and their promise, and last noisy moves
//! that lose something. What is remembered is in `memory.rs`.

use super::memory::Memory;
use super::options::Options;
use quadrille_core::Tactics;

/// Moves of the same rank are told apart by numbers below this.
const RANK: i32 = 1 << 24;
const WINNING: i32 = 4 * RANK;
const KILLER: i32 = 3 * RANK;
const COUNTER: i32 = 2 * RANK + RANK / 2;
const LOSING: i32 = -4 * RANK;
/// One point of promise weighs as much as this many points of history.
const PROMISE_WEIGHT: i32 = 16;
const PROMISE_LIMIT: i32 = RANK / 64;

/// What the ordering of one node depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clues {
    pub(super) table_code: Option<u16>,
    pub(super) ply: usize,
    /// The code of the move before.
    pub(super) previous: Option<u32>,
    /// The traces of the last two moves, the latest first.
    pub(super) traces: [Option<u32>; 2],
}

impl<G: Tactics> Memory<G> {
    /// How early to try a move that is not the table's: larger is earlier.
    #[inline]
    pub(super) fn rank(&self, options: &Options, position: &G, m: G::Move, clues: &Clues) -> i32 {
        let promise = position.promise(m).clamp(-PROMISE_LIMIT, PROMISE_LIMIT) * PROMISE_WEIGHT;
        if position.is_noisy(m) {
            let class = if position.gains_at_least(m, 0) { WINNING } else { LOSING };
            return class + promise + if options.noisy_history { self.noisy_history(position, m) } else { 0 };
        }
        let mover = position.to_move();
        if options.killers {
            match self.killers(clues.ply) {
                [Some(first), _] if first == m => return KILLER + 1,
                [_, Some(second)] if second == m => return KILLER,
                _ => {}
            }
        }
        if options.countermoves && clues.previous.is_some_and(|code| self.countermove(mover, code) == Some(m)) {
            return COUNTER;
        }
        promise + self.quiet_history(options, position, m, clues)
    }
}

/// Brings the best remaining move to the front: lazily, since most nodes are cut after a move or two.
#[inline]
pub(super) fn bring_best_forward<M: Copy>(moves: &mut [M], ranks: &mut [i32], from: usize) {
    let mut best = from;
    for i in from + 1..ranks.len() {
        if ranks[i] > ranks[best] {
            best = i;
        }
    }
    moves.swap(from, best);
    ranks.swap(from, best);
}
