//! The game actor: one task that owns a game and handles requests and search events in turn.
//!
//! A handler holds a [`Handle`], never the game. Listeners watch two cells with the newest state and the newest report,
//! so a listener that never reads costs two pointers.

use super::Game;
use super::command::Command;
use super::searches::Event;
use super::seat::milliseconds;
use super::thinking::Changed;
use super::tree::NodeId;
use super::view::Step;
use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::store::{Flush, Store};
use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::Session;
use quadrille_engine::exchange::Record;
use quadrille_support::clock::Instant;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::{Notify, mpsc, oneshot, watch};

/// Capacity of a game's request queue.
const QUEUE: usize = 64;
/// Capacity of the queue of search events; further progress is dropped.
pub const EVENT_QUEUE: usize = 32;
/// An unwatched game is unloaded after this time; it stays in the store.
const IDLE: Duration = Duration::from_secs(600);

/// An unwatched game with no requests stops its searches after this time.
const ABANDONED: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 60 });

/// A JSON text shared by all listeners.
pub type Json = Arc<str>;

/// The result of an action: the new state, a handle on its write to disk, and the game as it was before.
struct Done {
    state: Json,
    flush: Option<Flush>,
    before: Before,
}

/// A game before a change: its text in the store, and the version the change made.
struct Before {
    body: Arc<str>,
    version: u64,
}

enum Request {
    Execute(Command, oneshot::Sender<Result<Done, Problem>>),
    /// Roll back a change that could not be saved.
    Revert(Before),
    /// Unload the game if nobody watches it.
    Retire,
    Export(bool, oneshot::Sender<Result<Record, Refusal>>),
    Steps(NodeId, Vec<String>, oneshot::Sender<Result<Vec<Step>, Refusal>>),
    Copy(oneshot::Sender<(NodeId, Box<dyn Session>)>),
}

/// A handle on a game.
#[derive(Clone)]
pub struct Handle {
    requests: mpsc::Sender<Request>,
    /// The time of the last request, in milliseconds since the server started.
    asked: Arc<AtomicU64>,
    state: watch::Receiver<Json>,
    report: watch::Receiver<Option<Json>>,
    listeners: Arc<Listeners>,
}

/// Who listens to a game.
#[derive(Default)]
struct Listeners {
    number: AtomicUsize,
    /// Tells the game that one has left.
    left: Notify,
}

impl Listeners {
    fn any(&self) -> bool {
        self.number.load(Ordering::Relaxed) > 0
    }
}

fn not_saved(error: impl std::fmt::Display) -> Problem {
    Problem::new(Kind::Fault, words::NOT_SAVED.refuse().error("error", error))
}

fn gone() -> Problem {
    Problem::new(Kind::Fault, words::GAME_FAILED.refuse())
}

impl Handle {
    /// Sends an action to the game and returns the new state, which is on disk unless the disk is slow. If it cannot be
    /// saved, the change is rolled back.
    pub async fn execute(&self, command: Command) -> Result<Json, Problem> {
        // Read requests see the current game, saved or not.
        let changes = !matches!(command, Command::Look);
        self.ask(command, changes).await
    }

    /// The first state of a new game; an error if it cannot be saved.
    pub async fn begin(&self) -> Result<Json, Problem> {
        self.ask(Command::Look, true).await
    }

    async fn ask(&self, command: Command, must_be_kept: bool) -> Result<Json, Problem> {
        let (reply, answer) = oneshot::channel();
        let full = |_| Problem::new(Kind::Busy, words::MANY_REQUESTS.refuse());
        self.asked.store(now(), Ordering::Relaxed);
        self.requests.try_send(Request::Execute(command, reply)).map_err(full)?;
        let done = answer.await.unwrap_or_else(|_| Err(gone()))?;
        let saved = match done.flush {
            Some(flush) => flush.wait_briefly().await,
            None => Ok(()),
        };
        match saved {
            Err(error) if must_be_kept => {
                // If its task has ended, the game is loaded from the store.
                let _ = self.requests.send(Request::Revert(done.before)).await;
                Err(not_saved(error))
            }
            _ => Ok(done.state),
        }
    }

