//! A seat: makes a player for each game.
//!
//! Our own players are created for each game, seeded by its number, so that a game does not depend on the thread that
//! plays it. Other programs are kept running between games and restarted after a failure.

use crate::pace::Bounds;
use crate::player::{Answer, Decision, Entrant, Fault, FaultKind, Own, Player};
use crate::{program, words};
use quadrille_core::{Odds, Refusal, Rng, Value};
use quadrille_engine::{Question, Report, Session, Stop, Thinker};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The seat of one entrant, on one thread.
pub(crate) struct Seat {
    entrant: Entrant,
    sitting: Option<Box<dyn Player>>,
}

/// Starts and stops a program once: a wrong command is an error of the event, not a lost game.
pub(crate) fn try_start(entrant: &Entrant) -> Result<(), Refusal> {
    let Entrant::Program(protocol, command) = entrant else { return Ok(()) };
    let refuse = |why: Refusal| words::CANNOT_PLAY.refuse().with("player", entrant.to_string()).with("why", why);
    program::start(*protocol, command).map(|_| ()).map_err(refuse)
}

impl Seat {
    /// An empty place.
    pub(crate) fn new(entrant: Entrant) -> Self {
        Self { entrant, sitting: None }
    }

    /// The player, ready for a game from this position.
    pub(crate) fn prepare(&mut self, start: &dyn Session, seed: u64, stop: &Stop) -> Result<&mut dyn Player, Fault> {
        let reusable = matches!(self.entrant, Entrant::Program(..));
        let mut player = match self.sitting.take().filter(|_| reusable) {
            Some(player) => player,
            None => self.open(start, seed, stop).map_err(|error| Fault::new(FaultKind::Crash, &error))?,
        };
        player.new_game(start)?;
        Ok(&mut **self.sitting.insert(player))
    }

    /// The player that was prepared for this game.
    pub(crate) fn sitting(&mut self) -> Result<&mut dyn Player, Fault> {
        match &mut self.sitting {
            Some(player) => Ok(&mut **player),
            None => Err(Fault::new(FaultKind::Crash, &words::LEFT.say())),
        }
    }

    /// Drops the player: the next game gets a new one.
    pub(crate) fn dismiss(&mut self) {
        self.sitting = None;
    }

    fn open(&self, start: &dyn Session, seed: u64, stop: &Stop) -> Result<Box<dyn Player>, Refusal> {
        match &self.entrant {
            Entrant::Ours(own) => {
                let mut spec = own.spec.clone();
                if !spec.options.iter().any(|(name, _)| name == "seed") {
                    spec = spec.with("seed", Rng::new(seed).next_u64());
                }
                let thinker = start.thinker(&spec)?;
                Ok(Box::new(OurPlayer { thinker, own: own.clone(), stop: stop.clone() }))
            }
            Entrant::Program(protocol, command) => Ok(Box::new(program::start(*protocol, command)?)),
        }
    }
}

struct OurPlayer {
    thinker: Box<dyn Thinker>,
    own: Own,
    /// Raised when the whole event ends; stops a running search.
    stop: Stop,
}

impl Player for OurPlayer {
    fn new_game(&mut self, _: &dyn Session) -> Result<(), Fault> {
        Ok(())
    }

    fn decide(&mut self, game: &dyn Session, bounds: &Bounds) -> Result<Answer, Fault> {
        let limits = self.own.limits(bounds.limits);
        let start = Instant::now();
        self.stop.finish_by(start + bounds.longest().unwrap_or(WITHOUT_CLOCK));
        let question = Question::new(limits, &self.stop);
        let thinking = catch_unwind(AssertUnwindSafe(|| self.thinker.think(game, &question, &mut |_| {})));
        let crash = |why: &Refusal| Fault::new(FaultKind::Crash, why);
        let report = thinking.unwrap_or_else(|_| Err(words::PANICKED.refuse())).map_err(|error| crash(&error))?;
        let score = score_in_units(&report, game.descriptor().odds);
        let best = report.best.ok_or_else(|| crash(&words::NO_MOVE.refuse()))?;
        Ok(Answer { decision: Decision::Move(best.text), score, elapsed: start.elapsed() })
    }
}

/// The longest move of a player without a clock.
const WITHOUT_CLOCK: Duration = Duration::from_secs(7 * 24 * 3_600);
/// The score of a proven result.
const PROVEN: f64 = 1_000.0;

/// A report's score in units of the game; a Monte-Carlo winning chance is converted.
fn score_in_units(report: &Report, odds: Odds) -> Option<f64> {
    Some(match report.verdict?.value {
        Value::Win(_) => PROVEN,
        Value::Loss(_) => -PROVEN,
        Value::Score(units) | Value::Margin(units) => units,
        Value::Chance(chance) => odds.units(chance.clamp(1e-6, 1.0 - 1e-6)),
    })
}
