//! What applications show of the game.

use crate::notation;
use crate::rules::{COLUMNS, Column, Position, ROWS};
use crate::words;
use quadrille_core::{Descriptor, Effect, Game, Ground, Numbering, Picture, Piece, Playable, Player, Uniform};

static DESCRIPTOR: Descriptor = Descriptor {
    position_example: "7/7/7/7/7/3w3 b",
    ..Descriptor::new(Position::NAME, &words::TITLE, &words::SUMMARY, words::ALL)
};

impl Playable for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = Uniform;

    fn picture(&self) -> Picture {
        let piece = |row: usize, column: usize| self.disc(ROWS - 1 - row as u8, column as u8).map(Piece::of);
        Picture::grid(Ground::Plain, (ROWS.into(), COLUMNS.into()), Numbering::FromTheBottom, piece)
    }

    fn effect(&self, m: Column) -> Effect {
        let name = |row| format!("{}{}", char::from(b'a' + m.0), row + 1);
        Effect { to: self.landing_row(m.0).map(name), ..Effect::default() }
    }

    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        Some(notation::compose(pieces, to_move))
    }
}
