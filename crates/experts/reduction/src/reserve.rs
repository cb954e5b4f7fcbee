//! The reserve that decides the score: a comb of white stones that fills more than half of a square board.
//!
//! A solid block would not do: after its capture White could live inside the hole. The teeth are two rows wide and separated by
//! black rows that belong to a living frame, so that every point of the reserve touches a wall that cannot be captured:
//! nothing White plays there after a capture can make an eye (a corridor of width two next to living walls has no room for one).
//!
//! ```text
//! ###########|          frame (three columns), top row
//! ###OOOOOOOO|          a tooth of two rows
//! ###OOOOOOOO|
//! ##########O|OOOO      a wall row; the mouth of the spine is in a wall row
//! ###OOOOOOOO|
//! ```

use crate::grid::{Grid, Point};
use crate::words::{self, defect};
use quadrille_core::Refusal;

/// Width of the black frame on the left: wide enough for eyes.
const FRAME: usize = 3;
/// Two rows of a tooth and one row of wall.
const PERIOD: usize = 3;
/// Boards larger than this are refused.
const MAX_SIDE: usize = 8_000;

/// Puts the circuit at the right of a square board with a comb at its left, and returns how far the circuit has moved.
pub(crate) fn add_comb(grid: &mut Grid) -> Result<Point, Refusal> {
    let mouth = (0..grid.rows())
        .find(|&row| grid.at(Point { row, column: 0 }) == b'O')
        .ok_or_else(|| defect("the circuit has no pipe at its left edge"))?;
    // The mouth must fall on a wall row: move the circuit down by up to two rows.
    let down = (PERIOD - mouth % PERIOD) % PERIOD;
    let smallest = (grid.rows() + down).max(grid.columns() + FRAME + 2);
    let side = (smallest..=MAX_SIDE)
        .find(|&side| 2 * comb_stones(side, grid.columns()) > side * side)
        .ok_or_else(|| words::COMB_TOO_LARGE.refuse().with("most", MAX_SIDE))?;
    let left = side - grid.columns();
    let mut board = Grid::black(side, side);
    for point in grid.points() {
        board.set(Point { row: point.row + down, column: point.column + left }, grid.at(point));
    }
    for row in 1..side - 1 {
        let first = if row % PERIOD == 0 { left - 1 } else { FRAME };
        for column in first..left {
            board.set(Point { row, column }, b'O');
        }
    }
    board.set(Point { row: mouth + down, column: left - 1 }, b'G');
    *grid = board;
    Ok(Point { row: down, column: left })
}

/// How many stones the comb of a board has.
fn comb_stones(side: usize, circuit_columns: usize) -> usize {
    let inner = side - 2;
    let wall_rows = inner / PERIOD;
    let tooth = side - circuit_columns - FRAME;
    (inner - wall_rows) * tooth + wall_rows
}
