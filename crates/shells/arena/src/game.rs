//! One game: two players, a referee with two clocks, and the resulting record.

use crate::event::{Assignment, Event};
use crate::opening::Opening;
use crate::pace::{Bounds, Clock};
use crate::player::{Answer, Decision, Fault, FaultKind, Player as Contestant};
use crate::seat::Seat;
use crate::words;
use quadrille_core::{Outcome, PerPlayer, Player, Refusal, Rng};
use quadrille_engine::{Session, Stop};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Nobody.
    Draw,
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Player::Black) => Self::Black,
            Outcome::Win(Player::White) => Self::White,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the event.
    pub number: u32,
    /// The entrant that had Black.
    pub black: usize,
    /// The entrant that had White.
    pub white: usize,
    /// Where it started.
    pub opening: Opening,
    /// What was played from there.
    pub moves: Vec<String>,
    /// Who won.
    pub winner: Winner,
    /// Why.
    pub reason: String,
    /// The loser's fault, if the game ended by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Discs or points of Black and White at the end, in games that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Sides<f32>>,
    /// Seconds that each side thought.
    pub seconds: Sides<f64>,
    /// The longest thinking time of each side for one move, in seconds.
    pub slowest: Sides<f64>,
}

/// A number for each side, by name, so that the log does not depend on an order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored<T>")]
pub struct Sides<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

/// How sides are read: logs of version 0.1 have a pair, Black first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored<T> {
    Pair(T, T),
    Named { black: T, white: T },
}

impl<T> From<Stored<T>> for Sides<T> {
    fn from(stored: Stored<T>) -> Self {
        let (Stored::Pair(black, white) | Stored::Named { black, white }) = stored;
        Self { black, white }
    }
}

impl<T: Copy> From<&PerPlayer<T>> for Sides<T> {
    fn from(sides: &PerPlayer<T>) -> Self {
        Self { black: sides[Player::Black], white: sides[Player::White] }
    }
}

impl GameRecord {
    /// Half points of an entrant: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self, entrant: usize) -> u32 {
        match self.winner {
            Winner::Draw => 1,
            Winner::Black => 2 * u32::from(entrant == self.black),
            Winner::White => 2 * u32::from(entrant == self.white),
        }
    }
}

/// How a game ended.
struct Ending {
    winner: Winner,
    reason: String,
    fault: Option<Fault>,
}

impl Ending {
    fn fault(loser: Player, fault: Fault) -> Self {
        let winner = Outcome::Win(!loser).into();
        Self { winner, reason: format!("{loser} loses: {} ({})", fault.kind, fault.words), fault: Some(fault) }
    }
}

/// The referee's state: the game, the clocks and the adjudication counters.
struct Table<'a> {
    event: &'a Event,
    session: Box<dyn Session>,
    clocks: PerPlayer<Clock>,
    /// For how many moves in a row each side saw itself lost.
    despair: PerPlayer<u32>,
    /// For how many plies in a row the game was even.
    calm: u32,
    seconds: PerPlayer<f64>,
    slowest: PerPlayer<f64>,
}

/// Plays a game. `None` when the event was ended before the game was.
pub(crate) fn play(
    event: &Event,
    assignment: &Assignment,
    seats: &mut [Seat],
    stop: &Stop,
    over: &AtomicBool,
) -> Result<Option<GameRecord>, Refusal> {
    let opening = event.openings.get(assignment.opening, &event.game, &event.rules, event.seed)?;
    let session = opening.open(&event.game, &event.rules)?;
    let mut table = Table {
        event,
        session,
        clocks: PerPlayer([Clock::new(event.pace); 2]),
        despair: PerPlayer([0; 2]),
        calm: 0,
        seconds: PerPlayer([0.0; 2]),
        slowest: PerPlayer([0.0; 2]),
    };
    let Some(ending) = table.play(assignment, seats, stop, over) else { return Ok(None) };
    if ending.fault.is_some() {
        // A player that failed is not asked again; the other one may have been interrupted while thinking.
        seats[assignment.black].dismiss();
        seats[assignment.white].dismiss();
    }
    let plies = opening.moves.len();
    let moves = table.session.history().into_iter().filter_map(|row| row.played.map(|m| m.text)).skip(plies).collect();
    Ok(Some(GameRecord {
        number: assignment.number,
        black: assignment.black,
        white: assignment.white,
        opening,
        moves,
        winner: ending.winner,
        reason: ending.reason,
        fault: ending.fault,
        points: table.session.points().as_ref().map(Sides::from),
        seconds: (&table.seconds).into(),
        slowest: (&table.slowest).into(),
    }))
}

