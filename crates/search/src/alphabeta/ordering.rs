//! Which move to try first.
//!
//! Alpha-beta visits about the square root of the full tree if the best move comes first at every node (Knuth and
//! Moore, *An analysis of alpha-beta pruning*, 1975). The order: the table move, noisy moves that win something,
//! killers (Akl and Newborn 1977), the countermove (Uiterwijk 1992), quiet moves by history (Schaeffer 1989),
//! continuation history and the game's own estimate
//! (`promise`), and last noisy moves that lose something. The histories are in `memory.rs`.

use super::memory::{Clues, Memory};
use super::options::Options;
use super::worker::Worker;
use quadrille_core::{Evaluation, MoveBuf, Tactics};

/// Scores within a rank are below this.
const RANK: i32 = 1 << 24;
const WINNING: i32 = 4 * RANK;
/// The rank of quiet moves that have not been scored yet: below every winning noisy move.
const UNRANKED: i32 = 3 * RANK + RANK / 2;
const KILLER: i32 = 3 * RANK;
const COUNTER: i32 = 2 * RANK + RANK / 2;
const LOSING: i32 = -4 * RANK;
/// One point of `promise` weighs as much as this many points of history.
const PROMISE_WEIGHT: i32 = 16;
const PROMISE_LIMIT: i32 = RANK / 64;

impl<G: Tactics> Memory<G> {
    /// The ordering score of a move that is not the table move.
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

/// The next thing to try.
pub(super) enum Next<M> {
    /// This move.
    Move(M),
    /// A quiet move, but the quiet moves have not been scored yet.
    Quiets,
}

/// The staged move picker: yields the moves of a node, best first. The table move often causes a cutoff before the
/// others are scored, and a good capture before the quiet moves are.
pub(super) struct Picker {
    /// The ranks of the moves from `ranked_from` on begin here in [`Worker::ranks`].
    base: usize,
    /// The table move comes before the scored moves.
    ranked_from: usize,
    next: usize,
    end: usize,
    ranked: bool,
}

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    pub(super) fn picker(&mut self, position: &G, moves: &mut G::Moves, clues: &Clues) -> Picker {
        let ranked_from = usize::from(bring_table_move_forward(position, moves, clues));
        Picker { base: self.ranks.len(), ranked_from, next: 0, end: moves.len(), ranked: false }
    }

    #[inline]
    pub(super) fn pick(
        &mut self,
        picker: &mut Picker,
        position: &G,
        moves: &mut G::Moves,
        clues: &Clues,
    ) -> Option<Next<G::Move>> {
        if picker.next == picker.end {
            return None;
        }
        if picker.next >= picker.ranked_from {
            if !picker.ranked {
                self.rank_noisy(picker, position, moves, clues);
            }
            let ranks = &mut self.ranks[picker.base..];
            let from = picker.next - picker.ranked_from;
            bring_best_forward(&mut moves.as_mut()[picker.ranked_from..], ranks, from);
            if ranks[from] == UNRANKED {
                return Some(Next::Quiets);
            }
        }
        picker.next += 1;
        Some(Next::Move(moves.as_slice()[picker.next - 1]))
    }

    /// Number of moves not yet yielded.
    pub(super) const fn left(picker: &Picker) -> usize {
        picker.end - picker.next
    }

    fn rank_noisy(&mut self, picker: &mut Picker, position: &G, moves: &G::Moves, clues: &Clues) {
        let options = self.shared.options;
        let rank = |&m: &G::Move| {
            if position.is_noisy(m) { self.memory.rank(options, position, m, clues) } else { UNRANKED }
        };
        self.ranks.extend(moves.as_slice()[picker.ranked_from..].iter().map(rank));
        picker.ranked = true;
    }

    /// Ranks the quiet moves.
    pub(super) fn rank_quiets(&mut self, picker: &Picker, position: &G, moves: &G::Moves, clues: &Clues) {
        let ranks = &mut self.ranks[picker.base + picker.next - picker.ranked_from..];
        for (rank, &m) in ranks.iter_mut().zip(&moves.as_slice()[picker.next..picker.end]) {
            if *rank == UNRANKED {
                *rank = self.memory.rank(self.shared.options, position, m, clues);
            }
        }
    }

    /// Drops the remaining quiet moves, including threats unless they are exempt.
    pub(super) fn drop_quiets(&mut self, picker: &mut Picker, position: &G, depth: i32, moves: &mut G::Moves) {
        let offset = |i: usize| picker.base + i - picker.ranked_from;
        let mut kept = picker.next;
        for i in picker.next..picker.end {
            let m = moves.as_slice()[i];
            if position.is_noisy(m) || self.is_spared(position, depth, m) {
                moves.as_mut().swap(kept, i);
                self.ranks.swap(offset(kept), offset(i));
                kept += 1;
            }
        }
        self.ranks.truncate(offset(kept));
        picker.end = kept;
    }

    /// Drops the scores of a node.
    pub(super) fn finish(&mut self, picker: &Picker) {
        self.ranks.truncate(picker.base);
    }
}

/// Moves the table move to the front; returns whether it is among the moves.
fn bring_table_move_forward<G: Tactics>(position: &G, moves: &mut G::Moves, clues: &Clues) -> bool {
    let Some(code) = clues.table_code.map(usize::from) else { return false };
    let place = moves.as_slice().iter().position(|&m| position.code(m) == code);
    if let Some(place) = place {
        moves.as_mut().swap(0, place);
    }
    place.is_some()
}

/// Moves the best remaining move to the front. A full sort would be wasted, since most nodes are cut after a move or
/// two.
#[inline]
pub(super) fn bring_best_forward<M: Copy>(moves: &mut [M], ranks: &mut [i32], from: usize) {
    // Two passes: the first one is vectorised.
    let highest = ranks[from..].iter().fold(i32::MIN, |highest, &rank| highest.max(rank));
    let best = from + ranks[from..].iter().position(|&rank| rank == highest).unwrap_or(0);
    moves.swap(from, best);
    ranks.swap(from, best);
}
