//! Othello played well.
//!
//! The rules and evaluations are in `quadrille-othello`. This crate adds exact endgames
//! ([`solver`]), a selective search for the rest of the game ([`midgame`]), a player with fixed bounds
//! ([`bounded`]) and the training of the evaluation both use ([`training`]).

pub mod bounded;
pub mod midgame;
pub mod solver;
pub mod training;
pub mod words;
