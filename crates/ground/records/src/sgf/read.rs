//! Games one by one from a stream, in memory proportional to the longest of them.
//!
//! A small scanner finds where a game ends (brackets and parentheses only), then the parser reads that piece. A malformed
//! game is reported and the stream goes on after it. When a parenthesis is missing, the following games look like variations
//! of the broken one, up to the end of the stream. `FF` and `GM` belong to a root: once a game has turned out to be
//! unclosed, a line that starts with `(;FF[` or `(;GM[` is taken for the start of the next one. A well-formed stream is
//! never cut like that.

use super::tree::GameTree;
use super::value::{Encoding, find_value_end};
use crate::error::{ReadError, RecordError, about};
use crate::window::Window;
use crate::{Format, words};
use std::io::BufRead;

/// The longest game a reader takes in unless told otherwise: 256 MiB.
const DEFAULT_LONGEST_GAME: usize = 1 << 28;

impl GameTree {
    /// Reads the first game of a text; what follows it is not looked at.
    ///
    /// # Errors
    /// An error with line and column when there is no game or it is malformed.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let none = || no_game(text);
        SgfReader::new(text).next().ok_or_else(none)?.map_err(|error| error.record(none))
    }
}

/// The error of a text in which no game starts.
fn no_game(text: &[u8]) -> RecordError {
    let found = text.trim_ascii_start();
    let problem = match found {
        [] => words::NO_GAME.say().with("found", &words::NOTHING),
        _ => about(&words::NO_GAME, found),
    };
    RecordError::at(Format::Sgf, text, text.len() - found.len(), problem)
}

/// All games of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collection {
    /// The games in the order of the text; at least one.
    pub games: Vec<GameTree>,
}

impl Collection {
    /// Reads all games of a text; the first malformed one is an error.
    ///
    /// # Errors
    /// An error with line and column when there is no game or one is malformed.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let games: Result<Vec<_>, _> = SgfReader::new(text).collect();
        let games = games.map_err(|error| error.record(|| no_game(text)))?;
        if games.is_empty() { Err(no_game(text)) } else { Ok(Self { games }) }
    }
}

/// An iterator over the games of a stream.
///
/// ```
/// use quadrille_records::sgf::SgfReader;
/// let stream: &[u8] = b"(;B[aa])  (;B[bb]x)  (;B[cc])";
/// let games: Vec<_> = SgfReader::new(stream).collect();
/// assert!(games[0].is_ok() && games[1].is_err() && games[2].is_ok());
/// ```
#[derive(Debug)]
pub struct SgfReader<R> {
    window: Window<R>,
    longest_game: usize,
    /// Whether an unclosed game has been met, so that roots inside a game are taken for new games.
    cut_at_roots: bool,
    finished: bool,
}

impl<R: BufRead> SgfReader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Self {
        Self { window: Window::new(input), longest_game: DEFAULT_LONGEST_GAME, cut_at_roots: false, finished: false }
    }

    /// Refuses games longer than this many bytes; the stream ends at the first such game.
    #[must_use]
    pub fn longest_game(mut self, bytes: usize) -> Self {
        self.longest_game = bytes;
        self
    }

    /// Skips to the `(` of the next game; false when there is none.
    fn find_start(&mut self) -> Result<bool, ReadError> {
        loop {
            let bytes = self.window.bytes();
            let skipped = match game_start(bytes) {
                Start::At(start) => {
                    self.window.advance(start);
                    return Ok(true);
                }
                Start::Open(start) => start,
                Start::Nowhere => bytes.len(),
            };
            if self.window.at_end() {
                return Ok(false);
            }
            self.window.advance(skipped);
            self.window.check_length(Format::Sgf, self.longest_game)?;
            self.window.fill()?;
        }
    }

    /// Reads the game that starts at the window's first byte.
    fn read_game(&mut self) -> Result<GameTree, ReadError> {
        let mut scanner = Scanner { cut_at_roots: self.cut_at_roots, ..Scanner::default() };
        let length = loop {
            if let Some(length) = scanner.scan(self.window.bytes()) {
                break length;
            }
            let too_long = self.window.check_length(Format::Sgf, self.longest_game);
            if self.window.at_end() || too_long.is_err() {
                self.cut_at_roots = true;
                if let Some(root) = scanner.inner_root {
                    break root;
                }
                self.finished = true;
                too_long?;
                break self.window.bytes().len();
            }
            self.window.fill()?;
        };
        let place = self.window.place();
        Ok(GameTree::parse_exact(self.window.take(length).to_vec(), place)?)
    }
}

