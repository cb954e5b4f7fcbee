//! The web application: four games in the browser, and a view into the search.
//!
//! [`app`] is the whole server as a value, so that tests need no port; [`serve`] listens on one. The page in `ui/`
//! consists of plain JavaScript modules, embedded in the binary; it only draws the state that the server sends.
//!
//! Start reading at [`app`], then `game/mod.rs`. A request goes through `security.rs` (access), `api/` (handlers),
//! `game/actor.rs` (one task owns each game) and, for searches, `game/searches.rs` (a bounded number of threads).
//! `events.rs` streams updates, `store.rs` saves every game to disk (through the write-behind queue in
//! `write_behind.rs`).
//!
//! The same application runs inside a browser without a server: `browser/` answers messages instead of requests.
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
