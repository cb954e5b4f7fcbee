//! Learning and predicting through the public interface.
#![allow(missing_docs, reason = "tests")]

mod collections;
mod common;
mod counting;
mod model;
mod neighbours;
mod twins;
