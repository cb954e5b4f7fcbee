//! Searches on their own threads, never the server's, and a bounded number at once.
//!
//! A search belongs to one game and ends with exactly one [`Event::Done`] or [`Event::Failed`], even after a panic.
//! Players keep their tables from move to move; the pool keeps a bounded number of players.

mod room;
mod workers;

use room::{FAIR_SHARE, Room};
pub use workers::{Order, Workers};

use super::tree::NodeId;
use crate::{players, runtime, words};
use quadrille_core::{Player, Refusal, Sentence};
use quadrille_engine::{Limits, PlayerSpec, Question, Report, Session, Stop, Thinker};
use quadrille_support::clock::Instant;
use quadrille_support::memory;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The maximum number of cached players; the least recently used is evicted.
const MOST_PLAYERS: usize = 6;
/// The memory for all players, active and cached, in MiB: this much in all, or this much per slot, but at most half of
/// the machine's memory.
const MEMORY: u64 = 1_024;
const MEMORY_OF_A_PLACE: u64 = 256;
/// Number of deleted games remembered, whose searches may still be ending.
const MOST_FORGOTTEN: usize = 1_000;
/// The niceness of searching threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;
/// Number of search-tree nodes shown.
const BRANCHES: usize = 150;
/// The stack size of a search thread.
const STACK: usize = 16 << 20;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The engine's own move.
    Play,
    /// A hint for a person.
    Hint,
    /// Analysis of the current position.
    Analysis,
    /// Analysis of all positions of a line (sweep).
    Sweep,
}

/// A search to be made.
pub struct Job {
    /// The game's id: players are cached per game.
    pub game: String,
    /// The visitor: each has a share of the slots.
    pub visitor: String,
    /// Identifies this search among those of the game.
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
    /// The minimum delay before the answer, so that a fast engine can be followed by eye.
    pub at_least: Duration,
}

impl Job {
    /// Number of lines to request. A playing engine stops at once if there is only one legal move; requesting more than
    /// one line makes it search anyway.
    pub fn lines(&self) -> usize {
        let judges = matches!(self.purpose, Purpose::Analysis | Purpose::Sweep);
        let forced = judges && (self.only.is_some() || self.session.legal_moves().len() == 1);
        if forced { self.multipv.max(2) } else { self.multipv }
    }
}

/// News of a search.
pub enum Event {
    /// It waits for its place.
    Waiting {
        /// Which search.
        token: u64,
        /// How many wait before it.
        ahead: usize,
    },
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

/// A game's handle on a running search.
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
    /// Dropping the handle stops the search.
    fn drop(&mut self) {
        self.stop.request();
    }
}

/// Lowers the thread's priority, so that requests are answered while all cores search. Threads started by the search
/// inherit it. Only on Linux, where a priority belongs to a thread and not to the whole process.
fn lower_priority() {
    // If the system refuses, the thread keeps its priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(NICENESS);
}

/// The maximum number of moves in a report and in a line.
const MOST_MOVES: usize = 40;
const LONGEST_LINE: usize = 16;

fn for_the_page(mut report: Report, lines: usize) -> Report {
    report.shorten(MOST_MOVES.max(lines), LONGEST_LINE);
    report
}

/// The end of a search, and whether it was cut short.
fn noted(mut event: Event, shortened: bool) -> Event {
    if let Event::Done { report, .. } = &mut event
        && shortened
    {
        report.notes.0.push(words::SHORTENED.say().with("seconds", FAIR_SHARE.as_secs()));
    }
    event
}

struct KeptPlayer {
    game: String,
    player: PlayerSpec,
    thinker: Box<dyn Thinker>,
    /// Its share of the server's memory.
    memory: Option<OwnedSemaphorePermit>,
}

/// The searches of the whole server.
#[derive(Clone)]
pub struct Searches {
    playing: Arc<Room>,
    analysing: Arc<Room>,
    kept: Arc<Mutex<Kept>>,
    /// The memory left for players, in MiB.
    memory: Arc<Semaphore>,
    /// The search workers, if there are no threads.
    workers: Option<Workers>,
}

/// Players between two moves.
#[derive(Default)]
struct Kept {
    players: Vec<KeptPlayer>,
    forgotten: VecDeque<String>,
}

