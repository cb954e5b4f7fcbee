//! The owner of a game: one task that takes requests and searches' news in turn.
//!
//! A handler holds a [`Stub`] and never the game. What the page listens to are two cells with the newest state and the
//! newest report: a listener that never reads costs two pointers, however long it sleeps.

use super::Game;
use super::command::Command;
use super::thinking::Heard;
use super::tree::NodeId;
use crate::desk::Receipt;
use crate::problem::{Kind, Problem};
use crate::searches::Event;
use crate::store::Store;
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
/// A game nobody looks at leaves memory after so long; the store has it.
const IDLE: Duration = Duration::from_secs(600);

/// A JSON text shared by all listeners.
pub type Json = Arc<str>;

enum Request {
    Obey(Command, oneshot::Sender<Result<(Json, Option<Receipt>), Problem>>),
    Export(bool, oneshot::Sender<Result<Record, Refusal>>),
    Copy(oneshot::Sender<(NodeId, Box<dyn Session>)>),
}

/// A handle on a game.
#[derive(Clone)]
pub struct Stub {
    requests: mpsc::Sender<Request>,
    state: watch::Receiver<Json>,
    report: watch::Receiver<Option<Json>>,
}

fn not_kept(why: &str) -> Problem {
    Problem::plain(Kind::Fault, format!("the game could not be kept on disk: {why}"))
}

fn gone() -> Problem {
    Problem::plain(Kind::Fault, "the game failed and was stopped; ask again, and it goes on from its last move")
}

impl Stub {
    /// Asks the game to do something; the answer is its new state, which is on disk unless the disk is slow.
    pub async fn obey(&self, command: Command) -> Result<Json, Problem> {
        let (reply, answer) = oneshot::channel();
        let changes = !matches!(command, Command::Look);
        let full = |_| Problem::plain(Kind::Busy, "too many requests wait for this game; ask again in a moment");
        self.requests.try_send(Request::Obey(command, reply)).map_err(full)?;
        let (state, receipt) = answer.await.unwrap_or_else(|_| Err(gone()))?;
        let kept = match receipt {
            Some(receipt) => receipt.soon().await,
            None => Ok(()),
        };
        // Who only looks sees the game as it is, kept or not.
        kept.or_else(|trouble| if changes { Err(not_kept(&trouble)) } else { Ok(()) })?;
        Ok(state)
    }

    /// What an export is made from: the position on the board alone, or the whole game.
    pub async fn export(&self, position_alone: bool) -> Result<Record, Problem> {
        let (reply, answer) = oneshot::channel();
        self.requests.send(Request::Export(position_alone, reply)).await.map_err(|_| gone())?;
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
    /// Tells when the newest state is on disk.
    receipt: Option<Receipt>,
    state: watch::Sender<Json>,
    report: watch::Sender<Option<Json>>,
}

/// Starts the task of a game.
pub fn start(game: Game, events: mpsc::Receiver<Event>, store: Store) -> Stub {
    let (requests, inbox) = mpsc::channel(QUEUE);
    let (state, state_cell) = watch::channel(game.view().into());
    let (report, report_cell) = watch::channel(None);
    let stub = Stub { requests, state: state_cell, report: report_cell };
    tokio::spawn(Actor { game, store, receipt: None, state, report }.run(inbox, events));
    stub
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
                Some(event) = events.recv() => self.guarded(|actor| actor.hear(event)),
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
        let _asked_by_nobody = self.publish();
    }

    fn flag(&mut self) {
        self.game.flag();
        let _asked_by_nobody = self.publish();
    }

    fn serve(&mut self, request: Request) {
        match request {
            Request::Obey(command, reply) => {
                let answer = match self.game.obey(command) {
                    Ok(true) => self.publish(),
                    Ok(false) => Ok(self.state.borrow().clone()),
                    Err(problem) => Err(problem),
                };
                let _asker_left = reply.send(answer.map(|state| (state, self.receipt.clone())));
            }
            Request::Export(position_alone, reply) => {
                let _asker_left = reply.send(self.game.export(position_alone));
            }
            Request::Copy(reply) => {
                let _asker_left = reply.send(self.game.copy());
            }
        }
    }

    fn hear(&mut self, event: Event) {
        match self.game.hear(event) {
            Heard::Nothing => {}
            Heard::Report => self.publish_report(),
            Heard::Game => {
                self.publish_report();
                let _told_by_its_notice = self.publish();
            }
        }
    }

    /// Gives the game to the store and tells everyone.
    fn publish(&mut self) -> Result<Json, Problem> {
        self.game.version += 1;
        let (summary, body) = self.game.stored();
        let kept = self.store.save(&summary, &body);
        self.receipt = self.store.receipt(&summary.id);
        let state: Json = self.game.view().into();
        self.state.send_replace(Arc::clone(&state));
        kept.map(|()| state).map_err(|error| not_kept(&error.to_string()))
    }

    fn publish_report(&self) {
        self.report.send_replace(self.game.report_json().map(Into::into));
    }
}
