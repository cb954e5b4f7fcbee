//! A tree as text again: the same nodes, properties and raw values, laid out for readers.
//!
//! The walk goes down first children and up parent links, so it needs neither recursion nor a stack. A node with several
//! children gives each its own parentheses; an only child follows its parent directly.

use super::tree::{GameTree, NodeRef};

/// Nodes on a line of the output.
const NODES_PER_LINE: usize = 10;

impl GameTree {
    /// The game as SGF, with a line break at its end.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut output = Vec::with_capacity(self.text.len() + self.text.len() / 8 + 16);
        let mut next = Some(self.root());
        let mut on_line = 0;
        output.push(b'(');
        while let Some(node) = next {
            write_node(node, &mut output);
            on_line += 1;
            next = match node.first_child() {
                Some(child) => {
                    if child.next_sibling().is_some() {
                        output.extend_from_slice(b"\n(");
                        on_line = 0;
                    } else if on_line == NODES_PER_LINE || node.parent().is_none() {
                        output.push(b'\n');
                        on_line = 0;
                    }
                    Some(child)
                }
                None => {
                    on_line = 0;
                    close_variations(node, &mut output)
                }
            };
        }
        output.extend_from_slice(b")\n");
        output
    }
}

/// Ends the variation of a last node and opens the next one beside it or beside one of its ancestors.
fn close_variations<'a>(last: NodeRef<'a>, output: &mut Vec<u8>) -> Option<NodeRef<'a>> {
    let mut node = last;
    while let Some(parent) = node.parent() {
        if let Some(sibling) = node.next_sibling() {
            output.extend_from_slice(b")\n(");
            return Some(sibling);
        }
        let has_siblings = parent.first_child().is_some_and(|first| first.id() != node.id());
        if has_siblings {
            output.push(b')');
        }
        node = parent;
    }
    None
}

fn write_node(node: NodeRef<'_>, output: &mut Vec<u8>) {
    output.push(b';');
    for property in node.properties() {
        output.extend_from_slice(property.identifier().as_bytes());
        for value in property.values() {
            output.push(b'[');
            output.extend_from_slice(value.raw());
            output.push(b']');
        }
    }
}
