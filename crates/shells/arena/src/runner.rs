//! Plays an event on several threads.
//!
//! Threads take the next game that is not in the log and send back its record; the caller's thread writes the log,
//! saves the game, counts it and reports it. So everything that is reported is on disk.

use crate::event::Event;
use crate::game::{self, GameRecord};
use crate::log::Log;
use crate::save::Saver;
use crate::seat::{Seat, try_start};
use crate::standings::Standings;
use crate::stats::{Sprt, Verdict};
use quadrille_core::Refusal;
use quadrille_engine::Stop;
use quadrille_support::threads;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};

/// How an event is run; nothing here affects the games.
#[derive(Clone, Debug)]
pub struct Orders {
    /// The maximum number of games, including those in the log.
    pub games: u32,
    /// The number of concurrent games.
    pub concurrency: usize,
    /// A test between the first two players that ends the event when it is decided.
    pub sprt: Option<Sprt>,
    /// The log of finished games, from which a killed event resumes.
    pub log: Option<PathBuf>,
    /// The file of games for other programs: `.pgn`, `.sgf`, `.ggf` or `.txt`.
    pub save: Option<PathBuf>,
}

impl Orders {
    /// This many games, one at a time, nothing written.
    #[must_use]
    pub fn games(games: u32) -> Self {
        Self { games, concurrency: 1, sprt: None, log: None, save: None }
    }
}

/// Plays the event. `tell` is called for every game once it is on disk; returning `false` ends the event.
pub fn run(
    event: &Event,
    orders: &Orders,
    tell: &mut dyn FnMut(&Standings, &GameRecord) -> bool,
) -> Result<Standings, Refusal> {
    event.check()?;
    event.entrants.iter().try_for_each(try_start)?;
    let (log, finished) = match &orders.log {
        Some(path) => Log::open(path, &event.settings()).map(|(log, games)| (Some(log), games))?,
        None => (None, Vec::new()),
    };
    let saver = orders.save.as_deref().map(|path| Saver::open(path, event, &finished)).transpose()?;
    let mut standings = Standings::new(event);
    finished.iter().for_each(|game| standings.add(game));
    let numbers: HashSet<u32> = finished.iter().map(|game| game.number).collect();
    let mut desk = Desk { event, orders, log, saver, standings };
    if desk.is_decided() {
        return Ok(desk.standings);
    }
    let missing: Vec<u32> = (0..orders.games).filter(|number| !numbers.contains(number)).collect();
    let workers = orders.concurrency.clamp(1, threads::MOST).min(missing.len());
    let (queue, over) = (Mutex::new(missing.into_iter()), AtomicBool::new(false));
    let stops: Vec<Stop> = (0..workers).map(|_| Stop::new()).collect();
    let (sender, records) = channel();
    std::thread::scope(|scope| {
        for stop in &stops {
            let (sender, queue, over) = (sender.clone(), &queue, &over);
            scope.spawn(move || work(event, queue, stop, over, &sender));
        }
        drop(sender);
        let result = desk.receive(&records, tell);
        over.store(true, Ordering::Relaxed);
        stops.iter().for_each(Stop::request);
        result
    })?;
    Ok(desk.standings)
}

/// Plays a single game of an event, for distribution over several machines. `None` if it was stopped.
pub fn one(event: &Event, number: u32, stop: &Stop) -> Result<Option<GameRecord>, Refusal> {
    event.check()?;
    let mut seats: Vec<Seat> = event.entrants.iter().cloned().map(Seat::new).collect();
    game::play(event, &event.assignment(number), &mut seats, stop, &AtomicBool::new(false))
}

type Played = Result<GameRecord, Refusal>;

/// One thread: games until there are none left.
fn work(
    event: &Event,
    queue: &Mutex<std::vec::IntoIter<u32>>,
    stop: &Stop,
    over: &AtomicBool,
    sender: &Sender<Played>,
) {
    let mut seats: Vec<Seat> = event.entrants.iter().cloned().map(Seat::new).collect();
    while !over.load(Ordering::Relaxed) {
        let Some(number) = queue.lock().unwrap_or_else(PoisonError::into_inner).next() else { return };
        let played = game::play(event, &event.assignment(number), &mut seats, stop, over).transpose();
        let Some(played) = played else { return };
        // The receiver is gone once the event is over.
        if sender.send(played).is_err() {
            return;
        }
    }
}

/// Where finished games arrive.
struct Desk<'a> {
    event: &'a Event,
    orders: &'a Orders,
    log: Option<Log>,
    saver: Option<Saver>,
    standings: Standings,
}

impl Desk<'_> {
    fn receive(
        &mut self,
        records: &Receiver<Played>,
        tell: &mut dyn FnMut(&Standings, &GameRecord) -> bool,
    ) -> Result<(), Refusal> {
        for record in records {
            let record = record?;
            if let Some(log) = &mut self.log {
                log.append(&record)?;
            }
            if let Some(saver) = &mut self.saver {
                saver.append(self.event, &record)?;
            }
            self.standings.add(&record);
            if !tell(&self.standings, &record) || self.is_decided() {
                break;
            }
        }
        Ok(())
    }

    fn is_decided(&self) -> bool {
        self.orders.sprt.is_some_and(|sprt| sprt.verdict(&self.standings.between(0, 1)) != Verdict::Continue)
    }
}
