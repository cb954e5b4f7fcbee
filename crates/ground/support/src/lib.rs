//! System services shared by several crates.
//!
//! [`clock`] measures time, [`cpu`] detects processor features, [`entropy`] makes unguessable ids, [`shared`]
//! initialises values lazily, [`checksum`] detects damaged files, [`file`](mod@file) writes files atomically,
//! [`memory`] reports free memory and allocates tables in large pages, [`patience`] cancels work that nobody waits for,
//! and [`threads`] limits the number of threads.

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
