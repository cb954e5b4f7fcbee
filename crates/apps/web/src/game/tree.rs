//! The moves of a game with their variations.

use quadrille_core::{Player, Value};
use quadrille_engine::exchange::{Remarks, Twig};
use quadrille_engine::{MoveName, Report};
use serde::{Deserialize, Serialize};

/// The number of a node; 0 is the start position.
pub type NodeId = usize;

/// The maximum number of positions of a game.
pub const MOST_NODES: usize = 5_000;
/// Comments are truncated to this many characters.
pub const LONGEST_COMMENT: usize = 10_000;

/// The effort behind a position's value. Values of different effort must not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// Time spent.
    pub seconds: f64,
    /// Completed depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Simulated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

impl From<&Report> for Effort {
    fn from(report: &Report) -> Self {
        Self { seconds: report.seconds, depth: report.depth, nodes: report.nodes, playouts: report.playouts }
    }
}

/// Analysis and annotations of a position and the move that led to it.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Notes {
    /// Black's winning chance, once searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The search's value for the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// The move it would play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// The same in the notation of game records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_record: Option<String>,
    /// Equally good moves, if the played one is a mistake.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<String>,
    /// The principal variation, in that notation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The search effort; none if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// The winning chance lost by the move, compared with the best one at the same effort.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The comment on the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Numeric annotation glyphs of the move, as PGN numbers them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The comment before the move, at the start of a variation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Other record data of the move: SGF labels, times, marks, kept for export.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Vec<String>)>,
}

impl From<Remarks> for Notes {
    fn from(said: Remarks) -> Self {
        let text = |text: String| (!text.is_empty()).then_some(text);
        let (before, comment) = (text(said.before), text(said.comment));
        Self { before, comment, nags: said.nags, properties: said.properties, ..Self::default() }
    }
}

impl Notes {
    /// The same with bounded texts.
    #[must_use]
    pub fn bounded(self) -> Self {
        let cut = |text: String| text.chars().take(LONGEST_COMMENT).collect();
        Self { before: self.before.map(cut), comment: self.comment.map(cut), ..self }
    }

    /// The annotations for export.
    #[must_use]
    pub fn remarks(&self) -> Remarks {
        Remarks {
            before: self.before.clone().unwrap_or_default(),
            comment: self.comment.clone().unwrap_or_default(),
            nags: self.nags.clone(),
            properties: self.properties.clone(),
        }
    }
}

/// One position: the move that led to it, and its data.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position before; none for the start.
    pub parent: Option<NodeId>,
    /// The move in standard notation.
    pub text: String,
    /// The move in the notation of game records.
    pub record: String,
    /// Who moved.
    pub mover: Player,
    /// The moves tried from here, the main line's first.
    pub children: Vec<NodeId>,
    /// The child visited last, which "redo" plays.
    pub next: Option<NodeId>,
    /// What is known and said.
    pub notes: Notes,
}

/// A node as stored on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredNode {
    /// The node before.
    pub parent: NodeId,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What is known and said.
    #[serde(flatten)]
    pub notes: Notes,
}

impl From<Twig> for StoredNode {
    fn from(twig: Twig) -> Self {
        Self { parent: twig.after, text: twig.played.text, notes: twig.remarks.into() }
    }
}

/// How a move becomes a node.
pub type AddNode = fn(&mut Tree, NodeId, &MoveName, Player) -> Option<NodeId>;

