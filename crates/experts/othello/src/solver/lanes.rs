//! The moves of a small endgame, ranked eight at a time.
//!
//! Most nodes above the last squares have two to ten moves and need only the best of them. A loop over each step (play, count
//! the answers, rank, choose) ends at another number of moves each time, which the processor cannot foresee; in columns of
//! eight lanes every step is the same few vector instructions, whatever the number. Lanes without a move are never chosen.

use super::Cutoffs;
use super::ordering::weight;
use super::parity::odd_quarters;
use super::table::Entry;
use quadrille_core::bits::Bits;
use quadrille_othello::{Board, CORNERS, answers_of_eight};

const LANES: usize = 8;

/// The moves of one position, at most `8 * COLUMNS`.
#[repr(align(64))]
pub(super) struct Lanes<const COLUMNS: usize> {
    own: [[u64; LANES]; COLUMNS],
    other: [[u64; LANES]; COLUMNS],
    moves: [[u64; LANES]; COLUMNS],
    /// The rank (smaller is tried earlier), the place of the lane and its square in one number.
    keys: [[i32; LANES]; COLUMNS],
    len: usize,
    /// Whether a move leaves the opponent no disc.
    pub(super) wins_all: bool,
}

/// A move that is next.
pub(super) struct Next {
    pub(super) board: Board,
    pub(super) moves: u64,
    pub(super) square: u8,
}

/// The key of a lane without a move, or whose move was tried.
const NEVER: i32 = i32::MAX;
const SQUARE_BITS: u32 = 6;
const PLACE_BITS: u32 = 6;
const RANK_SHIFT: u32 = SQUARE_BITS + PLACE_BITS;

impl<const COLUMNS: usize> Lanes<COLUMNS> {
    /// No move.
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self {
            own: [[0; LANES]; COLUMNS],
            other: [[0; LANES]; COLUMNS],
            moves: [[0; LANES]; COLUMNS],
            keys: [[NEVER; LANES]; COLUMNS],
            len: 0,
            wins_all: false,
        }
    }

    /// Adds all moves of a board, ranked.
    #[inline(always)]
    pub(super) fn fill(&mut self, board: Board, moves: u64, entry: Option<Entry>, cutoffs: &Cutoffs) {
        let lanes = self;
        let odd = if cutoffs.parity { odd_quarters(board.empty()) } else { !0 };
        let known = entry.map_or([64; 2], |entry| entry.squares.map(u32::from));
        for square in Bits(moves) {
            let after = board.play(square);
            let (column, lane) = (lanes.len / LANES % COLUMNS, lanes.len % LANES);
            lanes.own[column][lane] = after.own;
            lanes.other[column][lane] = after.other;
            lanes.wins_all |= after.own == 0;
            let bit = 1_u64 << square;
            let mut rank = if bit & odd == 0 { weight::EVEN } else { 0 };
            rank += if bit & CORNERS == 0 { weight::NOT_CORNER } else { 0 };
            rank += if square == known[0] { weight::TABLE[0] } else { 0 };
            rank += if square == known[1] { weight::TABLE[1] } else { 0 };
            lanes.keys[column][lane] = rank << RANK_SHIFT | (lanes.len as i32) << SQUARE_BITS | square as i32;
            lanes.len += 1;
        }
        for column in 0..lanes.columns() {
            lanes.count(column, cutoffs.fastest_first);
        }
    }

    /// How many columns are in use.
    #[inline(always)]
    const fn columns(&self) -> usize {
        let columns = self.len.div_ceil(LANES);
        if columns < COLUMNS { columns } else { COLUMNS }
    }

    /// Adds what the moves of a column leave the opponent.
    #[inline(always)]
    fn count(&mut self, column: usize, ranked: bool) {
        let answers = answers_of_eight(&self.own[column], &self.other[column]);
        self.moves[column] = answers.moves;
        if ranked {
            for (key, freedom) in self.keys[column].iter_mut().zip(answers.freedom) {
                let ranked = *key + ((weight::FREEDOM * freedom) << RANK_SHIFT);
                *key = if *key == NEVER { NEVER } else { ranked };
            }
        }
    }

    /// The boards behind the moves.
    #[inline]
    pub(super) fn boards(&self) -> impl Iterator<Item = Board> {
        (0..self.len).map(|place| {
            let (column, lane) = (place / LANES % COLUMNS, place % LANES);
            Board { own: self.own[column][lane], other: self.other[column][lane] }
        })
    }

    /// The best move that was not yet tried.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Next> {
        let mut best = NEVER;
        for keys in &self.keys[..self.columns()] {
            best = keys.iter().fold(best, |best, &key| best.min(key));
        }
        if best == NEVER {
            return None;
        }
        let place = (best >> SQUARE_BITS) as usize % (1 << PLACE_BITS);
        let (column, lane) = (place / LANES % COLUMNS, place % LANES);
        self.keys[column][lane] = NEVER;
        let board = Board { own: self.own[column][lane], other: self.other[column][lane] };
        Some(Next { board, moves: self.moves[column][lane], square: best as u8 % 64 })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ordering;
    use super::*;
    use quadrille_core::Rng;

    /// The same moves, replies and order as one by one, on boards with any number of moves.
    #[test]
    fn moves_come_in_the_order_of_their_ranks() {
        let (mut rng, cutoffs) = (Rng::new(0x1A9E5), Cutoffs::default());
        let mut most = 0;
        for round in 0..5_000 {
            let own = rng.next_u64() & rng.next_u64();
            let other = rng.next_u64() & !own;
            let board = if round % 2 == 0 { Board { own, other } } else { Board { own: other, other: own } };
            let moves = board.moves();
            most = most.max(moves.count_ones());
            let mut children = ordering::Children::new();
            ordering::add_children(&mut children, board, moves, None);
            ordering::rank(&mut children, board.empty(), None, &cutoffs);
            // A stable sort: of equal ranks the lower square goes first.
            children.sort_by_key(|child| child.rank);
            let mut lanes = Lanes::<8>::new();
            lanes.fill(board, moves, None, &cutoffs);
            assert_eq!(lanes.wins_all, children.iter().any(|child| child.board.own == 0));
            for child in children {
                let next = lanes.next().expect("there are as many moves");
                assert_eq!((next.board, next.moves, next.square), (child.board, child.moves, child.square));
            }
            assert!(lanes.next().is_none());
        }
        assert!(most > LANES as u32, "more than one column was needed");
    }
}
