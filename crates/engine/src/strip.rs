//! A line of play as one picture: a small board after each move, with the move marked, in rows like a comic strip.

use crate::session::Session;
use quadrille_core::{Effect, Picture, Player, Refusal};
use std::fmt::Write as _;

/// Boards in a row of the strip.
const BOARDS_IN_A_ROW: usize = 7;
/// The size of a square, and the space between boards and for captions.
const SQUARE: usize = 18;
const GAP: usize = 14;
const CAPTION: usize = 18;

/// The squares, marked squares and the pieces of both sides.
const GROUND: [&str; 2] = ["#f0e6d2", "#d8c39f"];
const LEFT: &str = "#f3d36b";
const REACHED: &str = "#f0a53a";
const WHITE_PIECE: &str = "#ffffff";
const BLACK_PIECE: &str = "#2b2b2b";

/// The line of moves from the session's position as an SVG picture.
///
/// # Errors
///
/// If a move is illegal.
pub fn strip(session: &dyn Session, line: &[String]) -> Result<String, Refusal> {
    let mut session = session.duplicate();
    let first = session.picture();
    let (board_width, board_height) = (first.columns * SQUARE, first.rows * SQUARE);
    let boards = line.len() + 1;
    let (across, down) = (boards.min(BOARDS_IN_A_ROW), boards.div_ceil(BOARDS_IN_A_ROW));
    let (width, height) = (GAP + across * (board_width + GAP), GAP + down * (board_height + CAPTION + GAP));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n<title>{} {}: {}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        session.descriptor().name,
        session.rules(),
        line.join(" "),
    );
    let place = |index: usize| {
        let (row, column) = (index / BOARDS_IN_A_ROW, index % BOARDS_IN_A_ROW);
        (GAP + column * (board_width + GAP), GAP + row * (board_height + CAPTION + GAP))
    };
    draw(&mut svg, place(0), &first, &Effect::default(), "start");
    for (index, m) in line.iter().enumerate() {
        session.play(m)?;
        let effect = session.last_move().map(|last| last.effect).unwrap_or_default();
        draw(&mut svg, place(index + 1), &session.picture(), &effect, &format!("{}. {m}", index + 1));
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// One board, with the squares of the last move marked.
fn draw(svg: &mut String, (left, top): (usize, usize), picture: &Picture, effect: &Effect, caption: &str) {
    for (index, (name, piece)) in picture.names.iter().zip(&picture.pieces).enumerate() {
        let (row, column) = (index / picture.columns, index % picture.columns);
        let (x, y) = (left + column * SQUARE, top + row * SQUARE);
        let fill = if effect.from.as_ref() == Some(name) {
            LEFT
        } else if effect.to.as_ref() == Some(name) {
            REACHED
        } else {
            GROUND[(picture.rows - row + column + 1) % 2]
        };
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\"/>");
        let colour = match piece.map(|piece| piece.owner) {
            Some(Player::White) => WHITE_PIECE,
            Some(Player::Black) => BLACK_PIECE,
            None => continue,
        };
        let (x, y, radius) = (x + SQUARE / 2, y + SQUARE / 2, SQUARE / 2 - 2);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#555555\"/>");
    }
    let (x, y) = (left + picture.columns * SQUARE / 2, top + picture.rows * SQUARE + CAPTION - 5);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{caption}</text>");
}
