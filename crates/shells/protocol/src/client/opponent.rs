//! The protocol-independent interface to a program.

use quadrille_core::{PerPlayer, Player, Refusal};
use std::time::Duration;

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NewGame {
    /// The rules as text, in our notation: `9 tromp-taylor komi=7.5`, `chess960`.
    pub rules: String,
    /// The position; `None` is the start under the rules.
    pub position: Option<String>,
}

/// The limits of a move. Limits that a protocol cannot express are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Both clocks.
    pub clocks: Option<Clocks>,
}

/// Both sides' clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left.
    pub left: PerPlayer<Duration>,
    /// Time added after each move.
    pub increment: PerPlayer<Duration>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

impl MoveLimits {
    /// The time after which the program counts as hanging: its own time plus `grace`.
    ///
    /// ```
    /// use quadrille_core::Player;
    /// use quadrille_protocol::client::MoveLimits;
    /// use std::time::Duration;
    /// let second = Duration::from_secs(1);
    /// let limits = MoveLimits { move_time: Some(2 * second), ..MoveLimits::default() };
    /// assert_eq!(limits.patience(Player::Black, second), 3 * second);
    /// ```
    #[must_use]
    pub fn patience(&self, mover: Player, grace: Duration) -> Duration {
        /// The limit for a move without a time limit.
        const WITHOUT_CLOCK: Duration = Duration::from_secs(600);
        let clock = self.clocks.map(|clocks| clocks.left[mover] + clocks.increment[mover]);
        let time = self.move_time.into_iter().chain(clock).min().unwrap_or(WITHOUT_CLOCK);
        time.saturating_add(grace)
    }
}

/// A move with the program's evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// The move in our notation; `None` when the program resigns or has none.
    pub best: Option<String>,
    /// Its score for the mover, in pawns, discs or points, if it gave one.
    pub score: Option<f64>,
    /// The depth reached, if it gave one.
    pub depth: Option<u32>,
    /// The thinking time by our clock.
    pub elapsed: Duration,
}

/// Somebody else's program.
pub trait Opponent: Send {
    /// The program's name.
    fn name(&self) -> &str;

    /// Changes the time limit from now on; starting may take longer than a move.
    fn set_patience(&mut self, patience: Duration);

    /// Begins a game.
    ///
    /// # Errors
    /// If the program refuses.
    fn new_game(&mut self, game: &NewGame) -> Result<(), Refusal>;

    /// Asks for a move after these moves from the start of the game. `mover` is the side to move.
    ///
    /// # Errors
    /// When no move comes back in time.
    fn choose(&mut self, moves: &[String], mover: Player, limits: &MoveLimits) -> Result<Choice, Refusal>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_follows_the_tighter_clock() {
        let second = Duration::from_secs(1);
        let clocks =
            Clocks { left: PerPlayer([second * 9, second * 5]), increment: PerPlayer([second; 2]), moves_to_go: None };
        let limits = MoveLimits { clocks: Some(clocks), ..MoveLimits::default() };
        assert_eq!(limits.patience(Player::White, second), second * 7);
        let limits = MoveLimits { move_time: Some(second * 2), ..limits };
        assert_eq!(limits.patience(Player::Black, second), second * 3);
    }
}
