//! Training by self-play, an opening book, and exact endgames for chess.
//!
//! [`selfplay`] plays games with small searches, [`mod@record`] stores them and extracts quiet positions,
//! [`sample`] is the position format of `tools/train_chess.py`, which trains the network of `quadrille-chess`;
//! [`tuning`] fits the weights of the hand-made evaluation. [`mod@search`] has the alpha-beta options for chess;
//! [`book`] is a small opening book. [`endgame`] has tables of every position with at most four men,
//! [`syzygy`] reads larger tables that the user may have, and [`known`] queries both.
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
