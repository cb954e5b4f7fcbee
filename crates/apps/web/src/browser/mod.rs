//! The application inside a browser, without a server: the same API, by messages instead of requests.
//!
//! The page starts one worker for the games, which holds a [`Host`], and two for searches, each with an [`Engine`]; all
//! run the same program. A host has no threads, files or connections: it answers [`FromPage`] messages with [`ToPage`]
//! messages, and the page's JavaScript (`crates/apps/site/js`) passes searches to the other workers and texts to the
//! browser's database. Nothing here needs a browser, so the tests use a host directly.

mod engine;
pub mod messages;
mod shelf;

pub use engine::Engine;
pub use messages::{FromPage, Inbox, Name, Outbox, Place, ToPage};

use crate::api;
use crate::game::searches::{Searches, Workers};
use crate::games::Games;
use crate::problem::Problem;
use crate::runtime;
use crate::state::AppState;
use crate::store::Store;
use crate::visitor::Visitor;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use axum::{Extension, Router};
use quadrille_core::Refusal;
use serde::Deserialize;
use shelf::{Progress, Shelf};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};
use tower::ServiceExt;

/// A game in the browser's database.
#[derive(Clone, Debug, Deserialize)]
pub struct Stored {
    /// Its address.
    pub id: String,
    /// When it was saved, in seconds since 1970.
    pub changed: u64,
    /// Its text.
    pub text: String,
}

/// The application in the worker of the games.
pub struct Host {
    state: AppState,
    app: Router,
    workers: Workers,
    kept: Progress,
    outbox: Outbox,
    /// Dropped to cancel the subscription.
    listening: Arc<Mutex<HashMap<u64, oneshot::Sender<()>>>>,
}

impl Host {
    /// An application with the games of the browser's database, and the inbox of its messages to the page. `today` is
    /// the time in seconds since 1970.
    pub fn new(games: Vec<Stored>, today: fn() -> u64) -> Result<(Self, Inbox), Refusal> {
        let (outbox, inbox) = mpsc::unbounded_channel();
        let workers = Workers::new(outbox.clone());
        let shelf = Shelf::new(games, outbox.clone(), today);
        let kept = shelf.progress();
        let games = Games::new(Store::at(shelf), Searches::in_workers(workers.clone()));
        let state = AppState::around(games, None)?;
        let app = Router::new().nest("/api/v1", api::routes()).layer(Extension(Visitor::Host));
        let app = app.with_state(state.clone());
        Ok((Self { state, app, workers, kept, outbox, listening: Arc::default() }, inbox))
    }

    /// Takes a message of the page.
    pub fn receive(&self, message: FromPage, text: String) {
        match message {
            FromPage::Request { id, method, path } => self.ask(id, &method, &path, text),
            FromPage::Listen { stream, game } => self.listen(stream, &game),
            FromPage::Silence { stream } => _ = self.listeners().remove(&stream),
            FromPage::News { job, name } => self.workers.deliver(job, name, &text),
            FromPage::Kept { number, game, error } => self.kept.note(number, game, error),
            // For engines.
            FromPage::Order { .. } => {}
        }
    }

    fn ask(&self, id: u64, method: &str, path: &str, body: String) {
        let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        // The page's own code makes the addresses.
        let Ok(request) = request.body(Body::from(body)) else { return };
        let (app, outbox) = (self.app.clone(), self.outbox.clone());
        runtime::spawn(async move {
            let Ok(response) = app.oneshot(request).await;
            let status = response.status().as_u16();
            let media = response.headers().get(header::CONTENT_TYPE).and_then(|media| media.to_str().ok());
            let media = media.unwrap_or_default().to_owned();
            let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // The page may be gone, here and below.
            let _ = outbox.send((ToPage::Answer { id, status, media }, text));
        });
    }

    fn listeners(&self) -> std::sync::MutexGuard<'_, HashMap<u64, oneshot::Sender<()>>> {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self, stream: u64, game: &str) {
        let tell = {
            let outbox = self.outbox.clone();
            move |name: &str, text: &str| {
                let _ = outbox.send((ToPage::Event { stream, name: name.to_owned() }, text.to_owned()));
            }
        };
        let listener = self.state.games.get(game).and_then(|handle| self.state.listeners.listen(&handle));
        let mut listener = match listener {
            Ok(listener) => listener,
            Err(problem) => return tell("gone", &problem_text(&problem)),
        };
        let (silence, silenced) = oneshot::channel();
        self.listeners().insert(stream, silence);
        let listening = Arc::clone(&self.listening);
        runtime::spawn(async move {
            let news = async {
                while let Some((name, data)) = listener.next().await {
                    tell(name, &data);
                }
                tell("gone", "{}");
            };
            tokio::select! {
                () = news => {}
                _ = silenced => {}
            }
            listening.lock().unwrap_or_else(PoisonError::into_inner).remove(&stream);
        });
    }
}

fn problem_text(problem: &Problem) -> String {
    serde_json::to_string(problem).unwrap_or_default()
}
