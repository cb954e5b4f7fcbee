//! The past of a game for whoever walks it move by move, and superko at little cost.
//!
//! A stone brings back an earlier board only if that board had a stone of this colour on this point. So it is enough to
//! remember which points each colour has held: everywhere else superko has nothing to forbid, and the board after the move
//! need not be known. Where it must be, a few bits of its key tell most new boards from old ones.
//! [`Game::allowed_by_history`] asks a whole history about every move and is the slow twin.

use crate::grid::Move;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::vertex::{Cells, Vertex};
use quadrille_core::Game;

/// Bits of the filter in front of the list of keys; a long game sets a tenth of them.
const FILTER_BITS: usize = 2_048;

/// The boards a game has gone through, and the points that each colour has held in it.
#[derive(Clone)]
pub struct Past<const CAP: usize> {
    seen: Vec<u64>,
    /// A bit for every key in the list, chosen by the key's lowest bits.
    filter: [u64; FILTER_BITS / 64],
    /// Bit 0: Black has held the point, bit 1: White has.
    held: Cells<u8, CAP>,
}

impl<const CAP: usize> Past<CAP> {
    /// The past of a game that starts from this position.
    #[must_use]
    pub fn new(start: &Position<CAP>) -> Self {
        let mut past = Self { seen: Vec::new(), filter: [0; FILTER_BITS / 64], held: Cells([0; CAP]) };
        for cell in 0..CAP {
            let v = Vertex::new(cell);
            past.held[v] = start.board.stone(v).map_or(0, |player| 1 << player.index());
        }
        past.push(start);
        past
    }

    /// Takes note of the position after a move.
    pub fn push(&mut self, after: &Position<CAP>) {
        let (word, bit) = filter_place(after.history_key());
        self.filter[word] |= bit;
        self.seen.push(after.history_key());
        if after.last != Vertex::NONE {
            self.held[after.last] |= 1 << after.to_move.opponent().index();
        }
    }

    /// Adds the moves that the position and the past permit, in no particular order.
    pub fn legal_moves(&self, position: &Position<CAP>, moves: &mut <Position<CAP> as Game>::Moves) {
        if position.is_over() {
            return;
        }
        let (board, player, before) = (&position.board, position.to_move, moves.len());
        for place in 0..board.empty_count() {
            let v = board.empty_at(place);
            if v != position.ko && board.is_playable(v, player) && !self.forbids(position, v) {
                moves.push(Move::from_code(v.index() as u32));
            }
        }
        if position.rules.set() != RuleSet::Simplified || moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    #[inline]
    fn forbids(&self, position: &Position<CAP>, v: Vertex<CAP>) -> bool {
        let held = self.held[v] >> position.to_move.index() & 1 == 1;
        held && self.contains(position.board.key_after(v, position.to_move))
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
