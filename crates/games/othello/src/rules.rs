//! The rule sets: who starts.

use crate::words;
use quadrille_core::{Player, Refusal};
use std::fmt;
use std::str::FromStr;

/// A rule set. The board, its centre and everything else are the same; only the first player differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The world's standard: Black moves first.
    #[default]
    Standard,
    /// White moves first, from the same centre.
    WhiteFirst,
}

impl Rules {
    /// Every rule set, the default first.
    pub const ALL: [Self; 2] = [Self::Standard, Self::WhiteFirst];

    /// Who makes the first move.
    #[must_use]
    pub const fn first_player(self) -> Player {
        match self {
            Self::Standard => Player::Black,
            Self::WhiteFirst => Player::White,
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Standard => "standard",
            Self::WhiteFirst => "white-first",
        })
    }
}

impl FromStr for Rules {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text.trim() {
            "" | "8x8" | "8" => Ok(Self::default()),
            name => Self::ALL
                .into_iter()
                .find(|rules| rules.to_string() == name)
                .ok_or_else(|| words::BAD_RULES.refuse().quote("name", name)),
        }
    }
}
