//! How good a position looks without looking ahead.
//!
//! [`Material`] counts pieces; [`Tapered`] knows the usual things about pieces, pawns and kings, each with a learned weight
//! (`terms.rs` names them all); [`Network`] is a trained network.

mod geometry;
mod king_safety;
mod material;
pub mod network;
mod pawns;
mod side;
pub(crate) mod squares;
pub mod tapered;
pub mod terms;
mod threats;
mod weight;
mod weights;

pub use material::Material;
pub use network::Network;
pub use tapered::Tapered;
pub use weight::Weight;
