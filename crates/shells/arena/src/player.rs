//! Who plays: our own algorithms or another program.
//!
//! An [`Entrant`] is a player as the user writes it: `uct,exploration=0.7,playouts=1000`, or `uci:stockfish`. From it a
//! [`Seat`] makes a [`Player`] for each game: our own ones are made anew, seeded by the game's number, so that a game does
//! not depend on which thread plays it; other programs are kept from game to game and restarted when they have failed.

use crate::pace::Bounds;
use quadrille_core::{Refusal, Rng, Value};
use quadrille_engine::{PlayerSpec, Question, Report, Session, Stop, Thinker};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::time::{Duration, Instant};

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
    /// It did not answer at all.
    Stall,
    /// It answered with a move that the rules do not allow.
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
    pub fn new(kind: FaultKind, words: impl Into<String>) -> Self {
        Self { kind, words: words.into() }
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

/// A decision with what the player thinks of its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it does.
    pub decision: Decision,
    /// How good its position is for it, in units of the game; none if it does not say.
    pub score: Option<f64>,
    /// How long it took.
    pub elapsed: Duration,
}

/// One side of a game.
pub trait Player: Send {
    /// Prepares for a game that starts from this position.
    fn new_game(&mut self, start: &dyn Session) -> Result<(), Fault>;

    /// Decides on a move within the bounds. Comes back soon after the bounds are overstepped, whatever happens: an answer
    /// that comes late is an answer, and the referee looks at the time.
    fn decide(&mut self, game: &dyn Session, bounds: &Bounds) -> Result<Answer, Fault>;
}

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Universal Chess Interface.
    Uci,
    /// Go Text Protocol.
    Gtp,
    /// NBoard's protocol for Othello.
    Nboard,
}

/// A player as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// One of our own algorithms.
    Ours(Own),
    /// Another program.
    Program(Language, String),
}

/// One of our own algorithms with its options, and bounds of its own that replace the event's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// Algorithm and options.
    pub spec: PlayerSpec,
    /// `playouts`, `nodes` or `depth` per move.
    pub work: Vec<(String, u64)>,
}

const LANGUAGES: [(&str, Language); 3] =
    [("uci:", Language::Uci), ("gtp:", Language::Gtp), ("nboard:", Language::Nboard)];
/// Bounds that a player may bring along.
const WORK: [&str; 3] = ["playouts", "nodes", "depth"];

impl FromStr for Entrant {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let text = text.trim();
        for (prefix, language) in LANGUAGES {
            if let Some(command) = text.strip_prefix(prefix) {
                if command.trim().is_empty() {
                    return Err(Refusal::plain(format!("{text:?} names no program: expected {prefix}COMMAND")));
                }
                return Ok(Self::Program(language, command.trim().to_owned()));
            }
        }
        let mut spec: PlayerSpec = text.parse()?;
        let mut work = Vec::new();
        for (name, value) in &spec.options {
            if WORK.contains(&name.as_str()) {
                let count = value.parse().ok().filter(|&count: &u64| count > 0);
                let count = count.ok_or_else(|| {
                    Refusal::plain(format!("{name}={value:?} in {text:?} is refused: expected a number above 0"))
                })?;
                work.push((name.clone(), count));
            }
        }
        spec.options.retain(|(name, _)| !WORK.contains(&name.as_str()));
        Ok(Self::Ours(Own { spec, work }))
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(own) => {
                own.spec.fmt(f)?;
                own.work.iter().try_for_each(|(name, count)| write!(f, ",{name}={count}"))
            }
            Self::Program(language, command) => {
                let prefix = LANGUAGES.iter().find(|(_, other)| other == language).map_or("", |(prefix, _)| prefix);
                write!(f, "{prefix}{command}")
            }
        }
    }
}

impl Entrant {
    /// Whether the player can be opened for this game; a program is not started for it.
    pub fn check(&self, session: &dyn Session) -> Result<(), Refusal> {
        match self {
            Self::Ours(own) => session.thinker(&own.spec).map(|_| ()),
            Self::Program(language, _) => {
                let spoken = match language {
                    Language::Uci => session.descriptor().name == "chess",
                    Language::Nboard => session.descriptor().name == "othello",
                    Language::Gtp => true,
                };
                if spoken {
                    return Ok(());
                }
                Err(Refusal::plain(format!(
                    "{self} cannot be asked about {}: the protocol does not know it",
                    session.descriptor().name
                )))
            }
        }
    }
}

