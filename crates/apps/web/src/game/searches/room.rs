//! Slots for searches, and the queue of those that wait for one.
//!
//! The next slot goes to the visitor with the fewest, so that a visitor with thirty games delays only their own games.
//! Ties go to whoever has waited longest since arriving or last being served. A running search gives up its slot after
//! its share of time as soon as others wait.

use crate::runtime;
use quadrille_engine::Stop;
use quadrille_support::clock::Instant;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;

/// How long a search may run while others wait for its slot.
pub const FAIR_SHARE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 5 });
/// The polling interval of a waiting search: is it still wanted, and how many are ahead of it?
const LOOK: Duration = Duration::from_millis(if cfg!(test) { 50 } else { 1_000 });

/// Slots for searches, and their holders.
pub struct Room {
    places: usize,
    line: Mutex<Line>,
}

/// The searches with a slot and those waiting, in order of arrival.
#[derive(Default)]
struct Line {
    inside: Vec<Inside>,
    waiting: Vec<Waiting>,
    /// A counter of arrivals and calls.
    turn: u64,
    /// When a visitor was last called, kept while anyone waits.
    called: HashMap<String, u64>,
}

/// A search with a slot.
struct Inside {
    visitor: String,
    stop: Stop,
    begun: Instant,
    shortened: bool,
}

/// A waiting search.
struct Waiting {
    visitor: String,
    stop: Stop,
    /// When it arrived.
    since: u64,
    call: oneshot::Sender<()>,
}

/// A search's slot, released on drop.
pub struct Place {
    room: Arc<Room>,
    stop: Stop,
}

impl Room {
    /// Room for this many searches at once.
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self { places, line: Mutex::default() })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot; none if the search is stopped first. `tell` receives the number of searches ahead whenever it
    /// changes, and returns false if it could not pass it on.
    pub async fn enter(self: &Arc<Self>, visitor: &str, stop: &Stop, tell: impl Fn(usize) -> bool) -> Option<Place> {
        let place = Place { room: Arc::clone(self), stop: stop.clone() };
        let called = self.line().come(visitor, stop, self.places);
        let Some(mut called) = called else { return Some(place) };
        let mut told = None;
        loop {
            let ahead = self.line().ahead(stop);
            if ahead != told && ahead.is_some_and(&tell) {
                told = ahead;
            }
            if stop.is_requested() {
                self.line().waiting.retain(|waiting| !waiting.stop.is(stop));
                return None;
            }
            if runtime::timeout(LOOK, &mut called).await.is_ok() {
                return Some(place);
            }
        }
    }
}

impl Place {
    /// Releases the slot; returns whether the search was cut short because others waited.
    pub fn leave(&self) -> bool {
        let mut line = self.room.line();
        let Some(at) = line.inside.iter().position(|inside| inside.stop.is(&self.stop)) else { return false };
        let inside = line.inside.remove(at);
        line.call(self.room.places);
        inside.shortened && inside.begun.elapsed() >= FAIR_SHARE
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Line {
    /// Takes a slot, or joins the queue if none is free.
    fn come(&mut self, visitor: &str, stop: &Stop, places: usize) -> Option<oneshot::Receiver<()>> {
        if self.inside.len() < places {
            self.admit(visitor.to_owned(), stop.clone());
            return None;
        }
        let (call, called) = oneshot::channel();
        self.turn += 1;
        self.waiting.push(Waiting { visitor: visitor.to_owned(), stop: stop.clone(), since: self.turn, call });
        self.inside.iter_mut().for_each(Inside::shorten);
        Some(called)
    }

    fn admit(&mut self, visitor: String, stop: Stop) {
        self.turn += 1;
        if self.waiting.is_empty() {
            self.called.clear();
        } else {
            self.called.insert(visitor.clone(), self.turn);
        }
        self.inside.push(Inside { visitor, stop, begun: Instant::now(), shortened: false });
    }

    /// The waiting searches in calling order: a visitor's second search after everyone's first.
    fn order(&self) -> Vec<usize> {
        let mut shares: HashMap<&str, usize> = HashMap::new();
        for inside in &self.inside {
            *shares.entry(&inside.visitor).or_default() += 1;
        }
        let mut ranked = Vec::with_capacity(self.waiting.len());
        for (number, waiting) in self.waiting.iter().enumerate() {
            let share = shares.entry(&waiting.visitor).or_default();
            let called = self.called.get(&waiting.visitor).copied().unwrap_or(0);
            ranked.push((*share, called.max(waiting.since), number));
            *share += 1;
        }
        ranked.sort_unstable();
        ranked.into_iter().map(|(.., number)| number).collect()
    }

    /// How many are called before a search that waits.
    fn ahead(&self, stop: &Stop) -> Option<usize> {
        self.order().into_iter().position(|number| self.waiting[number].stop.is(stop))
    }

    /// Calls as many as there are free slots.
    fn call(&mut self, places: usize) {
        while self.inside.len() < places {
            let Some(&next) = self.order().first() else { return };
            let next = self.waiting.remove(next);
            // A search may have left meanwhile.
            if next.call.send(()).is_ok() {
                self.admit(next.visitor, next.stop);
            }
        }
        if !self.waiting.is_empty() {
            self.inside.iter_mut().for_each(Inside::shorten);
        }
    }
}

impl Inside {
    fn shorten(&mut self) {
        if !std::mem::replace(&mut self.shortened, true) {
            self.stop.finish_by(self.begun + FAIR_SHARE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_s_second_search_waits_for_everybody_s_first() {
        let mut line = Line::default();
        let mut calls = Vec::new();
        for (number, visitor) in ["a", "a", "a", "a", "b", "c", "b"].into_iter().enumerate() {
            let stop = Stop::new();
            if let Some(call) = line.come(visitor, &stop, 1) {
                calls.push((number, call));
            }
        }
        let mut called = Vec::new();
        while !line.waiting.is_empty() {
            line.inside.clear();
            line.call(1);
            called.extend(calls.iter_mut().filter_map(|(number, call)| call.try_recv().is_ok().then_some(*number)));
        }
        assert_eq!(called, [1, 4, 5, 2, 6, 3]);
    }

    #[tokio::test]
    async fn who_waits_hears_the_place_and_a_stopped_search_leaves_the_line() {
        let room = Room::new(1);
        let [first, second, third] = [(); 3].map(|()| Stop::new());
        let inside = room.enter("a", &first, |_| true).await.expect("room");
        let theirs = (Arc::clone(&room), second.clone());
        let waits = tokio::spawn(async move { theirs.0.enter("b", &theirs.1, |_| true).await.is_none() });
        while room.line().waiting.is_empty() {
            tokio::task::yield_now().await;
        }
        let heard = Mutex::new(Vec::new());
        let hears = |ahead| {
            heard.lock().expect("a list").push(ahead);
            if ahead == 1 {
                second.request();
            } else {
                inside.leave();
            }
            true
        };
        assert!(room.enter("c", &third, hears).await.is_some());
        assert_eq!(*heard.lock().expect("a list"), [1, 0]);
        assert!(waits.await.expect("no panic"));
    }
}
