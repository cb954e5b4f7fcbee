//! An Othello board as text: 64 squares from a1, b1 … to h8, then the side to move.
//!
//! Programs write the same board in many alphabets (`X`/`O`, `*`/`O`, `B`/`W`, `0`/`1`; `-`, `.` or `_` for an empty
//! square), in one run or as eight lines. All are read; `X`, `O`, `-` are written.

use crate::error::{RecordError, about};
use crate::words::board as words;
use crate::{Format, Side};
use std::fmt;

/// The number of squares.
pub(crate) const SQUARES: usize = 64;

/// A board of 64 squares and the side to move; nothing says that it can arise in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OthelloBoard {
    /// The discs from a1, b1 … h1, a2 … to h8.
    pub squares: [Option<Side>; SQUARES],
    /// The side to move.
    pub to_move: Side,
}

impl OthelloBoard {
    /// Reads a board; white space is allowed anywhere between the squares and before the side.
    ///
    /// ```
    /// use quadrille_records::board::OthelloBoard;
    /// let start = "........ ........ ........ ...WB... ...BW... ........ ........ ........ B";
    /// let written = "---------------------------OX------XO--------------------------- X";
    /// assert_eq!(OthelloBoard::parse(start)?.to_string(), written);
    /// # Ok::<(), quadrille_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// An error with line and column when it is not 64 squares and a side.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Self::parse_as(Format::OthelloBoard, text.as_bytes())
    }

    /// Reads a board for the reader of another format, which is named in errors.
    pub(crate) fn parse_as(format: Format, text: &[u8]) -> Result<Self, RecordError> {
        let mut squares = [None; SQUARES];
        let mut filled = 0;
        let mut to_move = None;
        for (offset, byte) in text.iter().copied().enumerate().filter(|(_, byte)| !byte.is_ascii_whitespace()) {
            let problem = match square_of(byte) {
                Some(square) if filled < SQUARES => {
                    squares[filled] = square;
                    filled += 1;
                    continue;
                }
                Some(Some(side)) if to_move.is_none() => {
                    to_move = Some(side);
                    continue;
                }
                _ if filled < SQUARES => about(&words::SQUARE, [byte]).with("number", filled + 1),
                _ if to_move.is_some() => about(&words::AFTER_SIDE, [byte]),
                _ => about(&words::SIDE, [byte]),
            };
            return Err(RecordError::at(format, text, offset, problem));
        }
        let missing = |problem| RecordError::at(format, text, text.len(), problem);
        if filled < SQUARES {
            return Err(missing(words::SQUARES.say().with("count", filled)));
        }
        let to_move = to_move.ok_or_else(|| missing(words::NO_SIDE.say()))?;
        Ok(Self { squares, to_move })
    }
}

/// What a character says of a square; none when it says nothing.
pub(crate) fn square_of(byte: u8) -> Option<Option<Side>> {
    match byte {
        b'X' | b'x' | b'*' | b'B' | b'b' | b'#' | b'@' | b'0' => Some(Some(Side::Black)),
        b'O' | b'o' | b'W' | b'w' | b'1' => Some(Some(Side::White)),
        b'-' | b'.' | b'_' => Some(None),
        _ => None,
    }
}

/// The letter of a disc.
const fn letter(side: Side) -> char {
    match side {
        Side::Black => 'X',
        Side::White => 'O',
    }
}

impl fmt::Display for OthelloBoard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = self.squares.iter().map(|square| square.map_or('-', letter)).collect();
        write!(formatter, "{squares} {}", letter(self.to_move))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn the_start_in_several_alphabets() {
        let board = OthelloBoard::parse(START).unwrap();
        assert_eq!(board.to_string(), START);
        let lines = "........\n........\n........\n...WB...\n...BW...\n........\n........\n........\nB\n";
        assert_eq!(OthelloBoard::parse(lines).unwrap(), board);
    }

    #[test]
    fn errors_are_sentences() {
        let sentence = |text: &str| OthelloBoard::parse(text).unwrap_err().problem.to_string();
        assert_eq!(sentence(""), "the board has 0 squares: expected 64");
        assert_eq!(sentence("--Q"), "square 3 is 'Q': expected 'X', 'O' or '-'");
        assert_eq!(sentence(&START[..64]), "the side to move is missing: expected 'X' or 'O'");
        assert_eq!(sentence(&START.replace(" X", " -")), "the side to move is '-': expected 'X' or 'O'");
        assert_eq!(sentence(&format!("{START} X")), "expected nothing after the side to move, found 'X'");
    }
}