/// All positions of a game. Numbers stay valid until nodes are deleted.
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
            notes: Notes::default(),
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

    /// Mutable access to a node's data.
    pub fn notes(&mut self, id: NodeId) -> Option<&mut Notes> {
        self.nodes.get_mut(id).map(|node| &mut node.notes)
    }

    /// The child reached by a move, created if new; none if the tree is full.
    pub fn child(&mut self, parent: NodeId, played: &MoveName, mover: Player) -> Option<NodeId> {
        let known = self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].text == played.text);
        if known.is_some() {
            self.nodes[parent].next = known;
            return known;
        }
        self.sibling(parent, played, mover)
    }

    /// A new child, even if there is one with the same move; none if the tree is full.
    pub fn sibling(&mut self, parent: NodeId, played: &MoveName, mover: Player) -> Option<NodeId> {
        let id = self.nodes.len();
        if id >= MOST_NODES {
            return None;
        }
        let MoveName { text, record } = played.clone();
        let node = Node { parent: Some(parent), text, record, mover, ..Self::default().nodes.swap_remove(0) };
        self.nodes.push(node);
        self.nodes[parent].children.push(id);
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

    /// The whole line through `id`: the path to it, and the main line from there.
    #[must_use]
    pub fn line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        line.extend(std::iter::successors(self.first(id), |&node| self.first(node)));
        line
    }

    fn first(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].children.first().copied()
    }

    /// The move that "redo" plays: the one visited last, otherwise the main line's.
    #[must_use]
    pub fn forward(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id].next.or_else(|| self.first(id))
    }

    /// The last position of the main line.
    #[must_use]
    pub fn main_end(&self) -> NodeId {
        self.line(0).last().copied().unwrap_or(0)
    }

    /// Makes the line to `id` the one that "redo" follows.
    pub fn prefer(&mut self, id: NodeId) {
        for pair in self.path(id).windows(2) {
            self.nodes[pair[0]].next = Some(pair[1]);
        }
    }

    /// Makes the line to `id` the main line.
    pub fn promote(&mut self, id: NodeId) {
        for pair in self.path(id).windows(2) {
            let children = &mut self.nodes[pair[0]].children;
            if let Some(at) = children.iter().position(|&child| child == pair[1]) {
                children[..=at].rotate_right(1);
            }
        }
    }

    /// The tree without `id` and its descendants, and the new number of every remaining node.
    #[must_use]
    pub fn without(&self, id: NodeId) -> (Self, Vec<Option<NodeId>>) {
        let mut numbers: Vec<Option<NodeId>> = Vec::with_capacity(self.nodes.len());
        let mut kept = 0;
        // A node comes after its parent.
        for (number, node) in self.nodes.iter().enumerate() {
            let stays = number != id && node.parent.is_none_or(|parent| numbers[parent].is_some());
            numbers.push(stays.then_some(kept));
            kept += usize::from(stays);
        }
        let renumbered = |node: &Node| Node {
            parent: node.parent.and_then(|parent| numbers[parent]),
            children: node.children.iter().filter_map(|&child| numbers[child]).collect(),
            next: node.next.and_then(|next| numbers[next]),
            ..node.clone()
        };
        let stay = self.nodes.iter().zip(&numbers).filter(|(_, number)| number.is_some());
        (Self { nodes: stay.map(|(node, _)| renumbered(node)).collect() }, numbers)
    }

    /// The nodes for storage, without the start.
    pub fn stored(&self) -> impl Iterator<Item = StoredNode> + '_ {
        self.nodes.iter().skip(1).map(|node| StoredNode {
            parent: node.parent.unwrap_or(0),
            text: node.text.clone(),
            notes: node.notes.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(tree: &mut Tree, parent: NodeId, text: &str, mover: Player) -> Option<NodeId> {
        tree.child(parent, &MoveName { text: text.to_owned(), record: text.to_owned() }, mover)
    }

    #[test]
    fn variations_share_their_beginning() {
        let mut tree = Tree::default();
        let a = child(&mut tree, 0, "a", Player::White).expect("room");
        let b = child(&mut tree, a, "b", Player::Black).expect("room");
        let c = child(&mut tree, a, "c", Player::Black).expect("room");
        assert_eq!(child(&mut tree, a, "b", Player::Black), Some(b));
        assert_eq!(tree.path(b), [0, a, b]);
        assert_eq!(tree.line(a), [0, a, b], "what was played first stays the main line");
        assert_eq!(tree.forward(a), Some(b), "redo plays what was seen last");
        tree.prefer(c);
        assert_eq!(tree.forward(a), Some(c));
        tree.promote(c);
        assert_eq!(tree.line(0), [0, a, c]);
        tree.promote(b);
        assert_eq!(tree.line(0), [0, a, b]);
    }

    #[test]
    fn a_deleted_line_leaves_no_gap() {
        let mut tree = Tree::default();
        let a = child(&mut tree, 0, "a", Player::White).expect("room");
        let b = child(&mut tree, a, "b", Player::Black).expect("room");
        child(&mut tree, b, "d", Player::White).expect("room");
        let c = child(&mut tree, a, "c", Player::Black).expect("room");
        child(&mut tree, c, "e", Player::White).expect("room");
        let (tree, numbers) = tree.without(b);
        assert_eq!(numbers, [Some(0), Some(1), None, None, Some(2), Some(3)]);
        assert_eq!(tree.line(0), [0, 1, 2, 3]);
        assert_eq!(tree.nodes()[3].parent, Some(2));
    }

    #[test]
    fn a_full_tree_says_so() {
        let mut tree = Tree::default();
        let mut at = 0;
        for ply in 1..MOST_NODES {
            at = child(&mut tree, at, &ply.to_string(), Player::Black).expect("room");
        }
        assert_eq!(child(&mut tree, at, "one more", Player::Black), None);
    }
}
