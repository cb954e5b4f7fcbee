//! A game as text again, as the standard's export format has it: tags, an empty line, the moves in lines of at most 80
//! columns.
//!
//! Variations are written from a stack of what is still to do instead of by recursion.

use super::game::{Annotation, Game, MoveRef};
use std::fmt::{self, Write};
use std::iter::successors;

/// The longest line of moves.
const LINE_LENGTH: usize = 79;

impl fmt::Display for Game {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(formatter, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            formatter.write_char('\n')?;
        }
        let mut lines = Lines { output: formatter, column: 0, glued: true };
        write_moves(self, &mut lines)?;
        lines.word(&self.result().to_string())?;
        formatter.write_str("\n")
    }
}

/// What is still to be written, last first.
enum Rest {
    /// The continuations of the node at this half-move.
    Continuation(u32, usize),
    /// A variation that starts with this move.
    Variation(u32, usize),
    /// The end of a variation.
    Close,
}

fn write_moves(game: &Game, lines: &mut Lines<'_, '_>) -> fmt::Result {
    for note in game.start().annotations() {
        write_note(note, lines)?;
    }
    let mut rest = vec![Rest::Continuation(0, first_half_move(game))];
    let mut number_needed = true;
    while let Some(next) = rest.pop() {
        match next {
            Rest::Continuation(parent, ply) => {
                let Some(main) = (MoveRef { game, id: parent }).first_child() else { continue };
                write_move(main, ply, number_needed, lines)?;
                rest.push(Rest::Continuation(main.id, ply + 1));
                let siblings: Vec<_> = successors(main.next_sibling(), |node| node.next_sibling()).collect();
                number_needed = main.comments().next().is_some() || !siblings.is_empty();
                rest.extend(siblings.iter().rev().map(|sibling| Rest::Variation(sibling.id, ply)));
            }
            Rest::Variation(first, ply) => {
                let first = MoveRef { game, id: first };
                lines.opening()?;
                write_move(first, ply, true, lines)?;
                number_needed = first.comments().next().is_some();
                rest.push(Rest::Close);
                rest.push(Rest::Continuation(first.id, ply + 1));
            }
            Rest::Close => {
                lines.closing()?;
                number_needed = true;
            }
        }
    }
    Ok(())
}

/// The half-move the game starts at: 0 for White's first move, from the `FEN` tag's side and move number if there is one.
fn first_half_move(game: &Game) -> usize {
    let Some(fen) = game.fen() else { return 0 };
    let mut fields = fen.split_ascii_whitespace();
    let black = fields.nth(1) == Some("b");
    let number = fields.nth(3).and_then(|field| field.parse::<u32>().ok()).unwrap_or(1).max(1);
    (number as usize - 1) * 2 + usize::from(black)
}

fn write_move(node: MoveRef<'_>, ply: usize, number_needed: bool, lines: &mut Lines<'_, '_>) -> fmt::Result {
    for note in node.annotations() {
        if matches!(note, Annotation::CommentBefore(_)) {
            write_note(note, lines)?;
        }
    }
    if ply.is_multiple_of(2) {
        lines.word(&format!("{}.", ply / 2 + 1))?;
    } else if number_needed {
        lines.word(&format!("{}...", ply / 2 + 1))?;
    }
    lines.word(node.san())?;
    for note in node.annotations() {
        if !matches!(note, Annotation::CommentBefore(_)) {
            write_note(note, lines)?;
        }
    }
    Ok(())
}

fn write_note(note: Annotation<'_>, lines: &mut Lines<'_, '_>) -> fmt::Result {
    match note {
        Annotation::Nag(number) => lines.word(&format!("${number}")),
        Annotation::Comment(text) | Annotation::CommentBefore(text) => lines.comment(text),
    }
}

/// Words set in lines.
struct Lines<'a, 'b> {
    output: &'a mut fmt::Formatter<'b>,
    column: usize,
    /// Whether the next word follows without a space.
    glued: bool,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if !self.glued {
            if self.column + 1 + width > LINE_LENGTH {
                self.output.write_char('\n')?;
                self.column = 0;
            } else {
                self.output.write_char(' ')?;
                self.column += 1;
            }
        }
        self.output.write_str(word)?;
        self.column += width;
        self.glued = false;
        Ok(())
    }

    fn opening(&mut self) -> fmt::Result {
        self.word("(")?;
        self.glued = true;
        Ok(())
    }

    fn closing(&mut self) -> fmt::Result {
        self.output.write_char(')')?;
        self.column += 1;
        self.glued = false;
        Ok(())
    }

    /// A comment in braces, or to the end of the line when it contains a brace itself. One that has both a brace and a
    /// line break has no spelling in PGN: its braces become parentheses.
    fn comment(&mut self, text: &str) -> fmt::Result {
        // A reader takes a line that starts with an Event tag for the next game, even inside a comment.
        let text = &text.replace("\n[Event \"", " [Event \"");
        if !text.contains('}') {
            return self.word(&format!("{{{text}}}"));
        }
        if text.contains(['\n', '\r']) {
            return self.word(&format!("{{{}}}", text.replace('}', ")")));
        }
        self.word(&format!("; {text}\n"))?;
        self.column = 0;
        self.glued = true;
        Ok(())
    }
}