impl Searches {
    /// At most `most` engine moves at once, and half as many analyses.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let (most, analyses) = (most.max(1), most.max(1).div_ceil(2));
        let wished = MEMORY.max(MEMORY_OF_A_PLACE * (most + analyses) as u64);
        let machine = memory::available().map_or(u64::MAX, |bytes| bytes >> 21);
        // At least one search must be able to run.
        let budget = wished.min(machine).max(players::MOST_MEMORY);
        let (playing, analysing) = (Room::new(most), Room::new(analyses));
        Self {
            playing,
            analysing,
            kept: Arc::default(),
            memory: Arc::new(Semaphore::new(budget as usize)),
            workers: None,
        }
    }

    /// One engine move and one analysis at once, each in a worker of the browser.
    #[must_use]
    pub fn in_workers(workers: Workers) -> Self {
        Self { workers: Some(workers), ..Self::new(1) }
    }

    /// Starts a search as soon as there is room; events go to `events`. Dropping the returned handle stops it.
    pub fn start(&self, job: Job, events: mpsc::Sender<Event>) -> Running {
        let stop = Stop::new();
        let Job { token, node, purpose, .. } = job;
        let running = Running { token, node, mover: job.session.to_move(), purpose, stop: stop.clone() };
        let room = match purpose {
            Purpose::Play | Purpose::Hint => &self.playing,
            Purpose::Analysis | Purpose::Sweep => &self.analysing,
        };
        let (room, pool) = (Arc::clone(room), self.clone());
        runtime::spawn(async move {
            let tell = |ahead| events.try_send(Event::Waiting { token, ahead }).is_ok();
            let Some(place) = room.enter(&job.visitor, &stop, tell).await else { return };
            if stop.is_requested() {
                return;
            }
            if let Some(workers) = &pool.workers {
                let event = workers.think(&job, &stop, &events).await;
                let _ = events.send(noted(event, place.leave())).await;
                return;
            }
            let answers = events.clone();
            let work = move || {
                lower_priority();
                let begun = Instant::now();
                let event = pool.think(&job, &stop, &events);
                let event = noted(event, place.leave());
                // Free the slot before the delay, for other searches.
                while begun.elapsed() < job.at_least && !stop.is_requested() {
                    std::thread::sleep(Duration::from_millis(10));
                }
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
        let mut on_report = |report| {
            // When the queue is full, progress events are dropped, but never the end.
            let _ = events.try_send(Event::Progress { token, report: Box::new(report) });
        };
        let result = catch_unwind(AssertUnwindSafe(|| self.ask(job, stop, &mut on_report)));
        match result {
            Ok(Ok(report)) => Event::Done { token, report: Box::new(report) },
            Ok(Err(sentence)) => Event::Failed { token, sentence },
            Err(_) => job.broken(),
        }
    }

    /// Runs a search on this thread; `on_report` receives its progress.
    pub fn ask(&self, job: &Job, stop: &Stop, on_report: &mut dyn FnMut(Report)) -> Result<Report, Refusal> {
        let mut player = match self.take(&job.game, &job.player) {
            Some(player) => player,
            None => {
                let memory = self.reserve(players::memory(&job.player), stop);
                let thinker = job.session.thinker(&job.player)?;
                KeptPlayer { game: job.game.clone(), player: job.player.clone(), thinker, memory }
            }
        };
        let question = Question {
            multipv: job.lines(),
            branches: BRANCHES,
            root_moves: job.only.clone().map(|only| vec![only]),
            ..Question::new(job.limits, stop)
        };
        let mut tell = |report: &Report| on_report(for_the_page(report.clone(), job.multipv));
        let report = player.thinker.think(job.session.as_ref(), &question, &mut tell)?;
        self.put_back(player);
        Ok(for_the_page(report, job.multipv))
    }

    /// Waits for memory, evicting cached players, least recently used first. None if the search is stopped first.
    fn reserve(&self, mib: u64, stop: &Stop) -> Option<OwnedSemaphorePermit> {
        while !stop.is_requested() {
            if let Ok(memory) = Arc::clone(&self.memory).try_acquire_many_owned(mib as u32) {
                return Some(memory);
            }
            let mut kept = self.kept();
            let oldest = (!kept.players.is_empty()).then(|| kept.players.remove(0));
            drop(kept);
            match oldest {
                Some(oldest) => end([oldest]),
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
        None
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, game: &str, player: &PlayerSpec) -> Option<KeptPlayer> {
        let players = &mut self.kept().players;
        let at = players.iter().position(|kept| kept.game == game && kept.player == *player)?;
        Some(players.remove(at))
    }

    fn put_back(&self, player: KeptPlayer) {
        let mut kept = self.kept();
        // A player without memory was stopped while waiting for it.
        let ended = if player.memory.is_none() || kept.forgotten.contains(&player.game) {
            Some(player)
        } else {
            kept.players.push(player);
            (kept.players.len() > MOST_PLAYERS).then(|| kept.players.remove(0))
        };
        drop(kept);
        end(ended);
    }

    /// Drops the cached players of an idle game, with their tables.
    pub fn release(&self, game: &str) {
        let ended: Vec<_> = self.kept().players.extract_if(.., |kept| kept.game == game).collect();
        runtime::aside(|| end(ended));
    }

    /// How many players are kept between two moves.
    #[cfg(test)]
    pub fn players_kept(&self) -> usize {
        self.kept().players.len()
    }

    /// Drops the players of a deleted game, including active ones.
    pub fn forget(&self, game: &str) {
        let mut kept = self.kept();
        kept.forgotten.push_back(game.to_owned());
        if kept.forgotten.len() > MOST_FORGOTTEN {
            kept.forgotten.pop_front();
        }
        drop(kept);
        self.release(game);
    }
}

/// Drops players, and returns the memory of their trees to the system.
fn end(players: impl IntoIterator<Item = KeptPlayer>) {
    if players.into_iter().count() > 0 {
        memory::trim();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::registry;

    fn job(game: &str, token: u64, limits: Limits) -> Job {
        let session = registry::open("othello", "", None).expect("a game");
        let player = "uct,memory=16".parse().expect("a player");
        let (game, visitor, purpose) = (game.to_owned(), game.to_owned(), Purpose::Play);
        let at_least = Duration::ZERO;
        Job { game, visitor, token, node: 0, purpose, session, player, limits, multipv: 1, at_least, only: None }
    }

    async fn done(events: &mut mpsc::Receiver<Event>) -> (bool, Box<Report>) {
        let mut waited = false;
        loop {
            match events.recv().await.expect("news") {
                Event::Done { report, .. } => return (waited, report),
                Event::Waiting { ahead, .. } => waited = ahead == 0,
                Event::Progress { .. } => {}
                Event::Failed { sentence, .. } => panic!("{sentence}"),
            }
        }
    }

    #[tokio::test]
    async fn a_long_search_makes_room_for_those_who_wait() {
        let searches = Searches::new(1);
        let (first, mut first_news) = mpsc::channel(32);
        let (second, mut second_news) = mpsc::channel(32);
        let _long = searches.start(job("a", 1, Limits::time(Duration::from_secs(600))), first);
        while !matches!(first_news.recv().await, Some(Event::Progress { .. })) {}
        let _short = searches.start(job("b", 2, Limits::playouts(10)), second);
        let (waited, _) = done(&mut second_news).await;
        assert!(waited);
        let (_, report) = done(&mut first_news).await;
        assert!(report.notes.0.iter().any(|note| note.is(&words::SHORTENED)));
    }

    #[tokio::test]
    async fn a_deleted_game_leaves_no_player_behind() {
        let searches = Searches::new(1);
        let before = searches.memory.available_permits();
        let (sender, mut news) = mpsc::channel(32);
        let _running = searches.start(job("a", 1, Limits::playouts(10)), sender.clone());
        done(&mut news).await;
        assert_eq!(searches.kept().players.len(), 1);
        assert!(searches.memory.available_permits() < before);
        searches.forget("a");
        // Its tables are dropped on another thread.
        while searches.memory.available_permits() != before {
            tokio::task::yield_now().await;
        }
        let _running = searches.start(job("a", 2, Limits::playouts(10)), sender);
        done(&mut news).await;
        assert!(searches.kept().players.is_empty());
    }

    #[tokio::test]
    async fn kept_players_give_way_when_memory_is_short() {
        let searches = Searches::new(2);
        let (sender, mut news) = mpsc::channel(32);
        let (mut seen, all) = (Vec::new(), searches.memory.available_permits());
        for game in ["a", "b", "c", "d", "e"] {
            let player = "uct,memory=256,hash=256".parse().expect("a player");
            let job = Job { player, ..job(game, 1, Limits::playouts(10)) };
            let _running = searches.start(job, sender.clone());
            done(&mut news).await;
            seen.push(searches.memory.available_permits() + 512 * searches.kept().players.len());
        }
        // The last searches finish although cached players had taken all memory.
        assert!(all < 5 * 512 && seen.iter().all(|sum| *sum == all), "{seen:?} of {all}");
    }

    #[tokio::test]
    async fn an_answer_that_waits_for_the_eye_keeps_no_place() {
        let searches = Searches::new(1);
        let (first, _first_news) = mpsc::channel(32);
        let (second, mut second_news) = mpsc::channel(32);
        let _slow =
            searches.start(Job { at_least: Duration::from_secs(600), ..job("a", 1, Limits::playouts(10)) }, first);
        let _quick = searches.start(job("b", 2, Limits::playouts(10)), second);
        done(&mut second_news).await;
    }
}
