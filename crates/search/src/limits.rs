//! What bounds a search.

use crate::clock::{Budget, GameClock};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The limits of one search; the first one reached ends it. Without limits it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Plies of iterative deepening; clamped to [`Limits::DEEPEST`].
    pub depth: Option<u32>,
    /// Positions visited by alpha-beta or proof-number search, over all threads; a tree search uses it as its number of
    /// playouts if that is not set.
    pub nodes: Option<u64>,
    /// After this many nodes alpha-beta starts no new iteration.
    #[serde(skip)]
    pub soft_nodes: Option<u64>,
    /// Playouts of a Monte-Carlo search, over all threads; alpha-beta uses it as its number of nodes if that is not
    /// set.
    pub playouts: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The mover's clock. Not serialised, because it keeps running.
    #[serde(skip)]
    pub clock: Option<GameClock>,
    /// Keep searching until stopped, even if the answer is known or the time is up.
    #[serde(skip)]
    pub infinite: bool,
}

impl Limits {
    /// The deepest iteration alpha-beta goes to.
    pub const DEEPEST: u32 = 200;
    /// With a fixed time per move, the search ends this much earlier, so that the answer is sent in time.
    const MARGIN: Duration = Duration::from_micros(500);

    /// Runs until stopped.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// A fixed time for this move.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// This many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// This many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// This many playouts.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Self { playouts: Some(playouts), ..Self::default() }
    }

    /// The time bounds, if any. A fixed time per move has no soft bound: it is meant to be used up.
    #[must_use]
    pub fn budget(&self) -> Option<Budget> {
        if self.infinite {
            return None;
        }
        let fixed = self.time.map(|time| {
            let usable = time.saturating_sub(Self::MARGIN.min(time / 10));
            Budget { soft: usable, hard: usable }
        });
        let clock = self.clock.map(|clock| clock.budget());
        match (fixed, clock) {
            (Some(fixed), Some(clock)) => {
                Some(Budget { soft: fixed.soft.min(clock.soft), hard: fixed.hard.min(clock.hard) })
            }
            (fixed, clock) => fixed.or(clock),
        }
    }

    /// The depth to go to.
    #[must_use]
    pub fn deepest(&self) -> u32 {
        self.depth.unwrap_or(Self::DEEPEST).clamp(1, Self::DEEPEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_time_wins() {
        let both = Limits {
            time: Some(Duration::from_secs(1)),
            clock: Some(GameClock::sudden_death(Duration::from_secs(3_600))),
            ..Limits::default()
        };
        assert!(both.budget().unwrap().hard <= Duration::from_secs(1));
        assert_eq!(Limits { infinite: true, ..both }.budget(), None);
        assert_eq!(Limits::time(Duration::ZERO).budget().unwrap().hard, Duration::ZERO);
    }

    #[test]
    fn absurd_depths_are_clamped() {
        assert_eq!(Limits::depth(100_000).deepest(), Limits::DEEPEST);
        assert_eq!(Limits::depth(0).deepest(), 1);
    }
}
