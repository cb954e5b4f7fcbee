//! Exact play.
pub mod fill;
pub mod lanes;
pub mod layout;
pub mod pass;
pub mod sides;
pub mod table;
