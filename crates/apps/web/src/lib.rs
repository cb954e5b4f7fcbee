//! The web application: four games in the browser, and a glass box over the search.
//!
//! [`app`] is the whole server as a value, so that tests ask it without a port; [`serve`] puts it on one. The page in
//! `ui/` is plain modules, embedded in the binary; it draws what the server says and decides nothing.
//!
//! Start reading at [`app`], then `game/mod.rs`. A request goes through `security.rs` (who may ask), `api/` (what is
//! asked), `game/actor.rs` (one task owns each game) and, when the engine has to think, `game/searches.rs` (threads of
//! their own, a bounded number of them). `events.rs` streams the news, `store.rs` keeps every game on disk
//! (`write_behind.rs`: without keeping anybody waiting).
#![forbid(unsafe_code)]

mod api;
mod assets;
mod catalogue;
mod compression;
mod connections;
mod events;
mod game;
mod games;
mod lessons;
mod page;
mod players;
mod problem;
mod security;
mod state;
mod store;
mod words;
mod work;
mod write_behind;

pub use state::{AppState, Options, data_folder};
pub use store::fresh_code;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use quadrille_core::Refusal;
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The whole application.
pub fn app(state: AppState) -> Router {
    let gate = state.gate.clone();
    Router::new()
        .nest("/api/v1", api::routes())
        .fallback(api::page_or_problem)
        .layer(DefaultBodyLimit::max(problem::LARGEST_BODY))
        .layer(from_fn_with_state(gate, security::guard))
        .with_state(state)
}

/// Listens on `address` and says where with `ready`; runs until the process is asked to end.
pub async fn serve(address: SocketAddr, mut options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), Refusal> {
    if !address.ip().is_unspecified() && !address.ip().is_loopback() {
        let ip = address.ip();
        options.hosts.push(if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() });
    }
    let state = AppState::new(&options)?;
    let taken = |error| words::ADDRESS_REFUSED.refuse().with("address", address.to_string()).error("error", error);
    let stopped = |error| words::SERVER_STOPPED.refuse().error("error", error);
    let listener = TcpListener::bind(address).await.map_err(taken)?;
    ready(listener.local_addr().map_err(stopped)?);
    let games = state.games.clone();
    tokio::select! {
        () = connections::accept(listener, app(state)) => {}
        () = asked_to_end() => {}
    }
    // Open streams are not waited for: they would keep a patient server up for ever.
    games.on_disk().await;
    Ok(())
}

/// Waits for Ctrl-C or, where there is such a thing, the signal to terminate.
async fn asked_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
