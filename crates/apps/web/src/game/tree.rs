//! The moves of a game with their variations.

use quadrille_core::{Player, Value};
use quadrille_engine::exchange::Twig;
use serde::{Deserialize, Serialize};

/// The number of a node; 0 is the start position.
pub type NodeId = usize;

/// The most positions a game holds.
pub const MOST_NODES: usize = 5_000;
/// Comments of a record are cut to this many characters.
pub const LONGEST_COMMENT: usize = 2_000;

/// One position: the move that led to it, and what is known of it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before; none for the start.
    pub parent: Option<NodeId>,
    /// The move in its standard spelling.
    pub text: String,
    /// The move in the spelling of game records.
    pub record: String,
    /// Who moved.
    pub mover: Player,
    /// The moves tried from here, in the order they were first played.
    pub children: Vec<NodeId>,
    /// The child seen last: where "forward" goes.
    pub next: Option<NodeId>,
    /// Black's chance to win, once a search has looked.
    pub value: Option<f64>,
    /// What the search found, from the side to move.
    pub score: Option<Value>,
    /// What the record says about the move.
    pub comment: Option<String>,
}

/// A node as it is kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredNode {
    /// The node before.
    pub parent: NodeId,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Black's chance to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// What the search found, from the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// What the record says about the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

impl From<Twig> for StoredNode {
    fn from(twig: Twig) -> Self {
        let comment = (!twig.comment.is_empty()).then_some(twig.comment);
        Self { parent: twig.after, text: twig.played.text, value: None, score: None, comment }
    }
}

/// All positions of a game. Nodes are only ever added, so a number stays good.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        let root = Node {
            parent: None,
            text: String::new(),
            record: String::new(),
            mover: Player::White,
            children: Vec::new(),
            next: None,
            value: None,
            score: None,
            comment: None,
        };
        Self { nodes: vec![root] }
    }
}

impl Tree {
    /// All nodes by number.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// One node.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    /// Writes what a search found about a position.
    pub fn judge(&mut self, id: NodeId, value: Option<f64>, score: Option<Value>) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.value = value.or(node.value);
            node.score = score.or(node.score);
        }
    }

    /// Writes what a record says about a move.
    pub fn remark(&mut self, id: NodeId, comment: Option<String>) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.comment = comment.or_else(|| node.comment.take());
        }
    }

    /// The child reached by a move, made if it is new; none if the tree is full.
    pub fn child(&mut self, parent: NodeId, text: &str, record: &str, mover: Player) -> Option<NodeId> {
        let known = self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].text == text);
        let id = match known {
            Some(child) => child,
            None if self.nodes.len() >= MOST_NODES => return None,
            None => {
                let id = self.nodes.len();
                let (text, record) = (text.to_owned(), record.to_owned());
                let node = Node { parent: Some(parent), text, record, mover, ..Self::default().nodes.swap_remove(0) };
                self.nodes.push(node);
                self.nodes[parent].children.push(id);
                id
            }
        };
        self.nodes[parent].next = Some(id);
        Some(id)
    }

    /// The nodes from the start to `id`, both included.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&node| self.nodes[node].parent).collect();
        path.reverse();
        path
    }

    /// The whole line through `id`: the way there and the way on.
    #[must_use]
    pub fn line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.nodes[id].next, |&node| self.nodes[node].next));
        line
    }

    /// The last position of the main line: first moves all the way.
    #[must_use]
    pub fn main_end(&self) -> NodeId {
        std::iter::successors(Some(0), |&node: &NodeId| self.nodes[node].children.first().copied()).last().unwrap_or(0)
    }

    /// Makes the line through `id` the one that "forward" follows.
    pub fn prefer(&mut self, id: NodeId) {
        for pair in self.path(id).windows(2) {
            self.nodes[pair[0]].next = Some(pair[1]);
        }
    }

    /// The nodes as they are kept, the start left out.
    pub fn stored(&self) -> impl Iterator<Item = StoredNode> + '_ {
        self.nodes.iter().skip(1).map(|node| StoredNode {
            parent: node.parent.unwrap_or(0),
            text: node.text.clone(),
            value: node.value,
            score: node.score,
            comment: node.comment.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_share_their_beginning() {
        let mut tree = Tree::default();
        let a = tree.child(0, "a", "a", Player::White).expect("room");
        let b = tree.child(a, "b", "b", Player::Black).expect("room");
        let c = tree.child(a, "c", "c", Player::Black).expect("room");
        assert_eq!(tree.child(a, "b", "b", Player::Black), Some(b));
        assert_eq!(tree.line(0), [0, a, b]);
        tree.prefer(c);
        assert_eq!(tree.line(a), [0, a, c]);
        assert_eq!(tree.path(b), [0, a, b]);
    }

    #[test]
    fn a_full_tree_says_so() {
        let mut tree = Tree::default();
        let mut at = 0;
        for ply in 1..MOST_NODES {
            at = tree.child(at, &ply.to_string(), "", Player::Black).expect("room");
        }
        assert_eq!(tree.child(at, "one more", "", Player::Black), None);
    }
}
