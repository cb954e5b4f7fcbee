//! Points, moves and diagrams as text, for every board.
//!
//! Points are those of the Go text protocol: a column letter without I, and the row counted from the bottom. Boards of
//! more than 25 columns go on with two letters: Z, AA, AB …

use crate::goban::Goban;
use crate::grid::{Grid, Move, Point};
use crate::setup::letter;
use quadrille_core::Refusal;

/// The columns' letters: the alphabet without I, which is too easily taken for J or 1.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Writes a column: A … Z, AA, AB …
fn format_column(column: usize) -> String {
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
        return Err(Refusal::plain(format!(
            "{text:?} is no point; expected a column letter and a row number, such as D4"
        )));
    }
    if column_text.contains(['I', 'i']) {
        return Err(Refusal::plain(format!("{text:?} names column I, which Go boards leave out; after H comes J")));
    }
    let outside = || {
        let corner = format!("{}{}", format_column(grid.columns() - 1), grid.rows());
        Refusal::plain(format!("{text:?} is not on this board; expected a point from A1 to {corner}"))
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

/// Reads a move that is legal here, apart from the history.
pub(crate) fn parse_move(board: &impl Goban, text: &str) -> Result<Move, Refusal> {
    let text = text.trim();
    let m = if text.eq_ignore_ascii_case("pass") { Move::Pass } else { Move::At(parse_point(board.grid(), text)?) };
    if board.is_legal(m) { Ok(m) } else { Err(Refusal::plain(why_not(board, m, text))) }
}

/// Why a move on the board is not legal.
fn why_not(board: &impl Goban, m: Move, text: &str) -> String {
    if board.outcome().is_some() {
        return format!("{text:?} comes after the end of the game; expected no further move");
    }
    let Some(point) = m.point() else {
        return "a pass is not legal while a move is; expected a point".into();
    };
    if let Some(player) = board.stone(point) {
        return format!("{text:?} is occupied by a {player} stone; expected an empty point");
    }
    if board.ko() == Some(point) {
        return format!("{text:?} retakes the ko at once; expected a move elsewhere first");
    }
    format!("{text:?} is suicide: the stone would have no liberty and takes nothing; expected another point")
}

/// The board with coordinates, for the terminal. The ko point is drawn as `k`.
pub(crate) fn diagram(board: &impl Goban) -> String {
    let grid = board.grid();
    let names: Vec<String> = (0..grid.columns()).map(format_column).collect();
    let width = names.iter().map(String::len).max().unwrap_or(1);
    let margin = grid.rows().to_string().len();
    let header: String = names.iter().map(|name| format!(" {name:>width$}")).collect();
    let mut lines = vec![format!("{:margin$}{header}", "")];
    for row in 0..grid.rows() {
        let mut line = format!("{:>margin$}", grid.rows() - row);
        for column in 0..grid.columns() {
            let Some(point) = grid.point(row, column) else { continue };
            let mark = match board.stone(point) {
                Some(player) => letter(player),
                None if board.ko() == Some(point) => "k",
                None if is_star(grid, row, column) => "+",
                None => ".",
            };
            line += &format!(" {mark:>width$}");
        }
        line += &format!(" {}", grid.rows() - row);
        lines.push(line);
    }
    lines.push(format!("{:margin$}{header}", ""));
    lines.push(format!("{} ({}) to move", board.to_move(), letter(board.to_move())));
    lines.join("\n") + "\n"
}

/// Whether a point carries one of the marks that boards are printed with.
fn is_star(grid: Grid, row: usize, column: usize) -> bool {
    let marked = |place: usize, side: usize| {
        let edge = if side < 13 { 2 } else { 3 };
        side >= 7 && (place == edge || place + edge + 1 == side || (side % 2 == 1 && place == side / 2))
    };
    marked(row, grid.rows()) && marked(column, grid.columns())
}

/// Gives a board its texts: positions and moves to read and write, the diagram, and the form that tests print.
macro_rules! text_of_board {
    ([$($parameter:tt)*] $board:ty) => {
        impl<$($parameter)*> quadrille_core::Notation for $board {
            fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
                Self::from_setup(&Setup::parse(rules, text)?)
            }

            fn format_position(&self) -> String {
                self.setup().to_string()
            }

            fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
                $crate::notation::parse_move(self, text)
            }

            fn format_move(&self, m: Move) -> String {
                $crate::notation::format_move(self.grid(), m)
            }

            fn diagram(&self) -> String {
                $crate::notation::diagram(self)
            }
        }

        impl<$($parameter)*> quadrille_core::Tactics for $board {}

        impl<$($parameter)*> std::fmt::Debug for $board {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{} ({}, key {:016x})", self.setup(), self.rules(), self.key())
            }
        }
    };
}
pub(crate) use text_of_board;

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
