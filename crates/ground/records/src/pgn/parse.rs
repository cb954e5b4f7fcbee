//! A game from its tokens.
//!
//! One loop with a stack of the moves at which variations were opened: a variation is another child of the parent of the
//! move before its `(`.

use super::game::{Game, Note, NoteKind};
use super::token::{Token, Tokens};
use crate::Format;
use crate::arena::{NONE, Span};
use crate::error::{Place, RecordError, about};
use crate::text::{BYTE_ORDER_MARK, decode};
use crate::words::{TOO_LONG, pgn as words};
use quadrille_words::Sentence;

impl Game {
    /// Reads the game at the beginning of `text`, which stands at `place` of its file.
    pub(super) fn parse_piece(text: &[u8], place: Place) -> Result<Self, RecordError> {
        let text = decode(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)).into_owned();
        if u32::try_from(text.len()).is_err() {
            return Err(RecordError::in_bytes(Format::Pgn, 0, TOO_LONG.say().with("most", NONE)).within(place));
        }
        let mut game = Self::new();
        Builder::new(&mut game, text.as_bytes()).run().map_err(|error| error.within(place))?;
        game.text = text;
        Ok(game)
    }
}

struct Builder<'a> {
    game: &'a mut Game,
    text: &'a [u8],
    current: u32,
    /// For each open variation: the move before its `(`, and where the `(` stands.
    opened: Vec<(u32, u32)>,
    /// Whether a variation was just opened and has no move yet.
    fresh: bool,
    /// The first comment waiting for the first move of a variation, and the glyphs that do.
    before: u32,
    early_glyphs: Vec<u8>,
}

impl<'a> Builder<'a> {
    fn new(game: &'a mut Game, text: &'a [u8]) -> Self {
        Self { game, text, current: 0, opened: Vec::new(), fresh: false, before: NONE, early_glyphs: Vec::new() }
    }

    fn run(&mut self) -> Result<(), RecordError> {
        let mut tokens = Tokens::new(self.text);
        while let Some(token) = tokens.next() {
            let end = tokens.offset();
            match token? {
                Token::Tag { name, value } => self.tag(name, value, end)?,
                Token::Number(_) => {}
                Token::Move(san) => self.play(san),
                Token::Nag(number) if self.fresh => self.early_glyphs.push(number),
                Token::Nag(number) => self.game.push_note(self.current, NoteKind::Nag(number)),
                Token::Comment(text) => self.comment(text),
                Token::Open => self.open(end)?,
                Token::Close => self.close(end)?,
                Token::Result(result) => {
                    if self.opened.is_empty() {
                        self.game.result = result;
                        return Ok(());
                    }
                }
            }
        }
        match self.opened.last() {
            Some((_, open)) => Err(self.error(*open as usize, words::UNCLOSED_VARIATION.say())),
            None => Ok(()),
        }
    }

    fn error(&self, at: usize, problem: Sentence) -> RecordError {
        RecordError::at(Format::Pgn, self.text, at, problem)
    }

    fn span(&self, part: &[u8]) -> Span {
        // Every token is a slice of the text, so the distance between the two addresses is its offset.
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        Span { start: start as u32, end: (start + part.len()) as u32 }
    }

    fn tag(&mut self, name: &[u8], value: &[u8], end: usize) -> Result<(), RecordError> {
        if self.game.nodes.len() > 1 || !self.opened.is_empty() {
            return Err(self.error(end - 1, about(&words::LATE_TAG, name)));
        }
        self.game.tags.push((decode(name).into_owned(), unescape_tag(&decode(value))));
        Ok(())
    }

    fn play(&mut self, san: &[u8]) {
        let before = if self.fresh { self.game.nodes.parent(self.current) } else { Some(self.current) };
        let parent = before.unwrap_or(NONE);
        let span = self.span(san);
        self.current = self.game.push_node(parent, span);
        if self.fresh {
            self.fresh = false;
            self.adopt_notes();
        }
    }

    /// Gives the comments and glyphs read since `(` to the move that now came.
    fn adopt_notes(&mut self) {
        let first = std::mem::replace(&mut self.before, NONE);
        if first != NONE {
            let played = self.game.nodes.content_mut(self.current);
            played.first_note = first;
            played.last_note = self.game.notes.len() as u32 - 1;
        }
        for number in std::mem::take(&mut self.early_glyphs) {
            self.game.push_note(self.current, NoteKind::Nag(number));
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let span = self.span(text.trim_ascii());
        if !self.fresh {
            self.game.push_note(self.current, NoteKind::Comment(span));
            return;
        }
        let id = self.game.notes.len() as u32;
        self.game.notes.push(Note { kind: NoteKind::Before(span), next: NONE });
        if self.before == NONE {
            self.before = id;
        } else {
            self.game.notes[id as usize - 1].next = id;
        }
    }

    fn open(&mut self, end: usize) -> Result<(), RecordError> {
        if self.current == 0 || self.fresh {
            return Err(self.error(end - 1, words::EARLY_VARIATION.say()));
        }
        self.opened.push((self.current, end as u32 - 1));
        self.fresh = true;
        Ok(())
    }

    fn close(&mut self, end: usize) -> Result<(), RecordError> {
        let Some((current, _)) = self.opened.pop() else {
            return Err(self.error(end - 1, words::UNOPENED_VARIATION.say()));
        };
        if self.fresh {
            return Err(self.error(end - 1, words::EMPTY_VARIATION.say()));
        }
        self.current = current;
        Ok(())
    }
}

/// A tag value with `\"` and `\\` resolved; a stray carriage return is a space.
fn unescape_tag(value: &str) -> String {
    if !value.contains(['\\', '\r']) {
        return value.to_owned();
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.push(letters.next_if(|next| matches!(next, '"' | '\\')).unwrap_or('\\')),
            '\r' => text.push(' '),
            other => text.push(other),
        }
    }
    text
}
