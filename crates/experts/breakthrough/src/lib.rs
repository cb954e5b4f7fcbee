//! Breakthrough solved.
//!
//! The rules and evaluations are `quadrille-breakthrough`; here is what stands on them: exact values of positions and whole
//! boards ([`solver`]), perfect play where a table is quick to make ([`perfect`], [`player`]) and a strategy for 6x6
//! ([`opening`]), the checking of certificates
//! ([`verify`]), which shares no code with what makes them, and the learning of an evaluation from tables ([`training`]).

mod bmi;
pub mod network_training;
pub mod opening;
pub mod perfect;
pub mod player;
pub mod solver;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_large;
pub mod training;
pub mod verify;
pub mod words;
