//! Learning and predicting through the public interface.

mod collections;
mod common;
mod counting;
mod model;
mod neighbours;
mod twins;
