//! A position as a picture for notebooks.

use quadrille_core::{Effect, Ground, Picture, Piece, Player};
use std::fmt::Write as _;

/// The side of a cell, and the room for coordinates around the board.
const CELL: usize = 44;
const MARGIN: usize = 20;

/// The board; the cells that the last move left and reached are marked.
pub fn board(picture: &Picture, last: Option<&Effect>) -> String {
    let (width, height) = (picture.columns * CELL + 2 * MARGIN, picture.rows * CELL + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\"><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    );
    for (index, (name, piece)) in picture.names.iter().zip(&picture.pieces).enumerate() {
        let (row, column) = (index / picture.columns, index % picture.columns);
        let place = (MARGIN + column * CELL, MARGIN + row * CELL);
        let marked = last.is_some_and(|last| last.from.as_ref() == Some(name) || last.to.as_ref() == Some(name));
        ground(&mut svg, picture, (row, column), marked);
        if let Some(piece) = piece {
            draw(&mut svg, place, *piece);
        }
    }
    coordinates(&mut svg, picture);
    svg + "</svg>"
}

fn ground(svg: &mut String, picture: &Picture, (row, column): (usize, usize), marked: bool) {
    let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
    let fill = match picture.ground {
        _ if marked => "#f3d36b",
        Ground::Checkered if (picture.rows - row + column) % 2 == 1 => "#d8b98a",
        Ground::Checkered => "#f2e3c6",
        Ground::Plain => "#3f8f5f",
        Ground::Lines => "#e3b878",
    };
    let edge = if picture.ground == Ground::Plain { "#2b6b45" } else { "none" };
    // Writing to a string cannot fail.
    let _ =
        write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"{edge}\"/>");
    if picture.ground == Ground::Lines {
        let (cx, cy, half) = (x + CELL / 2, y + CELL / 2, CELL / 2);
        let left = if column == 0 { cx } else { cx - half };
        let right = if column + 1 == picture.columns { cx } else { cx + half };
        let top = if row == 0 { cy } else { cy - half };
        let bottom = if row + 1 == picture.rows { cy } else { cy + half };
        let _ = write!(svg, "<path d=\"M{left} {cy}H{right}M{cx} {top}V{bottom}\" stroke=\"#5a4020\"/>");
    }
}

fn draw(svg: &mut String, (x, y): (usize, usize), piece: Piece) {
    let (cx, cy) = (x + CELL / 2, y + CELL / 2);
    let glyph = piece.kind.and_then(|kind| {
        let place = "KQRBNP".find(kind.to_ascii_uppercase())?;
        let first = if piece.owner == Player::White { '\u{2654}' } else { '\u{265A}' };
        char::from_u32(first as u32 + place as u32)
    });
    let _ = match glyph {
        Some(glyph) => {
            write!(svg, "<text x=\"{cx}\" y=\"{}\" font-size=\"{}\">{glyph}</text>", cy + CELL / 3, CELL * 4 / 5)
        }
        None => {
            let fill = if piece.owner == Player::White { "#fff" } else { "#222" };
            write!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" fill=\"{fill}\" stroke=\"#333\"/>", CELL / 2 - 4)
        }
    };
}

/// The letters below and the numbers to the left, as the cells' names have them.
fn coordinates(svg: &mut String, picture: &Picture) {
    let letters = |name: &str| name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    let digits = |name: &str| name.trim_start_matches(|letter: char| !letter.is_ascii_digit()).to_owned();
    let bottom = MARGIN + picture.rows * CELL + MARGIN * 3 / 4;
    for (column, name) in picture.names.iter().take(picture.columns).enumerate() {
        let x = MARGIN + column * CELL + CELL / 2;
        let _ = write!(svg, "<text x=\"{x}\" y=\"{bottom}\" font-size=\"12\">{}</text>", letters(name));
    }
    for (row, name) in picture.names.iter().step_by(picture.columns.max(1)).enumerate() {
        let y = MARGIN + row * CELL + CELL / 2 + 4;
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\" font-size=\"12\">{}</text>", MARGIN / 2, digits(name));
    }
}
