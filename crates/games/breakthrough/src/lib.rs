//! Breakthrough: two rows of pawns a side, first to the far row wins.
//!
//! The rules are those of the two course documents this project grew from: boards of any size ([`Rules`]), their move
//! codes ([`Position`] implements [`quadrille_core::Game::code`] with them) and their Zobrist keys ([`keys`]). Start
//! reading at [`Position`]; [`twin`] is the same game written slowly and obviously, straight from the documents, and
//! serves as the oracle of the tests.

mod bmi;
mod checksum;
pub mod evaluation;
mod geometry;
pub mod keys;
mod moves;
mod notation;
mod playable;
pub mod playout;
mod position;
mod rules;
mod tactics;
pub mod twin;
pub mod windows;

pub use checksum::Checksum;
pub use geometry::{Geometry, MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS};
pub use moves::{Direction, Move, Moves, pawn_steps};
pub use playable::terms;
pub use position::Position;
pub use rules::{Goal, Piece, Rules};