    /// The time of the last request.
    #[must_use]
    pub fn last_asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether the game has listeners.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.listeners.any()
    }

    /// Lets the game leave memory.
    pub fn retire(&self) {
        // A game with a full queue is not idle, and one whose task has ended is gone.
        let _ = self.requests.try_send(Request::Retire);
    }

    /// The input of an export: the current position only, or the whole game.
    pub async fn export(&self, position_alone: bool) -> Result<Record, Problem> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Export(position_alone, reply)).await.map_err(|_| gone())?;
        Ok(answer.await.map_err(|_| gone())??)
    }

    /// The positions along a line of moves after a node.
    pub async fn steps(&self, node: NodeId, moves: Vec<String>) -> Result<Vec<Step>, Problem> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Steps(node, moves, reply)).await.map_err(|_| gone())?;
        Ok(answer.await.map_err(|_| gone())??)
    }

    /// The current position with its history, for use outside the task.
    pub async fn copy(&self) -> Result<(NodeId, Box<dyn Session>), Problem> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Copy(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())
    }

    /// Whether the game's task has ended.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.requests.is_closed()
    }

    /// The cells with the newest state and report.
    #[must_use]
    pub fn listen(&self) -> Cells {
        self.listeners.number.fetch_add(1, Ordering::Relaxed);
        let listener = Listening(Arc::clone(&self.listeners));
        Cells { state: self.state.clone(), report: self.report.clone(), _listener: listener }
    }
}

/// A guard that counts as a listener.
struct Listening(Arc<Listeners>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.number.fetch_sub(1, Ordering::Relaxed);
        self.0.left.notify_one();
    }
}

/// What a listener looks at.
pub struct Cells {
    pub state: watch::Receiver<Json>,
    pub report: watch::Receiver<Option<Json>>,
    _listener: Listening,
}

/// Milliseconds since the server began.
fn now() -> u64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    milliseconds(BEGIN.elapsed())
}

struct Actor {
    game: Game,
    /// The stored game.
    body: Arc<str>,
    /// Whether the searches of this abandoned game have been stopped.
    paused: bool,
    /// Since when there have been no listeners and no requests.
    alone: Option<Instant>,
    /// Whether its players' tables are still in memory.
    holds_tables: bool,
    listeners: Arc<Listeners>,
    store: Store,
    /// Waits until the newest state is on disk.
    flush: Option<Flush>,
    state: watch::Sender<Json>,
    report: watch::Sender<Option<Json>>,
}

/// Starts the task of a game.
pub fn start(game: Game, events: mpsc::Receiver<Event>, store: Store) -> Handle {
    let (requests, inbox) = mpsc::channel(QUEUE);
    let (state, state_cell) = watch::channel(game.view().into());
    let (report, report_cell) = watch::channel(None);
    let listeners = Arc::<Listeners>::default();
    let watched = Arc::clone(&listeners);
    let actor = Actor {
        game,
        body: "".into(),
        paused: false,
        alone: None,
        holds_tables: true,
        listeners: watched,
        store,
        flush: None,
        state,
        report,
    };
    runtime::spawn(actor.run(inbox, events));
    Handle { requests, asked: Arc::new(AtomicU64::new(now())), state: state_cell, report: report_cell, listeners }
}

impl Actor {
    async fn run(mut self, mut inbox: mpsc::Receiver<Request>, mut events: mpsc::Receiver<Event>) {
        if self.guarded(Self::begin).is_none() {
            return;
        }
        let listeners = Arc::clone(&self.listeners);
        loop {
            let flag = self.game.flag_falls();
            let flag_falls = runtime::sleep_until(flag.unwrap_or_else(Instant::now));
            let forsaken = self.forsaken();
            let alive = tokio::select! {
                request = inbox.recv() => match request {
                    Some(Request::Retire) => (self.is_watched() || self.game.is_thinking()).then_some(()),
                    Some(request) => self.guarded(|actor| actor.serve(request)),
                    None => None,
                },
                Some(event) = events.recv() => self.guarded(|actor| actor.on_event(event)),
                () = flag_falls, if flag.is_some() => self.guarded(Self::flag),
                () = runtime::sleep_until(forsaken.unwrap_or_else(Instant::now)), if forsaken.is_some() => {
                    self.guarded(Self::pause)
                }
                // The listener may be gone from here on.
                () = listeners.left.notified() => Some(()),
                () = runtime::sleep(IDLE) => (self.is_watched() || self.game.is_thinking()).then_some(()),
            };
            if alive.is_none() {
                return;
            }
        }
    }

    fn is_watched(&self) -> bool {
        self.listeners.any()
    }

    /// When to stop the searches of an abandoned game, if any. Search events do not postpone it.
    fn forsaken(&mut self) -> Option<Instant> {
        if self.is_watched() {
            self.alone = None;
            return None;
        }
        let since = *self.alone.get_or_insert_with(Instant::now);
        (self.holds_tables || self.game.is_thinking()).then(|| since + ABANDONED)
    }

