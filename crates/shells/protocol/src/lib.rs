//! Speaking to other programs: UCI for chess, GTP 2 for Go, Othello and Breakthrough, NBoard 2 for Othello, the
//! Model Context Protocol for assistants.
//!
//! Each protocol has the same shape: a line is parsed into an enum, one small function per command handles it, and what
//! goes back is written by `Display`. [`serve_uci`], [`serve_gtp`], [`serve_nboard`] and [`serve_mcp`] take any reader and any writer,
//! so a test is two strings. Searches run on a thread of their own with a [`quadrille_engine::Stop`]; the caller's thread
//! goes on reading. Whatever comes in, at whatever moment: there is an answer, the position stays, the process lives.
//!
//! UCI and NBoard are for one game each and hold its positions; GTP is for several and speaks to a
//! [`quadrille_engine::Session`]. [`client`] is the other side: it drives other people's programs, for the arena, which
//! stands above this crate.
//!
//! Start reading at [`serve_uci`] (`uci/mod.rs`); `wire.rs` has the lines, `worker.rs` the thread.
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
