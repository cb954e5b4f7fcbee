//! Incremental legal moves under superko, for callers that follow a game move by move.
//!
//! *Suicide.* A move that takes nothing changes the answer only at empty neighbours that it closes, and at the last
//! liberty of a chain that it touches, so the points where each colour may put a stone are kept from move to move.
//!
//! *Superko.* A stone recreates an earlier board only if that board had a stone of this colour on this point. So most
//! moves need no look-up: it is enough to know which points each colour has held. Let x be the latest stone on a point
//! that its colour had not held before. While x is there, the boards before it differ from all that follow at that
//! point, so only two kinds of moves can recreate a board: those that take x, and stones on a point whose stone of that
//! colour was taken after x. Both are rare. Once x is taken, every point that the colour has held is asked about, until
//! a stone on a new point takes its place.
//!
//! [`Game::is_legal`] and [`Game::allowed_by_history`] test each move from scratch and are the reference
//! implementations.

use crate::board::{Board, EMPTY, of};
use crate::grid::Move;
use crate::points::{MOST_WORDS, Points};
use crate::position::Position;
use crate::rules::RuleSet;
use crate::vertex::Vertex;
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Player};

/// What is known of 64 cells, a bit for each: one cache line, since thousands of games do not fit into the caches.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Word {
    /// The points that each colour has held in the game.
    held: [u64; 2],
    /// The empty points where a stone of each colour would have a liberty.
    playable: [u64; 2],
    /// The points where stones of each colour were taken after the latest stone on a new point.
    lost: [u64; 2],
    empty: u64,
    /// The legal moves of the position last looked at; cell 0 stands for the pass.
    legal: u64,
}

/// How many keys are kept before they go to the heap together: a cache line.
const RECENT: usize = 8;

/// The keys of all boards of a game. In a batch of a thousand games the end of a list on the heap is in no cache and its
/// page in no table of addresses: to write there with each move was a tenth of the time of a step.
struct Seen {
    recent: [u64; RECENT],
    count: usize,
    older: Vec<u64>,
}

impl Seen {
    fn new(first: u64) -> Self {
        Self { recent: [first; RECENT], count: 1, older: Vec::new() }
    }

    #[inline]
    fn push(&mut self, key: u64) {
        self.recent[self.count % RECENT] = key;
        self.count += 1;
        if self.count.is_multiple_of(RECENT) {
            self.older.extend(self.recent);
        }
    }

    fn contains(&self, key: u64) -> bool {
        // What is left of the keys before is among the older ones.
        self.recent.contains(&key) || self.older.contains(&key)
    }
}

impl Clone for Seen {
    fn clone(&self) -> Self {
        Self { older: self.older.clone(), ..*self }
    }

    /// The memory on the heap is kept.
    fn clone_from(&mut self, source: &Self) {
        (self.recent, self.count) = (source.recent, source.count);
        self.older.clone_from(&source.older);
    }
}

/// The boards a game has gone through, and what its legal moves follow from.
pub struct Past<const CAP: usize> {
    words: [Word; MOST_WORDS],
    seen: Seen,
    empty_count: u32,
    /// The latest stone on a point that its colour had not held before, [`Vertex::NONE`] for the start of the game;
    /// unknown once that stone is taken.
    newest: Option<Vertex<CAP>>,
}

impl<const CAP: usize> Clone for Past<CAP> {
    fn clone(&self) -> Self {
        Self { seen: self.seen.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { words, seen, empty_count, newest } = self;
        seen.clone_from(&source.seen);
        (*words, *empty_count, *newest) = (source.words, source.empty_count, source.newest);
    }
}

impl<const CAP: usize> Past<CAP> {
    /// The history of a game that starts from this position.
    #[must_use]
    pub fn new(start: &Position<CAP>) -> Self {
        let board = &start.board;
        let (words, empty_count) = ([Word::default(); MOST_WORDS], board.empty_count());
        let mut past = Self { words, seen: Seen::new(start.history_key()), empty_count, newest: Some(Vertex::NONE) };
        for player in Player::BOTH {
            let held = Points::<CAP>::where_true(|v| board.colour[v] == of(player));
            past.words_mut().zip(held.words()).for_each(|(word, &held)| word.held[player.index()] = held);
        }
        past.look_everywhere(board);
        past.look(start);
        past
    }

    #[inline]
    fn words_mut(&mut self) -> impl Iterator<Item = &mut Word> {
        self.words[..Points::<CAP>::WORDS].iter_mut()
    }

