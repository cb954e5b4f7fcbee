//! Which move to try first.
//!
//! Alpha-beta visits about the square root of the full tree if the best move comes first at every node (Knuth and Moore,
//! *An analysis of alpha-beta pruning*, 1975), so ordering is where its strength comes from. In order: the table's move,
//! noisy moves that win something, killers (Akl and Newborn 1977), the countermove (Uiterwijk 1992), quiet moves by
//! their history of cuts (Schaeffer 1989) and their promise, and last noisy moves that lose something.

use super::options::Options;
use super::worker::MAX_PLY;
use quadrille_core::{Player, Tactics};

/// Moves of the same rank are told apart by numbers below this.
const RANK: i32 = 1 << 24;
const TABLE_MOVE: i32 = 5 * RANK;
const WINNING: i32 = 4 * RANK;
const KILLER: i32 = 3 * RANK;
const COUNTER: i32 = 2 * RANK + RANK / 2;
const LOSING: i32 = -4 * RANK;
/// One point of promise weighs like so many points of history.
const PROMISE_WEIGHT: i32 = 16;
const PROMISE_LIMIT: i32 = RANK / 64;
/// History scores stay within this.
const HISTORY_LIMIT: i32 = 16_384;

/// What one worker remembers about good moves.
#[derive(Debug)]
pub(super) struct Memory<G: Tactics> {
    killers: Vec<[Option<G::Move>; 2]>,
    history: [Vec<i32>; 2],
    counters: [Vec<Option<G::Move>>; 2],
}

/// What the ordering of one node depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clues {
    pub(super) table_code: Option<u16>,
    pub(super) ply: usize,
    pub(super) previous: Option<u32>,
}

impl<G: Tactics> Memory<G> {
    pub(super) fn new(codes: usize) -> Self {
        Self {
            killers: vec![[None; 2]; MAX_PLY + 1],
            history: [vec![0; codes], vec![0; codes]],
            counters: [vec![None; codes], vec![None; codes]],
        }
    }

    /// The history of one quiet move.
    #[inline]
    pub(super) fn history_of(&self, mover: Player, code: usize) -> i32 {
        self.history[mover.index()][code]
    }

    /// How early to try a move: larger is earlier.
    #[inline]
    pub(super) fn rank(&self, options: &Options, position: &G, m: G::Move, clues: Clues) -> i32 {
        let code = position.code(m);
        if clues.table_code.is_some_and(|table| usize::from(table) == code) {
            return TABLE_MOVE;
        }
        let promise = position.promise(m).clamp(-PROMISE_LIMIT, PROMISE_LIMIT) * PROMISE_WEIGHT;
        if position.is_noisy(m) {
            return if position.gains_at_least(m, 0) { WINNING + promise } else { LOSING + promise };
        }
        let mover = position.to_move();
        if options.killers {
            match self.killers[clues.ply] {
                [Some(first), _] if first == m => return KILLER + 1,
                [_, Some(second)] if second == m => return KILLER,
                _ => {}
            }
        }
        if options.countermoves
            && clues.previous.is_some_and(|code| self.counters[mover.index()][code as usize] == Some(m))
        {
            return COUNTER;
        }
        promise + if options.history { self.history_of(mover, code) } else { 0 }
    }

    /// A quiet move refuted the line: remember it, and hold it against the quiet moves tried before it.
    pub(super) fn reward(&mut self, position: &G, m: G::Move, tried: &[G::Move], depth: i32, clues: Clues) {
        let mover = position.to_move();
        let killers = &mut self.killers[clues.ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        if let Some(previous) = clues.previous {
            self.counters[mover.index()][previous as usize] = Some(m);
        }
        let bonus = (depth * depth * 16).min(2_000);
        self.adjust(mover, position.code(m), bonus);
        for &other in tried {
            self.adjust(mover, position.code(other), -bonus);
        }
    }

    /// Moves a history score towards the bonus, the less the nearer it is to the limit already.
    fn adjust(&mut self, mover: Player, code: usize, bonus: i32) {
        let score = &mut self.history[mover.index()][code];
        *score += bonus - *score * bonus.abs() / HISTORY_LIMIT;
    }

    /// Killers of the grandchildren are stale once a new node is entered.
    pub(super) fn enter(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply + 2) {
            *killers = [None; 2];
        }
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
