//! What each game brings to the engine, one short file a game.

pub(crate) mod breakthrough;
pub(crate) mod chess;
pub(crate) mod go;
pub(crate) mod othello;
