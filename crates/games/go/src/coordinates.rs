//! Points and moves as text.
//!
//! Points are those of the Go text protocol: a column letter without I, and the row counted from the bottom. Boards of
//! more than 25 columns go on with two letters: Z, AA, AB …

use crate::grid::{Grid, Move, Point};
use crate::words;
use quadrille_core::Refusal;

/// The columns' letters: the alphabet without I, which is too easily taken for J or 1.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Writes a column: A … Z, AA, AB …
pub(crate) fn format_column(column: usize) -> String {
    let last = char::from(LETTERS[column % LETTERS.len()]);
    if column < LETTERS.len() { last.into() } else { format!("{}{last}", format_column(column / LETTERS.len() - 1)) }
}

/// Writes a point of the grid, such as `D4`; points outside read `?`.
#[must_use]
pub fn format_point(grid: Grid, point: Point) -> String {
    let place = |(row, column)| format!("{}{}", format_column(column), grid.rows() - row);
    grid.row_column(point).map_or_else(|| "?".into(), place)
}

/// Reads a point of the grid, such as `D4` or `d4`.
pub fn parse_point(grid: Grid, text: &str) -> Result<Point, Refusal> {
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let (column_text, row_text) = text.split_at(letters);
    if column_text.is_empty() || row_text.is_empty() || !row_text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(words::BAD_POINT.refuse().quote("text", text));
    }
    if column_text.contains(['I', 'i']) {
        return Err(words::COLUMN_I.refuse().quote("text", text));
    }
    let outside = || {
        let corner = format!("{}{}", format_column(grid.columns() - 1), grid.rows());
        words::OFF_BOARD.refuse().quote("text", text).with("last", corner)
    };
    let digit = |byte: u8| LETTERS.iter().position(|&l| l == byte.to_ascii_uppercase());
    let column = column_text.bytes().try_fold(0_usize, |column, byte| {
        Some((column * LETTERS.len() + digit(byte)? + 1).min(usize::from(Grid::LONGEST_SIDE) + 1))
    });
    let row: usize = row_text.parse().map_err(|_| outside())?;
    let place = column.and_then(|column| Some((grid.rows().checked_sub(row)?, column.checked_sub(1)?)));
    place.and_then(|(row, column)| grid.point(row, column)).ok_or_else(outside)
}

/// Writes a move: a point or `pass`.
#[must_use]
pub fn format_move(grid: Grid, m: Move) -> String {
    m.point().map_or_else(|| "pass".into(), |point| format_point(grid, point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_small_and_large_boards_survives_being_written_and_read() {
        for (rows, columns) in [(1, 1), (9, 9), (19, 19), (25, 25), (3, 60), (2, 999)] {
            let grid = Grid::new(rows, columns).expect("the size is within limits");
            for point in grid.points() {
                let text = format_point(grid, point);
                assert_eq!(parse_point(grid, &text), Ok(point), "{text}");
                assert_eq!(parse_point(grid, &text.to_lowercase()), Ok(point), "{text}");
            }
        }
    }

    #[test]
    fn columns_leave_out_i() {
        assert_eq!([0, 7, 8, 24, 25, 26].map(format_column), ["A", "H", "J", "Z", "AA", "AB"]);
    }
}
