//! A tree as text again: the same nodes, properties and raw values, laid out for readers.
//!
//! The walk goes down first children and up parent links, so it needs neither recursion nor a stack. A node with several
//! children gives each its own parentheses; an only child follows its parent directly.

use super::tree::NodeRef;
use super::{Collection, GameTree};
use std::io::{self, Write};

/// Nodes on a line of the output.
const NODES_PER_LINE: usize = 10;

impl GameTree {
    /// Writes the game as SGF, with a line break at its end.
    ///
    /// # Errors
    /// When `output` fails.
    pub fn write_to(&self, output: &mut impl Write) -> io::Result<()> {
        let mut next = Some(self.root());
        let mut on_line = 0;
        output.write_all(b"(")?;
        while let Some(node) = next {
            write_node(node, output)?;
            on_line += 1;
            next = match node.first_child() {
                Some(child) => {
                    if child.next_sibling().is_some() {
                        output.write_all(b"\n(")?;
                        on_line = 0;
                    } else if on_line == NODES_PER_LINE || node.parent().is_none() {
                        output.write_all(b"\n")?;
                        on_line = 0;
                    }
                    Some(child)
                }
                None => {
                    on_line = 0;
                    close_variations(node, output)?
                }
            };
        }
        output.write_all(b")\n")
    }

    /// The game as SGF.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut output = Vec::with_capacity(self.text.len() + self.text.len() / 8 + 16);
        self.write_to(&mut output).unwrap_or_else(|error| unreachable!("a vector takes every byte: {error}"));
        output
    }
}

/// Ends the variation of a last node and opens the next one beside it or beside one of its ancestors.
fn close_variations<'a>(last: NodeRef<'a>, output: &mut impl Write) -> io::Result<Option<NodeRef<'a>>> {
    let mut node = last;
    while let Some(parent) = node.parent() {
        if let Some(sibling) = node.next_sibling() {
            output.write_all(b")\n(")?;
            return Ok(Some(sibling));
        }
        let has_siblings = parent.first_child().is_some_and(|first| first.id() != node.id());
        if has_siblings {
            output.write_all(b")")?;
        }
        node = parent;
    }
    Ok(None)
}

fn write_node(node: NodeRef<'_>, output: &mut impl Write) -> io::Result<()> {
    output.write_all(b";")?;
    for property in node.properties() {
        output.write_all(property.identifier().as_bytes())?;
        for value in property.values() {
            output.write_all(b"[")?;
            output.write_all(value.raw())?;
            output.write_all(b"]")?;
        }
    }
    Ok(())
}

impl Collection {
    /// Writes all games, one after the other.
    ///
    /// # Errors
    /// When `output` fails.
    pub fn write_to(&self, output: &mut impl Write) -> io::Result<()> {
        self.games.iter().try_for_each(|game| game.write_to(output))
    }
}
