//! Searches on threads of their own: never on the server's, never more at once than the machine has room for.
//!
//! A search belongs to one game and ends in exactly one [`Event::Done`] or [`Event::Failed`], whatever happens inside it,
//! a panic included. Players keep their tables from move to move; the pool keeps a bounded number of them.

use super::tree::NodeId;
use crate::words;
use quadrille_core::{Player, Refusal, Sentence};
use quadrille_engine::{Limits, PlayerSpec, Question, Report, Session, Stop, Thinker};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc};

/// Players kept with their tables; the one used longest ago goes first.
const MOST_PLAYERS: usize = 6;
/// The niceness of searching threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;
/// Moves of a search tree shown one by one.
const BRANCHES: usize = 150;
/// The stack of a searching thread.
const STACK: usize = 16 << 20;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move.
    Play,
    /// A hint for a person.
    Hint,
    /// Analysis of the position on the board.
    Analysis,
    /// Analysis of one position after the other.
    Sweep,
}

/// A search to be made.
pub struct Job {
    /// The game's address: players are kept per game.
    pub game: String,
    /// Tells this search from others of the game.
    pub token: u64,
    /// The position it is about.
    pub node: NodeId,
    /// What it is for.
    pub purpose: Purpose,
    /// A copy of the game at that position.
    pub session: Box<dyn Session>,
    /// Who thinks.
    pub player: PlayerSpec,
    /// What bounds it.
    pub limits: Limits,
    /// How many lines.
    pub multipv: usize,
    /// The one move to look at; none for all.
    pub only: Option<String>,
    /// The answer comes no sooner, so that a fast engine can be followed by eye.
    pub at_least: Duration,
}

impl Job {
    /// How many lines to ask for. Who plays has nothing to think about where there is one move only, and stops at once;
    /// who asks for more than one line wants to know how good that move is.
    fn lines(&self) -> usize {
        let judges = matches!(self.purpose, Purpose::Analysis | Purpose::Sweep);
        let forced = judges && (self.only.is_some() || self.session.legal_moves().len() == 1);
        if forced { self.multipv.max(2) } else { self.multipv }
    }
}

/// News of a search.
pub enum Event {
    /// It is thinking.
    Progress {
        /// Which search.
        token: u64,
        /// What it knows so far.
        report: Box<Report>,
    },
    /// It has ended.
    Done {
        /// Which search.
        token: u64,
        /// What it found.
        report: Box<Report>,
    },
    /// It could not think.
    Failed {
        /// Which search.
        token: u64,
        /// Why.
        sentence: Sentence,
    },
}

/// A running search, as its game sees it.
#[derive(Debug)]
pub struct Running {
    /// Tells it from others.
    pub token: u64,
    /// The position it is about.
    pub node: NodeId,
    /// Who is to move there.
    pub mover: Player,
    /// What it is for.
    pub purpose: Purpose,
    stop: Stop,
}

impl Drop for Running {
    /// A search nobody waits for any more ends.
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// Lets the server, the browser and everybody else go first on a busy machine: a click is answered while all cores think.
/// Threads that the search starts inherit it. On Linux a priority belongs to a thread; elsewhere it would be the server's.
fn lower_priority() {
    // If the system refuses, the thread keeps its priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
}

/// Moves of a report, and moves of a line, that a page can show.
const MOST_MOVES: usize = 40;
const LONGEST_LINE: usize = 16;

fn for_the_page(mut report: Report) -> Report {
    report.shorten(MOST_MOVES, LONGEST_LINE);
    report
}

struct KeptPlayer {
    game: String,
    player: PlayerSpec,
    thinker: Box<dyn Thinker>,
}

/// The searches of the whole server.
#[derive(Clone)]
pub struct Searches {
    playing: Arc<Semaphore>,
    analysing: Arc<Semaphore>,
    players: Arc<Mutex<Vec<KeptPlayer>>>,
}

impl Searches {
    /// At most `most` engine moves at once, and half as many analyses.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let most = most.max(1);
        Self {
            playing: Arc::new(Semaphore::new(most)),
            analysing: Arc::new(Semaphore::new(most.div_ceil(2))),
            players: Arc::default(),
        }
    }

    /// Starts a search as soon as there is room; its news go to `events`. Dropping the answer stops it.
    pub fn start(&self, job: Job, events: mpsc::Sender<Event>) -> Running {
        let stop = Stop::new();
        let Job { token, node, purpose, .. } = job;
        let running = Running { token, node, mover: job.session.to_move(), purpose, stop: stop.clone() };
        let room = match purpose {
            Purpose::Play | Purpose::Hint => &self.playing,
            Purpose::Analysis | Purpose::Sweep => &self.analysing,
        };
        let (room, pool) = (Arc::clone(room), self.clone());
        tokio::spawn(async move {
            let Ok(permit) = room.acquire_owned().await else { return };
            if stop.is_requested() {
                return;
            }
            let answers = events.clone();
            let work = move || {
                lower_priority();
                let event = pool.think(&job, &stop, &events);
                drop(permit);
                // The game may be gone.
                let _ = events.blocking_send(event);
            };
            let thread = std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work);
            if let Err(error) = thread {
                let sentence = words::NO_SEARCH_THREAD.say().error("error", error);
                let _ = answers.send(Event::Failed { token, sentence }).await;
            }
        });
        running
    }

    fn think(&self, job: &Job, stop: &Stop, events: &mpsc::Sender<Event>) -> Event {
        let token = job.token;
        let begun = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| self.ask(job, stop, events)));
        while begun.elapsed() < job.at_least && !stop.is_requested() {
            std::thread::sleep(Duration::from_millis(10));
        }
        match result {
            Ok(Ok(report)) => Event::Done { token, report: Box::new(report) },
            Ok(Err(sentence)) => Event::Failed { token, sentence },
            Err(_) => {
                let sentence = words::SEARCH_FAILED.say().with("player", job.player.to_string());
                Event::Failed { token, sentence }
            }
        }
    }

    fn ask(&self, job: &Job, stop: &Stop, events: &mpsc::Sender<Event>) -> Result<Report, Refusal> {
        let mut thinker = match self.take(&job.game, &job.player) {
            Some(thinker) => thinker,
            None => job.session.thinker(&job.player)?,
        };
        let question = Question {
            multipv: job.lines(),
            branches: BRANCHES,
            root_moves: job.only.clone().map(|only| vec![only]),
            ..Question::new(job.limits, stop)
        };
        let mut on_report = |report: &Report| {
            // Progress is lost when the queue is full; the end never is.
            let report = Box::new(for_the_page(report.clone()));
            let _ = events.try_send(Event::Progress { token: job.token, report });
        };
        let report = thinker.think(job.session.as_ref(), &question, &mut on_report)?;
        self.put_back(KeptPlayer { game: job.game.clone(), player: job.player.clone(), thinker });
        Ok(for_the_page(report))
    }

    fn take(&self, game: &str, player: &PlayerSpec) -> Option<Box<dyn Thinker>> {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let at = players.iter().position(|kept| kept.game == game && kept.player == *player)?;
        Some(players.remove(at).thinker)
    }

    fn put_back(&self, player: KeptPlayer) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.push(player);
        if players.len() > MOST_PLAYERS {
            players.remove(0);
        }
    }

    /// Forgets the players of a game.
    pub fn forget(&self, game: &str) {
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        players.retain(|kept| kept.game != game);
    }
}
