//! The past of a game for whoever walks it move by move, and superko at little cost.
//!
//! A stone brings back an earlier board only if that board had a stone of this colour on this point. So it is enough to
//! remember which points each colour has held: everywhere else superko has nothing to forbid, and the board after the move
//! need not be known. Where it must be, a few bits of its key tell most new boards from old ones.
//! [`Game::allowed_by_history`] asks a whole history about every move and is the slow twin.

use crate::board::EMPTY;
use crate::points::Points;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::vertex::Vertex;
use quadrille_core::Game;

/// Bits of the filter in front of the list of keys; a long game sets a tenth of them.
const FILTER_BITS: usize = 2_048;

/// The boards a game has gone through, and the points that each colour has held in it.
#[derive(Clone)]
pub struct Past<const CAP: usize> {
    seen: Vec<u64>,
    /// A bit for every key in the list, chosen by the key's lowest bits.
    filter: [u64; FILTER_BITS / 64],
    /// The points that each colour has held.
    held: [Points<CAP>; 2],
    /// The points that are empty now.
    empty: Points<CAP>,
    empty_count: u32,
}

impl<const CAP: usize> Past<CAP> {
    /// The past of a game that starts from this position.
    #[must_use]
    pub fn new(start: &Position<CAP>) -> Self {
        let board = &start.board;
        let held = [0, 1].map(|colour| Points::where_true(|v| board.colour[v] == colour));
        let empty = Points::where_true(|v| board.colour[v] == EMPTY);
        let (seen, filter, empty_count) = (Vec::new(), [0; FILTER_BITS / 64], board.empty_count());
        let mut past = Self { seen, filter, held, empty, empty_count };
        past.note_key(start.history_key());
        past
    }

    /// Takes note of the position after a move.
    #[inline]
    pub fn push(&mut self, after: &Position<CAP>) {
        self.note_key(after.history_key());
        if after.last == Vertex::NONE {
            return;
        }
        self.held[after.to_move.opponent().index()].insert(after.last);
        self.empty.remove(after.last);
        // If the stone took nothing, one point less is empty and nothing else has changed.
        if self.empty_count != after.board.empty_count() + 1 {
            self.empty = Points::where_true(|v| after.board.colour[v] == EMPTY);
        }
        self.empty_count = after.board.empty_count();
    }

    /// The moves that the position and the past permit.
    #[must_use]
    #[inline]
    pub fn legal(&self, position: &Position<CAP>) -> Points<CAP> {
        if position.is_over() {
            return Points::NONE;
        }
        let (board, player) = (&position.board, position.to_move);
        // A point with an empty neighbour is no suicide; the others have to be asked one by one.
        let closed = self.empty.without(&self.empty.neighbours());
        let mut legal = self.empty;
        for v in closed.iter() {
            if !board.is_playable(v, player) {
                legal.remove(v);
            }
        }
        legal.remove(position.ko);
        for v in legal.and(&self.held[player.index()]).iter() {
            if self.contains(board.key_after(v, player)) {
                legal.remove(v);
            }
        }
        if position.rules.set() != RuleSet::Simplified || legal.is_empty() {
            legal.insert(Vertex::NONE);
        }
        legal
    }

    #[inline]
    fn note_key(&mut self, key: u64) {
        let (word, bit) = filter_place(key);
        self.filter[word] |= bit;
        self.seen.push(key);
    }

    #[inline]
    fn contains(&self, key: u64) -> bool {
        let (word, bit) = filter_place(key);
        self.filter[word] & bit != 0 && self.seen.contains(&key)
    }
}

/// Word and bit of a key in the filter.
const fn filter_place(key: u64) -> (usize, u64) {
    let bit = key as usize % FILTER_BITS;
    (bit / 64, 1 << (bit % 64))
}
