//! The web application: four games in the browser, and a glass box over the search.
//!
//! [`app`] is the whole server as a value, so that tests ask it without a port; [`serve`] puts it on one. The page in
//! `ui/` is plain modules, embedded in the binary; it draws what the server says and decides nothing.
//!
//! Start reading at [`app`], then `game/mod.rs`. A request goes through `security.rs` (who may ask), `api/` (what is
//! asked), `game/actor.rs` (one task owns each game) and, when the engine has to think, `game/searches.rs` (threads of
//! their own, a bounded number of them). `events.rs` streams the news, `store.rs` keeps every game on disk
//! (`write_behind.rs`: without keeping anybody waiting).
//!
//! The same application runs inside a browser without a server: `browser/` has it answer messages instead of requests.
#![forbid(unsafe_code)]

mod api;
pub mod browser;
mod catalogue;
mod compression;
mod events;
mod flush;
mod game;
mod games;
mod lessons;
mod players;
mod problem;
mod readings;
pub mod runtime;
mod state;
mod store;
mod visitor;
mod words;
mod work;

// What only a server has.
#[cfg(not(target_family = "wasm"))]
mod assets;
#[cfg(not(target_family = "wasm"))]
mod connections;
#[cfg(not(target_family = "wasm"))]
mod folder;
#[cfg(not(target_family = "wasm"))]
mod page;
#[cfg(not(target_family = "wasm"))]
mod security;
#[cfg(not(target_family = "wasm"))]
mod server;
#[cfg(not(target_family = "wasm"))]
mod shares;
#[cfg(not(target_family = "wasm"))]
mod write_behind;

#[cfg(not(target_family = "wasm"))]
pub use server::{Options, app, data_folder, serve};
pub use state::AppState;
pub use store::fresh_code;