    /// Records the position after a move.
    #[inline]
    pub fn push(&mut self, after: &Position<CAP>) {
        self.seen.push(after.history_key());
        let v = after.last;
        if v == Vertex::NONE {
            return;
        }
        let (board, mover) = (&after.board, after.to_move.opponent());
        let (word, bit) = (&mut self.words[v.index() / 64], 1 << (v.index() % 64));
        let is_new = word.held[mover.index()] & bit == 0;
        word.held[mover.index()] |= bit;
        word.empty &= !bit;
        word.playable = word.playable.map(|playable| playable & !bit);
        let takes = self.empty_count != board.empty_count() + 1;
        self.empty_count = board.empty_count();
        if takes {
            let taken = self.look_everywhere(board);
            self.lose(&taken, mover.opponent());
        } else {
            self.look_around(board, v);
        }
        if is_new {
            self.words_mut().for_each(|word| word.lost = [0; 2]);
            self.newest = Some(v);
        }
    }

    /// Stones of this colour were taken.
    fn lose(&mut self, taken: &Points<CAP>, player: Player) {
        self.words_mut().zip(taken.words()).for_each(|(word, &taken)| word.lost[player.index()] |= taken);
        self.newest = self.newest.filter(|&newest| !taken.has(newest));
    }

    /// Finds the legal moves of the position after the last move, history included.
    #[inline]
    pub fn look(&mut self, position: &Position<CAP>) {
        let (board, player) = (&position.board, position.to_move);
        let is_over = position.is_over();
        self.words_mut().for_each(|word| word.legal = if is_over { 0 } else { word.playable[player.index()] });
        if is_over {
            return;
        }
        self.words[position.ko.index() / 64].legal &= !(1 << (position.ko.index() % 64));
        for index in 0..Points::<CAP>::WORDS {
            let word = self.words[index];
            let set = if self.newest.is_some() { word.lost } else { word.held };
            for bit in Bits(word.legal & set[player.index()]) {
                self.ask(board, player, Vertex::new(64 * index + bit as usize));
            }
        }
        if let Some(newest) = self.newest
            && board.colour[newest] == of(player.opponent())
            && board.may_be_in_atari(newest)
            && let Some(v) = board.only_liberty(newest)
        {
            self.ask(board, player, v);
        }
        if position.rules.set() != RuleSet::Simplified || !self.has_legal() {
            self.words[0].legal |= 1;
        }
    }

    /// Forbids a stone if it brings back an earlier board.
    fn ask(&mut self, board: &Board<CAP>, player: Player, v: Vertex<CAP>) {
        let (word, bit) = (&mut self.words[v.index() / 64], 1 << (v.index() % 64));
        if word.legal & word.held[player.index()] & bit != 0 && self.seen.contains(board.key_after(v, player)) {
            word.legal &= !bit;
        }
    }

    /// Whether there is any legal move, the pass included.
    #[inline]
    #[must_use]
    pub fn has_legal(&self) -> bool {
        self.words[..Points::<CAP>::WORDS].iter().any(|word| word.legal != 0)
    }

    /// Whether the move is legal now.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        let code = m.code();
        code < CAP && self.words[code / 64].legal >> (code % 64) & 1 == 1
    }

    /// The legal moves.
    #[must_use]
    #[inline]
    pub fn legal(&self) -> Points<CAP> {
        let mut legal = Points::NONE;
        legal.words_mut().iter_mut().zip(&self.words).for_each(|(legal, word)| *legal = word.legal);
        legal
    }

    /// Brings the playable points up to date after a stone on `v` that took nothing. What its own chain has left is seen from
    /// the neighbours: a stone that joins none has its liberties there.
    #[inline]
    fn look_around(&mut self, board: &Board<CAP>, v: Vertex<CAP>) {
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

    /// Finds the empty and the playable points of the whole board; the points that were not empty before.
    fn look_everywhere(&mut self, board: &Board<CAP>) -> Points<CAP> {
        let empty = Points::where_true(|v| board.colour[v] == EMPTY);
        let mut new = empty;
        for (word, (&empty, new)) in self.words_mut().zip(empty.words().iter().zip(new.words_mut())) {
            *new &= !word.empty;
            (word.empty, word.playable) = (empty, [empty; 2]);
        }
        for v in empty.without(&empty.neighbours()).iter() {
            self.look_at(board, v);
        }
        new
    }

    #[inline]
    fn look_at(&mut self, board: &Board<CAP>, v: Vertex<CAP>) {
        if board.is_closed(v) {
            let (word, at) = (&mut self.words[v.index() / 64], v.index() % 64);
            for (playable, breathes) in word.playable.iter_mut().zip(board.who_breathes(v)) {
                *playable = *playable & !(1 << at) | u64::from(breathes) << at;
            }
        }
    }
}
