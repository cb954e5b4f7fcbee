//! The tokens of a game, borrowed from its text.
//!
//! One table classifies bytes; every token is found by scanning to the end of its class. Nothing is allocated.

use crate::Format;
use crate::error::{RecordError, about};
use crate::text::BYTE_ORDER_MARK;
use crate::words::pgn as words;
use quadrille_words::Sentence;
use std::fmt;

/// How a game ended, as its last token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result of this text.
    pub(super) fn from_text(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

/// One token of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A tag pair; quotes and backslashes in the value are still escaped.
    Tag {
        /// The name, such as `White`.
        name: &'a [u8],
        /// The bytes between the quotes.
        value: &'a [u8],
    },
    /// A move number; its dots are not part of it.
    Number(u32),
    /// A move, as written but without `!` and `?`.
    Move(&'a [u8]),
    /// A numeric annotation glyph: `$1`, or the number that `!`, `?!`, `+-` and the like stand for.
    Nag(u8),
    /// A comment, without its braces or semicolon.
    Comment(&'a [u8]),
    /// `(`: a variation for the move before.
    Open,
    /// `)`.
    Close,
    /// The result, which ends the game unless a variation is open.
    Result(GameResult),
}

/// The tokens of a text, one after the other; after an error there are no more.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    failed: bool,
}

/// Bytes that end a move, a number or a result.
pub(super) const ENDS_SYMBOL: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte <= b' ' as usize {
        ends[byte] = true;
        byte += 1;
    }
    let special = b"(){};$!?[]<>.";
    let mut index = 0;
    while index < special.len() {
        ends[special[index] as usize] = true;
        index += 1;
    }
    ends
};

/// Evaluations that some programs write as symbols instead of numbers.
const SYMBOL_NAGS: [(&[u8], u8); 8] =
    [(b"=", 10), (b"+=", 14), (b"=+", 15), (b"+/-", 16), (b"-/+", 17), (b"+-", 18), (b"-+", 19), (b"N", 146)];

impl<'a> Tokens<'a> {
    /// The tokens of `text`.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, failed: false }
    }

    /// The index of the first byte not yet read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    fn error(&self, at: usize, problem: Sentence) -> RecordError {
        RecordError::at(Format::Pgn, self.text, at, problem)
    }

    /// Skips white space, lines that start with `%`, and what adds nothing to the moves: dots, `<…>` and `e.p.`.
    fn skip(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.get(self.at)?;
            match byte {
                b'%' if self.at == 0 || self.text[self.at - 1] == b'\n' => self.at = self.line_end(),
                b'.' | b'<' | b'>' => self.at += 1,
                b'e' if self.text[self.at..].starts_with(b"e.p.") => self.at += 4,
                0xef if self.at == 0 && self.text.starts_with(BYTE_ORDER_MARK) => self.at = BYTE_ORDER_MARK.len(),
                _ if byte <= b' ' => self.at += 1,
                _ => return Some(byte),
            }
        }
    }

    fn line_end(&self) -> usize {
        memchr::memchr(b'\n', &self.text[self.at..]).map_or(self.text.len(), |newline| self.at + newline)
    }

    fn token(&mut self, first: u8) -> Result<Token<'a>, RecordError> {
        match first {
            b'[' => self.tag(),
            b'{' => self.comment(),
            b';' => {
                let end = self.line_end();
                let text = self.text[self.at + 1..end].strip_suffix(b"\r").unwrap_or(&self.text[self.at + 1..end]);
                self.at = end;
                Ok(Token::Comment(text))
            }
            b'(' => {
                self.at += 1;
                Ok(Token::Open)
            }
            b')' => {
                self.at += 1;
                Ok(Token::Close)
            }
            b'$' => self.numbered_glyph(),
            b'!' | b'?' => self.suffix(),
            b']' | b'}' => Err(self.error(self.at, about(&words::UNOPENED, [first]))),
            b'%' => Err(self.error(self.at, words::LATE_PERCENT.say())),
            _ => self.symbol(first),
        }
    }

    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        let line = &self.text[start..self.line_end()];
        let unclosed = || self.error(start, about(&words::UNCLOSED_TAG, line));
        let inside = &line[1..];
        let quote_at = memchr::memchr(b'"', inside).ok_or_else(unclosed)?;
        let name = inside[..quote_at].trim_ascii();
        if name.is_empty() || name.iter().any(|byte| !byte.is_ascii_graphic() || *byte == b']') {
            return Err(self.error(start, about(&words::TAG_NAME, name)));
        }
        let value_start = quote_at + 1;
        let mut from = value_start;
        // A quote closes the value only before the bracket: many programs forget to escape the others.
        let (value_end, length) = loop {
            let end = from + memchr::memchr(b'"', &inside[from..]).ok_or_else(unclosed)?;
            let rest = &inside[end + 1..];
            let spaces = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if rest.get(spaces) == Some(&b']') && !is_escaped(inside, value_start, end) {
                break (end, end + 1 + spaces + 1);
            }
            from = end + 1;
        };
        self.at = start + 1 + length;
        Ok(Token::Tag { name, value: &inside[value_start..value_end] })
    }

    fn comment(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at + 1;
        let Some(length) = memchr::memchr(b'}', &self.text[start..]) else {
            return Err(self.error(self.at, about(&words::UNCLOSED_COMMENT, &self.text[self.at..])));
        };
        self.at = start + length + 1;
        Ok(Token::Comment(&self.text[start..start + length]))
    }

    fn numbered_glyph(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at + 1;
        let digits = self.text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.text[start..start + digits]).ok().and_then(|text| text.parse().ok());
        let Some(number) = number else {
            return Err(self.error(self.at, about(&words::GLYPH, &self.text[self.at..start + digits])));
        };
        self.at = start + digits;
        Ok(Token::Nag(number))
    }

    fn suffix(&mut self) -> Result<Token<'a>, RecordError> {
        let marks = self.text[self.at..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let text = &self.text[self.at..self.at + marks];
        let number = match text {
            b"!" => 1,
            b"?" => 2,
            b"!!" | b"!!!" => 3,
            b"??" | b"???" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => return Err(self.error(self.at, about(&words::MARKS, text))),
        };
        self.at += marks;
        Ok(Token::Nag(number))
    }

    fn symbol(&mut self, first: u8) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        let mut end = start + 1;
        while self.text.get(end).is_some_and(|byte| !ENDS_SYMBOL[usize::from(*byte)]) {
            end += 1;
        }
        self.at = end;
        let text = &self.text[start..end];
        if first.is_ascii_digit() || first == b'*' {
            if text.iter().all(u8::is_ascii_digit) {
                return self.move_number(start, text);
            }
            if let Some(result) = GameResult::from_text(text) {
                return Ok(Token::Result(result));
            }
        }
        match SYMBOL_NAGS.iter().find(|(symbol, _)| *symbol == text) {
            Some((_, number)) => Ok(Token::Nag(*number)),
            None => Ok(Token::Move(text)),
        }
    }

    fn move_number(&mut self, start: usize, digits: &[u8]) -> Result<Token<'a>, RecordError> {
        let number = std::str::from_utf8(digits).ok().and_then(|text| text.parse().ok());
        number.map(Token::Number).ok_or_else(|| self.error(start, about(&words::MOVE_NUMBER, digits)))
    }
}

/// Whether the quote at `end` follows an odd number of backslashes.
fn is_escaped(text: &[u8], from: usize, end: usize) -> bool {
    text[from..end].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let first = self.skip()?;
        let token = self.token(first);
        self.failed = token.is_err();
        Some(token)
    }
}
