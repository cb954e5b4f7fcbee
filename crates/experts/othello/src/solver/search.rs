//! The search above the last four empty squares: null windows, fail-soft.
//!
//! Read [`Worker::ordered`] first: table, stability, enhanced transposition cutoff, then the moves, best guess first.
//! [`Worker::ranked`] is its small sister for six and seven empty squares, where a table costs more than it saves, and
//! [`Worker::by_parity`] the one for five, where ranking does too.

use super::lanes::Lanes;
use super::parallel::{Pool, Split};
use super::parity::odd_quarters;
use super::stability::Stability;
use super::table::{self, LEVEL_EXACT, NO_SQUARE, Table};
use super::{Cutoffs, last_empties};
use quadrille_core::bits::Bits;
use quadrille_othello::Board;
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_search::Timer;
use std::sync::Arc;

/// From this many empty squares the table is used.
const TABLE_EMPTIES: u32 = 8;
/// Up to this many they are remembered in the thread's own small table, which stays in the processor's cache.
const NEAR_EMPTIES: u32 = 10;
/// From this many the children are looked up before any is searched.
const ETC_EMPTIES: u32 = 10;
/// From this many the search listens for a stop.
const LISTEN_EMPTIES: u32 = 11;

/// Nodes between two clock reads.
const CLOCK_PATIENCE: u32 = 256;

/// By the number of empty squares: the alpha from which it pays to count stable discs. The more squares are empty, the fewer discs
/// are stable; with very few the search itself is as cheap.
const STABILITY_ALPHA: [i32; 16] = [64, 64, 64, 64, 64, 14, 12, 12, 14, 16, 20, 22, 24, 26, 28, 30];

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) table: &'a Table,
    /// The thread's own, for up to [`NEAR_EMPTIES`] empty squares.
    pub(super) near_table: &'a Table,
    pub(super) stability: &'static Stability,
    pub(super) cutoffs: &'a Cutoffs,
    pub(crate) weights: &'a Weights,
    pub(super) timer: &'a Timer,
    pub(super) pool: Option<&'a Pool>,
    /// Selective shallow searches this one stands in.
    pub(super) probing: u32,
    /// The innermost shared node this thread works under.
    pub(super) split: Option<Arc<Split>>,
    pub(crate) nodes: u64,
    /// Moves that refuted a window, above the small endgames.
    pub(crate) cuts: u64,
    /// Positions looked up in a table, and found there.
    pub(crate) probes: u64,
    pub(crate) hits: u64,
    /// After how many nodes of this thread the search ends.
    pub(super) most_nodes: u64,
    /// Counts down to the next look at the clock.
    pub(super) patience: u32,
    /// Set once the search was told to stop: whatever it returns then is meaningless and stored nowhere.
    pub(super) aborted: bool,
}

impl<'a> Worker<'a> {
    /// What a table knows about a position.
    #[inline]
    pub(super) fn probe(&mut self, table: &Table, place: table::Place) -> Option<table::Entry> {
        let entry = table.probe(place);
        self.probes += 1;
        self.hits += u64::from(entry.is_some());
        entry
    }

