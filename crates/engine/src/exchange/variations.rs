//! The variations and comments of a record, from its source text.
//!
//! Moves that cannot be played, such as null moves that show a threat, are kept as text in the comment of the move they
//! follow. Positions set up in mid-game are steps like moves (`session/set_up.rs`). The main line must match the one the
//! reader played.

use super::replay::{self, is_null, is_structure, sgf_word};
use super::{Record, Remarks, Source, Twig};
use crate::session::{self, Session, is_set_up};
use crate::sgf;
use crate::think::MoveName;
use quadrille_core::Player;
use quadrille_records::detect::GameKind;
use quadrille_records::pgn::{self, Annotation};
use quadrille_records::sgf::{Encoding, GameTree, NodeRef, Point, Size};
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

/// A record with all that was played and said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// The position it starts from, if that is not the default of the rules.
    pub start: Option<String>,
    /// What is said before the first move.
    pub opening: Remarks,
    /// The moves with variations and comments; none if there is only a main line without comments.
    pub twigs: Vec<Twig>,
}

impl Record {
    /// The moves with variations and comments. A record that sets up a position in mid-game begins before it here; its
    /// [moves](Record::moves) begin after it.
    #[must_use]
    pub fn course(&self) -> Course {
        let nothing = || Course { start: self.start.clone(), ..Course::default() };
        let (steps, root) = match &self.source {
            Some(Source::Pgn(game)) => (Some(pgn_steps(game)), None),
            Some(Source::Sgf(tree)) => {
                let own = self.game == replay::name(GameKind::Go);
                let root = if own { sgf::at_the_root(tree, &self.rules).ok() } else { None };
                let first = root.as_ref().map_or(self.first, |root| root.to_move());
                (sgf_steps(tree, first), root)
            }
            _ => (None, None),
        };
        let set_up = |steps: &Vec<Step>| steps.iter().any(|step| step.text.as_deref().is_some_and(is_set_up));
        let root = root.filter(|_| steps.as_ref().is_some_and(set_up));
        let (start, session) = match root {
            Some(root) => {
                let usual = self.usual().ok().map(|usual| usual.position());
                (Some(root.position()).filter(|start| Some(start) != usual.as_ref()), Ok(root))
            }
            None => (self.start.clone(), self.open()),
        };
        let (Some(steps), Ok(session)) = (steps, session) else { return nothing() };
        let (opening, twigs) = replay(steps, session);
        let main_line =
            std::iter::successors(Some(0), |&at| twigs.iter().position(|twig| twig.after == at).map(|i| i + 1));
        let texts = main_line.skip(1).map(|id| twigs[id - 1].played.text.as_str());
        // The reader may have begun after a position, filled in passes, and ended where the game did.
        let played: Vec<_> = texts.filter(|text| !is_set_up(text) && *text != "pass").collect();
        let told: Vec<_> = self.moves.iter().map(|m| m.text.as_str()).filter(|text| *text != "pass").collect();
        let same = told.is_empty() || played.windows(told.len()).any(|part| part == told);
        let says_nothing = |twig: &Twig| twig.remarks.is_empty() && !is_set_up(&twig.played.text);
        let plain = twigs.len() == self.moves.len() && twigs.iter().all(says_nothing);
        if same && !plain { Course { start, opening, twigs } } else { Course { opening, ..nothing() } }
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
        let played = if end == Some(steps[index].parent) { None } else { follow(session.as_mut(), &text) };
        let Some(played) = played else {
            if on_main_line[index] {
                end = Some(steps[index].parent);
            }
            let line = Remarks { comment: shortened(&written(&steps, &children, index)), ..Remarks::default() };
            said_at(parent, &mut opening, &mut twigs).join(line);
            reached.push(None);
            continue;
        };
        let mut after = parent;
        for (mover, played) in played {
            twigs.push(Twig { after, mover, played, remarks: Remarks::default() });
            after = twigs.len();
            here.push(after);
        }
        if let Some(twig) = twigs.last_mut() {
            twig.remarks = std::mem::take(&mut steps[index].remarks);
        }
        reached.push(Some(after));
    }
    (opening, twigs)
}