impl Table<'_> {
    fn play(&mut self, assignment: &Assignment, seats: &mut [Seat], stop: &Stop, over: &AtomicBool) -> Option<Ending> {
        // Each player gets its own seed, derived only from the game's number.
        let mut seeds = Rng::stream(self.event.seed, u64::from(assignment.number));
        let seeds = PerPlayer([seeds.next_u64(), seeds.next_u64()]);
        let sitting = PerPlayer([assignment.black, assignment.white]);
        let mut prepared = Player::BOTH.map(|_| false);
        loop {
            if over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(ending) = self.ended() {
                return Some(ending);
            }
            let mover = self.session.to_move();
            let seat = &mut seats[sitting[mover]];
            let player = if std::mem::replace(&mut prepared[mover.index()], true) {
                seat.sitting()
            } else {
                seat.prepare(self.session.as_ref(), seeds[mover], stop)
            };
            let turn = player.and_then(|player| self.turn(mover, player));
            if over.load(Ordering::Relaxed) {
                return None;
            }
            match turn {
                Ok(None) => {}
                Ok(Some(ending)) => return Some(ending),
                Err(fault) => return Some(Ending::fault(mover, fault)),
            }
        }
    }

    /// The end by the rules or by the length.
    fn ended(&self) -> Option<Ending> {
        if let Some(end) = self.session.end() {
            return Some(Ending { winner: end.outcome.into(), reason: end.reason.en.to_owned(), fault: None });
        }
        let too_long = self.session.ply() >= self.event.adjudication.longest;
        too_long.then(|| Ending { winner: Winner::Draw, reason: "adjudicated: too long".to_owned(), fault: None })
    }

    /// One decision of the mover, judged.
    fn turn(&mut self, mover: Player, player: &mut dyn Contestant) -> Result<Option<Ending>, Fault> {
        let bounds = self.clocks[mover].bounds(&self.clocks[!mover]);
        let answer = player.decide(self.session.as_ref(), &bounds)?;
        let seconds = answer.elapsed.as_secs_f64();
        self.seconds[mover] += seconds;
        self.slowest[mover] = self.slowest[mover].max(seconds);
        check_time(&answer, &bounds)?;
        self.clocks[mover].spend(answer.elapsed);
        match &answer.decision {
            Decision::Resign => {
                let reason = format!("{mover} resigns");
                Ok(Some(Ending { winner: Outcome::Win(!mover).into(), reason, fault: None }))
            }
            Decision::Move(text) => {
                let played = self.session.play(text);
                played.map_err(|error| Fault::new(FaultKind::Illegal, &error))?;
                Ok(self.adjudicated(mover, answer.score))
            }
        }
    }

    fn adjudicated(&mut self, mover: Player, score: Option<f64>) -> Option<Ending> {
        if self.session.end().is_some() {
            return None;
        }
        let rules = &self.event.adjudication;
        if let Some(rule) = rules.resign {
            let lost = score.is_some_and(|score| score <= -rule.score);
            self.despair[mover] = if lost { self.despair[mover] + 1 } else { 0 };
            if self.despair[mover] >= rule.moves {
                let reason = format!("adjudicated: {mover} saw itself lost {} times in a row", rule.moves);
                return Some(Ending { winner: Outcome::Win(!mover).into(), reason, fault: None });
            }
        }
        if let Some(rule) = rules.draw {
            let even = score.is_some_and(|score| score.abs() <= rule.score);
            self.calm = if even { self.calm + 1 } else { 0 };
            if self.calm >= 2 * rule.moves && self.session.ply() >= rule.after {
                let reason = format!("adjudicated: both saw an even game {} times in a row", rule.moves);
                return Some(Ending { winner: Winner::Draw, reason, fault: None });
            }
        }
        None
    }
}

fn check_time(answer: &Answer, bounds: &Bounds) -> Result<(), Fault> {
    let Some((allowed, longest)) = bounds.allowed.zip(bounds.longest()) else { return Ok(()) };
    if answer.elapsed <= longest {
        return Ok(());
    }
    let thousandths = |time: Duration| format!("{:.3}", time.as_secs_f64());
    let late = words::TOO_LATE.say().with("took", thousandths(answer.elapsed)).with("left", thousandths(allowed));
    Err(Fault::new(FaultKind::Time, &late))
}
