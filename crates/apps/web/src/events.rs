//! A game's updates as server-sent events: `state` when the game changes, `report` during a search.
//!
//! Each listener gets the newest state and the newest report, at most ten times a second; anything in between is
//! skipped. So a listener takes a constant amount of memory, even one that never reads.

use crate::game::actor::{Cells, Handle, Json};
use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::words;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
#[cfg(not(target_family = "wasm"))]
use {
    axum::response::sse::{Event, KeepAlive, Sse},
    axum::response::{IntoResponse, Response},
    std::convert::Infallible,
};

/// Listeners at once, over all games.
pub const MOST_LISTENERS: usize = 1_000;
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
#[cfg(not(target_family = "wasm"))]
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Room for listeners.
#[derive(Clone, Debug)]
pub struct Listeners(Arc<Semaphore>);

impl Default for Listeners {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_LISTENERS)))
    }
}

/// A listener of a game.
pub struct Listener {
    cells: Cells,
    first: bool,
    _place: OwnedSemaphorePermit,
}

/// An event: its name and a JSON text.
pub type News = (&'static str, Json);

impl Listeners {
    /// Listens to a game.
    pub fn listen(&self, handle: &Handle) -> Result<Listener, Problem> {
        let full = |_| Problem::new(Kind::Busy, words::MANY_LISTENERS.refuse().with("most", MOST_LISTENERS));
        let place = Arc::clone(&self.0).try_acquire_owned().map_err(full)?;
        Ok(Listener { cells: handle.listen(), first: true, _place: place })
    }
}

impl Listener {
    /// The next event; none once the game is gone.
    pub async fn next(&mut self) -> Option<News> {
        if std::mem::take(&mut self.first) {
            return Some(("state", self.cells.state.borrow_and_update().clone()));
        }
        loop {
            tokio::select! {
                changed = self.cells.state.changed() => {
                    changed.ok()?;
                    return Some(("state", self.cells.state.borrow_and_update().clone()));
                }
                changed = self.cells.report.changed() => {
                    changed.ok()?;
                    let report = self.cells.report.borrow_and_update().clone();
                    if let Some(report) = report {
                        runtime::sleep(SHORTEST_PAUSE).await;
                        return Some(("report", report));
                    }
                }
            }
        }
    }
}

/// The event stream as a response.
#[cfg(not(target_family = "wasm"))]
pub fn stream(listener: Listener) -> Result<Response, Problem> {
    let events = futures_util::stream::unfold(listener, |mut listener| async move {
        let (name, data) = listener.next().await?;
        Some((Ok::<_, Infallible>(Event::default().event(name).data(&*data)), listener))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
}
