//! The arena: one game as flat vectors of nodes, properties and values that point into the game's own text.
//!
//! Links are 32-bit indices (see `arena.rs`), so a node costs 24 bytes, dropping a tree is dropping four vectors, and
//! walking it needs no recursion.

use super::value::{Encoding, Value};
use crate::Format;
use crate::arena::{Arena, Span};
use crate::error::{Place, RecordError};
use quadrille_words::Sentence;
use std::borrow::Cow;
use std::iter::successors;

/// The number of a node inside its [`GameTree`]; the root is [`NodeId::ROOT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The first node of every game.
    pub const ROOT: Self = Self(0);

    /// The node's number, dense from 0 in the order the nodes were made.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Property {
    pub identifier: Span,
    pub values: Span,
}

/// One game: a tree of nodes, each with its properties in the order they were written.
///
/// Two trees are equal when they have the same shape and the same identifiers and raw values in the same order; white
/// space between them and superfluous parentheses do not count.
#[derive(Debug, Clone)]
pub struct GameTree {
    pub(super) text: Vec<u8>,
    /// The nodes; each holds the range of its properties.
    pub(super) nodes: Arena<Span>,
    pub(super) properties: Vec<Property>,
    pub(super) values: Vec<Span>,
    /// Where the text starts in the file it was read from, for errors.
    pub(super) place: Place,
}

impl GameTree {
    /// How many nodes the game has; at least one.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The first node, which holds the properties of the whole game.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        self.node(NodeId::ROOT)
    }

    /// A node by its number.
    ///
    /// # Panics
    /// When `id` belongs to another, larger tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> NodeRef<'_> {
        assert!(id.index() < self.nodes.len(), "node {} is not of this tree", id.index());
        NodeRef { tree: self, id }
    }

    /// All nodes, each before its children, variations in document order.
    pub fn pre_order(&self) -> impl Iterator<Item = NodeRef<'_>> {
        let next = |node: &NodeRef<'_>| self.nodes.next_in_pre_order(node.id.0).map(|id| self.node(NodeId(id)));
        successors(Some(self.root()), next)
    }

    /// The nodes of the main line: the root and first children from there.
    pub fn main_line(&self) -> impl Iterator<Item = NodeRef<'_>> {
        successors(Some(self.root()), |node| node.first_child())
    }

    /// The encoding of its texts, by the `CA` property; FF\[4\] says Latin-1 when there is none.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.root()
            .property("CA")
            .and_then(|property| property.values().next())
            .map_or(Encoding::Unstated, |value| Encoding::named(value.raw()))
    }

    /// Appends an empty node under `parent` (`NONE` for the root).
    pub(super) fn push_node(&mut self, parent: u32) -> u32 {
        let end = self.properties.len() as u32;
        self.nodes.push(parent, Span { start: end, end })
    }

    /// An error at a place of this game's text.
    pub(super) fn error_at(&self, offset: usize, problem: Sentence) -> RecordError {
        RecordError::at(Format::Sgf, &self.text, offset, problem).within(self.place)
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes.len() == other.nodes.len()
            && self.pre_order().zip(other.pre_order()).all(|(ours, theirs)| {
                self.nodes.step(ours.id.0) == other.nodes.step(theirs.id.0) && ours.properties().eq(theirs.properties())
            })
    }
}

impl Eq for GameTree {}

/// A node of a [`GameTree`].
#[derive(Debug, Clone, Copy)]
pub struct NodeRef<'a> {
    pub(super) tree: &'a GameTree,
    pub(super) id: NodeId,
}

impl<'a> NodeRef<'a> {
    /// Its number.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    fn at(self, id: u32) -> Self {
        Self { tree: self.tree, id: NodeId(id) }
    }

    /// The node before it; none for the root.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.tree.nodes.parent(self.id.0).map(|id| self.at(id))
    }

    /// The node that continues its line.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.tree.nodes.first_child(self.id.0).map(|id| self.at(id))
    }

    /// The next variation beside this node.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.tree.nodes.next_sibling(self.id.0).map(|id| self.at(id))
    }

    /// All nodes that follow it directly, the main continuation first.
    pub fn children(self) -> impl Iterator<Item = NodeRef<'a>> {
        successors(self.first_child(), |node| node.next_sibling())
    }

    /// Its properties in the order they were written.
    pub fn properties(self) -> impl Iterator<Item = PropertyRef<'a>> {
        let tree = self.tree;
        let properties = &tree.properties[tree.nodes.content(self.id.0).range()];
        properties.iter().map(move |&property| PropertyRef { tree, property })
    }

    /// The first property of this name, such as `AB`.
    #[must_use]
    pub fn property(self, name: &str) -> Option<PropertyRef<'a>> {
        self.properties().find(|property| property.is(name))
    }

    /// The first value of the property of this name.
    #[must_use]
    pub fn value(self, name: &str) -> Option<Value<'a>> {
        self.property(name).and_then(|property| property.values().next())
    }

    /// The text of a property, decoded by the game's encoding, with escapes resolved.
    #[must_use]
    pub fn text(self, name: &str) -> Option<String> {
        self.value(name).map(|value| value.text(self.tree.encoding()))
    }
}

/// A property of a node: an identifier and at least one value.
#[derive(Debug, Clone, Copy)]
pub struct PropertyRef<'a> {
    pub(super) tree: &'a GameTree,
    pub(super) property: Property,
}

impl<'a> PropertyRef<'a> {
    /// The identifier as it was written; older files write `Black` where FF\[4\] has `B`.
    #[must_use]
    pub fn identifier(self) -> &'a str {
        let bytes = &self.tree.text[self.property.identifier.range()];
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The identifier as FF\[4\] writes it: capital letters and digits only.
    #[must_use]
    pub fn name(self) -> Cow<'a, str> {
        let identifier = self.identifier();
        if identifier.bytes().any(|byte| byte.is_ascii_lowercase()) {
            identifier.chars().filter(|letter| !letter.is_ascii_lowercase()).collect::<String>().into()
        } else {
            identifier.into()
        }
    }

    /// Whether this is the property FF\[4\] calls `name`.
    #[must_use]
    pub fn is(self, name: &str) -> bool {
        let written = self.tree.text[self.property.identifier.range()].iter();
        written.filter(|byte| !byte.is_ascii_lowercase()).eq(name.as_bytes())
    }

    /// Its values in the order they were written.
    pub fn values(self) -> impl ExactSizeIterator<Item = Value<'a>> + Clone {
        let tree = self.tree;
        tree.values[self.property.values.range()].iter().map(move |span| Value::new(&tree.text[span.range()]))
    }

    /// An error that points at this property.
    pub(super) fn error(self, problem: Sentence) -> RecordError {
        self.tree.error_at(self.property.identifier.start as usize, problem)
    }
}

impl PartialEq for PropertyRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.identifier() == other.identifier() && self.values().eq(other.values())
    }
}

impl Eq for PropertyRef<'_> {}
