//! What several crates ask of the system, each thing written once.
//!
//! [`checksum`] tells a damaged file from a good one, [`file`](mod@file) writes files that appear whole or not at all, [`memory`]
//! says how much there is and gives tables large pages, [`threads`] bounds their number, [`cpu`] says what the processor
//! can do.

pub mod checksum;
pub mod cpu;
pub mod file;
pub mod memory;
pub mod threads;
pub mod words;
