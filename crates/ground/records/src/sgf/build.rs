//! Making and changing trees: what a program does that writes games.

use super::tree::{GameTree, NodeId, Property};
use super::value::{Encoding, escape, find_value_end};
use crate::arena::{Arena, NONE, Span};
use crate::error::{Place, about};
use crate::words::{TOO_LONG, sgf as words};
use quadrille_words::Refusal;

/// Why a tree refused a change; it is then as it was before.
pub type EditError = Refusal;

impl Default for GameTree {
    fn default() -> Self {
        Self::new()
    }
}

impl GameTree {
    /// A game with an empty root.
    #[must_use]
    pub fn new() -> Self {
        let mut tree = Self {
            text: Vec::new(),
            nodes: Arena::with_capacity(1),
            properties: Vec::new(),
            values: Vec::new(),
            place: Place::START,
        };
        tree.push_node(NONE);
        tree
    }

    /// Adds an empty node after `parent`: its main continuation when it is the first, else a further variation.
    ///
    /// # Errors
    /// When the tree is full.
    ///
    /// # Panics
    /// When `parent` belongs to another, larger tree.
    pub fn add_node(&mut self, parent: NodeId) -> Result<NodeId, EditError> {
        assert!(parent.index() < self.nodes.len(), "node {} is not of this tree", parent.index());
        if self.nodes.len() as u64 >= u64::from(NONE) {
            return Err(full());
        }
        Ok(NodeId(self.push_node(parent.0)))
    }

    /// Adds a property with raw values, as they stand between the brackets; texts go through [`escape`] first.
    ///
    /// # Errors
    /// When the identifier or a value cannot be written as SGF, or the tree is full.
    ///
    /// # Panics
    /// When `node` belongs to another, larger tree.
    pub fn add_property(&mut self, node: NodeId, identifier: &str, raw: &[&[u8]]) -> Result<(), EditError> {
        let well_named = identifier.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && identifier.starts_with(|letter: char| letter.is_ascii_uppercase());
        if !well_named {
            return Err(about(&words::IDENTIFIER, identifier));
        }
        if raw.is_empty() {
            return Err(about(&words::VALUELESS, identifier));
        }
        let encoding = if identifier == "CA" { Encoding::Unstated } else { self.encoding() };
        if let Some(bad) = raw.iter().find(|value| find_value_end(value, 0, encoding) != Err(value.len())) {
            return Err(about(&words::RAW_VALUE, bad));
        }
        let added: usize = identifier.len() + raw.iter().map(|value| value.len()).sum::<usize>();
        if self.text.len() + added >= NONE as usize || self.values.len() + raw.len() >= NONE as usize {
            return Err(full());
        }
        let first = self.values.len() as u32;
        for value in raw {
            let span = self.push_text(value);
            self.values.push(span);
        }
        let property = Property {
            identifier: self.push_text(identifier.as_bytes()),
            values: Span { start: first, end: self.values.len() as u32 },
        };
        self.push_property(node, property);
        Ok(())
    }

    /// Adds a text property such as `C` or `PB`, escaped as needed.
    ///
    /// # Errors
    /// As [`GameTree::add_property`].
    pub fn add_text(&mut self, node: NodeId, identifier: &str, text: &str) -> Result<(), EditError> {
        self.add_property(node, identifier, &[escape(text).as_bytes()])
    }

    fn push_text(&mut self, bytes: &[u8]) -> Span {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(bytes);
        Span { start, end: self.text.len() as u32 }
    }

    /// Appends a property to a node. A node's properties are neighbours in the vector: when others have been added
    /// since, they move to its end first.
    fn push_property(&mut self, node: NodeId, property: Property) {
        let mut span = *self.nodes.content(node.0);
        if span.end as usize != self.properties.len() {
            let start = self.properties.len() as u32;
            self.properties.extend_from_within(span.range());
            span.start = start;
        }
        self.properties.push(property);
        span.end = self.properties.len() as u32;
        *self.nodes.content_mut(node.0) = span;
    }
}

/// The refusal of a tree that cannot grow further.
fn full() -> EditError {
    TOO_LONG.refuse().with("most", NONE)
}
