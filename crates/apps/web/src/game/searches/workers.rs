//! Searches in other workers: a search goes there as data, and its reports come back the same way.
//!
//! A searching worker cannot receive messages. To stop it, the page sets a flag in shared memory if the site may use
//! it; otherwise it terminates the worker, and the last report counts.

use super::{Event, Job, Purpose};
use crate::browser::messages::{Name, Outbox, Place, ToPage};
use crate::game::seat::Budget;
use crate::{runtime, words};
use quadrille_core::{Refusal, Sentence};
use quadrille_engine::{Report, Session, Stop, registry};
use quadrille_support::clock::Instant;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// The polling interval of a running search.
const LOOK: Duration = Duration::from_millis(20);

/// A search as data.
#[derive(Debug, Serialize, Deserialize)]
pub struct Order {
    /// The game's address: players are kept per game.
    pub address: String,
    /// Which game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The start position; none for the default of the rules.
    pub start: Option<String>,
    /// The moves played since.
    pub moves: Vec<String>,
    /// Who thinks.
    pub player: String,
    /// What bounds it.
    pub limits: Budget,
    /// How many lines.
    pub lines: usize,
    /// The one move to look at; none for all.
    pub only: Option<String>,
}

impl Order {
    /// The data of a search.
    fn of(job: &Job) -> Self {
        let session = job.session.as_ref();
        let (game, rules, rows) = (session.descriptor().name, session.rules(), session.history());
        let usual = registry::open(game, &rules, None).map(|start| start.key());
        let start = rows.first().filter(|row| usual != Ok(row.key)).map(|row| row.position.clone());
        Self {
            address: job.game.clone(),
            game: game.to_owned(),
            rules,
            start,
            moves: rows.into_iter().filter_map(|row| Some(row.played?.text)).collect(),
            player: job.player.to_string(),
            limits: job.limits.into(),
            lines: job.lines(),
            only: job.only.clone(),
        }
    }

    /// The game at the position to search.
    pub fn session(&self) -> Result<Box<dyn Session>, Refusal> {
        let mut session = registry::open(&self.game, &self.rules, self.start.as_deref())?;
        for text in &self.moves {
            session.replay(text)?;
        }
        Ok(session)
    }
}

/// An event of a search.
enum News {
    Progress(Box<Report>),
    Done(Box<Report>),
    Failed(Sentence),
    Ended,
}

/// The search workers, and the queue for them.
#[derive(Clone)]
pub struct Workers {
    outbox: Outbox,
    jobs: Arc<Mutex<HashMap<u64, mpsc::UnboundedSender<News>>>>,
    next: Arc<AtomicU64>,
}

impl Workers {
    /// Workers that are reached through `outbox`.
    pub fn new(outbox: Outbox) -> Self {
        Self { outbox, jobs: Arc::default(), next: Arc::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<u64, mpsc::UnboundedSender<News>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handles a search event; late events of finished searches are ignored.
    pub fn deliver(&self, job: u64, name: Name, text: &str) {
        let report = || serde_json::from_str(text).map(|report: Report| Box::new(report.named())).ok();
        let news = match name {
            Name::Progress => report().map(News::Progress),
            Name::Done => report().map(News::Done),
            Name::Failed => serde_json::from_str(text).map(News::Failed).ok(),
            Name::Ended => None,
        };
        if let Some(waiting) = self.jobs().get(&job) {
            let _ = waiting.send(news.unwrap_or(News::Ended));
        }
    }

    /// Runs a search in a worker; its reports go to `events`. `stop` ends it.
    pub async fn think(&self, job: &Job, stop: &Stop, events: &mpsc::Sender<Event>) -> Event {
        let (begun, token) = (Instant::now(), job.token);
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, mut news) = mpsc::unbounded_channel();
        self.jobs().insert(id, sender);
        let place = match job.purpose {
            Purpose::Play | Purpose::Hint => Place::Play,
            Purpose::Analysis | Purpose::Sweep => Place::Analyse,
        };
        // Without a page nobody needs the result.
        let order = serde_json::to_string(&Order::of(job)).unwrap_or_default();
        let _ = self.outbox.send((ToPage::Order { job: id, place }, order));
        let (mut last, mut halted) = (None, false);
        let event = loop {
            let heard = runtime::timeout(LOOK, news.recv()).await;
            if !halted && stop.is_due() {
                halted = true;
                let _ = self.outbox.send((ToPage::Halt { job: id }, String::new()));
            }
            match heard {
                Err(runtime::Late) => {}
                Ok(Some(News::Progress(report))) => {
                    // Progress is lost when the queue is full; the end never is.
                    let _ = events.try_send(Event::Progress { token, report: report.clone() });
                    last = Some(report);
                }
                Ok(Some(News::Done(report))) => break Event::Done { token, report },
                Ok(Some(News::Failed(sentence))) => break Event::Failed { token, sentence },
                Ok(Some(News::Ended) | None) => {
                    break last.map_or_else(|| job.broken(), |report| Event::Done { token, report });
                }
            }
        };
        self.jobs().remove(&id);
        while begun.elapsed() < job.at_least && !stop.is_requested() {
            runtime::sleep(LOOK).await;
        }
        event
    }
}

impl Job {
    /// The search has broken off by a fault.
    pub fn broken(&self) -> Event {
        let sentence = words::SEARCH_FAILED.say().with("player", self.player.to_string());
        Event::Failed { token: self.token, sentence }
    }
}
