//! The capabilities of the games, one short file per game.

mod breakthrough;
mod chess;
pub(crate) mod go;
mod othello;