/// Plays a step. What the past forbids, an end of the game or a repetition, a record may go on with all the same: then the
/// past is forgotten first.
fn follow(session: &mut dyn Session, text: &str) -> Option<Vec<(Player, MoveName)>> {
    let mover = session.to_move();
    if let Ok(played) = session.follow(text) {
        return Some(vec![(mover, played)]);
    }
    let anew = session.set_up(&session::Step::turn(mover).to_string()).ok()?;
    match session.follow(text) {
        Ok(played) => Some(vec![(mover, anew), (mover, played)]),
        Err(_) => {
            session.undo();
            None
        }
    }
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
    let mut steps: Vec<Step> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    let black_begins = game.fen().is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
    for node in game.pre_order() {
        let parent = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        places.insert(node.id(), steps.len());
        let black = |depth: usize| (depth % 2 == 1) != black_begins;
        depths.push(parent.map_or(0, |parent| depths[parent] + 1));
        let turn = || if black(depths[steps.len()]) { Player::Black } else { Player::White };
        let null = || session::Step::turn(turn()).to_string();
        let text = node.parent().map(|_| if is_null(node.san()) { null() } else { node.san().to_owned() });
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

/// The steps of a tree in which `first` makes the first move.
fn sgf_steps(tree: &GameTree, first: Player) -> Option<Vec<Step>> {
    let (game, size) = (GameKind::of_sgf(tree.game_number().ok()?)?, tree.size().ok()?);
    let mut places = HashMap::new();
    let mut steps: Vec<Step> = Vec::new();
    // Who is to move after each step.
    let mut turns: Vec<Player> = Vec::new();
    for node in tree.pre_order() {
        let mut parent: Option<usize> = node.parent().and_then(|parent| places.get(&parent.id()).copied());
        let play = node.play(size).ok().flatten().filter(|_| game == GameKind::Go);
        let mut turn = parent.map_or(first, |parent| turns[parent]);
        let mut add = |parent, text: Option<String>, remarks, after| {
            steps.push(Step { parent, text, remarks });
            turns.push(after);
            Some(steps.len() - 1)
        };
        let (said, mut remarks) = (set_up(node, size), remarks_of(node, tree.encoding()));
        let mover = play.map(|play| side(play.side));
        if let Some(mover) = mover {
            // A node that sets up a position and has a move, too, is two steps.
            if let Some(step) = said.filter(|step| parent.is_some() && !step.cells.is_empty()) {
                let stones = remarks.properties.extract_if(.., |(name, _)| is_stones(name)).collect();
                let remarks = Remarks { properties: stones, ..Remarks::default() };
                let step = session::Step { to_move: Some(mover), ..step };
                parent = add(parent, Some(step.to_string()), remarks, mover);
                turn = mover;
            }
            if turn != mover {
                let step = session::Step::turn(mover).to_string();
                parent = add(parent, Some(step), Remarks::default(), mover);
            }
            let text = stone(node, size);
            places.insert(node.id(), add(parent, text, remarks, !mover)?);
            continue;
        }
        let word = if game == GameKind::Go { None } else { sgf_word(game, node) };
        let (text, after) = match said.filter(|_| game == GameKind::Go) {
            _ if parent.is_none() || word.is_some() => (word, turn),
            Some(step) => {
                let next = step.to_move.or_else(|| next_side(node, size)).unwrap_or(turn);
                let to_move = Some(next).filter(|next| *next != turn);
                (Some(session::Step { to_move, ..step }.to_string()), next)
            }
            None => (Some(session::Step::default().to_string()), turn),
        };
        places.insert(node.id(), add(parent, text, remarks, after)?);
    }
    Some(steps)
}

/// The position that a node sets up, and whose turn it says it is.
fn set_up(node: NodeRef<'_>, size: Size) -> Option<session::Step> {
    let mut step = session::Step::default();
    for (name, piece) in [("AE", None), ("AB", Some("b")), ("AW", Some("w"))] {
        for point in node.points(name, size) {
            let cell = named(point.ok()?, size)?;
            step.cells.retain(|(known, _)| *known != cell);
            step.cells.push((cell, piece.map(str::to_owned)));
        }
    }
    step.to_move = node.to_move().ok()?.map(side);
    sgf::sets_up(node).then_some(step)
}

/// Who moves first after a node, as far as only one line goes on.
fn next_side(node: NodeRef<'_>, size: Size) -> Option<Player> {
    let line = std::iter::successors(node.children().next(), |node| node.children().next());
    let mut line = line.take_while(|node| !sgf::sets_up(*node));
    line.find_map(|node| node.play(size).ok()?).map(|play| side(play.side))
}

const fn side(side: Side) -> Player {
    match side {
        Side::Black => Player::Black,
        Side::White => Player::White,
    }
}

/// The SGF marks that have a PGN glyph of the same meaning, by emphasis.
const GLYPHS: [(&str, [u8; 2]); 4] = [("TE", [1, 3]), ("BM", [2, 4]), ("IT", [5, 5]), ("DO", [6, 6])];

/// The annotations of an SGF node as PGN glyphs: tesuji, bad, interesting, doubtful.
fn glyphs(node: NodeRef<'_>) -> Vec<u8> {
    let twice = |name| node.text(name).is_some_and(|value| value.trim() == "2");
    let said = GLYPHS.iter().filter(|(name, _)| node.property(name).is_some());
    said.map(|&(name, numbers)| numbers[usize::from(twice(name))]).collect()
}

/// What a node says beside its move.
fn remarks_of(node: NodeRef<'_>, encoding: Encoding) -> Remarks {
    Remarks {
        before: String::new(),
        comment: shortened(&comments(node, encoding)),
        nags: glyphs(node),
        properties: properties(node),
    }
}

/// The comment of a node; some programs write several.
fn comments(node: NodeRef<'_>, encoding: Encoding) -> String {
    let all = node.properties().filter(|property| property.is("C"));
    let texts = all.flat_map(|property| property.values().map(move |value| value.text(encoding)));
    texts.collect::<Vec<_>>().join("\n")
}

/// Whether a property puts stones on the board or takes them off.
pub(super) fn is_stones(name: &str) -> bool {
    matches!(name, "AB" | "AW" | "AE")
}

/// The other properties of a node: not its move, comment or glyphs; at the root, not the tags.
fn properties(node: NodeRef<'_>) -> Vec<(String, Vec<String>)> {
    let glyph = |name: &str| GLYPHS.iter().any(|(known, _)| *known == name);
    let is_root = node.parent().is_none();
    let tag = |values: usize| is_root && values == 1;
    let others = node.properties().filter(|property| !tag(property.values().len()));
    let raw = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let named = others.map(|property| (property.name().into_owned(), property));
    let own = |name: &str| if is_root { is_structure(name) } else { matches!(name, "B" | "W" | "C") };
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
    match node.play(size).ok()??.point {
        Some(point) => named(point, size),
        None => Some("pass".to_owned()),
    }
}

/// A point in the game's notation.
fn named(point: Point, size: Size) -> Option<String> {
    let square = Square { column: point.column, row: size.rows.checked_sub(1 + point.row)? };
    Some(Stone::At(square).to_string())
}
