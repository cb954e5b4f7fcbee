//! A game: its tags and a tree of moves with annotations.
//!
//! Node 0 is the start position; every other node is a move. As in SGF, the first child of a node is its main
//! continuation and the others are variations. All texts lie in one string that the nodes point into.

use super::token::{GameResult, Token, Tokens};
use crate::arena::{Arena, NONE, Span};
use crate::error::about;
use crate::words::{TOO_LONG, pgn as words};
use quadrille_words::Refusal;
use std::fmt;
use std::iter::successors;

/// The number of a move inside its [`Game`]; [`MoveId::START`] is the position before the first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveId(pub(super) u32);

impl MoveId {
    /// The start position, which has no move text.
    pub const START: Self = Self(0);
}

/// A move's text, and its annotations as a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Played {
    pub san: Span,
    pub first_note: u32,
    pub last_note: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Note {
    pub kind: NoteKind,
    pub next: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum NoteKind {
    Before(Span),
    Comment(Span),
    Nag(u8),
}

/// What is written at a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annotation<'a> {
    /// A comment in front of the move, at the beginning of its variation.
    CommentBefore(&'a str),
    /// A comment after the move (or, at the start, before the first move).
    Comment(&'a str),
    /// A numeric annotation glyph.
    Nag(u8),
}

/// One game of chess (or of anything else that writes its moves as words).
///
/// Two games are equal when they have the same tags, the same result and the same tree of moves and annotations.
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) tags: Vec<(String, String)>,
    pub(super) text: String,
    pub(super) nodes: Arena<Played>,
    pub(super) notes: Vec<Note>,
    pub(super) result: GameResult,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// A game without tags and moves.
    #[must_use]
    pub fn new() -> Self {
        let mut game = Self {
            tags: Vec::new(),
            text: String::new(),
            nodes: Arena::with_capacity(1),
            notes: Vec::new(),
            result: GameResult::Unknown,
        };
        game.push_node(NONE, Span::default());
        game
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All tags in their order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag: replaces one of this name, otherwise appends.
    ///
    /// # Errors
    /// When the name is not made of letters, digits and `_`.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(about(&words::TAG_LETTERS, name));
        }
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// The start position, when a `FEN` tag gives one.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN")
    }

    /// Whether the `Variant` tag says Chess960 (Fischer random chess).
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        let variant = self.tag("Variant").unwrap_or_default().to_ascii_lowercase();
        variant.contains("960") || variant.contains("fische") && variant.contains("random")
    }

    /// The result: what the moves end with, or else what the `Result` tag says.
    #[must_use]
    pub fn result(&self) -> GameResult {
        if self.result == GameResult::Unknown {
            self.tag("Result").and_then(|text| GameResult::from_text(text.as_bytes())).unwrap_or_default()
        } else {
            self.result
        }
    }

    /// Sets the result that the moves end with, and the `Result` tag where there is one.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        if let Some((_, value)) = self.tags.iter_mut().find(|(key, _)| key == "Result") {
            *value = result.to_string();
        }
    }

    /// The start of the tree.
    #[must_use]
    pub fn start(&self) -> MoveRef<'_> {
        MoveRef { game: self, id: 0 }
    }

    /// A move by its number.
    ///
    /// # Panics
    /// When `id` belongs to another, larger game.
    #[must_use]
    pub fn node(&self, id: MoveId) -> MoveRef<'_> {
        assert!((id.0 as usize) < self.nodes.len(), "move {} is not of this game", id.0);
        MoveRef { game: self, id: id.0 }
    }

    /// How many moves the game has, variations included.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The texts of the main line's moves.
    pub fn main_line(&self) -> impl Iterator<Item = &str> + Clone {
        successors(self.start().first_child(), |node| node.first_child()).map(MoveRef::san)
    }

    /// Adds a move after `parent`: its main continuation when it is the first, else a further variation.
    ///
    /// # Errors
    /// When the text is not one word, or the game is full.
    ///
    /// # Panics
    /// When `parent` belongs to another, larger game.
    pub fn add_move(&mut self, parent: MoveId, san: &str) -> Result<MoveId, Refusal> {
        assert!((parent.0 as usize) < self.nodes.len(), "move {} is not of this game", parent.0);
        let one_word = matches!(
            Tokens::new(san.as_bytes()).collect::<Vec<_>>().as_slice(),
            [Ok(Token::Move(text))] if text.len() == san.len()
        );
        if !one_word {
            return Err(about(&words::MOVE, san));
        }
        let span = self.push_text(san)?;
        Ok(MoveId(self.push_node(parent.0, span)))
    }

    /// Adds a comment after a move.
    ///
    /// # Errors
    /// When the game is full.
    pub fn add_comment(&mut self, node: MoveId, comment: &str) -> Result<(), Refusal> {
        let span = self.push_text(comment.trim())?;
        self.push_note(node.0, NoteKind::Comment(span));
        Ok(())
    }

    /// Adds a comment in front of a move, at the beginning of its variation.
    ///
    /// # Errors
    /// When the game is full.
    pub fn add_comment_before(&mut self, node: MoveId, comment: &str) -> Result<(), Refusal> {
        let span = self.push_text(comment.trim())?;
        self.push_note(node.0, NoteKind::Before(span));
        Ok(())
    }

    /// Adds a glyph to a move.
    pub fn add_nag(&mut self, node: MoveId, nag: u8) {
        self.push_note(node.0, NoteKind::Nag(nag));
    }

    fn push_text(&mut self, text: &str) -> Result<Span, Refusal> {
        let start = self.text.len();
        let end = u32::try_from(start + text.len()).map_err(|_| TOO_LONG.refuse().with("most", NONE))?;
        self.text.push_str(text);
        Ok(Span { start: start as u32, end })
    }

    pub(super) fn push_node(&mut self, parent: u32, san: Span) -> u32 {
        self.nodes.push(parent, Played { san, first_note: NONE, last_note: NONE })
    }

    pub(super) fn push_note(&mut self, node: u32, kind: NoteKind) {
        let id = self.notes.len() as u32;
        self.notes.push(Note { kind, next: NONE });
        let played = self.nodes.content_mut(node);
        let previous = std::mem::replace(&mut played.last_note, id);
        if previous == NONE {
            played.first_note = id;
        } else {
            self.notes[previous as usize].next = id;
        }
    }

    pub(super) fn str(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// The start and all moves, each before its continuations.
    pub fn pre_order(&self) -> impl Iterator<Item = MoveRef<'_>> {
        let next = |node: &MoveRef<'_>| self.nodes.next_in_pre_order(node.id).map(|id| MoveRef { game: self, id });
        successors(Some(self.start()), next)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags
            && self.result() == other.result()
            && self.nodes.len() == other.nodes.len()
            && self.pre_order().zip(other.pre_order()).all(|(ours, theirs)| ours.matches(theirs))
    }
}

