//! What can go wrong while reading a record, and where.
//!
//! Positions are found by counting lines only when an error is made, so that parsing good input pays nothing for it.

use std::io;

/// What some editors put in front of a UTF-8 text.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// How many characters of the culprit an error quotes.
const QUOTED_CHARACTERS: usize = 32;

/// A record that cannot be read: a sentence and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{format}, line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The format that was being read, such as `SGF`.
    pub format: &'static str,
    /// The line of the problem, counted from 1.
    pub line: usize,
    /// The column of the problem in bytes, counted from 1.
    pub column: usize,
    /// The sentence.
    pub problem: String,
}

impl RecordError {
    /// An error at byte `offset` of `text`.
    pub(crate) fn at(format: &'static str, text: &[u8], offset: usize, problem: impl Into<String>) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        let line = memchr::memchr_iter(b'\n', before).count() + 1;
        Self { format, line, column: before.len() - line_start + 1, problem: problem.into() }
    }

    /// The same error when the text it counted in starts at `place` of a larger one.
    pub(crate) fn within(mut self, place: Place) -> Self {
        if self.line == 1 {
            self.column += place.column - 1;
        }
        self.line += place.line - 1;
        self
    }
}

/// Why a stream of records stopped or skipped one.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The input could not be read.
    #[error("the input cannot be read: {0}")]
    Io(#[from] io::Error),
    /// One record is malformed; the stream goes on with the next one where that can be found.
    #[error(transparent)]
    Record(#[from] RecordError),
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

/// The beginning of `text` in quotes, readable whatever its bytes are.
pub(crate) fn quote(text: &[u8]) -> String {
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

/// The text as UTF-8, or as Latin-1 when it is not UTF-8: no byte is ever lost or refused.
pub(crate) fn decode(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => latin1(bytes).into(),
    }
}

/// Latin-1 bytes as a string: each byte is the code point of the same number.
pub(crate) fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_line_and_column() {
        let error = RecordError::at("SGF", b"ab\ncd\nef", 7, "bad");
        assert_eq!(error.to_string(), "SGF, line 3, column 2: bad");
        assert_eq!(error.within(Place { line: 10, column: 5 }).to_string(), "SGF, line 12, column 2: bad");
        let first_line = RecordError::at("SGF", b"ab", 1, "bad").within(Place { line: 10, column: 5 });
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
        assert_eq!(decode(b"caf\xe9"), "café");
    }
}
