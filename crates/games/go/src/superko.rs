//! Incremental legal moves under superko, for callers that follow a game move by move.
//!
//! *Suicide.* A move that takes nothing changes the answer only at empty neighbours that it closes, and at the last
//! liberty of a chain that it touches, so the points where each colour may put a stone are kept from move to move.
//!
//! *Superko.* A stone recreates an earlier board only if that board had a stone of this colour on this point. So it is
//! enough to record which points each colour has held: superko forbids nothing elsewhere, and the board after the move
//! need not be computed. After a stone on a new point, only a move that captures it can recreate an earlier board. If
//! the board must be known, a few bits of its key distinguish most new boards from old ones.
//!
//! [`Game::is_legal`] and [`Game::allowed_by_history`] test each move from scratch and are the reference
//! implementations.

use crate::board::{Board, EMPTY};
use crate::points::Points;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::vertex::Vertex;
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player};

/// Bits of the filter in front of the list of keys; a long game sets a tenth of them.
const FILTER_BITS: usize = 2_048;

/// The boards a game has gone through, the points that each colour has held in it, and those it could take now.
#[derive(Clone)]
pub struct Past<const CAP: usize> {
    seen: Vec<u64>,
    /// A bit for every key in the list, chosen by the key's lowest bits.
    filter: [u64; FILTER_BITS / 64],
    /// The points that each colour has held.
    held: [Points<CAP>; 2],
    /// The empty points where a stone of each colour would have a liberty.
    playable: [Points<CAP>; 2],
    empty_count: u32,
    /// The only move that may bring back an earlier board, [`Vertex::NONE`] if there is none; unknown after a stone on a
    /// point that its colour has held before.
    suspect: Option<Vertex<CAP>>,
}

impl<const CAP: usize> Past<CAP> {
    /// The history of a game that starts from this position.
    #[must_use]
    pub fn new(start: &Position<CAP>) -> Self {
        let board = &start.board;
        let held = [0, 1].map(|colour| Points::where_true(|v| board.colour[v] == colour));
        let (seen, filter, playable) = (Vec::new(), [0; FILTER_BITS / 64], [Points::NONE; 2]);
        let (empty_count, suspect) = (board.empty_count(), Some(Vertex::NONE));
        let mut past = Self { seen, filter, held, playable, empty_count, suspect };
        past.note_key(start.history_key());
        past.look_everywhere(board);
        past
    }

    /// Records the position after a move.
    #[inline]
    pub fn push(&mut self, after: &Position<CAP>) {
        self.note_key(after.history_key());
        if after.last == Vertex::NONE {
            return;
        }
        let board = &after.board;
        let held = &mut self.held[after.to_move.opponent().index()];
        let threat = board.only_liberty(after.last).unwrap_or(Vertex::NONE);
        self.suspect = (!held.has(after.last)).then_some(threat);
        held.insert(after.last);
        if self.empty_count == board.empty_count() + 1 {
            self.look_around(board, after.last);
        } else {
            self.look_everywhere(board);
        }
        self.empty_count = board.empty_count();
    }

    /// The legal moves, history included.
    #[must_use]
    #[inline]
    pub fn legal(&self, position: &Position<CAP>) -> Points<CAP> {
        if position.is_over() {
            return Points::NONE;
        }
        let (board, player) = (&position.board, position.to_move);
        let mut legal = self.playable[player.index()];
        legal.remove(position.ko);
        let candidates = legal.and(&self.held[player.index()]);
        let mut ask = |v| {
            if self.contains(board.key_after(v, player)) {
                legal.remove(v);
            }
        };
        match self.suspect {
            None => candidates.iter().for_each(ask),
            Some(v) if candidates.has(v) => ask(v),
            Some(_) => {}
        }
        if position.rules.set() != RuleSet::Simplified || legal.is_empty() {
            legal.insert(Vertex::NONE);
        }
        legal
    }

    /// Brings the playable points up to date after a stone on `v` that took nothing. What its own chain has left is seen from
    /// the neighbours: a stone that joins none has its liberties there.
    #[inline]
    fn look_around(&mut self, board: &Board<CAP>, v: Vertex<CAP>) {
        for playable in &mut self.playable {
            playable.remove(v);
        }
        // Few neighbours matter; to find them without branches is cheaper than to mispredict one for each.
        let around = board.around(v);
        let matters = |i: usize| u64::from(board.is_closed(around[i]) | board.may_be_in_atari(around[i])) << i;
        for i in Bits(matters(0) | matters(1) | matters(2) | matters(3)) {
            let n = around[i as usize % 4];
            if board.is_closed(n) {
                self.look_at(board, n);
            } else if let Some(liberty) = board.only_liberty(n) {
                self.look_at(board, liberty);
            }
        }
    }

    /// Finds the playable points of the whole board.
    fn look_everywhere(&mut self, board: &Board<CAP>) {
        let empty = Points::where_true(|v| board.colour[v] == EMPTY);
        self.playable = [empty; 2];
        for v in empty.without(&empty.neighbours()).iter() {
            self.look_at(board, v);
        }
    }

    #[inline]
    fn look_at(&mut self, board: &Board<CAP>, v: Vertex<CAP>) {
        if board.is_closed(v) {
            for player in Player::BOTH {
                self.playable[player.index()].set(v, board.is_playable(v, player));
            }
        }
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
