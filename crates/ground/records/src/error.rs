//! Errors of record readers, with their position.
//!
//! Lines are counted only when an error occurs, so valid input pays nothing for it.

use crate::{Format, words};
use quadrille_words::{Message, Refusal, Sentence};
use std::{fmt, io};

/// How many characters of the input an error quotes.
const QUOTED_CHARACTERS: usize = 32;

/// A record that cannot be read: message and position.
///
/// ```
/// use quadrille_records::sgf::GameTree;
/// use quadrille_words::{Lang, Refusal};
/// let error = GameTree::parse(b"(;B[aa]\n;C)").unwrap_err();
/// assert_eq!(error.to_string(), "SGF, line 2, column 3: property 'C' has no value: expected '['");
/// assert!(Refusal::from(error).text(Lang::French).starts_with("SGF, ligne 2, colonne 3 : la propriété 'C'"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RecordError {
    /// The format that was being read.
    pub format: Format,
    /// The line of the problem, counted from 1.
    pub line: usize,
    /// The column of the problem in bytes, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: Sentence,
}

impl RecordError {
    /// An error at byte `offset` of `text`.
    pub(crate) fn at(format: Format, text: &[u8], offset: usize, problem: Sentence) -> Self {
        let Place { line, column } = Place::START.after(&text[..offset.min(text.len())]);
        Self { format, line, column, problem }
    }

    /// An error at byte `offset` of a binary file, which has one line, or of what is written and has no place yet.
    pub(crate) fn in_bytes(format: Format, offset: usize, problem: Sentence) -> Self {
        Self { format, line: 1, column: offset + 1, problem }
    }

    /// The same error with its position moved into a larger text that contains this one at `place`.
    pub(crate) fn within(mut self, place: Place) -> Self {
        if self.line == 1 {
            self.column += place.column - 1;
        }
        self.line += place.line - 1;
        self
    }

    fn sentence(&self) -> Refusal {
        let refusal = match self.format {
            Format::WthorGames | Format::WthorNames | Format::Polyglot => {
                words::AT_BYTE.refuse().with("byte", self.column)
            }
            _ => words::PLACED.refuse().with("line", self.line).with("column", self.column),
        };
        refusal.with("format", self.format.term()).with("problem", self.problem.clone())
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(formatter)
    }
}

impl std::error::Error for RecordError {}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        error.sentence()
    }
}

/// Why a stream of records stopped or skipped one.
#[derive(Debug)]
pub enum ReadError {
    /// The input could not be read.
    Io(io::Error),
    /// One record is malformed; the stream continues with the next one if it can be found.
    Record(RecordError),
}

impl ReadError {
    fn sentence(&self) -> Refusal {
        match self {
            Self::Io(error) => words::UNREADABLE.refuse().error("error", error),
            Self::Record(error) => error.sentence(),
        }
    }

    /// The record's error, or `otherwise` if reading failed, which never happens in memory.
    pub(crate) fn record(self, otherwise: impl FnOnce() -> RecordError) -> RecordError {
        match self {
            Self::Record(error) => error,
            Self::Io(_) => otherwise(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(formatter)
    }
}

impl std::error::Error for ReadError {}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        error.sentence()
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<RecordError> for ReadError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

/// A line and column, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub line: usize,
    pub column: usize,
}

impl Place {
    /// The first byte of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place after `text`, which starts here.
    pub fn after(self, text: &[u8]) -> Self {
        match memchr::memrchr(b'\n', text) {
            Some(last) => {
                Self { line: self.line + memchr::memchr_iter(b'\n', text).count(), column: text.len() - last }
            }
            None => Self { line: self.line, column: self.column + text.len() },
        }
    }
}

/// A message with the input in quotes.
pub(crate) fn about(message: &'static Message, found: impl AsRef<[u8]>) -> Sentence {
    message.say().with("found", quote(found.as_ref()))
}

/// The start of `text` in quotes, with unprintable bytes escaped.
fn quote(text: &[u8]) -> String {
    let head = &text[..text.len().min(QUOTED_CHARACTERS * 4)];
    let text = String::from_utf8_lossy(head);
    let mut quoted = String::from("'");
    for (index, character) in text.chars().enumerate() {
        if index == QUOTED_CHARACTERS {
            quoted.push('…');
            break;
        }
        match character {
            '\'' | '"' => quoted.push(character),
            other => quoted.extend(other.escape_debug()),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_and_column() {
        let error = |text, offset| RecordError::at(Format::Sgf, text, offset, words::NOTHING.say());
        let third = error(b"ab\ncd\nef", 7);
        assert_eq!(third.to_string(), "SGF, line 3, column 2: nothing");
        assert_eq!(third.within(Place { line: 10, column: 5 }).to_string(), "SGF, line 12, column 2: nothing");
        let first_line = error(b"ab", 1).within(Place { line: 10, column: 5 });
        assert_eq!((first_line.line, first_line.column), (10, 6));
    }

    #[test]
    fn a_place_moves_with_the_text() {
        assert_eq!(Place::START.after(b"ab\ncd"), Place { line: 2, column: 3 });
        assert_eq!(Place::START.after(b"ab"), Place { line: 1, column: 3 });
        assert_eq!(Place::START.after(b"ab\n"), Place { line: 2, column: 1 });
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote(b"a\nb"), "'a\\nb'");
        assert!(quote(&[b'x'; 1000]).chars().count() <= QUOTED_CHARACTERS + 3);
    }
}
