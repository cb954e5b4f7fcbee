//! One game from its text.
//!
//! The grammar is small (collection = trees, tree = `(` nodes trees `)`, node = `;` properties, property = identifier and
//! bracketed values), and the parser is one loop over it with an explicit stack of the nodes at which parentheses were
//! opened. Tolerated: white space anywhere, small letters in identifiers (FF\[1\] to FF\[3\]), digits in identifiers,
//! text before the first `(;`.

use super::tree::{GameTree, NodeId, Property};
use super::value::{Encoding, find_value_end};
use crate::Format;
use crate::arena::{Arena, NONE, Span};
use crate::error::{Place, RecordError, about};
use crate::words::{TOO_LONG, sgf as words};
use quadrille_words::Sentence;

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
    /// Reads exactly one game: `text` starts at its `(`; `place` is where that stands in the file.
    pub(super) fn parse_exact(text: Vec<u8>, place: Place) -> Result<Self, RecordError> {
        if u32::try_from(text.len()).is_err() {
            return Err(RecordError::in_bytes(Format::Sgf, 0, TOO_LONG.say().with("most", NONE)).within(place));
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
}

/// Where and what, before line and column are known.
type Problem = (usize, Sentence);

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
                _ => return Err((self.at, about(&words::UNEXPECTED, self.rest()))),
            }
        }
        Err((self.at, words::UNCLOSED.say().with("count", self.opened.len())))
    }

    fn rest(&self) -> &[u8] {
        &self.tree.text[self.at..]
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
            return Err((self.at, words::AFTER_OPEN.say().with("found", &words::ANOTHER)));
        }
        self.opened.push(self.current);
        self.after = After::Open;
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Problem> {
        if self.after == After::Open {
            return Err((self.at, about(&words::AFTER_OPEN, b")")));
        }
        // The parser runs only while a parenthesis is open, so there is always one to close.
        self.current = self.opened.pop().unwrap_or(NONE);
        self.after = After::Close;
        self.at += 1;
        Ok(())
    }

    fn node(&mut self) -> Result<(), Problem> {
        if self.after == After::Close {
            return Err((self.at, words::LATE_NODE.say()));
        }
        self.current = self.tree.push_node(self.current);
        self.after = After::Node;
        self.at += 1;
        Ok(())
    }

    fn property(&mut self) -> Result<(), Problem> {
        match self.after {
            After::Node => {}
            After::Open => return Err((self.at, about(&words::AFTER_OPEN, self.rest()))),
            After::Close => return Err((self.at, about(&words::AFTER_VARIATION, self.rest()))),
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
            return Err((self.at, about(&words::NO_VALUE, &self.tree.text[identifier.range()])));
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
        let end = find_value_end(&self.tree.text, start, self.encoding)
            .map_err(|_| (self.at, about(&words::UNCLOSED_VALUE, self.rest())))?;
        self.tree.values.push(Span { start: start as u32, end: end as u32 });
        self.at = end + 1;
        Ok(())
    }
}
