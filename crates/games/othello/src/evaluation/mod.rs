//! The evaluations of unfinished positions, each with a name.

mod discs;
pub mod patterns;
mod six_term;

pub use discs::Discs;
pub use patterns::Patterns;
pub use six_term::{SixTerm, Terms};
