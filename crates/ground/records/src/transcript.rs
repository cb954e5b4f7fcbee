//! Lists of moves in any common spelling: `f5d6c3`, `F5 D6 C3`, `1. f5 2. d6`, `b2b3 b5xb4`, `D4 Q16 pass`.
//!
//! Move numbers, commas, semicolons and line breaks between moves mean nothing. A pass is `pass`, `pa`, `ps` or `--`. Three readers, one
//! for each way of naming moves: one square (Othello), two squares (Breakthrough), a point of a Go board.

use crate::error::{RecordError, about};
use crate::text::BYTE_ORDER_MARK;
use crate::words::transcript as words;
use crate::{Format, Square};
use quadrille_words::{Message, Sentence};
use std::fmt;

/// The largest Go board that letters without I can name.
const LARGEST_GO_BOARD: u8 = 25;
/// The spellings of a pass, longest first so that `pass` is not read as `pa` and `ss`.
const PASSES: [&[u8]; 4] = [b"pass", b"pa", b"ps", b"--"];

/// A disc on a square, or a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Placement {
    /// A disc.
    At(Square),
    /// A pass.
    Pass,
}

impl fmt::Display for Placement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(square) => square.fmt(formatter),
            Self::Pass => formatter.write_str("pass"),
        }
    }
}

/// A pawn's step from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// The square it leaves.
    pub from: Square,
    /// The square it goes to.
    pub to: Square,
    /// Whether the text says that it captures (`x`).
    pub captures: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.captures { "x" } else { "" };
        write!(formatter, "{}{between}{}", self.from, self.to)
    }
}

/// A stone on a point of a Go board, a pass or the end by resignation. Columns are letters without I, rows from 1 at the
/// bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stone {
    /// A stone; `row` 0 is the bottom row.
    At(Square),
    /// A pass.
    Pass,
    /// The player gives up.
    Resign,
}

impl fmt::Display for Stone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(Square { column, row }) => {
                // The letter I is left out.
                let letter = b'A' + column + u8::from(*column >= b'I' - b'A');
                write!(formatter, "{}{}", char::from(letter), row + 1)
            }
            Self::Pass => formatter.write_str("pass"),
            Self::Resign => formatter.write_str("resign"),
        }
    }
}

/// Reads an Othello transcript.
///
/// ```
/// use quadrille_records::transcript::{parse_othello, write};
/// assert_eq!(write(parse_othello(b"1. F5 d6 2. paC3")?), "f5 d6 pass c3");
/// # Ok::<(), quadrille_records::RecordError>(())
/// ```
///
/// # Errors
/// An error with line and column at the first thing that is neither a square from a1 to h8 nor a pass.
pub fn parse_othello(text: &[u8]) -> Result<Vec<Placement>, RecordError> {
    parse(text, &words::SQUARE, |scanner| {
        if scanner.pass() {
            return Some(Placement::Pass);
        }
        scanner.square(8, 8).map(Placement::At)
    })
}

/// Reads a list of Breakthrough moves on a board of up to 8x8.
///
/// # Errors
/// An error with line and column at the first thing that is not two squares.
pub fn parse_breakthrough(text: &[u8]) -> Result<Vec<Step>, RecordError> {
    parse(text, &words::STEP, |scanner| {
        let from = scanner.square(8, 8)?;
        let captures = scanner.accept(b"xX:");
        if !captures {
            scanner.accept(b"-");
        }
        let to = scanner.square(8, 8)?;
        Some(Step { from, to, captures })
    })
}

/// Reads a list of Go moves as GTP writes them.
///
/// # Errors
/// An error with line and column at the first thing that is neither a point, a pass nor a resignation.
pub fn parse_go(text: &[u8]) -> Result<Vec<Stone>, RecordError> {
    parse(text, &words::STONE, |scanner| {
        if scanner.word(b"resign") {
            return Some(Stone::Resign);
        }
        if scanner.pass() {
            return Some(Stone::Pass);
        }
        scanner.go_point().map(Stone::At)
    })
}

/// The moves as one line, separated by spaces.
pub fn write<M: fmt::Display>(moves: impl IntoIterator<Item = M>) -> String {
    let words: Vec<String> = moves.into_iter().map(|play| play.to_string()).collect();
    words.join(" ")
}

