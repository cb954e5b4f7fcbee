//! The program as its users call it.

mod answers;
mod bad_input;
mod commands;
mod convert;
mod examples;
mod french;
mod pages;
mod patterns;
mod program;
mod schemas;
mod solve;
