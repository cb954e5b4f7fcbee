//! Draws a board in the terminal, from the same picture as the page.

use quadrille_core::{Ground, Picture, Piece, Player};
use std::fmt::Write as _;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Unicode pieces on coloured cells.
    Coloured,
    /// Unicode pieces.
    Plain,
}

// Terminal colours (of 256): the background, the background of the last move, the pieces.
const LIGHT: u8 = 187;
const DARK: u8 = 144;
const WOOD: u8 = 179;
const LAST: u8 = 114;
const BLACK: u8 = 16;
const WHITE: u8 = 231;
const LINES: u8 = 94;

/// Draws a board; `marked` are the cells of the last move, by name.
pub fn draw(picture: &Picture, marked: &[&str], style: Style) -> String {
    let mut text = String::new();
    let width = picture.names.iter().map(|name| digits(name).len()).max().unwrap_or(1);
    let columns = picture.columns.max(1);
    for (row, names) in picture.names.chunks(columns).enumerate() {
        _ = write!(text, "{:>width$} ", digits(&names[0]));
        for (column, name) in names.iter().enumerate() {
            let cell = Cell {
                glyph: glyph(picture, row, column, style),
                piece: picture.pieces[row * columns + column],
                ground: ground(picture.ground, row, column),
                marked: marked.contains(&name.as_str()),
            };
            cell.write(&mut text, picture.ground, style);
        }
        text.push('\n');
    }
    let last_row = picture.names.len().saturating_sub(columns);
    let letters: String = picture.names[last_row..].iter().map(|name| format!(" {}", letters(name))).collect();
    text + &" ".repeat(width + 1) + &letters + "\n"
}

fn digits(name: &str) -> &str {
    name.trim_start_matches(|c: char| c.is_alphabetic())
}

fn letters(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn ground(ground: Ground, row: usize, column: usize) -> u8 {
    match ground {
        Ground::Checkered if (row + column).is_multiple_of(2) => LIGHT,
        Ground::Checkered => DARK,
        Ground::Plain | Ground::Lines => WOOD,
    }
}

struct Cell {
    glyph: char,
    piece: Option<Piece>,
    ground: u8,
    marked: bool,
}

impl Cell {
    fn write(&self, text: &mut String, ground: Ground, style: Style) {
        match style {
            // The last move is shown in brackets.
            Style::Plain => {
                text.push(if self.marked { '(' } else { ' ' });
                text.push(self.glyph);
            }
            Style::Coloured => {
                let back = if self.marked { LAST } else { self.ground };
                let front = self.piece.map_or(LINES, |piece| if piece.owner == Player::Black { BLACK } else { WHITE });
                _ = write!(
                    text,
                    "\x1b[48;5;{};38;5;{LINES}m{}",
                    self.ground,
                    if ground == Ground::Lines { '─' } else { ' ' }
                );
                _ = write!(text, "\x1b[48;5;{back};38;5;{front}m{}\x1b[0m", self.glyph);
            }
        }
    }
}

/// The content of a cell: a piece, a line crossing, or nothing.
fn glyph(picture: &Picture, row: usize, column: usize, style: Style) -> char {
    match picture.pieces[row * picture.columns + column] {
        // With colours both sides have filled pieces; without, White's are outlines.
        Some(Piece { owner, kind: Some(kind) }) => {
            let filled = owner == Player::Black || style == Style::Coloured;
            man(kind, filled)
        }
        Some(Piece { owner, kind: None }) if owner == Player::Black || style == Style::Coloured => '●',
        Some(_) => '○',
        None if picture.ground == Ground::Lines => crossing(picture, row, column),
        None if style == Style::Plain => '·',
        None => ' ',
    }
}

fn man(kind: char, filled: bool) -> char {
    const KINDS: &str = "kqrbnp";
    let table = if filled { "♚♛♜♝♞♟" } else { "♔♕♖♗♘♙" };
    let at = KINDS.find(kind.to_ascii_lowercase());
    at.and_then(|at| table.chars().nth(at)).unwrap_or(kind)
}

fn crossing(picture: &Picture, row: usize, column: usize) -> char {
    let at = |place: usize, length: usize| usize::from(place > 0) + usize::from(place + 1 == length);
    const CROSSINGS: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
    CROSSINGS[at(row, picture.rows)][at(column, picture.columns)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::registry;

    fn board(game: &str, rules: &str, moves: &[&str], style: Style) -> String {
        let mut session = registry::open(game, rules, None).expect("a game");
        for m in moves {
            session.play(m).expect("legal");
        }
        let last = session.last_move();
        let marked: Vec<&str> = last.iter().filter_map(|last| last.effect.to.as_deref()).collect();
        draw(&session.picture(), &marked, style)
    }

    #[test]
    fn chess_has_its_pieces_and_the_last_move() {
        let text = board("chess", "", &["e4", "Nf6"], Style::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "8  ♜ ♞ ♝ ♛ ♚ ♝ · ♜");
        assert_eq!(lines[2], "6  · · · · ·(♞ · ·");
        assert_eq!(lines[7], "1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖");
        assert_eq!(lines[8], "   a b c d e f g h");
    }

    #[test]
    fn stones_stand_on_crossings() {
        let text = board("go", "3", &["b2"], Style::Plain);
        assert_eq!(text, "3  ┌ ┬ ┐\n2  ├(● ┤\n1  └ ┴ ┘\n   A B C\n");
    }

    #[test]
    fn colours_end_where_they_begin() {
        for game in registry::names() {
            let text = board(game, "", &[], Style::Coloured);
            assert!(text.lines().all(|line| !line.contains('\x1b') || line.ends_with("\x1b[0m")), "{game}");
        }
    }
}
