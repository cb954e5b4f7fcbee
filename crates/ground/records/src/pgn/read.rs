//! Games one by one from a stream, in memory proportional to the longest of them.
//!
//! [`Splitter`] finds where a game ends: after its result, or before the tags of the next one. It knows comments and
//! variations, so a result or a bracket inside them ends nothing. A comment that is never closed would swallow the rest of
//! the file; a line that starts with `[Event "` therefore ends it too, and only that one game is reported as broken.

use super::Game;
use super::token::{ENDS_SYMBOL, Token, Tokens};
use crate::Format;
use crate::error::{Place, ReadError, RecordError};
use crate::text::BYTE_ORDER_MARK;
use crate::window::Window;
use crate::words::pgn as words;
use std::io::BufRead;

/// How a line inside an open comment starts when the comment was never closed.
const GAME_START: &[u8] = b"[Event \"";
/// The longest game a reader takes in unless told otherwise: 64 MiB.
const DEFAULT_LONGEST_GAME: usize = 1 << 26;

impl Game {
    /// Reads the first game of a text; what follows it is not looked at.
    ///
    /// # Errors
    /// An error with line and column when there is no game or it is malformed.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let none = || RecordError::at(Format::Pgn, text, text.len(), words::NO_GAME.say());
        PgnReader::new(text).next().ok_or_else(none)?.map_err(|error| error.record(none))
    }
}

/// The text of one game, not yet read.
#[derive(Debug, Clone, Copy)]
pub struct RawGame<'a> {
    text: &'a [u8],
    place: Place,
}

impl<'a> RawGame<'a> {
    /// The bytes of the game.
    #[must_use]
    pub fn text(self) -> &'a [u8] {
        self.text
    }

    /// The line of the stream on which the game starts, counted from 1.
    #[must_use]
    pub fn line(self) -> usize {
        self.place.line
    }

    /// Its tokens.
    #[must_use]
    pub fn tokens(self) -> Tokens<'a> {
        Tokens::new(self.text)
    }

    /// The game as a tree.
    ///
    /// # Errors
    /// An error with line and column of the stream when it is malformed.
    pub fn parse(self) -> Result<Game, RecordError> {
        Game::parse_piece(self.text, self.place)
    }
}

/// A reader of the games of a stream: an iterator of [`Game`], or of [`RawGame`] through [`PgnReader::next_raw`].
#[derive(Debug)]
pub struct PgnReader<R> {
    window: Window<R>,
    longest_game: usize,
    finished: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Self {
        Self { window: Window::new(input), longest_game: DEFAULT_LONGEST_GAME, finished: false }
    }

    /// Refuses games longer than this many bytes; the stream ends at the first such game.
    #[must_use]
    pub fn longest_game(mut self, bytes: usize) -> Self {
        self.longest_game = bytes;
        self
    }

