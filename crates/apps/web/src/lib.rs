//! The web application: four games in the browser, and a glass box over the search.
//!
//! [`app`] is the whole server as a value, so that tests ask it without a port; [`serve`] puts it on one. The page in
//! `ui/` is plain modules, embedded in the binary; it draws what the server says and decides nothing.
//!
//! Start reading at [`app`], then `game/mod.rs`. A request goes through `security.rs` (who may ask), `api/` (what is
//! asked), `game/actor.rs` (one task owns each game) and, when the engine has to think, `searches.rs` (threads of their
//! own, a bounded number of them). `live.rs` streams the news, `store.rs` keeps every game on disk (`desk.rs`: without
//! keeping anybody waiting).
#![forbid(unsafe_code)]

mod api;
mod assets;
mod brain;
mod catalogue;
mod desk;
mod game;
mod games;
mod live;
mod page;
mod problem;
mod searches;
mod security;
mod store;
mod words;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use games::Games;
use live::Listeners;
use quadrille_engine::Library;
use searches::Searches;
use security::Hosts;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The largest request body: enough for any game record a person pastes.
pub(crate) const LARGEST_BODY: usize = 1 << 20;

/// How the server runs.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where games are kept; without it they live as long as the server.
    pub data: Option<PathBuf>,
    /// Names under which the server answers, beside the loopback's.
    pub hosts: Vec<String>,
    /// Engine moves searched at once; 0 means one for each core.
    pub searches: usize,
    /// What is known about Go moves; without it, what the program was built with.
    pub library: Option<Library>,
}

impl Options {
    /// The usual options: games in the user's data folder.
    #[must_use]
    pub fn usual() -> Self {
        Self { data: data_folder(), ..Self::default() }
    }
}

/// `$QUADRILLE_DATA`, or the place the system keeps such data in.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    from("QUADRILLE_DATA")
        .or_else(|| from("XDG_DATA_HOME").map(|folder| folder.join("quadrille/games")))
        .or_else(|| from("HOME").map(|home| home.join(".local/share/quadrille/games")))
}

/// Why the server could not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder for games cannot be used.
    #[error("the folder for games {folder:?} cannot be used: {source}")]
    Data {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The address is taken or not ours.
    #[error("the address {address} cannot be listened on: {source}")]
    Address {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// The connection to the network broke.
    #[error("the server stopped: {0}")]
    Network(#[from] std::io::Error),
    /// The engine refused its own menus.
    #[error("the engine could not list its games: {0}")]
    Engine(#[from] quadrille_core::Refusal),
}

/// What every request can reach.
#[derive(Clone)]
pub struct AppState {
    games: Games,
    listeners: Listeners,
    /// Formulas are compiled one at a time.
    formulas: Arc<Semaphore>,
    library: Library,
    /// Positions of Go are looked up one at a time: each takes all cores for a moment.
    lookups: Arc<Semaphore>,
    catalogue: Arc<str>,
    catalogue_gzip: Arc<[u8]>,
    hosts: Hosts,
}

impl AppState {
    /// Opens the store and asks the engine what it offers.
    pub fn new(options: &Options) -> Result<Self, ServeError> {
        let data = options.data.clone();
        let folder = data.clone().unwrap_or_default();
        let store = Store::open(data).map_err(|source| ServeError::Data { folder, source })?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let searches = Searches::new(if options.searches == 0 { cores } else { options.searches });
        let catalogue = catalogue::catalogue()?;
        Ok(Self {
            catalogue_gzip: compressed(catalogue.as_bytes())?.into(),
            games: Games::new(store, searches),
            listeners: Listeners::default(),
            formulas: Arc::new(Semaphore::new(1)),
            library: options.library.clone().unwrap_or_else(Library::built_in),
            lookups: Arc::new(Semaphore::new(1)),
            catalogue: catalogue.into(),
            hosts: Hosts::new(options.hosts.iter().cloned()),
        })
    }
}

pub(crate) fn compressed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, bytes)?;
    encoder.finish()
}

/// The whole application.
pub fn app(state: AppState) -> Router {
    let hosts = state.hosts.clone();
    Router::new()
        .nest("/api/v1", api::routes())
        .fallback(api::page_or_problem)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(hosts, security::guard))
        .with_state(state)
}

/// Listens on `address` and says where with `ready`; runs until the process is asked to end.
pub async fn serve(
    address: SocketAddr,
    mut options: Options,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    if !address.ip().is_unspecified() && !address.ip().is_loopback() {
        let ip = address.ip();
        options.hosts.push(if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() });
    }
    let state = AppState::new(&options)?;
    let listener = TcpListener::bind(address).await.map_err(|source| ServeError::Address { address, source })?;
    ready(listener.local_addr()?);
    let games = state.games.clone();
    axum::serve(listener, app(state)).with_graceful_shutdown(asked_to_end(games)).await?;
    Ok(())
}

/// Ends on Ctrl-C as soon as every game is on disk: open streams would keep a patient server up for ever.
async fn asked_to_end(games: Games) {
    if tokio::signal::ctrl_c().await.is_ok() {
        games.on_disk().await;
        std::process::exit(0);
    }
    std::future::pending::<()>().await;
}
