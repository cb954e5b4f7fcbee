//! What several crates ask of the system, each thing written once.
//!
//! [`clock`] says what time it is, [`cpu`] what the processor can do, [`entropy`] gives names that cannot be guessed, [`shared`]
//! makes things when they are first needed; [`checksum`] tells a damaged file from a good one, [`file`](mod@file) writes files that
//! appear whole or not at all, [`memory`] says how much there is and gives tables large pages, [`patience`] ends work that
//! nobody waits for, [`threads`] bounds their number.

pub mod checksum;
pub mod clock;
pub mod cpu;
pub mod entropy;
pub mod file;
pub mod memory;
#[cfg(target_family = "wasm")]
pub mod page;
pub mod patience;
pub mod shared;
pub mod threads;
pub mod words;