    /// The text of the next game, without reading it.
    ///
    /// # Errors
    /// When the input fails or a game is too long; the stream then ends.
    pub fn next_raw(&mut self) -> Result<Option<RawGame<'_>>, ReadError> {
        if self.finished {
            return Ok(None);
        }
        let length = self.find_game();
        self.finished = !matches!(length, Ok(Some(_)));
        let place = self.window.place();
        Ok(length?.map(|length| RawGame { text: self.window.take(length), place }))
    }

    /// Brings the next game to the front of the window and gives its length.
    fn find_game(&mut self) -> Result<Option<usize>, ReadError> {
        loop {
            let mut splitter = Splitter::default();
            let length = loop {
                if let Some(end) = splitter.split(self.window.bytes(), self.window.at_end()) {
                    break end;
                }
                self.window.check_length(Format::Pgn, self.longest_game)?;
                self.window.fill()?;
            };
            if splitter.has_content {
                return Ok(Some(length));
            }
            let nothing_left = length == self.window.bytes().len() && self.window.at_end();
            self.window.advance(length);
            if nothing_left {
                return Ok(None);
            }
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.next_raw() {
            Ok(raw) => raw.map(|game| game.parse().map_err(ReadError::from)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// Finds the end of a game line by line; it goes on where it stopped when more bytes have come.
#[derive(Debug, Default)]
struct Splitter {
    at: usize,
    in_moves: bool,
    in_comment: bool,
    depth: usize,
    has_content: bool,
}

impl Splitter {
    /// The length of the game at the beginning of `bytes`, or none when more bytes are needed.
    fn split(&mut self, bytes: &[u8], at_end: bool) -> Option<usize> {
        loop {
            let rest = &bytes[self.at..];
            let line = match memchr::memchr(b'\n', rest) {
                Some(newline) => &rest[..=newline],
                None if at_end => rest,
                None => return None,
            };
            if line.is_empty() {
                return Some(bytes.len());
            }
            if let Some(end) = self.line(line) {
                return Some(self.at + end);
            }
            self.at += line.len();
        }
    }

    /// Takes in one line; gives the index in it at which the game ends, if it does.
    fn line(&mut self, line: &[u8]) -> Option<usize> {
        let text = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let first = text.iter().position(|byte| *byte > b' ');
        match first.map(|index| text[index]) {
            Some(b'[') if !self.in_comment => {
                if self.in_moves {
                    return Some(0);
                }
                self.has_content = true;
                let tags = tags_end(line);
                if line[tags..].trim_ascii().is_empty() {
                    return None;
                }
                self.in_moves = true;
                self.moves(&line[tags..]).map(|end| tags + end)
            }
            Some(b'[') if line.starts_with(GAME_START) => Some(0),
            Some(b'%') if first == Some(0) && !self.in_comment => None,
            Some(_) => {
                self.in_moves = true;
                self.moves(line)
            }
            None => None,
        }
    }

    fn moves(&mut self, line: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < line.len() {
            if self.in_comment {
                at += memchr::memchr(b'}', &line[at..])? + 1;
                self.in_comment = false;
                continue;
            }
            match line[at] {
                b'{' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b';' => return None,
                b'*' | b'-' | b'/' if self.depth == 0 => {
                    self.has_content = true;
                    if let Some(end) = result_end(line, at) {
                        return Some(end);
                    }
                }
                byte => self.has_content |= byte > b' ',
            }
            at += 1;
        }
        None
    }
}

/// Where the tags at the beginning of a line end; a line whose first tag is broken is left to the parser as it is.
fn tags_end(line: &[u8]) -> usize {
    let is_one_tag = line.trim_ascii_end().ends_with(b"\"]") && memchr::memchr_iter(b'"', line).count() == 2;
    if is_one_tag {
        return line.len();
    }
    let mut tokens = Tokens::new(line);
    let mut end = line.len();
    while let Some(Ok(Token::Tag { .. })) = tokens.next() {
        end = tokens.offset();
    }
    end
}

/// The end of the result that has its star, dash or stroke at `at`, if that is what stands there.
fn result_end(line: &[u8], at: usize) -> Option<usize> {
    let is_bound = |byte: Option<&u8>| byte.is_none_or(|byte| ENDS_SYMBOL[usize::from(*byte)]);
    let (start, end) = match (line[at], at.checked_sub(1).map(|before| line[before]), line.get(at + 1)) {
        (b'*', _, _) => (at, at + 1),
        (b'-', Some(b'1'), Some(b'0')) | (b'-', Some(b'0'), Some(b'1')) | (b'/', Some(b'1'), Some(b'2')) => {
            (at - 1, at + 2)
        }
        (b'-', Some(b'2'), Some(b'1')) if at >= 3 && line[at - 3..].starts_with(b"1/2-1/2") => (at - 3, at + 4),
        _ => return None,
    };
    let before = start.checked_sub(1).map(|index| &line[index]);
    (is_bound(before) && is_bound(line.get(end))).then_some(end)
}
