//! The rules of chess and Chess960.
//!
//! Pieces move as FIDE's laws say; the game ends by checkmate or stalemate ([`quadrille_core::Game::outcome`]), and it is
//! drawn by repetition, move counters or lack of material ([`draws`]). Castling works from every Chess960 arrangement.
//!
//! ```
//! use quadrille_chess::{Position, Rules, san};
//! use quadrille_core::{Game, Notation, perft};
//!
//! let mut position = Position::start(&Rules::Standard);
//! assert_eq!(perft::count_bulk(&position, 4), 197_281);
//! assert_eq!(format!("{:016x}", position.key()), "7340bed6aea55283");
//!
//! position.play(position.parse_move("e4")?);
//! let reply = position.parse_move("g8f6")?;
//! assert_eq!(san(&position, reply), "Nf6");
//! position.play(reply);
//! assert_eq!(position.to_string(), "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```
//!
//! Start reading at [`Position`]. Then: `movegen.rs` generates legal moves, `legality.rs` tests legality independently,
//! `attacks.rs` computes attacks; [`zobrist`] holds the keys, [`draws`] the draw rules, [`setup`] and [`fen`] the
//! parsing of positions, [`mod@san`] and `notation.rs` moves as text,
//! [`polyglot`] the keys of opening books. `tactics.rs`, [`evaluation`] and [`playout`] are for searches.
#![deny(unsafe_code)]

pub mod attacks;
mod consistency;
pub mod draws;
pub mod evaluation;
pub mod fen;
mod game;
mod legality;
mod movegen;
mod moves;
mod notation;
pub mod piece;
mod playable;
pub mod playout;
pub mod polyglot;
mod position;
mod rules;
pub mod san;
pub mod setup;
pub mod square;
mod tactics;
pub mod words;
pub mod zobrist;

pub use movegen::Moves;
pub use moves::{Kind, Move};
pub use piece::Role;
pub use position::Position;
pub use rules::Rules;
pub use san::san;
pub use setup::Setup;
pub use square::{File, Square, Squares};
pub use tactics::EXCHANGE_VALUE;
pub use zobrist::hasher::Wing;
