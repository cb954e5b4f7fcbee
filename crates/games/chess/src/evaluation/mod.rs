//! Static evaluations.
//!
//! [`Material`] counts pieces; [`Tapered`] has the usual terms for pieces, pawns and kings with tuned weights (listed
//! in `terms.rs`); [`Network`] is a trained network.

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
