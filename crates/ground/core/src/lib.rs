//! What a game is.
//!
//! This crate contains no game and no search. It holds the contract between the two
//! ([`Game`]), their shared types (players, outcomes, scores, moves), and the tools for implementing games: compile-time Zobrist keys, key histories for repetition and superko, seeded random numbers, perft, and a test suite ([`contract`])
//! that every game runs with one line.
//!
//! Start reading at [`Game`]; then [`contract::check`], which lists what an implementation must guarantee.
#![forbid(unsafe_code)]

pub mod bits;
pub mod contract;
mod evaluation;
mod game;
mod history;
mod moves;
mod notation;
mod outcome;
pub mod perft;
mod picture;
mod playable;
mod player;
mod playout;
mod rng;
mod score;
mod standard;
mod tactics;
mod value;
pub mod zobrist;

pub use evaluation::{Evaluation, Prior, UniformPrior};
pub use game::Game;
pub use history::KeyHistory;
pub use moves::MoveBuf;
pub use notation::Notation;
pub use outcome::Outcome;
pub use picture::{Effect, Ground, Numbering, Picture, Piece};
pub use playable::{Descriptor, End, NoKnowledge, Playable, Settlement};
pub use player::{PerPlayer, Player, to_move};
pub use playout::{FirstCodes, Playout, Trace, Uniform};
pub use quadrille_words::{self as words, Lang, Message, Refusal, Sentence, interned, words};
pub use rng::Rng;
pub use score::Score;
pub use standard::Standard;
pub use tactics::Tactics;
pub use value::{Odds, Value};
