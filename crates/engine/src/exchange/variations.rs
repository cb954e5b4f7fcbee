//! The variations and comments of a record, from its source text.
//!
//! Moves that cannot be played, such as null moves that show a threat, are kept as text in the comment of the move they
//! follow. The main line must match the one the reader played; a record that sets up stones in mid-game has no
//! variations.

use super::replay::{is_structure, sgf_word};
use super::{Record, Remarks, Source, Twig};
use crate::session::Session;
use quadrille_records::detect::GameKind;
use quadrille_records::pgn::{self, Annotation};
use quadrille_records::sgf::{GameTree, NodeRef, Size};
use quadrille_records::transcript::Stone;
use quadrille_records::{Side, Square};
use std::collections::HashMap;

/// A game with more positions than this is truncated.
const MOST_TWIGS: usize = 5_000;
/// A longer comment is cut.
const LONGEST_COMMENT: usize = 10_000;

/// A node of a record: its parent, its move if any, and its comments.
struct Step {
    parent: Option<usize>,
    text: Option<String>,
    remarks: Remarks,
}

impl Record {
    /// The comments before the first move, and the moves with variations and comments; no moves if there is only a main
    /// line without comments.
    #[must_use]
    pub fn variations(&self) -> (Remarks, Vec<Twig>) {
        let steps = match &self.source {
            Some(Source::Pgn(game)) => Some(pgn_steps(game)),
            Some(Source::Sgf(tree)) => sgf_steps(tree),
            _ => None,
        };
        let (Some(steps), Ok(session)) = (steps, self.open()) else { return Default::default() };
        let (opening, twigs) = replay(steps, session);
        let main_line =
            std::iter::successors(Some(0), |&at| twigs.iter().position(|twig| twig.after == at).map(|i| i + 1));
        let same = main_line.skip(1).map(|id| &twigs[id - 1].played.text).eq(self.moves.iter().map(|m| &m.text));
        let plain = twigs.len() == self.moves.len() && twigs.iter().all(|twig| twig.remarks.is_empty());
        (opening, if same && !plain { twigs } else { Vec::new() })
    }
}

/// Plays every step from its parent. Steps come in pre-order, so only a few moves are taken back each time.
fn replay(mut steps: Vec<Step>, mut session: Box<dyn Session>) -> (Remarks, Vec<Twig>) {
    let children = children(&steps);
    let mut on_main_line = vec![false; steps.len()];
    let next = |&at: &usize| children[at].first().copied();
    std::iter::successors((!steps.is_empty()).then_some(0), next).for_each(|at| on_main_line[at] = true);
    // The game ends here although the record goes on: a line starting here would be taken for the main line.
    let mut end: Option<Option<usize>> = None;
    let mut opening = Remarks::default();
    let mut twigs: Vec<Twig> = Vec::new();
    let mut known: HashMap<(usize, String), usize> = HashMap::new();
    // The twig each step led to (0 is the start); none where it could not be played.
    let mut reached: Vec<Option<usize>> = Vec::with_capacity(steps.len());
    let mut here: Vec<usize> = vec![0];
    for index in 0..steps.len() {
        let parent = steps[index].parent.map_or(Some(0), |parent| reached[parent]);
        let Some(parent) = parent.filter(|_| twigs.len() + 1 < MOST_TWIGS) else {
            reached.push(None);
            continue;
        };
        let Some(text) = steps[index].text.clone() else {
            said_at(parent, &mut opening, &mut twigs).join(std::mem::take(&mut steps[index].remarks));
            reached.push(Some(parent));
            continue;
        };
        while here.last() != Some(&parent) && here.len() > 1 {
            session.undo();
            here.pop();
        }
        let mover = session.to_move();
        let played = if end == Some(steps[index].parent) { None } else { session.replay(&text).ok() };
        let Some(played) = played else {
            if on_main_line[index] {
                end = Some(steps[index].parent);
            }
            let line = Remarks { comment: shortened(&written(&steps, &children, index)), ..Remarks::default() };
            said_at(parent, &mut opening, &mut twigs).join(line);
            reached.push(None);
            continue;
        };
        let remarks = std::mem::take(&mut steps[index].remarks);
        let number = *known.entry((parent, played.text.clone())).or_insert(twigs.len() + 1);
        if number > twigs.len() {
            twigs.push(Twig { after: parent, mover, played, remarks });
        } else {
            twigs[number - 1].remarks.join(remarks);
        }
        here.push(number);
        reached.push(Some(number));
    }
    (opening, twigs)
}

/// Where the comments of a position are stored.
fn said_at<'a>(position: usize, opening: &'a mut Remarks, twigs: &'a mut [Twig]) -> &'a mut Remarks {
    position.checked_sub(1).map_or(opening, |index| &mut twigs[index].remarks)
}

/// The steps that follow each step.
fn children(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); steps.len()];
    for (index, parent) in steps.iter().enumerate().filter_map(|(index, step)| Some((index, step.parent?))) {
        all[parent].push(index);
    }
    all
}

