//! Connect Four: a whole game in one crate, as the tutorial of CONTRIBUTING.md.
//!
//! Two players, White first, drop discs into seven columns of six cells; a disc falls to the lowest free cell. Four in a
//! row of one's own, in any direction, win. A full board is a draw.
//!
//! ```
//! use quadrille_connect_four::Position;
//! use quadrille_core::{Game, Notation, Standard, perft};
//!
//! let start = Position::start(&Standard);
//! assert_eq!(start.parse_move("d").map(|m| start.format_move(m)), Ok("d".to_owned()));
//! assert_eq!(perft::count_bulk(&start, 4), 7 * 7 * 7 * 7);
//! ```
//!
//! `rules.rs` is the game itself ([`Game`](quadrille_core::Game)), `notation.rs` its text, `playable.rs` what applications
//! show of it, `words.rs` its messages. Everything else (searches, protocols, matches, the page) is already there.
#![forbid(unsafe_code)]

mod notation;
mod playable;
mod rules;
mod words;

pub use rules::{COLUMNS, Column, Position, ROWS};
