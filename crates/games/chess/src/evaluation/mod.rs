//! How good a position looks without looking ahead.
//!
//! [`Material`] counts pieces; [`Tapered`] knows the usual things about pieces, pawns and kings. Start reading at
//! [`tapered::Terms::of`]: it names every term. The numbers are our own, set by hand, each beside the term it belongs to.

mod king_safety;
mod material;
pub mod network;
mod pawns;
pub(crate) mod squares;
pub mod tapered;
mod weight;

pub use material::Material;
pub use network::Network;
pub use tapered::Tapered;
pub use weight::Weight;
