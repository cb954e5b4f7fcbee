//! Fuzzing the readers of game records: `cargo +nightly fuzz run pgn`, from the repository's root.
//!
//! A target is a reader and what must hold for any bytes; `crates/ground/records/tests/damage.rs` checks the same in plain
//! `cargo test`.
#![forbid(unsafe_code)]

#[path = "../../crates/ground/records/tests/support/readers.rs"]
mod readers;

pub use readers::*;
