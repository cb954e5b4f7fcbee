//! Othello.
//!
//! Two players place discs on a board of 8x8. A move must enclose at least one straight run of opposing discs, in any
//! of the eight directions, between the new disc and another of the mover's; all discs so enclosed turn over. A player
//! without a move passes; when neither side has one the game is over, and the player with more discs wins. By
//! convention the empty squares count for the winner. The rule sets differ only in who moves first.
//!
//! ```
//! use quadrille_core::{Game, Notation, perft};
//! use quadrille_othello::{Position, Rules};
//!
//! let mut position = Position::start(&Rules::Standard);
//! position.play(position.parse_move("f5").unwrap());
//! assert_eq!(position.to_string(), "---------------------------OX------XXX-------------------------- O");
//! assert_eq!(perft::count_bulk(&Position::start(&Rules::Standard), 6), 8_200);
//! ```
//!
//! Start reading at [`Position`] (the game), then [`Board`] (its discs) and `movegen/` (the arithmetic of moves and flips).
//! Exact endgames and a strong player are `quadrille-othello-expert`.

mod board;
pub mod evaluation;
mod movegen;
mod moves;
mod notation;
pub mod perft;
mod playable;
pub mod playout;
mod position;
mod rules;
mod tactics;
pub mod words;
mod zobrist;

pub use board::{Board, C_SQUARES, CORNERS, EDGES, X_SQUARES, near};
pub use movegen::{answers_of_eight, rays, scalar};
pub use moves::Move;
pub use position::Position;
pub use rules::Rules;
