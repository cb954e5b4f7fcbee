//! Other people's programs as players.
//!
//! An error of the protocol client becomes a [`Fault`] of the game. A program that does not answer within a second
//! after its time is abandoned.

use crate::pace::Bounds;
use crate::player::{Answer, Decision, Fault, FaultKind, Player};
use crate::words;
use quadrille_core::{PerPlayer, Player as Side, Refusal};
use quadrille_engine::{Session, registry};
use quadrille_protocol::client::{Clocks, MoveLimits, NewGame, Opponent, Protocol};
use quadrille_protocol::words::SILENT;
use std::time::Duration;

/// How long a program may take to start or to prepare for a game.
const START_PATIENCE: Duration = Duration::from_secs(20);
/// The minimum wait for an answer after its time is up.
const MOVE_PATIENCE: Duration = Duration::from_millis(900);

/// A running program.
pub(crate) struct Program(Box<dyn Opponent>);

/// Starts a program. A UCI command may be followed by options: `uci:engine --flag;Hash=64;Threads=2`.
pub(crate) fn start(protocol: Protocol, command: &str) -> Result<Program, Refusal> {
    let mut parts = command.split(';').map(str::trim);
    let program = parts.next().unwrap_or_default();
    let option = |part: &str| match part.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(words::NO_PAIR.refuse().quote("part", part)),
    };
    let options = parts.filter(|part| !part.is_empty()).map(option).collect::<Result<Vec<_>, _>>()?;
    protocol.start(program, &options, START_PATIENCE).map(Program)
}

impl Player for Program {
    fn new_game(&mut self, start: &dyn Session) -> Result<(), Fault> {
        let first = start.history().into_iter().next().map(|row| row.position);
        let usual = registry::open(start.descriptor().name, &start.rules(), None).ok().map(|game| game.position());
        let game = NewGame { rules: start.rules(), position: first.filter(|first| Some(first) != usual.as_ref()) };
        self.0.set_patience(START_PATIENCE);
        self.0.new_game(&game).map_err(|error| fault(&error))
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
        self.0.set_patience(MOVE_PATIENCE.max(bounds.margin));
        let choice = self.0.choose(&moves, mover, &limits).map_err(|error| fault(&error))?;
        let decision = choice.best.map_or(Decision::Resign, Decision::Move);
        Ok(Answer { decision, score: choice.score, elapsed: choice.elapsed })
    }
}

/// Both clocks, as sent to a program.
fn clocks(bounds: &Bounds, mover: Side) -> Option<Clocks> {
    let (own, (left, increment)) = bounds.limits.clock.zip(bounds.opponent)?;
    let mut clocks =
        Clocks { left: PerPlayer([left; 2]), increment: PerPlayer([increment; 2]), moves_to_go: own.moves_to_go };
    clocks.left[mover] = own.remaining;
    clocks.increment[mover] = own.increment;
    Some(clocks)
}

fn fault(error: &Refusal) -> Fault {
    Fault::new(if error.is(&SILENT) { FaultKind::Stall } else { FaultKind::Crash }, error)
}