impl Entrant {
    /// Starts a program once and lets it go: a wrong command is an error of the event, not a lost game.
    pub fn try_start(&self) -> Result<(), Fault> {
        match self {
            Self::Ours(_) => Ok(()),
            Self::Program(language, command) => crate::program::start(*language, command).map(|_| ()),
        }
    }
}

/// A place at the board for one entrant, on one thread.
pub struct Seat {
    entrant: Entrant,
    sitting: Option<Box<dyn Player>>,
}

impl Seat {
    /// An empty place.
    #[must_use]
    pub fn new(entrant: Entrant) -> Self {
        Self { entrant, sitting: None }
    }

    /// The player, ready for a game from this position.
    pub fn prepare(&mut self, start: &dyn Session, seed: u64, stop: &Stop) -> Result<&mut dyn Player, Fault> {
        let reusable = matches!(self.entrant, Entrant::Program(..));
        let mut player = match self.sitting.take().filter(|_| reusable) {
            Some(player) => player,
            None => self.open(start, seed, stop)?,
        };
        player.new_game(start)?;
        Ok(&mut **self.sitting.insert(player))
    }

    /// The player that was prepared for this game.
    pub fn sitting(&mut self) -> Result<&mut dyn Player, Fault> {
        match &mut self.sitting {
            Some(player) => Ok(&mut **player),
            None => Err(Fault::new(FaultKind::Crash, "the player has left the game")),
        }
    }

    /// Sends the player away: the next game gets a fresh one.
    pub fn dismiss(&mut self) {
        self.sitting = None;
    }

    fn open(&self, start: &dyn Session, seed: u64, stop: &Stop) -> Result<Box<dyn Player>, Fault> {
        match &self.entrant {
            Entrant::Ours(own) => {
                let mut spec = own.spec.clone();
                if !spec.options.iter().any(|(name, _)| name == "seed") {
                    spec = spec.with("seed", Rng::new(seed).next_u64());
                }
                let thinker = start.thinker(&spec);
                let thinker = thinker.map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
                Ok(Box::new(OurPlayer { thinker, work: own.work.clone(), stop: stop.clone() }))
            }
            Entrant::Program(language, command) => crate::program::start(*language, command),
        }
    }
}

struct OurPlayer {
    thinker: Box<dyn Thinker>,
    work: Vec<(String, u64)>,
    /// Raised when the whole event ends; a search under way ends with it.
    stop: Stop,
}

impl Player for OurPlayer {
    fn new_game(&mut self, _: &dyn Session) -> Result<(), Fault> {
        Ok(())
    }

    fn decide(&mut self, game: &dyn Session, bounds: &Bounds) -> Result<Answer, Fault> {
        let mut limits = bounds.limits;
        for (name, count) in &self.work {
            match name.as_str() {
                "playouts" => limits.playouts = Some(*count),
                "nodes" => limits.nodes = Some(*count),
                _ => limits.depth = Some((*count).min(u64::from(u32::MAX)) as u32),
            }
        }
        let start = Instant::now();
        self.stop.finish_by(start + bounds.longest().unwrap_or(WITHOUT_CLOCK));
        let question = Question::new(limits, &self.stop);
        let thinking = catch_unwind(AssertUnwindSafe(|| self.thinker.think(game, &question, &mut |_| {})));
        let report = thinking
            .map_err(|_| Fault::new(FaultKind::Crash, "the search panicked"))?
            .map_err(|error| Fault::new(FaultKind::Crash, error.to_string()))?;
        let score = score_in_units(&report);
        let best = report.best.ok_or_else(|| Fault::new(FaultKind::Crash, "the search gave no move"))?;
        Ok(Answer { decision: Decision::Move(best.text), score, elapsed: start.elapsed() })
    }
}

/// Longest thought of a player without a clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(7 * 24 * 3_600);
/// Units of a game that make the odds e : 1, for turning chances into scores.
const UNITS_PER_ODDS: f64 = 2.5;
/// What a proven end counts as.
const PROVEN: f64 = 1_000.0;

/// A report's score in units of the game. Monte-Carlo reports a chance, which is turned into units.
fn score_in_units(report: &Report) -> Option<f64> {
    Some(match report.verdict?.value {
        Value::Win(_) => PROVEN,
        Value::Loss(_) => -PROVEN,
        Value::Score(units) | Value::Margin(units) => units,
        Value::Chance(chance) => {
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            UNITS_PER_ODDS * (chance / (1.0 - chance)).ln()
        }
    })
}
