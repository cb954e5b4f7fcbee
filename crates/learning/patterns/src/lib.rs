//! Go move prediction learned from master games.
//!
//! [`Corpus`] reads collections of games. [`zoom`] hashes the surroundings of a point at growing zooms;
//! [`counting`] counts how often each pattern was seen and chosen, and evaluates a move by that. [`model`] is the
//! better predictor: a log-linear model over patterns, liberties and distances, which gives the Go search its priors.
//! [`neighbours`] predicts from the most similar recorded boards. [`evaluation`] measures them all on unseen games,
//! [`insight`] collects their predictions for one position. Learned data is stored in a common file format (`store`).
//!
//! Each module uses only those before it: `board`, `corpus`, `zoom`, `store`, `evaluation`, `counting`, `neighbours`,
//! `model`, `insight`. Start reading at [`Corpus::for_each`] and [`zoom::Rings`]; `docs/patterns.md` has the method and
//! the figures.
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate self as quadrille_patterns;

pub mod board;
pub mod corpus;
pub mod counting;
pub mod evaluation;
pub mod insight;
mod learned;
pub mod model;
pub mod neighbours;
mod store;
#[cfg(test)]
#[path = "../tests/patterns/common.rs"]
#[expect(dead_code, reason = "shared with the integration tests, which use all of it")]
mod testing;
pub mod words;
pub mod zoom;

pub use corpus::{Corpus, Play, Record};
pub use learned::Learned;
pub use store::{Checkpoint, GAMES_BETWEEN_STATES, files};
