//! One game from its text.
//!
//! The grammar is small (collection = trees, tree = `(` nodes trees `)`, node = `;` properties, property = identifier and
//! bracketed values), and the parser is one loop over it with an explicit stack of the nodes at which parentheses were
//! opened. Tolerated: white space anywhere, small letters in identifiers (FF\[1\] to FF\[3\]), digits in identifiers,
//! text before the first `(;`.

use super::tree::{GameTree, Property};
use super::value::{Encoding, find_value_end};
use super::{FORMAT, NodeId};
use crate::arena::{Arena, NONE, Span};
use crate::error::{Place, RecordError, quote};

/// How many bytes of text a node takes in ordinary games; only a first guess for the vectors' sizes.
const BYTES_PER_NODE: usize = 7;
/// The guess stops here, so that one long comment reserves no room for nodes.
const MOST_NODES_GUESSED: usize = 1 << 10;

/// What may come next, by what came last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// A `(`: only `;` may follow.
    Open,
    /// A node or property: anything may follow.
    Node,
    /// A `)`: only another variation or `)` may follow.
    Close,
}

impl GameTree {
    /// Reads the first game of a text; what follows it is not looked at.
    ///
    /// # Errors
    /// A sentence with line and column when there is no game or it is malformed.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        match super::SgfReader::new(text).next() {
            Some(Ok(tree)) => Ok(tree),
            Some(Err(crate::ReadError::Record(error))) => Err(error),
            Some(Err(crate::ReadError::Io(error))) => Err(RecordError::at(FORMAT, text, 0, error.to_string())),
            None => Err(no_game(text)),
        }
    }

    /// Reads exactly one game: `text` starts at its `(`; `place` is where that stands in the file.
    pub(super) fn parse_exact(text: Vec<u8>, place: Place) -> Result<Self, RecordError> {
        if u32::try_from(text.len()).is_err() {
            let problem = format!("the game has {} bytes, expected at most 4 GiB", text.len());
            return Err(RecordError::at(FORMAT, b"", 0, problem).within(place));
        }
        let guess = (text.len() / BYTES_PER_NODE + 1).min(MOST_NODES_GUESSED);
        let tree = Self {
            text,
            nodes: Arena::with_capacity(guess),
            properties: Vec::with_capacity(guess),
            values: Vec::with_capacity(guess),
            place,
        };
        let mut parser =
            Parser { tree, at: 0, current: NONE, opened: Vec::new(), after: After::Open, encoding: Encoding::Unstated };
        match parser.run() {
            Ok(()) => Ok(parser.tree),
            Err((offset, problem)) => Err(parser.tree.error_at(offset, problem)),
        }
    }

    /// Appends an empty node under `parent` (`NONE` for the root).
    pub(super) fn push_node(&mut self, parent: u32) -> u32 {
        let end = self.properties.len() as u32;
        self.nodes.push(parent, Span { start: end, end })
    }
}

/// The error of a text in which no game starts.
pub(super) fn no_game(text: &[u8]) -> RecordError {
    let start = text.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(text.len());
    let found = if start == text.len() { "nothing".to_owned() } else { quote(&text[start..]) };
    RecordError::at(FORMAT, text, start, format!("expected '(;' to open a game, found {found}"))
}

/// Where and what, before line and column are known.
type Problem = (usize, String);

struct Parser {
    tree: GameTree,
    at: usize,
    current: u32,
    opened: Vec<u32>,
    after: After,
    encoding: Encoding,
}

impl Parser {
    fn run(&mut self) -> Result<(), Problem> {
        self.at = 1;
        self.opened.push(NONE);
        while let Some(byte) = self.next_byte() {
            match byte {
                b'(' => self.open()?,
                b')' => {
                    self.close()?;
                    if self.opened.is_empty() {
                        return Ok(());
                    }
                }
                b';' => self.node()?,
                b'A'..=b'Z' | b'a'..=b'z' => self.property()?,
                _ => {
                    let found = quote(&self.tree.text[self.at..]);
                    return Err((self.at, format!("expected a property, ';', '(' or ')', found {found}")));
                }
            }
        }
        let missing = self.opened.len();
        Err((self.at, format!("the game ends with {missing} unclosed '(', expected ')'")))
    }

    /// The next byte that is not white space; it is not consumed.
    fn next_byte(&mut self) -> Option<u8> {
        loop {
            let byte = *self.tree.text.get(self.at)?;
            if byte > b' ' {
                return Some(byte);
            }
            self.at += 1;
        }
    }

    fn open(&mut self) -> Result<(), Problem> {
        if self.after == After::Open {
            return Err((self.at, "expected ';' after '(', found another '('".to_owned()));
        }
        self.opened.push(self.current);
        self.after = After::Open;
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        if self.after == After::Open {
            return Err((self.at, "expected ';' after '(', found ')'".to_owned()));
        }
        // The parser runs only while a parenthesis is open, so there is always one to close.
        self.current = self.opened.pop().unwrap_or(NONE);
        self.after = After::Close;
        self.at += 1;
        Ok(())
    }

    fn node(&mut self) -> Result<(), Problem> {
        if self.after == After::Close {
            return Err((self.at, "a node follows a variation, expected '(' or ')'".to_owned()));
        }
        self.current = self.tree.push_node(self.current);
        self.after = After::Node;
        self.at += 1;
        Ok(())
    }

    fn property(&mut self) -> Result<(), Problem> {
        if self.after != After::Node {
            let found = quote(&self.tree.text[self.at..]);
            let expected = if self.after == After::Open { "';' after '('" } else { "'(' or ')' after a variation" };
            return Err((self.at, format!("expected {expected}, found {found}")));
        }
        let start = self.at;
        while self.tree.text.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        let identifier = Span { start: start as u32, end: self.at as u32 };
        let first = self.tree.values.len() as u32;
        while self.next_byte() == Some(b'[') {
            self.value()?;
        }
        let values = Span { start: first, end: self.tree.values.len() as u32 };
        if values.start == values.end {
            let name = quote(&self.tree.text[identifier.range()]);
            return Err((self.at, format!("property {name} has no value, expected '['")));
        }
        self.tree.properties.push(Property { identifier, values });
        self.tree.nodes.content_mut(self.current).end = self.tree.properties.len() as u32;
        if self.current == NodeId::ROOT.0 && &self.tree.text[identifier.range()] == b"CA" {
            self.encoding = self.tree.encoding();
        }
        Ok(())
    }

    /// Reads one value; the parser stands at its `[`.
    fn value(&mut self) -> Result<(), Problem> {
        let start = self.at + 1;
        let end = find_value_end(&self.tree.text, start, self.encoding).map_err(|_| {
            let found = quote(&self.tree.text[self.at..]);
            (self.at, format!("the value {found} is never closed, expected ']'"))
        })?;
        self.tree.values.push(Span { start: start as u32, end: end as u32 });
        self.at = end + 1;
        Ok(())
    }
}