impl<R: BufRead> Iterator for SgfReader<R> {
    type Item = Result<GameTree, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let game = match self.find_start() {
            Ok(true) => self.read_game(),
            Ok(false) => {
                self.finished = true;
                return None;
            }
            Err(error) => {
                self.finished = true;
                Err(error)
            }
        };
        self.finished |= matches!(game, Err(ReadError::Io(_)));
        Some(game)
    }
}

enum Start {
    /// A game starts here.
    At(usize),
    /// A `(` stands here with nothing but white space after it yet.
    Open(usize),
    /// No game starts in these bytes.
    Nowhere,
}

/// Looks for `(`, white space, `;`.
fn game_start(bytes: &[u8]) -> Start {
    for open in memchr::memchr_iter(b'(', bytes) {
        match bytes[open + 1..].iter().find(|byte| **byte > b' ') {
            Some(b';') => return Start::At(open),
            Some(_) => {}
            None => return Start::Open(open),
        }
    }
    Start::Nowhere
}

/// Finds the end of a game by its parentheses; it can stop at any byte and go on when more have come.
#[derive(Default)]
struct Scanner {
    at: usize,
    depth: usize,
    in_value: bool,
    value_start: usize,
    last_open: usize,
    encoding: Encoding,
    cut_at_roots: bool,
    /// The first line inside the game that looks like the root of another one.
    inner_root: Option<usize>,
}

impl Scanner {
    /// The length of the game, or none when it goes on after the bytes at hand.
    fn scan(&mut self, bytes: &[u8]) -> Option<usize> {
        loop {
            if self.in_value && !self.finish_value(bytes) {
                return None;
            }
            match bytes.get(self.at)? {
                b'(' => {
                    self.depth += 1;
                    self.last_open = self.at;
                }
                b')' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(self.at + 1);
                    }
                }
                b'[' => {
                    if self.depth > 1 && self.inner_root.is_none() && starts_root(bytes, self.last_open, self.at) {
                        self.inner_root = Some(self.last_open);
                        if self.cut_at_roots {
                            return self.inner_root;
                        }
                    }
                    self.in_value = true;
                    self.value_start = self.at + 1;
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Goes to the end of the value; false when that is not at hand yet.
    fn finish_value(&mut self, bytes: &[u8]) -> bool {
        match find_value_end(bytes, self.at, self.encoding) {
            Ok(end) => {
                if self.depth == 1 && bytes[..self.value_start - 1].trim_ascii_end().ends_with(b"CA") {
                    self.encoding = Encoding::named(&bytes[self.value_start..end]);
                }
                self.in_value = false;
                self.at = end + 1;
                true
            }
            Err(resume) => {
                self.at = resume;
                false
            }
        }
    }
}

/// Whether the bytes from a `(` to a `[` are the beginning of a game's root on a line of its own.
fn starts_root(bytes: &[u8], open: usize, bracket: usize) -> bool {
    if bytes[..open].last() != Some(&b'\n') {
        return false;
    }
    let trimmed = bytes[open + 1..bracket].trim_ascii();
    matches!(trimmed.strip_prefix(b";").map(<[u8]>::trim_ascii_start), Some(b"FF" | b"GM"))
}
