//! How a game ends.

use crate::words::Arg;
use crate::{Player, Sentence, words};
use std::fmt;

words! { "outcome";
    WINS { en: "{player} wins", fr: "{player} gagne" }
    DRAW { en: "draw", fr: "partie nulle" }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    #[inline]
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// The result for people.
    #[must_use]
    pub fn say(self) -> Sentence {
        match self {
            Self::Win(player) => WINS.say().with("player", player),
            Self::Draw => DRAW.say(),
        }
    }

    /// 1 for a win of `player`, 0 for a loss, one half for a draw.
    #[inline]
    #[must_use]
    pub fn reward_for(self, player: Player) -> f32 {
        match self {
            Self::Win(winner) if winner == player => 1.0,
            Self::Win(_) => 0.0,
            Self::Draw => 0.5,
        }
    }

    /// The outcome of a game decided by points: Black's margin over White.
    #[inline]
    #[must_use]
    pub const fn from_black_margin(margin: i32) -> Self {
        if margin > 0 {
            Self::Win(Player::Black)
        } else if margin < 0 {
            Self::Win(Player::White)
        } else {
            Self::Draw
        }
    }
}

/// The result in English.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.say().fmt(f)
    }
}

impl From<Outcome> for Arg {
    fn from(outcome: Outcome) -> Self {
        Self::Because(outcome.say())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_of_both_sides_add_up_to_one() {
        for outcome in [Outcome::Win(Player::Black), Outcome::Win(Player::White), Outcome::Draw] {
            let sum = outcome.reward_for(Player::Black) + outcome.reward_for(Player::White);
            assert!((sum - 1.0).abs() < f32::EPSILON);
        }
    }
}
