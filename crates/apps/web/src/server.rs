//! The server: options, access, and listening.

use crate::game::searches::Searches;
use crate::games::Games;
use crate::security::{self, Gate};
use crate::state::AppState;
use crate::store::Store;
use crate::{api, connections, lessons, problem, words};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use quadrille_core::Refusal;
use quadrille_engine::Library;
use quadrille_support::threads;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::net::TcpListener;

/// How the server runs.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder for games; without it they are kept in memory only.
    pub data: Option<PathBuf>,
    /// Host names to accept, besides the loopback names.
    pub hosts: Vec<String>,
    /// The code for visitors from other machines; without one, none are admitted.
    pub code: Option<String>,
    /// Number of concurrent engine moves; 0 means one per core.
    pub searches: usize,
    /// Learned Go patterns; without them, the built-in ones.
    pub library: Option<Library>,
    /// A folder with additional lessons.
    pub lessons: Option<PathBuf>,
}

impl Options {
    /// Default options: games in the user's data folder.
    #[must_use]
    pub fn usual() -> Self {
        Self { data: data_folder(), ..Self::default() }
    }
}

/// `$QUADRILLE_DATA`, or the system's data folder.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    quadrille_support::file::of_the_user("QUADRILLE_DATA", "games")
}

impl AppState {
    /// Opens the store and builds the catalogue.
    pub fn new(options: &Options) -> Result<Self, Refusal> {
        let store = Store::open(options.data.clone())?;
        let searches = Searches::new(if options.searches == 0 { threads::available() } else { options.searches });
        let gate = Gate::new(options.hosts.iter().cloned(), options.code.as_deref());
        let mut state = Self { gate, ..Self::around(Games::new(store, searches), options.library.clone())? };
        if let Some(folder) = &options.lessons {
            // A teacher's lessons come first and replace built-in ones of the same name.
            let mut own = lessons::from_folder(folder)?;
            let others = state.lessons.iter().filter(|lesson| own.iter().all(|own| own.name != lesson.name));
            let others: Vec<_> = others.cloned().collect();
            own.extend(others);
            state.lessons = std::sync::Arc::new(own);
        }
        Ok(state)
    }
}

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

/// Listens on `address`, reports it through `ready`, and runs until the process is asked to end.
pub async fn serve(address: SocketAddr, mut options: Options, ready: impl FnOnce(SocketAddr)) -> Result<(), Refusal> {
    if !address.ip().is_unspecified() && !address.ip().is_loopback() {
        let ip = address.ip();
        options.hosts.push(if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() });
    }
    let state = AppState::new(&options)?;
    let taken = |error: io::Error| {
        let in_use = error.kind() == io::ErrorKind::AddrInUse;
        let message = if in_use { &words::PORT_TAKEN } else { &words::ADDRESS_REFUSED };
        message.refuse().with("address", address.to_string()).error("error", error)
    };
    let stopped = |error| words::SERVER_STOPPED.refuse().error("error", error);
    let listener = TcpListener::bind(address).await.map_err(taken)?;
    ready(listener.local_addr().map_err(stopped)?);
    let games = state.games.clone();
    tokio::select! {
        () = connections::accept(listener, app(state)) => {}
        () = asked_to_end() => {}
    }
    // Do not wait for open event streams, which never end.
    games.on_disk().await;
    Ok(())
}

/// Waits for Ctrl-C or, on Unix, SIGTERM.
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
