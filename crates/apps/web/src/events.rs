//! A game's news as server-sent events: `state` when the game changes, `report` while somebody thinks.
//!
//! Each listener sees the newest state and the newest report when it has time to look, at most ten times a second; what
//! came in between is skipped. So a listener costs a constant amount of memory, also one that never reads.

use crate::game::actor::{Cells, Handle, Json};
use crate::problem::{Kind, Problem};
use crate::words;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// Listeners at once, over all games.
pub const MOST_LISTENERS: usize = 1_000;
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Room for listeners.
#[derive(Clone, Debug)]
pub struct Listeners(Arc<Semaphore>);

impl Default for Listeners {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST_LISTENERS)))
    }
}

struct Listener {
    cells: Cells,
    first: bool,
    _place: OwnedSemaphorePermit,
}

impl Listeners {
    /// Streams a game's news.
    pub fn listen(&self, handle: &Handle) -> Result<Response, Problem> {
        let full = |_| Problem::new(Kind::Busy, words::MANY_LISTENERS.refuse().with("most", MOST_LISTENERS));
        let place = Arc::clone(&self.0).try_acquire_owned().map_err(full)?;
        let listener = Listener { cells: handle.listen(), first: true, _place: place };
        let events = stream::unfold(listener, |mut listener| async move {
            let event = listener.next().await?;
            Some((Ok::<_, Infallible>(event), listener))
        });
        Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE)).into_response())
    }
}

impl Listener {
    /// The next thing worth telling; none once the game is gone.
    async fn next(&mut self) -> Option<Event> {
        if std::mem::take(&mut self.first) {
            return Some(state_event(&mut self.cells.state));
        }
        loop {
            tokio::select! {
                changed = self.cells.state.changed() => {
                    changed.ok()?;
                    return Some(state_event(&mut self.cells.state));
                }
                changed = self.cells.report.changed() => {
                    changed.ok()?;
                    let report = self.cells.report.borrow_and_update().clone();
                    if let Some(report) = report {
                        tokio::time::sleep(SHORTEST_PAUSE).await;
                        return Some(Event::default().event("report").data(&*report));
                    }
                }
            }
        }
    }
}

fn state_event(state: &mut watch::Receiver<Json>) -> Event {
    let state = state.borrow_and_update().clone();
    Event::default().event("state").data(&*state)
}
