//! The evaluations of unfinished positions, each with a name.

mod advancement;
pub mod network;
pub mod windows;

pub use advancement::Advancement;
pub use windows::{Matched, Windows};
