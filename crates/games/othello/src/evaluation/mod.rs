//! How good an unfinished position looks. Each evaluation is a value with a name.

mod discs;
pub mod patterns;
mod six_term;

pub use discs::Discs;
pub use patterns::Patterns;
pub use six_term::{SixTerm, Terms};