    /// Where positions with this many empty squares are remembered.
    #[inline]
    fn table_for(&self, empties: u32) -> &'a Table {
        if empties <= NEAR_EMPTIES { self.near_table } else { self.table }
    }

    /// The score of a board against the null window `alpha .. alpha + 1`; `moves` are the mover's.
    pub(super) fn null_window(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        let empty = board.empty();
        match empty.count_ones() {
            0 => board.final_margin(),
            1 => last_empties::one(board, empty.trailing_zeros(), &mut self.nodes),
            2 | 3 => self.few(board, empty, alpha),
            4 => last_empties::four(board, alpha, empty, self.cutoffs.parity, &mut self.nodes),
            5 => self.by_parity(board, moves, alpha),
            6 | 7 => self.ranked(board, moves, alpha),
            8 => self.ordered::<1>(board, moves, alpha),
            9..=16 => self.ordered::<2>(board, moves, alpha),
            _ => self.ordered::<8>(board, moves, alpha),
        }
    }

    fn few(&mut self, board: Board, empty: u64, alpha: i32) -> i32 {
        if empty.count_ones() == 2 {
            let (first, last) = (empty.trailing_zeros(), 63 - empty.leading_zeros());
            last_empties::two(board, alpha, first, last, &mut self.nodes)
        } else {
            let squares = last_empties::three_squares(empty, self.cutoffs.parity);
            last_empties::three(board, alpha, squares, &mut self.nodes)
        }
    }

    /// Five empty squares: odd quarters first, nothing stored.
    fn by_parity(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = self.cut_by_stability(board, 5, alpha) {
            return bound;
        }
        if moves == 0 {
            return self.passed(board, alpha);
        }
        let (empty, parity) = (board.empty(), self.cutoffs.parity);
        let odd = if parity { odd_quarters(empty) } else { 0 };
        let mut best = -64;
        for set in [moves & odd, moves & !odd] {
            for square in Bits(set) {
                let after = board.play(square);
                let score = -last_empties::four(after, -alpha - 1, empty ^ 1 << square, parity, &mut self.nodes);
                if score > best {
                    best = score;
                    if best > alpha {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The mover has no move: the other side plays, or the game is over.
    fn passed(&mut self, board: Board, alpha: i32) -> i32 {
        let passed = board.pass();
        let moves = passed.moves();
        if moves == 0 { board.final_margin() } else { -self.null_window(passed, moves, -alpha - 1) }
    }

    /// The bound from the opponent's stable discs, if it puts alpha out of reach.
    #[inline]
    pub(super) fn cut_by_stability(&self, board: Board, empties: u32, alpha: i32) -> Option<i32> {
        let from = STABILITY_ALPHA[(empties as usize).min(STABILITY_ALPHA.len() - 1)];
        if !self.cutoffs.stability || alpha < from {
            return None;
        }
        let bound = 64 - 2 * self.stability.of(board.other, board.own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// Six and seven empty squares: moves ranked by what they leave the opponent, nothing stored.
    #[inline(never)]
    fn ranked(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        if let Some(bound) = self.cut_by_stability(board, board.empties(), alpha) {
            return bound;
        }
        if moves == 0 {
            return self.passed(board, alpha);
        }
        let mut lanes = Lanes::<1>::new();
        lanes.fill(board, moves, None, self.cutoffs);
        if lanes.wins_all {
            return 64;
        }
        let mut best = -64;
        while let Some(next) = lanes.next() {
            let score = -self.null_window(next.board, next.moves, -alpha - 1);
            best = best.max(score);
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Eight and more empty squares.
    #[inline(never)]
    fn ordered<const COLUMNS: usize>(&mut self, board: Board, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empties = board.empties();
        if empties >= LISTEN_EMPTIES && self.told_to_stop() {
            return alpha;
        }
        if let Some(bound) = self.cut_by_stability(board, empties, alpha) {
            return bound;
        }
        if moves == 0 {
            return self.passed(board, alpha);
        }
        let table = self.table_for(empties);
        let place = (self.cutoffs.table && empties >= TABLE_EMPTIES).then(|| table.place(board));
        let entry = place.and_then(|place| self.probe(table, place));
        if let Some(score) =
            entry.filter(|entry| entry.covers(empties, LEVEL_EXACT)).and_then(|entry| entry.decides(alpha))
        {
            return score;
        }
        let mut lanes = Lanes::<COLUMNS>::new();
        lanes.fill(board, moves, entry, self.cutoffs);
        if let Some(score) = self.cut_by_children(&lanes, empties, alpha) {
            return score;
        }
        let before = self.nodes;
        let (best, square) = self.try_children(&mut lanes, empties, alpha);
        if let (Some(place), false) = (place, self.aborted) {
            let nodes = self.nodes - before;
            let result = table::Result { depth: empties, level: LEVEL_EXACT, alpha, score: best, square, nodes };
            table.store(place, &result);
        }
        best
    }

    /// A move that wipes the opponent out, or (enhanced transposition cutoff) one whose result is in the table.
    #[inline]
    fn cut_by_children<const COLUMNS: usize>(
        &mut self,
        lanes: &Lanes<COLUMNS>,
        empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        if lanes.wins_all {
            return Some(64);
        }
        if !(self.cutoffs.table && self.cutoffs.enhanced && empties >= ETC_EMPTIES) {
            return None;
        }
        let table = self.table_for(empties - 1);
        lanes.boards().find_map(|board| {
            let entry = self.probe(table, table.place(board))?;
            (entry.covers(empties - 1, LEVEL_EXACT) && -i32::from(entry.upper) > alpha).then(|| -i32::from(entry.upper))
        })
    }

    /// Searches the children in order until one refutes the window; the best score and its square.
    fn try_children<const COLUMNS: usize>(
        &mut self,
        lanes: &mut Lanes<COLUMNS>,
        empties: u32,
        alpha: i32,
    ) -> (i32, u8) {
        let (mut best, mut square) = (-64, NO_SQUARE);
        // A look-up in the large table waits for memory: the line of the move after this one is asked for in good time.
        let shared = empties > NEAR_EMPTIES + 1;
        let mut following = lanes.next();
        while let Some(next) = following {
            following = lanes.next();
            if shared && let Some(following) = &following {
                self.table.prefetch(following.board);
            }
            let score = -self.null_window(next.board, next.moves, -alpha - 1);
            if self.aborted {
                break;
            }
            if score > best || square == NO_SQUARE {
                (best, square) = (score, next.square);
                if best > alpha {
                    break;
                }
            }
        }
        (best, square)
    }

    /// Whether the search was told to stop: what it returned last means nothing.
    pub(crate) const fn is_aborted(&self) -> bool {
        self.aborted
    }

    /// Whether the whole search, or a shared node above this one, needs no answer any more.
    pub(super) fn told_to_stop(&mut self) -> bool {
        if self.patience == 0 {
            self.patience = CLOCK_PATIENCE;
            if self.timer.check() || self.nodes >= self.most_nodes {
                self.timer.end();
            }
        }
        self.patience -= 1;
        self.aborted |= self.timer.is_over() || self.split.as_ref().is_some_and(|split| split.is_cut());
        self.aborted
    }
}
