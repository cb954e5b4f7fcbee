//! Other people's programs as players.
//!
//! The client of each protocol reports what went wrong; here it becomes a [`Fault`] of the game. A program that does not
//! answer within a second of its time is given up.

use crate::pace::Bounds;
use crate::player::{Answer, Decision, Fault, FaultKind, Language, Player};
use quadrille_core::PerPlayer;
use quadrille_engine::Session;
use quadrille_protocol::client::{Clocks, EngineError, Gtp, MoveLimits, NBoard, NewGame, Opponent, Uci};
use std::time::Duration;

/// How long a program may take to start or to prepare for a game.
const START_PATIENCE: Duration = Duration::from_secs(20);
/// How much later than its time an answer is waited for at least.
const MOVE_PATIENCE: Duration = Duration::from_millis(900);

/// Starts a program. A UCI command may be followed by options: `uci:engine --flag;Hash=64;Threads=2`.
pub(crate) fn start(language: Language, command: &str) -> Result<Box<dyn Player>, Fault> {
    let (command, options) = split_options(command)?;
    let started = match language {
        Language::Uci => Uci::start(&command, &options, START_PATIENCE).map(Program::Uci),
        Language::Gtp => Gtp::start(&command, START_PATIENCE).map(Program::Gtp),
        Language::Nboard => NBoard::start(&command, START_PATIENCE).map(Program::NBoard),
    };
    Ok(Box::new(started.map_err(|error| fault(&error))?))
}

/// The command itself and its options.
fn split_options(command: &str) -> Result<(String, Vec<(String, String)>), Fault> {
    let mut parts = command.split(';').map(str::trim);
    let program = parts.next().unwrap_or_default().to_owned();
    let option = |part: &str| match part.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(Fault::new(FaultKind::Crash, format!("{part:?} is not an option of the form name=value"))),
    };
    Ok((program, parts.filter(|part| !part.is_empty()).map(option).collect::<Result<_, _>>()?))
}

enum Program {
    Uci(Uci),
    Gtp(Gtp),
    NBoard(NBoard),
}

impl Program {
    fn opponent(&mut self, patience: Duration) -> &mut dyn Opponent {
        match self {
            Self::Uci(program) => {
                program.set_patience(patience);
                program
            }
            Self::Gtp(program) => {
                program.set_patience(patience);
                program
            }
            Self::NBoard(program) => {
                program.set_patience(patience);
                program
            }
        }
    }
}

impl Player for Program {
    fn new_game(&mut self, start: &dyn Session) -> Result<(), Fault> {
        let first = start.history().into_iter().next().map(|row| row.position);
        let usual = quadrille_engine::registry::open(start.descriptor().name, &start.rules(), None)
            .ok()
            .map(|game| game.position());
        let game = NewGame { rules: start.rules(), position: first.filter(|first| Some(first) != usual.as_ref()) };
        self.opponent(START_PATIENCE).new_game(&game).map_err(|error| fault(&error))
    }

    fn decide(&mut self, game: &dyn Session, bounds: &Bounds) -> Result<Answer, Fault> {
        let mover = game.to_move();
        let moves: Vec<String> = game.history().into_iter().filter_map(|row| row.played.map(|m| m.text)).collect();
        let limits = MoveLimits {
            move_time: bounds.limits.time,
            depth: bounds.limits.depth,
            nodes: bounds.limits.nodes.or(bounds.limits.playouts),
            clocks: clocks(bounds, mover),
        };
        let patience = MOVE_PATIENCE.max(bounds.margin);
        let choice = self.opponent(patience).choose(&moves, mover, &limits).map_err(|error| fault(&error))?;
        let decision = choice.best.map_or(Decision::Resign, Decision::Move);
        Ok(Answer { decision, score: choice.score, elapsed: choice.elapsed })
    }
}

/// Both clocks, as a program is told them.
fn clocks(bounds: &Bounds, mover: quadrille_core::Player) -> Option<Clocks> {
    let (own, (left, increment)) = bounds.limits.clock.zip(bounds.opponent)?;
    let mut clocks =
        Clocks { left: PerPlayer([left; 2]), increment: PerPlayer([increment; 2]), moves_to_go: own.moves_to_go };
    clocks.left[mover] = own.remaining;
    clocks.increment[mover] = own.increment;
    Some(clocks)
}

fn fault(error: &EngineError) -> Fault {
    let kind = match error {
        EngineError::Timeout { .. } => FaultKind::Stall,
        _ => FaultKind::Crash,
    };
    Fault::new(kind, error.to_string())
}
