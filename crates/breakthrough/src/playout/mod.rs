//! Ways to play a game to its end without thinking.
//!
//! [`Random`] draws every legal move with the same probability, as the generic policy does, but never lists the moves:
//! it counts the targets of each direction, draws a number below the total, and picks that bit. [`Decisive`] does the
//! same among the moves that are not blunders. The key is brought up to date once at the end, since nobody reads it on
//! the way.

mod decisive;
mod race;
mod random;

pub use decisive::Decisive;
pub use random::Random;