/// A line as text, in brackets: its moves with comments and variations.
fn written(steps: &[Step], children: &[Vec<usize>], from: usize) -> String {
    let mut text = String::from("(");
    let mut next = Some(from);
    while let Some(at) = next {
        let Remarks { before, comment, .. } = &steps[at].remarks;
        let words = [before.as_str(), steps[at].text.as_deref().unwrap_or_default(), comment.as_str()];
        let aside: Vec<_> = children[at].iter().skip(1).map(|&other| written(steps, children, other)).collect();
        next = children[at].first().copied();
        for word in words.into_iter().chain(aside.iter().map(String::as_str)).filter(|word| !word.is_empty()) {
            if text.len() > 1 {
                text.push(' ');
            }
            text += word;
        }
    }
    text + ")"
}

fn shortened(comment: &str) -> String {
    comment.trim().chars().take(LONGEST_COMMENT).collect()
}

fn pgn_steps(game: &pgn::Game) -> Vec<Step> {
    let mut places = HashMap::new();
    let mut steps = Vec::new();
    for node in game.pre_order() {
        let parent = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        places.insert(node.id(), steps.len());
        let text = node.parent().map(|_| node.san().to_owned());
        let said: Vec<_> = node.comments().collect();
        let before = node.annotations().filter_map(|note| match note {
            Annotation::CommentBefore(text) => Some(text),
            Annotation::Comment(_) | Annotation::Nag(_) => None,
        });
        let remarks = Remarks {
            before: shortened(&before.collect::<Vec<_>>().join(" ")),
            comment: shortened(&said.join(" ")),
            nags: node.nags().collect(),
            properties: Vec::new(),
        };
        steps.push(Step { parent, text, remarks });
    }
    steps
}

fn sgf_steps(tree: &GameTree) -> Option<Vec<Step>> {
    let (game, size) = (GameKind::of_sgf(tree.game_number().ok()?)?, tree.size().ok()?);
    let mut places = HashMap::new();
    let mut steps: Vec<Step> = Vec::new();
    // Who made the last move up to a step, if it was no pass.
    let mut movers: Vec<Option<Side>> = Vec::new();
    for node in tree.pre_order() {
        let mut parent: Option<usize> = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        let before = parent.and_then(|parent| movers[parent]);
        let play = node.play(size).ok().flatten().filter(|_| game == GameKind::Go);
        // Two moves in a row by one side imply a pass of the other, as in the main line (`crate::sgf`).
        if before.is_some() && before == play.map(|play| play.side) {
            steps.push(Step { parent, text: Some("pass".to_owned()), remarks: Remarks::default() });
            movers.push(None);
            parent = Some(steps.len() - 1);
        }
        places.insert(node.id(), steps.len());
        movers.push(play.map_or(before, |play| play.point.map(|_| play.side)));
        let remarks = Remarks {
            before: String::new(),
            comment: node.text("C").map(|comment| shortened(&comment)).unwrap_or_default(),
            nags: glyphs(node),
            properties: properties(node, size),
        };
        let text = if game == GameKind::Go { stone(node, size) } else { sgf_word(game, node) };
        steps.push(Step { parent, text, remarks });
    }
    Some(steps)
}

/// The SGF marks that have a PGN glyph of the same meaning, by emphasis.
const GLYPHS: [(&str, [u8; 2]); 4] = [("TE", [1, 3]), ("BM", [2, 4]), ("IT", [5, 5]), ("DO", [6, 6])];

/// The annotations of an SGF node as PGN glyphs: tesuji, bad, interesting, doubtful.
fn glyphs(node: NodeRef<'_>) -> Vec<u8> {
    let twice = |name| node.text(name).is_some_and(|value| value.trim() == "2");
    let said = GLYPHS.iter().filter(|(name, _)| node.property(name).is_some());
    said.map(|&(name, numbers)| numbers[usize::from(twice(name))]).collect()
}

/// The other properties of a node: not its move, comment or glyphs; at the root, not the tags.
fn properties(node: NodeRef<'_>, size: Size) -> Vec<(String, Vec<String>)> {
    let glyph = |name: &str| GLYPHS.iter().any(|(known, _)| *known == name);
    let is_root = node.parent().is_none();
    let tag = |values: usize| is_root && values == 1;
    let others = node.properties().filter(|property| !tag(property.values().len()));
    let raw = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let named = others.map(|property| (property.name().into_owned(), property));
    // KO belongs to a move; at the root it is meaningless. PL beside a move changes nothing.
    let beside = if node.play(size).is_ok_and(|play| play.is_some()) { ["KO", "PL"] } else { ["KO", "KO"] };
    let own = |name: &str| is_structure(name) && (is_root || !beside.contains(&name));
    let kept = named.filter(|(name, _)| !own(name) && !glyph(name));
    kept.map(|(name, property)| (name, property.values().map(|value| raw(value.raw())).collect())).collect()
}

/// The SGF property and value for a PGN glyph.
pub(super) fn sgf_mark(nag: u8) -> Option<(&'static str, &'static str)> {
    let (name, numbers) = GLYPHS.iter().find(|(_, numbers)| numbers.contains(&nag))?;
    let strength = if numbers[0] == numbers[1] {
        ""
    } else if numbers[0] == nag {
        "1"
    } else {
        "2"
    };
    Some((name, strength))
}

/// The move of a Go node in the game's notation.
fn stone(node: NodeRef<'_>, size: Size) -> Option<String> {
    let play = node.play(size).ok()??;
    let Some(point) = play.point else { return Some("pass".to_owned()) };
    let square = Square { column: point.column, row: size.rows.checked_sub(1 + point.row)? };
    Some(Stone::At(square).to_string())
}
