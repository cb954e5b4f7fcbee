//! The rules of chess.
#![deny(unsafe_code)]
pub mod attacks;
mod consistency;
pub mod draws;
pub mod fen;
mod game;
mod legality;
mod movegen;
mod moves;
mod notation;
pub mod piece;
mod position;
mod rules;
pub mod san;
pub mod setup;
pub mod square;
pub mod zobrist;

pub use movegen::Moves;
pub use moves::{Kind, Move};
pub use piece::Role;
pub use position::Position;
pub use rules::Rules;
pub use san::san;
pub use setup::Setup;
pub use square::{Square, Squares};

use std::fmt;

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.fen(), self.key)
    }
}
