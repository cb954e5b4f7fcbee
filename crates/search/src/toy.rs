//! A made-up game given as a text tree, to test searches on.
//!
//! `(+3(-1+5)=)` is a position with three moves: the first ends the game with a win of Black by 3, the second leads to a
//! position where White chooses between a win of White by 1 and a win of Black by 5, the third ends in a draw. Black moves
//! first. Equal subtrees at equal turns are equal positions with equal keys, so tables have something to find.
//!
//! ```
//! use quadrille_search::{alphabeta, toy::{Margin, Toy}};
//! let toy: Toy = "(+3(-1+5)=)".parse()?;
//! let history = std::iter::once(quadrille_core::Game::key(&toy)).collect();
//! let (score, best) = alphabeta::minimax(&toy, &history, &Margin, 9);
//! assert_eq!((score.raw(), best), (300, Some(0)));
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```

use crate::words;
use arrayvec::ArrayVec;
use quadrille_core::words::Arg;
use quadrille_core::{Evaluation, Game, Message, Outcome, Player, Refusal, Rng, Score, Tactics};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// No position has more moves.
const WIDEST: usize = 64;
/// No tree has more positions.
const LARGEST: usize = 1 << 20;

/// A position of the toy game: a node of a tree and whose turn it is.
#[derive(Clone, Debug)]
pub struct Toy {
    tree: Arc<Vec<Node>>,
    node: u32,
    to_move: Player,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    children: Vec<u32>,
    /// Black's margin, if the game is over here.
    margin: i32,
    key: u64,
}

/// The rules are the tree itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree(Arc<Vec<Node>>);

impl Default for Tree {
    fn default() -> Self {
        Self(Arc::new(vec![Node { children: Vec::new(), margin: 0, key: 1 }]))
    }
}

impl FromStr for Tree {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        Reader::default().read(text)
    }
}

/// Reads a tree without recursion, so that no text can overflow the stack. Equal subtrees share a node.
#[derive(Default)]
struct Reader {
    nodes: Vec<Node>,
    known: HashMap<(Vec<u32>, i32), u32>,
    open: Vec<Vec<u32>>,
}

impl Reader {
    fn read(mut self, text: &str) -> Result<Tree, Refusal> {
        let refused = |at: usize, expected: &'static Message| {
            let culprit = match text.get(at..).and_then(|rest| rest.chars().next()) {
                Some(letter) => Arg::Quoted(letter.into()),
                None => (&words::END_OF_TREE).into(),
            };
            words::BAD_TREE.refuse().with("culprit", culprit).with("at", at).with("expected", expected)
        };
        let bytes = text.as_bytes();
        let mut root = None;
        let mut at = 0;
        while at < bytes.len() {
            if root.is_some() {
                return Err(refused(at, &words::NOTHING_AFTER));
            }
            let start = at;
            at += 1;
            let finished = match bytes[start] {
                b'(' => {
                    self.open.push(Vec::new());
                    continue;
                }
                b' ' => continue,
                b')' => match self.open.pop() {
                    Some(children) if !children.is_empty() => self.node(children, 0),
                    _ => return Err(refused(start, &words::MOVE_INSIDE)),
                },
                b'=' => self.node(Vec::new(), 0),
                b'+' | b'-' => {
                    at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let margin = text[start..at].parse::<i16>().map_err(|_| refused(start, &words::A_MARGIN))?;
                    self.node(Vec::new(), i32::from(margin))
                }
                _ => return Err(refused(start, &words::SIGNS)),
            };
            match self.open.last_mut() {
                Some(children) if children.len() < WIDEST => children.push(finished),
                Some(_) => return Err(refused(start, &words::WIDEST)),
                None => root = Some(finished),
            }
            if self.nodes.len() > LARGEST {
                return Err(refused(start, &words::SMALLER));
            }
        }
        // The root must be the last node made.
        match root {
            Some(_) => Ok(Tree(Arc::new(self.nodes))),
            None => Err(refused(at, &words::CLOSING)),
        }
    }

    fn node(&mut self, children: Vec<u32>, margin: i32) -> u32 {
        if let Some(&known) = self.known.get(&(children.clone(), margin)) {
            return known;
        }
        let index = self.nodes.len() as u32;
        let key = Rng::stream(0x70_79, u64::from(index)).next_u64();
        self.known.insert((children.clone(), margin), index);
        self.nodes.push(Node { children, margin, key });
        index
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Piece {
            Node(u32),
            Close,
        }
        let mut pending = vec![Piece::Node(self.0.len() as u32 - 1)];
        while let Some(piece) = pending.pop() {
            let Piece::Node(index) = piece else {
                f.write_str(")")?;
                continue;
            };
            let node = &self.0[index as usize];
            if node.children.is_empty() {
                if node.margin == 0 { f.write_str("=")? } else { write!(f, "{:+}", node.margin)? }
            } else {
                f.write_str("(")?;
                pending.push(Piece::Close);
                pending.extend(node.children.iter().rev().map(|&child| Piece::Node(child)));
            }
        }
        Ok(())
    }
}

impl FromStr for Toy {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        Ok(Self::start(&text.parse()?))
    }
}

impl Toy {
    /// A random tree, as text: at most `depth` plies, at most `width` moves a position, margins up to `margin`.
    #[must_use]
    pub fn random_text(rng: &mut Rng, depth: u32, width: u32, margin: u32) -> String {
        let ends = depth == 0 || rng.below(6) == 0;
        if ends {
            let value = rng.below(2 * margin + 1) as i32 - margin as i32;
            return if value == 0 { "=".into() } else { format!("{value:+}") };
        }
        let moves = 1 + rng.below(width);
        let children: String = (0..moves).map(|_| Self::random_text(rng, depth - 1, width, margin)).collect();
        format!("({children})")
    }

    fn here(&self) -> &Node {
        &self.tree[self.node as usize]
    }
}

impl Game for Toy {
    type Move = u16;
    type Moves = ArrayVec<u16, WIDEST>;
    type Rules = Tree;

    const NAME: &'static str = "toy";

    fn start(rules: &Tree) -> Self {
        Self { tree: Arc::clone(&rules.0), node: rules.0.len() as u32 - 1, to_move: Player::Black }
    }

    fn rules(&self) -> Tree {
        Tree(Arc::clone(&self.tree))
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Self::Moves) {
        moves.extend(0..self.here().children.len() as u16);
    }

    fn is_legal(&self, m: u16) -> bool {
        usize::from(m) < self.here().children.len()
    }

    fn play(&mut self, m: u16) {
        self.node = self.here().children[usize::from(m)];
        self.to_move = !self.to_move;
    }

    fn outcome(&self) -> Option<Outcome> {
        let node = self.here();
        node.children.is_empty().then(|| Outcome::from_black_margin(node.margin))
    }

    fn key(&self) -> u64 {
        // The turn is part of the position: the same subtree may be reached by either side.
        self.here().key ^ if self.to_move == Player::White { 0x5851_F42D_4C95_7F2D } else { 0 }
    }

    fn code(&self, m: u16) -> usize {
        usize::from(m)
    }

    fn codes(&self) -> usize {
        WIDEST
    }
}

impl Tactics for Toy {}

/// Finished games count by their margin; unfinished ones get a number that looks random but depends on the position only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Margin;

impl Evaluation<Toy> for Margin {
    fn name(&self) -> &'static str {
        "margin"
    }

    fn evaluate(&self, position: &Toy) -> Score {
        Score::heuristic((position.key() % 1001) as i32 - 500)
    }

    fn finished(&self, position: &Toy, _: Outcome, _: u32) -> Score {
        let margin = position.here().margin * 100;
        Score::heuristic(if position.to_move == Player::Black { margin } else { -margin })
    }
}

/// Finished games count as won or lost, the sooner the better.
#[derive(Clone, Copy, Debug, Default)]
pub struct WinLoss;

impl Evaluation<Toy> for WinLoss {
    fn name(&self) -> &'static str {
        "win-loss"
    }

    fn evaluate(&self, position: &Toy) -> Score {
        Margin.evaluate(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_survive_being_written_and_read() {
        for text in ["=", "+3", "(=)", "(+3(-1+5)=)", "((((-7))))"] {
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let text = Toy::random_text(&mut rng, 5, 4, 9);
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        let deep = "(".repeat(100_000);
        for text in ["(", ")", "()", "+", "x", "(+3)=", "(+99999)", "é", deep.as_str()] {
            let sentence = text.parse::<Tree>().unwrap_err().to_string();
            assert!(sentence.contains("expected"), "{sentence}");
        }
    }

    #[test]
    fn equal_subtrees_have_equal_keys_only_at_equal_turns() {
        let root: Toy = "((+1)((+1)))".parse().unwrap();
        let after = |moves: &[u16]| {
            let mut toy = root.clone();
            moves.iter().for_each(|&m| toy.play(m));
            toy
        };
        assert_ne!(after(&[0]).key(), after(&[1, 0]).key());
        assert_eq!(after(&[0]).here(), after(&[1, 0]).here());
        let mut moves = <Toy as Game>::Moves::default();
        root.legal_moves(&mut moves);
        assert_eq!(moves.as_slice(), [0, 1]);
    }
}
