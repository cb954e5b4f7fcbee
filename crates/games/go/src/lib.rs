//! Go.
//!
//! Two players, Black first, put stones on the points of a grid. Stones of one colour that are connected along the lines
//! form a *chain*; the empty points next to it are its *liberties*. A stone first takes the enemy chains it leaves
//! without liberties; if it then has no liberty itself, the move is illegal. No move may recreate an earlier board of the
//! game. How the game ends and is counted is the rule set's: see [`Rules`].
//!
//! ```
//! use quadrille_core::{Game, Notation};
//! use quadrille_go::{Goban, Rules, Small};
//!
//! let rules: Rules = "5 tromp-taylor".parse()?;
//! let mut board = Small::parse_position(&rules, "5/5/1XO2/2X2/5 X")?;
//! board.play(board.parse_move("C4")?);
//! board = board.with_to_move(quadrille_core::Player::Black);
//! board.play(board.parse_move("D3")?);
//! assert_eq!(board.format_position(), "5/2X2/1X1X1/2X2/5 O", "the white stone is taken");
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```
//!
//! Start reading at [`Position`]; the board itself is in `board.rs`.
//! [`general`] is the slow, obvious implementation for boards of any size. [`Goban`] is their common interface.
#![deny(unsafe_code)]

mod board;
mod coordinates;
pub mod general;
mod goban;
mod grid;
mod movegen;
mod notation;
mod playable;
mod playout;
mod points;
mod position;
mod rules;
pub mod score;
mod setup;
mod size_class;
pub mod status;
mod superko;
mod vertex;
pub mod words;
mod zobrist;

pub use coordinates::{format_move, format_point, parse_point};
pub use goban::Goban;
pub use grid::{Grid, Move, Point};
pub use playout::{Heavy, Random, Rollout};
pub use points::Points;
pub use position::{Huge, Large, Medium, Position, Small};
pub use rules::{Komi, RuleSet, Rules};
pub use setup::Setup;
pub use size_class::SizeClass;
pub use superko::Past;
