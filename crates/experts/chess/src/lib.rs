//! Chess learned from itself, and its exact endgames.
//!
//! [`selfplay`] plays games with small searches, [`mod@record`] keeps them and finds their quiet positions, [`sample`] is how one
//! position is handed to `tools/train_chess.py`, which trains the network of `quadrille-chess`; [`tuning`] fits the weights of the
//! hand-made evaluation. [`mod@search`] says how alpha-beta is set for chess; [`book`] is a small opening book.
//! [`endgame`] needs no learning: it knows every position with at most four men. [`syzygy`] reads the larger tables a user
//! may have; [`known`] asks both.
#![forbid(unsafe_code)]

pub mod book;
pub mod endgame;
pub mod known;
pub mod record;
pub mod sample;
pub mod search;
pub mod selfplay;
pub mod syzygy;
pub mod tuning;
pub mod words;
