//! The searches on every game. One program: what they compile of the searches is compiled once.

mod behaviour;
mod common;
mod games;
mod toy;
mod trace;
