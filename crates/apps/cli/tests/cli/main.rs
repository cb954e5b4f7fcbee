//! The program as its users call it.

mod bad_input;
mod commands;
mod convert;
mod patterns;
mod program;
mod solve;
