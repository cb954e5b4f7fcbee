//! What each game brings to the engine, one short file a game.

mod breakthrough;
mod chess;
pub(crate) mod go;
mod othello;
