//! The side lines and comments of a record, as a tree that a game can be set up with.
//!
//! What cannot be played is left out with everything after it; the main line is the reader's own and is checked against
//! it, so a record whose stones are set up anew in the middle simply has no side lines.

use crate::game::tree::{LONGEST_COMMENT, MOST_NODES, StoredNode};
use quadrille_engine::exchange::Played;
use quadrille_engine::{Session, registry};
use quadrille_records::pgn;
use quadrille_records::sgf::{GameTree, NodeRef, Size};

/// A node of a record: which one it follows, its move if it has one, and what is said about it.
struct Step {
    parent: Option<usize>,
    text: Option<String>,
    comment: Option<String>,
}

/// The tree of a PGN or SGF text whose main line was read as `moves`; nothing if there are no side lines or comments.
pub fn tree(text: &str, game: &str, rules: &str, position: Option<&str>, moves: &[String]) -> Vec<StoredNode> {
    let steps = if text.trim_start().starts_with("(;") { sgf_steps(text, game) } else { pgn_steps(text) };
    let Some(steps) = steps else { return Vec::new() };
    let Ok(session) = registry::open(game, rules, position) else { return Vec::new() };
    let nodes = replay(steps, session);
    let main_line =
        std::iter::successors(Some(0), |&at| nodes.iter().position(|node| node.parent == at).map(|i| i + 1));
    let same = main_line.skip(1).map(|id| &nodes[id - 1].text).eq(moves);
    let plain = nodes.len() == moves.len() && nodes.iter().all(|node| node.comment.is_none());
    if same && !plain { nodes } else { Vec::new() }
}

/// Plays every step after the one it follows. Steps come in pre-order, so going back is always by a few moves.
fn replay(steps: Vec<Step>, mut session: Box<dyn Session>) -> Vec<StoredNode> {
    let mut nodes: Vec<StoredNode> = Vec::new();
    // The node each step led to (0 is the start); none where it could not be played.
    let mut reached: Vec<Option<usize>> = Vec::with_capacity(steps.len());
    let mut here: Vec<usize> = vec![0];
    for step in steps {
        let parent = match step.parent {
            None => Some(0),
            Some(parent) => reached[parent],
        };
        let Some(parent) = parent.filter(|_| nodes.len() + 1 < MOST_NODES) else {
            reached.push(None);
            continue;
        };
        let Some(text) = step.text else {
            if let (Some(node), Some(comment)) = (parent.checked_sub(1), step.comment) {
                nodes[node].comment.get_or_insert(comment);
            }
            reached.push(Some(parent));
            continue;
        };
        while here.last() != Some(&parent) && here.len() > 1 {
            session.undo();
            here.pop();
        }
        match session.replay(&text) {
            Ok(Played { text: played, .. }) => {
                let known = nodes.iter().position(|node| node.parent == parent && node.text == played);
                let node = known.unwrap_or(nodes.len()) + 1;
                if known.is_none() {
                    nodes.push(StoredNode { parent, text: played, value: None, score: None, comment: step.comment });
                }
                here.push(node);
                reached.push(Some(node));
            }
            Err(_) => reached.push(None),
        }
    }
    nodes
}

fn shortened(comment: &str) -> Option<String> {
    let text: String = comment.trim().chars().take(LONGEST_COMMENT).collect();
    (!text.is_empty()).then_some(text)
}

fn pgn_steps(text: &str) -> Option<Vec<Step>> {
    let game = pgn::Game::parse(text.as_bytes()).ok()?;
    let mut places = std::collections::HashMap::new();
    let mut steps = Vec::new();
    for node in game.pre_order() {
        let parent = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        places.insert(node.id(), steps.len());
        let text = node.parent().map(|_| node.san().to_owned());
        let said: Vec<String> = node.comments().map(plain_comment).collect();
        steps.push(Step { parent, text, comment: shortened(&said.join(" ")) });
    }
    Some(steps)
}

/// A comment without the commands for machines in it: `[%clk 0:10:00]`.
fn plain_comment(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        text.push_str(before);
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text + rest
}

fn sgf_steps(text: &str, game: &str) -> Option<Vec<Step>> {
    let tree = GameTree::parse(text.as_bytes()).ok()?;
    let size = tree.size().ok()?;
    let mut places = std::collections::HashMap::new();
    let mut steps = Vec::new();
    for node in tree.pre_order() {
        let parent = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        places.insert(node.id(), steps.len());
        let comment = node.text("C").and_then(|comment| shortened(&comment));
        steps.push(Step { parent, text: sgf_move(node, size, game), comment });
    }
    Some(steps)
}

fn sgf_move(node: NodeRef<'_>, size: Size, game: &str) -> Option<String> {
    if game != "go" {
        let value = node.text("B").or_else(|| node.text("W"))?;
        let text = value.trim().to_ascii_lowercase();
        return Some(if matches!(text.as_str(), "" | "pa") { "pass".to_owned() } else { text });
    }
    let play = node.play(size).ok()??;
    let Some(point) = play.point else { return Some("pass".to_owned()) };
    let square = quadrille_records::Square { column: point.column, row: size.rows.checked_sub(1 + point.row)? };
    Some(quadrille_records::transcript::Stone::At(square).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(nodes: &[StoredNode]) -> Vec<(usize, &str)> {
        nodes.iter().map(|node| (node.parent, node.text.as_str())).collect()
    }

    #[test]
    fn side_lines_and_comments_of_pgn_are_kept() {
        let text = "[Event \"x\"]\n\n1. e4 {best [%clk 0:01:00]} e5 (1... c5 2. Nf3 (2. Ke4) d6) 2. Nf3 *";
        let moves = ["e2e4", "e7e5", "g1f3"].map(str::to_owned);
        let nodes = tree(text, "chess", "", None, &moves);
        let expected = [(0, "e2e4"), (1, "e7e5"), (2, "g1f3"), (1, "c7c5"), (4, "g1f3"), (5, "d7d6")];
        assert_eq!(shape(&nodes), expected, "the illegal side line is left out");
        assert_eq!(nodes[0].comment.as_deref(), Some("best"));
    }

    #[test]
    fn side_lines_and_comments_of_sgf_are_kept() {
        let text = "(;GM[1]SZ[9];B[ee]C[centre](;W[gc];B[cg])(;W[cc];B[]))";
        let moves = ["E5", "G7", "C3"].map(str::to_owned);
        let nodes = tree(text, "go", "9", None, &moves);
        assert_eq!(shape(&nodes), [(0, "E5"), (1, "G7"), (2, "C3"), (1, "C7"), (4, "pass")]);
        assert_eq!(nodes[0].comment.as_deref(), Some("centre"));
    }

    #[test]
    fn plain_records_need_no_tree_and_odd_ones_get_none() {
        let moves = ["e2e4".to_owned()];
        assert!(tree("1. e4 *", "chess", "", None, &moves).is_empty());
        assert!(tree("1. e4 (1. d4) *", "chess", "", None, &["d2d4".to_owned()]).is_empty(), "another main line");
        let deep = "(;SZ[9]".to_owned() + &";B[ee](;W[gc]".repeat(20_000);
        assert!(tree(&deep, "go", "9", None, &[]).is_empty());
    }
}
