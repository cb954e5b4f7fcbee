//! How good an unfinished position looks. Each evaluation is a value with a name.

mod advancement;
pub mod network;
pub mod windows;

pub use advancement::Advancement;
pub use windows::{Matched, Windows};
