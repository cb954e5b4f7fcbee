//! Moves and results as Python sees them.

use pyo3::prelude::*;
use quadrille_core::{End, Outcome as Result_, Player};
use quadrille_engine::{MoveInfo, MoveName};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The colour of a player as python-chess has it: White is true.
pub const fn colour(player: Player) -> bool {
    matches!(player, Player::White)
}

/// The player of a colour.
pub const fn player(colour: bool) -> Player {
    if colour { Player::White } else { Player::Black }
}

/// A move with its effect on the board. `str` gives standard notation, `san` that of game records.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Move {
    /// The standard spelling.
    text: String,
    /// The notation of game records (SAN in chess).
    san: String,
    /// Who plays it: true for White.
    color: bool,
    /// Where the piece comes from; none if it is put on the board.
    from_square: Option<String>,
    /// Where it goes; none for a pass.
    to_square: Option<String>,
    /// What a pawn becomes.
    promotion: Option<char>,
    /// Captured pieces.
    captured: Vec<String>,
    /// Pieces that change their owner.
    turned: Vec<String>,
    /// A second moving piece: the rook in castling.
    along: Option<(String, String)>,
    /// Whether it gives check.
    gives_check: bool,
}

impl From<MoveInfo> for Move {
    fn from(info: MoveInfo) -> Self {
        let MoveInfo { text, record, mover, effect } = info;
        Self {
            text,
            san: record,
            color: colour(mover),
            from_square: effect.from,
            to_square: effect.to,
            promotion: effect.promotion,
            captured: effect.captured,
            turned: effect.turned,
            along: effect.along,
            gives_check: effect.check,
        }
    }
}

#[pymethods]
impl Move {
    /// Standard notation (UCI in chess).
    fn uci(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move({:?})", self.text)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text == other.text
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.text.hash(&mut hasher);
        hasher.finish()
    }
}

/// A move given as text, as a [`Move`], or as a report names it.
#[derive(FromPyObject)]
pub enum Spelling {
    /// As text, in any spelling.
    Text(String),
    /// As an object.
    Object(Py<Move>),
    /// As a report names it.
    Named(Py<Spelled>),
}

impl Spelling {
    /// The text.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Object(m) => &m.get().text,
            Self::Named(name) => &name.get().text,
        }
    }
}

/// A move in both notations.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Spelled {
    /// The standard spelling.
    text: String,
    /// The notation of game records (SAN in chess).
    san: String,
}

impl From<&MoveName> for Spelled {
    fn from(name: &MoveName) -> Self {
        Self { text: name.text.clone(), san: name.record.clone() }
    }
}

impl Spelled {
    /// The standard spelling.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Spelled {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Spelled({:?}, {:?})", self.text, self.san)
    }
}

/// How a game ended.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Who won: true for White, false for Black, none for a draw.
    winner: Option<bool>,
    /// The rule that ended the game.
    termination: &'static str,
    /// The code of the rule.
    code: String,
    /// Whether a player has to claim it.
    claimed: bool,
}

impl From<End> for Outcome {
    fn from(end: End) -> Self {
        Self {
            winner: end.outcome.winner().map(colour),
            termination: end.reason.en,
            code: end.reason.code(),
            claimed: end.claimed,
        }
    }
}

/// A result as game records write it.
pub fn result(outcome: Option<Result_>) -> &'static str {
    match outcome.map(Result_::winner) {
        None => "*",
        Some(None) => "1/2-1/2",
        Some(Some(Player::White)) => "1-0",
        Some(Some(Player::Black)) => "0-1",
    }
}

#[pymethods]
impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    fn result(&self) -> &'static str {
        result(Some(self.winner.map_or(Result_::Draw, |winner| Result_::Win(player(winner)))))
    }

    fn __repr__(&self) -> String {
        format!("Outcome({}, {:?})", self.result(), self.termination)
    }
}
