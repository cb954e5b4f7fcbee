//! The last four empty squares, where most of the time goes.
//!
//! No move generation, no table: every empty square next to an opposing disc is simply tried. Each function answers for a
//! null window, fail-soft: a value above `alpha` is a lower bound of the true one, any other an upper bound. Read [`one`]
//! first; [`two`], [`three`] and [`four`] are the same function at three sizes, kept apart because each level knows its
//! squares by name. What is part of its caller and what is not was measured: three squares inside four, two squares and passes
//! apart take 7 % less time than what the compiler chooses.

use super::last_square::turned_on;
use super::parity::odd_quarters;
use quadrille_othello::Board;

/// Below every margin.
const NO_MOVE: i32 = -100;

/// The squares around each square: a move needs an opposing disc there.
static AROUND: [u64; 64] = around();

const fn around() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1_u64 << square;
        let row = bit | (bit << 1 & 0xFEFE_FEFE_FEFE_FEFE) | (bit >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
        table[square] = (row | row << 8 | row >> 8) & !bit;
        square += 1;
    }
    table
}

/// The board after a move onto `square`, if it turns anything.
#[inline]
fn tried(board: Board, square: u32) -> Option<Board> {
    if board.other & AROUND[square as usize] == 0 {
        return None;
    }
    let flips = board.flips(square);
    if flips == 0 { None } else { Some(board.after(square, flips)) }
}

/// The margin when one square is empty: nothing is played, discs are only counted.
#[inline]
pub(super) fn one(board: Board, square: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let discs = 2 * board.own.count_ones() as i32;
    let (gained, lost) = turned_on(square, board.own);
    // The empty square goes to who turns discs there; if nobody does, to the winner, and 63 discs cannot be drawn.
    let kept = if lost == 0 && discs >= 64 { discs + 2 } else { discs - 2 * lost };
    (if gained == 0 { kept } else { discs + 2 * gained + 2 }) - 64
}

/// The margin of the side to move with two squares empty.
#[inline]
pub(super) fn two(board: Board, alpha: i32, first: u32, second: u32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = two_moves(board, alpha, first, second, nodes);
    if best != NO_MOVE {
        return best;
    }
    match two_moves(board.pass(), -alpha - 1, first, second, nodes) {
        NO_MOVE => board.final_margin(),
        best => -best,
    }
}

#[inline(never)]
fn two_moves(board: Board, alpha: i32, first: u32, second: u32, nodes: &mut u64) -> i32 {
    let mut best = NO_MOVE;
    if let Some(after) = tried(board, first) {
        best = -one(after, second, nodes);
        if best > alpha {
            return best;
        }
    }
    if let Some(after) = tried(board, second) {
        best = best.max(-one(after, first, nodes));
    }
    best
}

/// The margin of the side to move with three squares empty, tried in the order given.
#[inline]
pub(super) fn three(board: Board, alpha: i32, squares: [u32; 3], nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = three_moves(board, alpha, squares, nodes);
    if best != NO_MOVE {
        return best;
    }
    three_passed(board, alpha, squares, nodes)
}

/// The mover cannot play onto any of the last three squares.
#[inline(never)]
fn three_passed(board: Board, alpha: i32, squares: [u32; 3], nodes: &mut u64) -> i32 {
    match three_moves(board.pass(), -alpha - 1, squares, nodes) {
        NO_MOVE => board.final_margin(),
        best => -best,
    }
}

#[inline(always)]
fn three_moves(board: Board, alpha: i32, [a, b, c]: [u32; 3], nodes: &mut u64) -> i32 {
    let mut best = NO_MOVE;
    for (square, first, second) in [(a, b, c), (b, a, c), (c, a, b)] {
        if let Some(after) = tried(board, square) {
            best = best.max(-two(after, -alpha - 1, first, second, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// The margin of the side to move with the four squares of `empty` empty. `by_parity`: odd quarters first.
#[inline]
pub(super) fn four(board: Board, alpha: i32, empty: u64, by_parity: bool, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let best = four_moves(board, alpha, empty, by_parity, nodes);
    if best != NO_MOVE {
        return best;
    }
    match four_moves(board.pass(), -alpha - 1, empty, by_parity, nodes) {
        NO_MOVE => board.final_margin(),
        best => -best,
    }
}

#[inline]
fn four_moves(board: Board, alpha: i32, empty: u64, by_parity: bool, nodes: &mut u64) -> i32 {
    let mut best = NO_MOVE;
    for square in four_squares(empty, by_parity) {
        if let Some(after) = tried(board, square) {
            let rest = three_squares(empty ^ 1 << square, by_parity);
            best = best.max(-three(after, -alpha - 1, rest, nodes));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

/// The squares of a set of four, those in odd quarters first: there are none, two or four of them.
#[inline]
fn four_squares(set: u64, by_parity: bool) -> [u32; 4] {
    let odd = if by_parity { set & odd_quarters(set) } else { set };
    let [a, b] = ends(if odd == 0 { set } else { odd });
    let [c, d] = ends(set ^ 1 << a ^ 1 << b);
    [a, b, c, d]
}

/// The squares of a set of three, one in an odd quarter first: either one of them is or all are.
#[inline]
pub(super) fn three_squares(set: u64, by_parity: bool) -> [u32; 3] {
    let odd = if by_parity { set & odd_quarters(set) } else { set };
    let a = odd.trailing_zeros();
    let [b, c] = ends(set ^ 1 << a);
    [a, b, c]
}

/// The lowest and the highest square of a set.
#[inline]
const fn ends(set: u64) -> [u32; 2] {
    [set.trailing_zeros(), 63 - set.leading_zeros()]
}
