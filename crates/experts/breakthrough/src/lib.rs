//! Breakthrough solved.
//!
//! The rules and evaluations are `quadrille-breakthrough`; here is what stands on them: exact values of positions and whole
//! boards ([`solver`]), perfect play where a table is quick to make ([`perfect`]), and the checking of certificates
//! ([`verify`]), which shares no code with what makes them.

mod bmi;
pub mod perfect;
pub mod solver;
pub mod verify;
