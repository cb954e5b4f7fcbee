//! The owner of a game: one task that takes requests and searches' news in turn.
//!
//! A handler holds a [`Handle`] and never the game. What the page listens to are two cells with the newest state and the
//! newest report: a listener that never reads costs two pointers, however long it sleeps.

use super::Game;
use super::command::Command;
use super::searches::Event;
use super::thinking::Changed;
use super::tree::NodeId;
use super::view::Step;
use crate::problem::{Kind, Problem};
use crate::store::Store;
use crate::words;
use crate::write_behind::Flush;
use quadrille_core::Refusal;
use quadrille_engine::Session;
use quadrille_engine::exchange::Record;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// Requests that may wait for one game.
const QUEUE: usize = 64;
/// News of searches that may wait; progress beyond is dropped.
pub const EVENT_QUEUE: usize = 32;
/// A game that nobody looks at leaves memory after this time; the store has it.
const IDLE: Duration = Duration::from_secs(600);

/// A JSON text shared by all listeners.
pub type Json = Arc<str>;

enum Request {
    Execute(Command, oneshot::Sender<Result<(Json, Option<Flush>), Problem>>),
    Export(bool, oneshot::Sender<Result<Record, Refusal>>),
    Steps(NodeId, Vec<String>, oneshot::Sender<Result<Vec<Step>, Refusal>>),
    Copy(oneshot::Sender<(NodeId, Box<dyn Session>)>),
}

/// A handle on a game.
#[derive(Clone)]
pub struct Handle {
    requests: mpsc::Sender<Request>,
    state: watch::Receiver<Json>,
    report: watch::Receiver<Option<Json>>,
}

fn not_saved(error: impl std::fmt::Display) -> Problem {
    Problem::new(Kind::Fault, words::NOT_SAVED.refuse().error("error", error))
}

fn gone() -> Problem {
    Problem::new(Kind::Fault, words::GAME_FAILED.refuse())
}

impl Handle {
    /// Asks the game to do something; the answer is its new state, which is on disk unless the disk is slow.
    pub async fn execute(&self, command: Command) -> Result<Json, Problem> {
        let (reply, answer) = oneshot::channel();
        let changes = !matches!(command, Command::Look);
        let full = |_| Problem::new(Kind::Busy, words::MANY_REQUESTS.refuse());
        self.requests.try_send(Request::Execute(command, reply)).map_err(full)?;
        let (state, flush) = answer.await.unwrap_or_else(|_| Err(gone()))?;
        let saved = match flush {
            Some(flush) => flush.wait_briefly().await,
            None => Ok(()),
        };
        match saved {
            // Who only looks sees the game as it is, saved or not.
            Err(error) if changes => Err(not_saved(error)),
            _ => Ok(state),
        }
    }

    /// What an export is made from: the position on the board alone, or the whole game.
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

    /// The position on the board with its past, to be looked at elsewhere.
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
    pub fn listen(&self) -> (watch::Receiver<Json>, watch::Receiver<Option<Json>>) {
        (self.state.clone(), self.report.clone())
    }
}

struct Actor {
    game: Game,
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
    let handle = Handle { requests, state: state_cell, report: report_cell };
    tokio::spawn(Actor { game, store, flush: None, state, report }.run(inbox, events));
    handle
}

impl Actor {
    async fn run(mut self, mut inbox: mpsc::Receiver<Request>, mut events: mpsc::Receiver<Event>) {
        if self.guarded(Self::begin).is_none() {
            return;
        }
        loop {
            let flag = self.game.flag_falls().map(tokio::time::Instant::from_std);
            let flag_falls = async { tokio::time::sleep_until(flag.unwrap_or_else(tokio::time::Instant::now)).await };
            let alive = tokio::select! {
                request = inbox.recv() => match request {
                    Some(request) => self.guarded(|actor| actor.serve(request)),
                    None => None,
                },
                Some(event) = events.recv() => self.guarded(|actor| actor.on_event(event)),
                () = flag_falls, if flag.is_some() => self.guarded(Self::flag),
                () = tokio::time::sleep(IDLE) => (self.state.receiver_count() > 1 || self.game.is_thinking()).then_some(()),
            };
            if alive.is_none() {
                return;
            }
        }
    }

    /// A panic ends this game's task and nothing else; the next request brings the game back from the store.
    fn guarded(&mut self, work: impl FnOnce(&mut Self)) -> Option<()> {
        catch_unwind(AssertUnwindSafe(|| work(self))).ok()
    }

    fn begin(&mut self) {
        self.game.settle();
        // Nobody has asked, so nobody is told if it could not be saved.
        let _ = self.publish();
    }

    fn flag(&mut self) {
        self.game.flag();
        let _ = self.publish();
    }

    fn serve(&mut self, request: Request) {
        // Whoever asked may have left: then nobody hears the reply.
        match request {
            Request::Execute(command, reply) => {
                let answer = match self.game.execute(command) {
                    Ok(true) => self.publish(),
                    // A running clock has gone on since the state was published.
                    Ok(false) if self.game.clock_runs() => Ok(self.game.view().into()),
                    Ok(false) => Ok(self.state.borrow().clone()),
                    Err(refusal) => Err(refusal.into()),
                };
                let _ = reply.send(answer.map(|state| (state, self.flush.clone())));
            }
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

    /// Gives the game to the store and tells everyone.
    fn publish(&mut self) -> Result<Json, Problem> {
        self.game.version += 1;
        let (summary, body) = self.game.stored();
        let saved = self.store.save(&summary, &body);
        self.flush = self.store.flush(&summary.id);
        let state: Json = self.game.view().into();
        self.state.send_replace(Arc::clone(&state));
        saved.map(|()| state).map_err(not_saved)
    }

    fn publish_report(&self) {
        self.report.send_replace(self.game.report_json().map(Into::into));
    }
}
