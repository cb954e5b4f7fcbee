//! Breakthrough solved.
//!
//! The rules and evaluations are in `quadrille-breakthrough`. This crate adds exact values of positions and whole
//! boards ([`solver`]), perfect play on boards whose table is quick to compute ([`perfect`],
//! [`player`]), a strategy for 6x6 ([`opening`]), the certificate checker
//! ([`verify`]), which shares no code with the solver, and training of evaluations from tables ([`training`]).

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
