//! Tree reuse: the subtree of the moves actually played becomes the next tree.

use super::Options;
use super::tree::Tree;
use quadrille_core::Game;
use std::collections::VecDeque;

/// A new position is looked up at most this many plies below the old root: our move and the reply.
const PLIES: u32 = 2;

/// The number of the record of `position`, looked up near the old root.
fn find<G: Game>(tree: &Tree<G>, old_root: &G, position: &G) -> Option<u32> {
    let mut layer = vec![(tree.root, old_root.clone())];
    for ply in 0..=PLIES {
        if let Some((number, _)) = layer.iter().find(|(_, reached)| reached.key() == position.key()) {
            return Some(*number);
        }
        if ply == PLIES {
            break;
        }
        let mut next = Vec::new();
        for (number, reached) in &layer {
            for edge in tree.record(*number).edges.iter() {
                if let Some(child) = edge.child() {
                    let mut after = reached.clone();
                    after.play(edge.m);
                    next.push((child, after));
                }
            }
        }
        layer = next;
    }
    None
}

/// The tree below `position`, if it was part of the old tree and its moves are still the moves to choose from.
pub(super) fn subtree<G: Game>(
    mut tree: Tree<G>,
    old_root: &G,
    position: &G,
    choices: &[G::Move],
    options: &Options,
) -> Option<Tree<G>> {
    let root = find(&tree, old_root, position)?;
    let edges = &tree.record(root).edges;
    let same_moves = edges.len() == choices.len() && edges.iter().all(|edge| choices.contains(&edge.m));
    if !same_moves {
        return None;
    }
    if tree.is_graph() {
        // Any record of a graph may be reached again, so a graph is kept whole and discarded whole when it gets too
        // large.
        tree.root = root;
        return (tree.records.bytes() < (options.memory << 20) / 2).then_some(tree);
    }
    if root == tree.root {
        return Some(tree);
    }
    Some(moved(tree, root, options))
}

/// Moves the records below `root` to a tree of their own, breadth first, so that a record's new number is its place in the
/// queue.
fn moved<G: Game>(mut old: Tree<G>, root: u32, options: &Options) -> Tree<G> {
    let new = Tree::new(options);
    let mut queue = VecDeque::from([root]);
    let mut numbered = 1;
    while let Some(number) = queue.pop_front() {
        let Some(mut record) = old.records.take(number) else { continue };
        record.edges.relink(|child| {
            queue.push_back(child);
            numbered += 1;
            numbered - 1
        });
        // There is room, since the old tree had the same limits.
        let _ = new.add(record);
    }
    discard(old);
    new
}

/// Frees a tree; a large one on a background thread.
pub(super) fn discard<G: Game>(tree: Tree<G>) {
    const LARGE: u32 = 20_000;
    if tree.records.len() > LARGE {
        // If no thread can be started, the tree is freed here.
        let _ = std::thread::Builder::new().spawn(move || drop(tree));
    }
}
