//! Zobrist keys of chess positions: [`keys`], their generator [`prng`], and the [`hasher`] that joins them.
//!
//! The history of positions, which repetition is read from, is [`quadrille_core::KeyHistory`]; the rules that read it are
//! in [`crate::draws`].

pub mod hasher;
pub mod keys;
pub mod prng;

pub use hasher::{full, parts};
pub use keys::{KEYS, Keys};
