//! The tree under SGF and PGN games: nodes in one vector, linked by 32-bit indices.
//!
//! The children of a node form a list in document order; the first continues the main line. Walking needs no recursion and
//! dropping the tree is dropping a vector, however deep it is.

/// The index that means "none".
pub(crate) const NONE: u32 = u32::MAX;

/// A half-open range of a vector or of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Debug, Clone, Copy)]
struct Node<T> {
    parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
    content: T,
}

/// A tree of `T`; node 0 is its root once that has been pushed.
#[derive(Debug, Clone)]
pub(crate) struct Arena<T> {
    nodes: Vec<Node<T>>,
}

impl<T> Arena<T> {
    pub fn with_capacity(nodes: usize) -> Self {
        Self { nodes: Vec::with_capacity(nodes) }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Appends a node as the last child of `parent` (`NONE` for the root).
    pub fn push(&mut self, parent: u32, content: T) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { parent, first_child: NONE, last_child: NONE, next_sibling: NONE, content });
        if parent != NONE {
            let previous = std::mem::replace(&mut self.nodes[parent as usize].last_child, id);
            if previous == NONE {
                self.nodes[parent as usize].first_child = id;
            } else {
                self.nodes[previous as usize].next_sibling = id;
            }
        }
        id
    }

    pub fn content(&self, id: u32) -> &T {
        &self.nodes[id as usize].content
    }

    pub fn content_mut(&mut self, id: u32) -> &mut T {
        &mut self.nodes[id as usize].content
    }

    pub fn parent(&self, id: u32) -> Option<u32> {
        some(self.nodes[id as usize].parent)
    }

    pub fn first_child(&self, id: u32) -> Option<u32> {
        some(self.nodes[id as usize].first_child)
    }

    pub fn next_sibling(&self, id: u32) -> Option<u32> {
        some(self.nodes[id as usize].next_sibling)
    }

    /// The node after this one when every node comes before its children.
    pub fn next_in_pre_order(&self, id: u32) -> Option<u32> {
        self.first_child(id).or_else(|| {
            let mut last = id;
            loop {
                if let Some(sibling) = self.next_sibling(last) {
                    return Some(sibling);
                }
                last = self.parent(last)?;
            }
        })
    }

    /// How the tree goes on from a node: with a child, a sibling, both or neither. Two walks in pre-order that agree on
    /// this at every node walk trees of the same shape.
    pub fn step(&self, id: u32) -> (bool, bool) {
        (self.first_child(id).is_some(), self.next_sibling(id).is_some())
    }
}

fn some(id: u32) -> Option<u32> {
    (id != NONE).then_some(id)
}
