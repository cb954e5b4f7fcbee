//! The value of a position: one type for scores, winning chances and proofs, used above the searches.

use crate::{Score, Sentence, words};
use serde::{Deserialize, Serialize};

words! { "value";
    WIN { en: "win in {plies}", fr: "gain en {plies}" }
    LOSS { en: "loss in {plies}", fr: "perte en {plies}" }
    SCORE { en: "{units}", fr: "{units}" }
    CHANCE { en: "{percent} %", fr: "{percent} %" }
}

/// The value of a position for the side to move, or of a move for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "amount", rename_all = "lowercase")]
pub enum Value {
    /// A heuristic score in the game's unit: pawns, discs, points.
    Score(f64),
    /// An expected result, from 0 (lost) to 1 (won).
    Chance(f64),
    /// Proven: won in this many plies.
    Win(u32),
    /// Proven: lost in this many plies.
    Loss(u32),
    /// Proven: the exact margin with best play, in the game's unit.
    Margin(f64),
}

impl Value {
    /// The value of a search's score; `exact` means that it is a margin with best play.
    #[must_use]
    pub fn of(score: Score, exact: bool) -> Self {
        let units = f64::from(score.raw()) / 100.0;
        match score.plies_to_end() {
            Some(plies) if score.is_win() => Self::Win(plies),
            Some(plies) => Self::Loss(plies),
            None if exact => Self::Margin(units),
            None => Self::Score(units),
        }
    }

    /// The corresponding winning chance, 0 to 1: the only place where scores are converted to chances.
    ///
    /// ```
    /// use quadrille_core::{Odds, Value};
    /// let pawns = Odds { doubled_by: 1.2 };
    /// assert_eq!(Value::Score(0.0).chance(pawns), 0.5);
    /// assert_eq!(Value::Score(1.2).chance(pawns), 2.0 / 3.0);
    /// assert_eq!(Value::Loss(4).chance(pawns), 0.0);
    /// ```
    #[must_use]
    pub fn chance(self, odds: Odds) -> f64 {
        match self {
            Self::Chance(chance) => chance.clamp(0.0, 1.0),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Score(units) => odds.chance(units),
            Self::Margin(0.0) => 0.5,
            Self::Margin(units) => f64::from(u8::from(units > 0.0)),
        }
    }

    /// The value for people: `+1.25`, `win in 7`, `63.2 %`.
    #[must_use]
    pub fn say(self) -> Sentence {
        match self {
            Self::Win(plies) => WIN.say().with("plies", plies),
            Self::Loss(plies) => LOSS.say().with("plies", plies),
            Self::Score(units) | Self::Margin(units) => SCORE.say().with("units", format!("{units:+.2}")),
            Self::Chance(chance) => CHANCE.say().with("percent", format!("{:.1}", 100.0 * chance)),
        }
    }

    /// Whether it is proven.
    #[must_use]
    pub const fn is_proven(self) -> bool {
        matches!(self, Self::Win(_) | Self::Loss(_) | Self::Margin(_))
    }
}

/// How a game's scores relate to winning chances.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Odds {
    /// How many units of the score double the winning odds.
    pub doubled_by: f64,
}

impl Odds {
    /// The score of a winning chance above 0 and below 1.
    ///
    /// ```
    /// let pawns = quadrille_core::Odds { doubled_by: 1.2 };
    /// assert!((pawns.units(pawns.chance(3.0)) - 3.0).abs() < 1e-9);
    /// ```
    #[must_use]
    pub fn units(self, chance: f64) -> f64 {
        self.doubled_by * (chance / (1.0 - chance)).log2()
    }

    /// The winning chance of a score of this many units.
    #[must_use]
    pub fn chance(self, units: f64) -> f64 {
        1.0 / (1.0 + (-units / self.doubled_by).exp2())
    }
}
