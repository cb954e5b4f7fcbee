//! Players: our own algorithms or other programs, and how they can fail.

use crate::pace::Bounds;
use crate::words;
use quadrille_core::{Refusal, Sentence};
use quadrille_engine::{Level, Limits, PlayerSpec, Session};
use quadrille_protocol::client::Protocol;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How a player failed; it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Which kind.
    pub kind: FaultKind,
    /// What happened, in words.
    pub words: String,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The program ended, could not be started or broke the protocol.
    Crash,
    /// It did not answer.
    Stall,
    /// It played an illegal move.
    Illegal,
    /// It answered too late.
    Time,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crash => "crash",
            Self::Stall => "stall",
            Self::Illegal => "illegal move",
            Self::Time => "time",
        })
    }
}

impl Fault {
    /// A failure of this kind.
    #[must_use]
    pub fn new(kind: FaultKind, words: &Sentence) -> Self {
        Self { kind, words: words.to_string() }
    }
}

/// What a player decides on its turn.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// It plays this move.
    Move(String),
    /// It gives up.
    Resign,
}

/// A decision with the player's evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it does.
    pub decision: Decision,
    /// The score from its view, in units of the game, if given.
    pub score: Option<f64>,
    /// How long it took.
    pub elapsed: Duration,
}

/// One side of a game.
pub trait Player: Send {
    /// Prepares for a game that starts from this position.
    fn new_game(&mut self, start: &dyn Session) -> Result<(), Fault>;

    /// Decides on a move within the limits. It always returns soon after the limits are exceeded: a late answer is an
    /// answer, and the referee checks the time.
    fn decide(&mut self, game: &dyn Session, bounds: &Bounds) -> Result<Answer, Fault>;
}

/// A player as the user writes it: one of ours with its options, or a program with the protocol it speaks.
///
/// ```
/// use quadrille_arena::Entrant;
/// let ours: Entrant = "uct,exploration=0.7,playouts=1000".parse()?;
/// assert!(matches!(&ours, Entrant::Ours(own) if own.work == [("playouts".to_owned(), 1000)]));
/// assert!(matches!("uci:stockfish".parse()?, Entrant::Program(_, command) if command == "stockfish"));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// One of our own algorithms.
    Ours(Own),
    /// Another program.
    Program(Protocol, String),
}

/// One of our own algorithms with its options, and its own limits, which replace the event's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// Algorithm and options.
    pub spec: PlayerSpec,
    /// `playouts`, `nodes` or `depth` per move.
    pub work: Vec<(String, u64)>,
}

impl Own {
    /// Whether a move ends without limits from the event: the player has its own, or is a level.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        !self.work.is_empty() || matches!(Level::named(&self.spec.algorithm), Ok(Some(_)))
    }

    /// These limits, overridden by the player's own.
    #[must_use]
    pub fn limits(&self, mut limits: Limits) -> Limits {
        for (name, count) in &self.work {
            match name.as_str() {
                "playouts" => limits.playouts = Some(*count),
                "nodes" => limits.nodes = Some(*count),
                _ => limits.depth = Some((*count).min(u64::from(u32::MAX)) as u32),
            }
        }
        limits
    }
}

/// Limits that a player may set.
const WORK: [&str; 3] = ["playouts", "nodes", "depth"];

impl FromStr for Entrant {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        for protocol in Protocol::ALL {
            let prefix = prefix(protocol);
            match text.strip_prefix(&prefix).map(str::trim) {
                None => {}
                Some("") => return Err(words::NO_PROGRAM.refuse().quote("text", text).with("prefix", prefix)),
                Some(command) => return Ok(Self::Program(protocol, command.to_owned())),
            }
        }
        let mut spec: PlayerSpec = text.parse()?;
        let mut work = Vec::new();
        for (name, value) in &spec.options {
            if WORK.contains(&name.as_str()) {
                let count = value.parse().ok().filter(|&count: &u64| count > 0);
                let count = count.ok_or_else(|| {
                    words::NO_WORK.refuse().with("name", name.as_str()).quote("value", value).quote("text", text)
                })?;
                work.push((name.clone(), count));
            }
        }
        spec.options.retain(|(name, _)| !WORK.contains(&name.as_str()));
        Ok(Self::Ours(Own { spec, work }))
    }
}

/// The prefix of a program's command.
fn prefix(protocol: Protocol) -> String {
    format!("{}:", protocol.name())
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(own) => {
                own.spec.fmt(f)?;
                own.work.iter().try_for_each(|(name, count)| write!(f, ",{name}={count}"))
            }
            Self::Program(protocol, command) => write!(f, "{}{command}", prefix(*protocol)),
        }
    }
}

impl Entrant {
    /// Whether the player can play this game; no program is started.
    pub fn check(&self, session: &dyn Session) -> Result<(), Refusal> {
        match self {
            Self::Ours(own) => session.thinker(&own.spec).map(|_| ()),
            Self::Program(protocol, _) if session.descriptor().protocols.contains(&protocol.name()) => Ok(()),
            Self::Program(..) => {
                let refusal = words::NOT_SPOKEN.refuse().with("player", self.to_string());
                Err(refusal.with("game", session.descriptor().in_text))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_and_players_with_limits_are_bounded() {
        for (text, expected) in [("level-7", true), ("uct,playouts=100", true), ("uct", false), ("level-99", false)] {
            let Ok(Entrant::Ours(own)) = text.parse() else { panic!("{text} is one of ours") };
            assert_eq!(own.is_bounded(), expected, "{text}");
        }
    }
}