impl Eq for Game {}

/// A move of a [`Game`], or its start.
#[derive(Clone, Copy)]
pub struct MoveRef<'a> {
    pub(super) game: &'a Game,
    pub(super) id: u32,
}

impl fmt::Debug for MoveRef<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "MoveRef({}, {:?})", self.id, self.san())
    }
}

impl<'a> MoveRef<'a> {
    fn played(self) -> &'a Played {
        self.game.nodes.content(self.id)
    }

    fn at(self, id: u32) -> Self {
        Self { game: self.game, id }
    }

    /// Its number.
    #[must_use]
    pub fn id(self) -> MoveId {
        MoveId(self.id)
    }

    /// The text of the move; empty at the start.
    #[must_use]
    pub fn san(self) -> &'a str {
        self.game.str(self.played().san)
    }

    /// The move before it.
    #[must_use]
    pub fn parent(self) -> Option<Self> {
        self.game.nodes.parent(self.id).map(|id| self.at(id))
    }

    /// The main continuation.
    #[must_use]
    pub fn first_child(self) -> Option<Self> {
        self.game.nodes.first_child(self.id).map(|id| self.at(id))
    }

    /// The next alternative to this move.
    #[must_use]
    pub fn next_sibling(self) -> Option<Self> {
        self.game.nodes.next_sibling(self.id).map(|id| self.at(id))
    }

    /// All continuations, the main one first.
    pub fn children(self) -> impl Iterator<Item = MoveRef<'a>> + Clone {
        successors(self.first_child(), |child| child.next_sibling())
    }

    /// What is written at this move, in order.
    pub fn annotations(self) -> impl Iterator<Item = Annotation<'a>> + Clone {
        let game = self.game;
        let note = |id: u32| game.notes.get(id as usize);
        successors(note(self.played().first_note), move |last| note(last.next)).map(move |note| match note.kind {
            NoteKind::Before(span) => Annotation::CommentBefore(game.str(span)),
            NoteKind::Comment(span) => Annotation::Comment(game.str(span)),
            NoteKind::Nag(number) => Annotation::Nag(number),
        })
    }

    /// The comments after this move.
    pub fn comments(self) -> impl Iterator<Item = &'a str> + Clone {
        self.annotations().filter_map(|note| match note {
            Annotation::Comment(text) => Some(text),
            Annotation::CommentBefore(_) | Annotation::Nag(_) => None,
        })
    }

    /// The numeric annotation glyphs of this move.
    pub fn nags(self) -> impl Iterator<Item = u8> + Clone {
        self.annotations().filter_map(|note| match note {
            Annotation::Nag(number) => Some(number),
            Annotation::Comment(_) | Annotation::CommentBefore(_) => None,
        })
    }

    fn matches(self, other: MoveRef<'_>) -> bool {
        self.san() == other.san()
            && self.game.nodes.step(self.id) == other.game.nodes.step(other.id)
            && self.annotations().eq(other.annotations())
    }
}