fn parse<M>(
    text: &[u8],
    expected: &'static Message,
    mut read: impl FnMut(&mut Scanner<'_>) -> Option<M>,
) -> Result<Vec<M>, RecordError> {
    let error =
        |at, problem: Sentence| RecordError::at(Format::Transcript, text, at, problem.with("expected", expected));
    let mut scanner = Scanner { text, at: 0 };
    let mut moves = Vec::new();
    while scanner.find_move() {
        let start = scanner.at;
        match read(&mut scanner) {
            Some(play) => moves.push(play),
            None => {
                let length = text[start..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                return Err(error(start, about(&words::EXPECTED, &text[start..start + length])));
            }
        }
    }
    if moves.is_empty() {
        return Err(error(text.len(), words::EXPECTED.say().with("found", &words::NO_MOVE)));
    }
    Ok(moves)
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Goes to the next move; false at the end of the text.
    fn find_move(&mut self) -> bool {
        while let Some(byte) = self.text.get(self.at) {
            match byte {
                b',' | b';' | b'.' | b')' | b':' => self.at += 1,
                0xef if self.at == 0 && self.text.starts_with(BYTE_ORDER_MARK) => self.at = BYTE_ORDER_MARK.len(),
                // No move starts with a digit, so digits here number the moves.
                _ if byte.is_ascii_whitespace() || byte.is_ascii_digit() => self.at += 1,
                _ => return true,
            }
        }
        false
    }

    fn accept(&mut self, choices: &[u8]) -> bool {
        let accepted = self.text.get(self.at).is_some_and(|byte| choices.contains(byte));
        self.at += usize::from(accepted);
        accepted
    }

    /// Takes a word in any case of letters.
    fn word(&mut self, word: &[u8]) -> bool {
        let found = self.text.get(self.at..self.at + word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn pass(&mut self) -> bool {
        PASSES.iter().any(|spelling| self.word(spelling))
    }

    /// A letter and one digit.
    fn square(&mut self, columns: u8, rows: u8) -> Option<Square> {
        let column =
            self.text.get(self.at)?.to_ascii_lowercase().checked_sub(b'a').filter(|column| *column < columns)?;
        let row = self.text.get(self.at + 1)?.checked_sub(b'1').filter(|row| *row < rows)?;
        self.at += 2;
        Some(Square { column, row })
    }

    /// A letter without I and up to two digits.
    fn go_point(&mut self) -> Option<Square> {
        let letter = self.text.get(self.at)?.to_ascii_uppercase();
        let column = letter.checked_sub(b'A').filter(|_| letter != b'I' && letter <= b'Z')?;
        let column = column - u8::from(letter > b'I');
        let digits = self.text[self.at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).take(2);
        let (count, number) = digits.fold((0, 0), |(count, number), digit| (count + 1, number * 10 + (digit - b'0')));
        let row = number.checked_sub(1).filter(|row| *row < LARGEST_GO_BOARD)?;
        self.at += 1 + count;
        Some(Square { column, row })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn othello_in_every_spelling() {
        let expected = "f5 d6 pass c3";
        let numbered = "1. f5 2. d6 3. pass 4. c3";
        for text in [
            "f5d6pac3",
            "F5D6PSC3",
            "F5 D6 PASS C3",
            numbered,
            "1.f52.d63.--4.c3",
            "f5,d6,pa,c3\n",
            "1) F5 d6\n2) pass c3",
        ] {
            assert_eq!(write(parse_othello(text.as_bytes()).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn steps_and_stones() {
        let steps = parse_breakthrough(b"1. b2b3 B4xC3, a2-a3").unwrap();
        assert_eq!(write(&steps), "b2b3 b4xc3 a2a3");
        let stones = parse_go(b"D4 q16 J10 pass T19 Z25 resign").unwrap();
        assert_eq!(write(&stones), "D4 Q16 J10 pass T19 Z25 resign");
        assert_eq!(stones[2], Stone::At(Square { column: 8, row: 9 }));
    }

    #[test]
    fn errors_are_sentences() {
        let sentence = |error: RecordError| error.to_string();
        assert_eq!(
            sentence(parse_othello(b"f5\nd9").unwrap_err()),
            "list of moves, line 2, column 1: expected a square such as 'f5', or 'pass', found 'd9'"
        );
        assert!(sentence(parse_othello(b" 1. 2. ").unwrap_err()).contains("found no move"));
        assert!(sentence(parse_breakthrough(b"b2").unwrap_err()).contains("found 'b2'"));
        assert!(sentence(parse_breakthrough(b"b2i3").unwrap_err()).contains("found 'b2i3'"));
        for text in ["I5", "A0", "A26", "4D x", "\u{e9}5", "A"] {
            assert!(parse_go(text.as_bytes()).is_err(), "{text}");
        }
    }
}
