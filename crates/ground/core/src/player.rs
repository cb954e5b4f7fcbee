//! The two sides of a game.

use crate::words::Arg;
use crate::{Message, Sentence, words};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut, Not};

words! { "player";
    BLACK { en: "Black", fr: "Noir" }
    WHITE { en: "White", fr: "Blanc" }
    TO_MOVE { en: "{player} to move", fr: "trait à {player}" }
}

/// One of the two sides. All games call their sides Black and White; the rules say which moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Player {
    /// Black.
    Black = 0,
    /// White.
    White = 1,
}

impl Player {
    /// Both players, in the order of their index.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// The side's name for people.
    #[must_use]
    pub fn name(self) -> &'static Message {
        match self {
            Self::Black => &BLACK,
            Self::White => &WHITE,
        }
    }

    /// 0 for Black, 1 for White.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The sentence that a side is to move, for a player or for its letter.
#[must_use]
pub fn to_move(player: impl Into<Arg>) -> Sentence {
    TO_MOVE.say().with("player", player)
}

impl Not for Player {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

impl From<Player> for Arg {
    fn from(player: Player) -> Self {
        Self::Term(player.name())
    }
}

/// The colour as programs and records write it, and as an English adjective: `a white pawn`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// A pair of values, one for each player, indexed by the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PerPlayer<T>(pub [T; 2]);

impl<T> Index<Player> for PerPlayer<T> {
    type Output = T;
    #[inline]
    fn index(&self, player: Player) -> &T {
        &self.0[player.index()]
    }
}

impl<T> IndexMut<Player> for PerPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opponents_are_mutual() {
        for player in Player::BOTH {
            assert_ne!(player, !player);
            assert_eq!(player, !!player);
        }
    }
}
