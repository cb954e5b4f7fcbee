//! Seats and time controls: data from the page, clamped before use.

use crate::players;
use crate::words;
use quadrille_core::{PerPlayer, Player, Refusal};
use quadrille_engine::{Level, Limits, PlayerSpec, Session};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The maximum time of any search.
pub const LONGEST_SEARCH: Duration = Duration::from_secs(600);
/// The default limit of a search.
const USUAL_TIME: Duration = Duration::from_secs(10);
const MOST_NODES: u64 = 100_000_000_000;
const MOST_PLAYOUTS: u64 = 100_000_000;

/// A time in milliseconds.
pub fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The limits of a search, as sent by the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Milliseconds a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// Plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Playouts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
}

impl Budget {
    /// A time in milliseconds alone.
    #[must_use]
    pub const fn milliseconds(time_ms: u64) -> Self {
        Self { time_ms: Some(time_ms), depth: None, nodes: None, playouts: None }
    }

    /// The engine's limits; there is always a time limit.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.playouts.is_some();
        let usual = if bounded { LONGEST_SEARCH } else { USUAL_TIME };
        let time = self.time_ms.map_or(usual, Duration::from_millis).min(LONGEST_SEARCH);
        Limits {
            depth: self.depth,
            nodes: self.nodes.map(|nodes| nodes.min(MOST_NODES)),
            playouts: self.playouts.map(|playouts| playouts.min(MOST_PLAYOUTS)),
            time: Some(time),
            ..Limits::default()
        }
    }
}

impl From<Limits> for Budget {
    fn from(Limits { depth, nodes, playouts, time, .. }: Limits) -> Self {
        Self { time_ms: time.map(milliseconds), depth, nodes, playouts }
    }
}

/// Who plays a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// The engine: at a named level, or as described.
    Engine {
        /// 1 to 8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<u8>,
        /// The algorithm and its options; none for the game's best.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// Its limits, if there is no level.
        #[serde(default)]
        limits: Budget,
    },
}

impl Seat {
    /// Whether a person sits here.
    #[must_use]
    pub fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Whether the engine plays at a named level here.
    #[must_use]
    pub fn has_level(&self) -> bool {
        matches!(self, Self::Engine { level: Some(_), .. })
    }

    /// The player and the limits of an engine's seat.
    pub fn resolve(&self, session: &dyn Session) -> Result<Option<(PlayerSpec, Limits)>, Refusal> {
        match self {
            Self::Human => Ok(None),
            Self::Engine { level: Some(level), .. } => {
                let level = Level::numbered(*level)?;
                let player = players::player(session, Some(&level.player_name()))?;
                let mut limits = level.limits();
                limits.time = Some(limits.time.unwrap_or(LONGEST_SEARCH).min(LONGEST_SEARCH));
                Ok(Some((player, limits)))
            }
            Self::Engine { level: None, player, limits } => {
                Ok(Some((players::player(session, player.as_deref())?, limits.limits())))
            }
        }
    }
}

/// Both seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// Who plays Black.
    #[serde(default)]
    pub black: Seat,
    /// Who plays White.
    #[serde(default)]
    pub white: Seat,
}

impl Seats {
    /// One of them.
    #[must_use]
    pub fn of(&self, player: Player) -> &Seat {
        match player {
            Player::Black => &self.black,
            Player::White => &self.white,
        }
    }

    /// Whether this is an engine's seat.
    #[must_use]
    pub fn all_engines(&self) -> bool {
        !self.black.is_human() && !self.white.is_human()
    }

    /// Rejects a seat that the engine cannot play.
    pub fn check(&self, session: &dyn Session) -> Result<(), Refusal> {
        Player::BOTH.into_iter().try_for_each(|player| self.of(player).resolve(session).map(|_| ()))
    }
}

/// A time control, as sent by the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    /// Seconds for the whole game.
    pub limit: u32,
    /// Seconds added for every move.
    #[serde(default)]
    pub increment: u32,
}

impl Control {
    /// A day is enough for any game.
    const LONGEST: u32 = 86_400;

    /// Rejects a clock that starts at zero or never runs out.
    pub fn check(self) -> Result<(), Refusal> {
        let Self { limit, increment } = self;
        if limit == 0 || limit.max(increment) > Self::LONGEST {
            return Err(words::BAD_CLOCK.refuse().with("limit", limit).with("increment", increment));
        }
        Ok(())
    }
}

/// The clocks of both sides. The time used is stored; after a server restart the current turn starts from zero.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// The time control; none for unlimited time.
    pub control: Option<Control>,
    /// Time used by each side, minus increments.
    pub used: PerPlayer<Duration>,
}

impl Clock {
    /// The time `player` has left when the current turn has lasted `turn`.
    #[must_use]
    pub fn left(&self, player: Player, turn: Duration) -> Option<Duration> {
        let limit = Duration::from_secs(u64::from(self.control?.limit));
        Some(limit.saturating_sub(self.used[player] + turn))
    }

    /// Ends a turn of `player`.
    pub fn spend(&mut self, player: Player, turn: Duration) {
        let Some(control) = self.control else { return };
        let increment = Duration::from_secs(u64::from(control.increment));
        self.used[player] = (self.used[player] + turn).saturating_sub(increment);
    }

    /// How long the engine should think at most with this time left.
    #[must_use]
    pub fn share(&self, left: Duration) -> Duration {
        let increment = self.control.map_or(0, |control| control.increment);
        left / 25 + Duration::from_secs(u64::from(increment)) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_budget_ends() {
        for budget in
            [Budget::default(), Budget::milliseconds(u64::MAX), Budget { depth: Some(3), ..Budget::default() }]
        {
            assert!(budget.limits().time.is_some_and(|time| time <= LONGEST_SEARCH));
        }
        let most = Budget { nodes: Some(u64::MAX), playouts: Some(u64::MAX), ..Budget::default() }.limits();
        assert!(most.nodes < Some(u64::MAX) && most.playouts < Some(u64::MAX));
    }

    #[test]
    fn the_increment_is_given_back() {
        let mut clock = Clock { control: Some(Control { limit: 60, increment: 2 }), ..Clock::default() };
        clock.spend(Player::White, Duration::from_secs(12));
        assert_eq!(clock.left(Player::White, Duration::ZERO), Some(Duration::from_secs(50)));
        assert_eq!(clock.left(Player::Black, Duration::from_secs(90)), Some(Duration::ZERO));
    }
}
