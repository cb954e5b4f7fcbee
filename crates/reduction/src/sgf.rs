//! Boards and games as SGF (FF[4]), whose boards end at 52 lines: larger ones are cut into windows, one game tree each.
//!
//! Written by hand because the writer needs three things only: setup stones, moves with comments, labels.

use std::fmt::Write as _;

use quadrille_core::Player;

use crate::board::Board;
use crate::compile::Compiled;
use crate::grid::Point;
use crate::walk::{Game, Played};

/// The largest side an SGF board can have.
pub const SGF_SIDE: usize = 52;
/// How many points a window shows around the moves in it, where there is room.
const MARGIN: usize = 4;

/// A part of the board that fits in SGF.
#[derive(Clone, Copy, Debug)]
struct Window {
    first: Point,
    rows: usize,
    columns: usize,
}

impl Window {
    fn contains(&self, point: Point) -> bool {
        (self.first.row..self.first.row + self.rows).contains(&point.row)
            && (self.first.column..self.first.column + self.columns).contains(&point.column)
    }

    /// Two letters, column first.
    fn letters(&self, point: Point) -> String {
        let letter = |index: usize| char::from(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[index]);
        format!("{}{}", letter(point.column - self.first.column), letter(point.row - self.first.row))
    }

    fn points(self) -> impl Iterator<Item = Point> {
        let Self { first, rows, columns } = self;
        (0..rows).flat_map(move |row| {
            (0..columns).map(move |column| Point { row: first.row + row, column: first.column + column })
        })
    }
}

impl Compiled {
    /// The position as SGF: one game tree, or one for each window that has an empty point if the board is larger than 52.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let board = self.position.board();
        let mut text = String::new();
        for window in self.windows() {
            let comment =
                format!("{}\nWhite to move wins if and only if the formula is satisfiable.", self.drawing.formula);
            open_tree(&mut text, &board, window, &self.place_text(window, &comment), Player::White);
            let labels = self.names.iter().filter(|named| window.contains(named.point) && named.name != "C");
            let labels: String =
                labels.map(|named| format!("[{}:{}]", window.letters(named.point), named.name)).collect();
            if !labels.is_empty() {
                let _ = write!(text, "LB{labels}");
            }
            text.push_str(")\n");
        }
        text
    }

    /// A comment that says which part of the board a window shows.
    fn place_text(&self, window: Window, comment: &str) -> String {
        let grid = &self.position.grid;
        if (window.rows, window.columns) == (grid.rows(), grid.columns()) {
            return comment.to_string();
        }
        format!(
            "{comment}\nRows {} to {} of {}, columns {} to {} of {}.",
            window.first.row + 1,
            window.first.row + window.rows,
            grid.rows(),
            window.first.column + 1,
            window.first.column + window.columns,
            grid.columns()
        )
    }

    /// Windows that cover every empty point.
    fn windows(&self) -> Vec<Window> {
        let grid = &self.position.grid;
        let mut windows = Vec::new();
        for row in (0..grid.rows()).step_by(SGF_SIDE) {
            for column in (0..grid.columns()).step_by(SGF_SIDE) {
                let (rows, columns) = (SGF_SIDE.min(grid.rows() - row), SGF_SIDE.min(grid.columns() - column));
                let window = Window { first: Point { row, column }, rows, columns };
                if window.points().any(|point| grid.at(point) == b'.') {
                    windows.push(window);
                }
            }
        }
        windows
    }

    /// A window around some points, with a margin where there is room; `None` if they do not fit.
    fn window_around(&self, moves: &[Played]) -> Option<Window> {
        let grid = &self.position.grid;
        let span = |of: fn(Point) -> usize, side: usize| {
            let values = || moves.iter().filter_map(|played| played.point).map(of);
            let (low, high) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
            let (low, high) = if side <= SGF_SIDE {
                (0, side - 1)
            } else {
                (low.saturating_sub(MARGIN), (high + MARGIN).min(side - 1))
            };
            (high - low < SGF_SIDE).then_some((low, high - low + 1))
        };
        let (row, rows) = span(|point| point.row, grid.rows())?;
        let (column, columns) = span(|point| point.column, grid.columns())?;
        Some(Window { first: Point { row, column }, rows, columns })
    }
}

impl Game {
    /// The game as SGF with its comments. On a large board each game tree shows the part where the next moves are played.
    #[must_use]
    pub fn to_sgf(&self, compiled: &Compiled) -> String {
        let mut text = String::new();
        let mut board = compiled.position.board();
        let mut rest = &self.moves[..];
        while let Some(first) = rest.first() {
            let fits = |&count: &usize| compiled.window_around(&rest[..count]).is_some();
            let count = (1..=rest.len()).take_while(fits).last().unwrap_or(1);
            let Some(window) = compiled.window_around(&rest[..count]) else { break };
            let about = format!("{}\n{}", compiled.drawing.formula, self.summary);
            open_tree(&mut text, &board, window, &compiled.place_text(window, &about), first.player);
            for played in &rest[..count] {
                write_move(&mut text, window, played);
                match played.point {
                    None => board.pass(),
                    Some(point) => {
                        // The moves were legal when they were made, so they are legal here.
                        let _ = board.play(compiled.position.spot(&board, point), played.player);
                    }
                }
            }
            text.push_str(")\n");
            rest = &rest[count..];
        }
        text
    }
}

fn write_move(text: &mut String, window: Window, played: &Played) {
    let colour = if played.player == Player::Black { 'B' } else { 'W' };
    let place = played.point.map_or_else(String::new, |point| window.letters(point));
    let _ = write!(text, "\n;{colour}[{place}]");
    if !played.comment.is_empty() {
        let _ = write!(text, "C[{}]", escape(&played.comment));
    }
}

/// The root node with the stones of a window; the closing bracket is the caller's.
fn open_tree(text: &mut String, board: &Board, window: Window, comment: &str, to_move: Player) {
    let size = if window.rows == window.columns {
        window.rows.to_string()
    } else {
        format!("{}:{}", window.columns, window.rows)
    };
    let mover = if to_move == Player::Black { 'B' } else { 'W' };
    let _ = write!(text, "(;FF[4]GM[1]CA[UTF-8]AP[Quadrille]SZ[{size}]PL[{mover}]C[{}]", escape(comment));
    for (property, colour) in [("AB", Player::Black), ("AW", Player::White)] {
        let stones: Vec<Point> =
            window.points().filter(|point| board.stone(board.spot(point.row, point.column)) == Some(colour)).collect();
        if !stones.is_empty() {
            text.push_str(property);
            for point in stones {
                let _ = write!(text, "[{}]", window.letters(point));
            }
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
