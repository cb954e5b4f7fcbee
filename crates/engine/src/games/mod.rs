//! What each game brings to the engine, one short file a game.

mod breakthrough;
mod chess;
mod course;
pub(crate) mod go;
mod othello;
