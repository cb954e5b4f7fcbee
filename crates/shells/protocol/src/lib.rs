//! Protocols: UCI for chess, GTP 2 for Go, Othello and Breakthrough, NBoard 2 for Othello, the Model Context Protocol
//! for assistants.
//!
//! Every protocol has the same structure: a line is parsed into an enum, a small function per command handles it, and
//! `Display` writes the answer. [`serve_uci`], [`serve_gtp`], [`serve_nboard`] and [`serve_mcp`] take any reader and
//! any writer, so a test is two strings. Searches run on their own thread with a [`quadrille_engine::Stop`] while the
//! caller's thread keeps reading. Any input at any time gets an answer, and bad input neither changes the position nor
//! ends the process.
//!
//! UCI and NBoard serve one game each and hold its positions; GTP serves several and uses a
//! [`quadrille_engine::Session`]. [`client`] is the controller side: it drives other programs for the arena.
//!
//! Start reading at [`serve_uci`] (`uci/mod.rs`); `wire.rs` reads and writes lines, `worker.rs` holds the search
//! thread.
#![forbid(unsafe_code)]

pub mod client;
mod gtp;
mod mcp;
mod nboard;
mod uci;
mod wire;
pub mod words;
mod worker;

pub use gtp::{GtpSettings, serve_gtp};
pub use mcp::serve_mcp;
pub use nboard::serve_nboard;
pub use uci::serve_uci;
pub use wire::{NAME, VERSION};
