//! Positions, moves and diagrams as text, for every board.
//!
//! The position's text is that of [`Setup`], points are those of `coordinates.rs`.

use crate::coordinates::{format_column, format_move, parse_point};
use crate::goban::{Goban, stone_of};
use crate::grid::{Grid, Move};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Setup, letter};
use crate::{general, words};
use quadrille_core::{Game, Lang, Notation, Refusal, Tactics, to_move};
use std::fmt;
use std::str::FromStr;

/// Reads a move that is legal here, apart from the history.
fn parse_move(board: &impl Goban, text: &str) -> Result<Move, Refusal> {
    let text = text.trim();
    let m = if text.eq_ignore_ascii_case("pass") { Move::Pass } else { Move::At(parse_point(board.grid(), text)?) };
    if board.is_legal(m) { Ok(m) } else { Err(why_not(board, m).quote("text", text)) }
}

/// Why a move on the board is not legal.
fn why_not(board: &impl Goban, m: Move) -> Refusal {
    if board.outcome().is_some() {
        return words::GAME_OVER.refuse();
    }
    let Some(point) = m.point() else { return words::NO_PASS.refuse() };
    match board.stone(point) {
        Some(player) => words::OCCUPIED.refuse().with("stone", stone_of(player)),
        None if board.ko() == Some(point) => words::KO.refuse(),
        None => words::SUICIDE.refuse(),
    }
}

/// The board with coordinates, for the terminal. The ko point is drawn as `k`.
fn diagram(board: &impl Goban, lang: Lang) -> String {
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
    let mover = format!("{} ({})", board.to_move().name().template(lang), letter(board.to_move()));
    lines.push(to_move(mover).text(lang));
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
        impl<$($parameter)*> Notation for $board {
            fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
                Self::from_setup(&Setup::parse(rules, text)?)
            }

            fn format_position(&self) -> String {
                self.setup().to_string()
            }

            fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
                parse_move(self, text)
            }

            fn format_move(&self, m: Move) -> String {
                format_move(self.grid(), m)
            }

            fn diagram(&self, lang: Lang) -> String {
                diagram(self, lang)
            }
        }

        impl<$($parameter)*> Tactics for $board {}

        /// The text of [`Notation::format_position`].
        impl<$($parameter)*> fmt::Display for $board {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.setup().fmt(f)
            }
        }

        /// Reads what `Display` writes: the board is as large as the text shows, the rules are the usual ones.
        impl<$($parameter)*> FromStr for $board {
            type Err = Refusal;

            fn from_str(text: &str) -> Result<Self, Refusal> {
                Self::parse_position(&Rules::default(), text)
            }
        }

        impl<$($parameter)*> fmt::Debug for $board {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self} ({}, key {:016x})", self.rules(), self.key())
            }
        }
    };
}

text_of_board!([const CAP: usize] Position<CAP>);
text_of_board!([] general::Position);
