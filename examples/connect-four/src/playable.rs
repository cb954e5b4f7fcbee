//! What applications show of the game.

use crate::notation;
use crate::rules::{COLUMNS, Column, Position, ROWS};
use quadrille_core::{Descriptor, Effect, Ground, Numbering, Picture, Piece, Playable, Player, Uniform};

mod terms {
    quadrille_core::words! { "connect-four";
        TITLE { en: "Connect Four", fr: "Puissance 4" }
        SUMMARY { en: "Drop discs; four in a row wins.", fr: "Laissez tomber des pions ; quatre alignés gagnent." }
    }
}

static DESCRIPTOR: Descriptor = Descriptor {
    position_example: "7/7/7/7/7/3w3 b",
    ..Descriptor::new("connect-four", &terms::TITLE, &terms::SUMMARY, terms::ALL)
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
