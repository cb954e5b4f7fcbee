//! Rule sets: standard chess and Chess960.

use crate::words;
use quadrille_core::Refusal;
use std::fmt;
use std::str::FromStr;

/// Which chess is played. The moves are the same; what differs is where king and rooks may start, and how castling is
/// written (`e1g1` or, in Chess960, king takes rook: `e1h1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Chess as FIDE's laws have it.
    #[default]
    Standard,
    /// Fischer random chess: castling from any arrangement with the king between two rooks.
    Chess960,
}

impl Rules {
    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 => "chess960",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rules {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text.trim().to_ascii_lowercase().as_str() {
            "" | "standard" => Ok(Self::Standard),
            "chess960" | "960" | "fischerandom" => Ok(Self::Chess960),
            _ => Err(words::BAD_RULES.refuse().quote("text", text)),
        }
    }
}