    /// Stops the searches of an abandoned game and frees their tables; the next request restarts them.
    fn pause(&mut self) {
        let thinks = self.game.is_thinking();
        self.game.rest();
        self.game.searches.release(&self.game.id);
        // A search stopped a moment ago will return its tables; they are freed next time.
        self.paused |= thinks;
        self.holds_tables = thinks;
        self.alone = None;
    }

    /// A panic ends only this game's task; the next request loads the game from the store.
    fn guarded(&mut self, work: impl FnOnce(&mut Self)) -> Option<()> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }

    fn begin(&mut self) {
        self.game.settle();
        // No request caused this, so a failed save is not reported.
        let _ = self.publish();
    }

    fn flag(&mut self) {
        self.game.flag();
        let _ = self.publish();
    }

    fn serve(&mut self, request: Request) {
        self.alone = None;
        self.holds_tables = true;
        // The requester may have left; then the reply is dropped.
        match request {
            Request::Execute(command, reply) => {
                if std::mem::take(&mut self.paused) {
                    self.game.settle();
                }
                let body = Arc::clone(&self.body);
                let answer = match self.game.execute(command) {
                    Ok(true) => self.publish(),
                    // A running clock has advanced since the state was published.
                    Ok(false) if self.game.clock_runs() => Ok(self.game.view().into()),
                    Ok(false) => Ok(self.state.borrow().clone()),
                    Err(refusal) => Err(refusal.into()),
                };
                let before = Before { body, version: self.game.version };
                let _ = reply.send(answer.map(|state| Done { state, flush: self.flush.clone(), before }));
            }
            Request::Revert(before) => self.revert(&before),
            Request::Retire => {}
            Request::Export(position_alone, reply) => _ = reply.send(self.game.export(position_alone)),
            Request::Steps(node, moves, reply) => _ = reply.send(self.game.steps(node, &moves)),
            Request::Copy(reply) => _ = reply.send(self.game.copy()),
        }
    }

    fn on_event(&mut self, event: Event) {
        match self.game.on_event(event) {
            Changed::Nothing => {}
            Changed::Report => self.publish_report(),
            Changed::Game => {
                self.publish_report();
                let _ = self.publish();
            }
        }
    }

    /// Rolls back a change that could not be saved, unless another one came after it.
    fn revert(&mut self, before: &Before) {
        if self.game.version != before.version || before.body.is_empty() {
            return;
        }
        let (id, searches, events) = (self.game.id.clone(), self.game.searches.clone(), self.game.events.clone());
        if let Ok(mut game) = Game::restore(&id, &before.body, searches, events) {
            game.version = self.game.version + 1;
            game.owner = self.game.owner.take();
            self.body = Arc::clone(&before.body);
            self.game = game;
            self.state.send_replace(self.game.view().into());
        }
    }

    /// Saves the game and notifies listeners.
    fn publish(&mut self) -> Result<Json, Problem> {
        self.game.version += 1;
        let (summary, body) = self.game.stored();
        let saved = self.store.save(&summary, &body);
        self.body = body.into();
        self.flush = self.store.flush(&summary.id);
        let state: Json = self.game.view().into();
        self.state.send_replace(Arc::clone(&state));
        saved.map(|()| state).map_err(not_saved)
    }

    fn publish_report(&self) {
        self.report.send_replace(self.game.report_json().map(Into::into));
    }
}

#[cfg(test)]
mod tests {
    use super::super::searches::Searches;
    use super::*;
    use serde_json::json;

    #[tokio::test]
    async fn tables_are_given_back_when_the_last_listener_has_left() {
        let searches = Searches::new(1);
        let (sender, events) = mpsc::channel(EVENT_QUEUE);
        let setup = serde_json::from_value(json!({"game": "othello"})).expect("a game");
        let game = Game::new("abandoned", setup, searches.clone(), sender).expect("a game");
        let handle = start(game, events, Store::none());
        let mut cells = handle.listen();
        let analysis = json!({"mode": "shown", "limits": {"depth": 1}, "multipv": 1});
        let analysis = Command::Analyse(Box::new(serde_json::from_value(analysis).expect("an analysis")));
        handle.execute(analysis).await.expect("an analysis");
        while searches.players_kept() == 0 {
            let _ = runtime::timeout(Duration::from_millis(50), cells.report.changed()).await;
        }
        // While there are listeners the tables are kept for the next move.
        runtime::sleep(2 * ABANDONED).await;
        assert_eq!(searches.players_kept(), 1);
        drop(cells);
        runtime::sleep(3 * ABANDONED).await;
        assert_eq!(searches.players_kept(), 0);
    }
}
