//! Time controls: limits per move, or a clock for the game.

use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::{GameClock, Limits};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The pace of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// A clock, if the game has one.
    pub control: Option<Control>,
    /// What bounds every move besides.
    #[serde(flatten)]
    pub per_move: Limits,
    /// The tolerance before a loss on time, for delays in the operating system.
    pub margin: Duration,
}

/// A clock: `60+0.6`, or with a period `40/60+0.6`.
///
/// ```
/// let control: quadrille_arena::pace::Control = "40/60+0.6".parse()?;
/// assert_eq!((control.moves, control.base.as_secs()), (Some(40), 60));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    /// Moves per period; none in sudden death.
    pub moves: Option<u32>,
    /// Time of a period or of the game.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// The default margin. On a busy machine a finished answer can easily be delayed by several hundredths of a second.
pub const USUAL_MARGIN: Duration = Duration::from_millis(100);
/// The overhead our own players reserve for the same reason.
const OVERHEAD: Duration = Duration::from_millis(20);

impl Default for Pace {
    fn default() -> Self {
        Self::every_move(Limits::default())
    }
}

impl Pace {
    /// A fixed time for every move.
    #[must_use]
    pub fn every_move(per_move: Limits) -> Self {
        Self { control: None, per_move, margin: USUAL_MARGIN }
    }

    /// Whether the time matters.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.per_move.time.is_some() || self.control.is_some()
    }
}

impl FromStr for Control {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refuse = || words::NO_CONTROL.refuse().quote("text", text);
        let seconds = |word: &str| {
            let seconds: f64 = word.trim().parse().map_err(|_| refuse())?;
            Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST).ok_or_else(refuse)
        };
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => {
                (Some(moves.trim().parse().ok().filter(|&n: &u32| n > 0).ok_or_else(refuse)?), times)
            }
            None => (None, text),
        };
        let (base, increment) = match times.split_once('+') {
            Some((base, increment)) => (seconds(base)?, seconds(increment)?),
            None => (seconds(times)?, Duration::ZERO),
        };
        if base.is_zero() {
            return Err(refuse());
        }
        Ok(Self { moves, base, increment })
    }
}

/// Longest time a clock may start with.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3_600);

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// What bounds one decision.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The limits for a search, with the mover's clock.
    pub limits: Limits,
    /// The opponent's remaining time and increment, for programs that are told both clocks.
    pub opponent: Option<(Duration, Duration)>,
    /// The time left for this decision; none when time does not matter.
    pub allowed: Option<Duration>,
    /// The tolerance beyond it.
    pub margin: Duration,
}

impl Bounds {
    /// After this the mover has lost on time.
    #[must_use]
    pub fn longest(&self) -> Option<Duration> {
        self.allowed.map(|time| time + self.margin)
    }
}

/// One side's clock in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    pace: Pace,
    remaining: Duration,
    moves_made: u32,
}

impl Clock {
    /// A clock at the start of a game.
    #[must_use]
    pub fn new(pace: Pace) -> Self {
        Self { pace, remaining: pace.control.map_or(Duration::ZERO, |control| control.base), moves_made: 0 }
    }

    /// What bounds the next decision.
    #[must_use]
    pub fn bounds(&self, opponent: &Self) -> Bounds {
        let pace = &self.pace;
        let clock = pace.control.map(|control| GameClock {
            remaining: self.remaining,
            increment: control.increment,
            moves_to_go: control.moves.map(|moves| moves - self.moves_made % moves),
            overhead: OVERHEAD,
        });
        let time = pace.per_move.time;
        let remaining = clock.map(|clock| clock.remaining);
        let allowed = time.into_iter().chain(remaining).min();
        let limits = Limits { clock, ..pace.per_move };
        Bounds {
            limits,
            opponent: opponent.pace.control.map(|control| (opponent.remaining, control.increment)),
            allowed,
            margin: pace.margin,
        }
    }

    /// Deducts the time of a move. [`Bounds::longest`] decides whether it was in time.
    pub fn spend(&mut self, time: Duration) {
        let Some(control) = self.pace.control else { return };
        self.remaining = self.remaining.saturating_sub(time) + control.increment;
        self.moves_made += 1;
        if control.moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
            self.remaining += control.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_time_controls() {
        let control: Control = "40/60+0.6".parse().unwrap();
        assert_eq!((control.moves, control.base.as_secs()), (Some(40), 60));
        assert_eq!(control.increment, Duration::from_millis(600));
        assert_eq!("1+0.01".parse::<Control>().unwrap().to_string(), "1+0.01");
        for text in ["", "0", "-1+2", "x", "0/5", "1+", "1e99", "NaN", "inf+1"] {
            assert!(text.parse::<Control>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_refilled() {
        let pace = Pace { control: Some("2/10+1".parse().unwrap()), ..Pace::default() };
        let (mut clock, other) = (Clock::new(pace), Clock::new(pace));
        let left = |clock: &Clock| clock.bounds(&other).limits.clock.unwrap().remaining.as_secs();
        clock.spend(Duration::from_secs(4));
        assert_eq!(left(&clock), 7);
        assert_eq!(clock.bounds(&other).limits.clock.unwrap().moves_to_go, Some(1));
        clock.spend(Duration::from_secs(2));
        assert_eq!(left(&clock), 7 - 2 + 1 + 10);
        assert_eq!(clock.bounds(&other).longest(), Some(Duration::from_secs(16) + USUAL_MARGIN));
    }
}
