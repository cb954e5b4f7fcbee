//! Go moves learned from the games of masters (part III of the paper).
//!
//! [`Corpus`] reads collections of games. [`zoom`] hashes the surroundings of a point at growing zooms; [`tables`] counts
//! how often each pattern was seen and chosen, and evaluates a move by the paper's rule. [`model`] is the better
//! predictor: a log-linear model over patterns, liberties and distances, which gives the Go search its priors.
//! [`neighbours`] predicts from the most similar recorded boards. [`evaluation`] measures them all on games they have not
//! seen. Start reading at [`Corpus::for_each`] and [`zoom::Rings`]; `docs/patterns.md` has the method and the figures.
#![forbid(unsafe_code)]

pub mod board;
pub mod corpus;
pub mod evaluation;
mod features;
pub mod file;
pub mod harvest;
pub mod model;
mod nodes;
pub mod record;
pub mod tracker;
pub mod train;
mod walks;
pub mod zoom;

pub use corpus::Corpus;
pub use record::Record;
