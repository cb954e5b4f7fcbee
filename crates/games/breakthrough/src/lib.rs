//! Breakthrough.
//!
//! Two players have two rows of pawns each. A pawn moves one row forward, straight or diagonally; it captures
//! diagonally only, and straight ahead it needs an empty square. The first player to reach the far row or to capture
//! every enemy pawn wins. White moves first. Boards have 3 to 8 rows and 2 to 8 columns; variants are in [`Rules`].
//!
//! ```
//! use quadrille_breakthrough::{Position, Rules};
//! use quadrille_core::{Game, Notation, perft};
//!
//! let mut position = Position::start(&Rules::default());
//! assert_eq!(position.to_string(), "bbbbb/bbbbb/5/wwwww/wwwww w");
//! position.play(position.parse_move("b2b3")?);
//! assert_eq!(position.format_position(), "bbbbb/bbbbb/1w3/w1www/wwwww b");
//! assert_eq!(perft::count(&Position::start(&Rules::default()), 3), 1_924);
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```
//!
//! Start reading at [`Position`], then `movegen.rs`;
//! [`twin`] is a slow, obvious implementation of the same rules, used as the oracle of the tests. Exact solvers are `quadrille-breakthrough-expert`.

mod checksum;
pub mod evaluation;
mod geometry;
mod movegen;
mod moves;
mod notation;
mod playable;
pub mod playout;
mod position;
mod rules;
mod tactics;
pub mod twin;
pub mod words;
pub mod zobrist;

pub use checksum::Checksum;
pub use geometry::{Geometry, MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS};
pub use movegen::{Direction, pawn_steps};
pub use moves::{Move, Moves};
pub use position::Position;
pub use rules::{Goal, Piece, Rules};
