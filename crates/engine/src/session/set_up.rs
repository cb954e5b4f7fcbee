//! Changes of a position between two moves, as records of problems and lectures have them.
//!
//! A step is a word without blanks, so it stands where a move stands: `{D4=b,E5=w,F6=-,to=w}` puts a black stone on D4 and
//! a white one on E5, takes what is on F6, and White is to move. `{to=w}` alone is a null move, one side's second move in a
//! row, or play that goes on after its end. `{}` changes nothing: a comment has a place of its own.

use crate::words;
use quadrille_core::{Picture, Piece, Playable, Player, Refusal};

/// What stands for a step in a list of moves.
pub const SIGN: &str = "✎";
/// What stands before the side to move.
const TURN: &str = "to";

/// Whether a text is such a step; no move begins like this.
#[must_use]
pub fn is_set_up(text: &str) -> bool {
    text.starts_with('{') && text.ends_with('}')
}

/// A change of the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Cells with what stands there then, as [`Piece`] is written; none for an empty cell.
    pub cells: Vec<(String, Option<String>)>,
    /// Who is to move then, if that changes.
    pub to_move: Option<Player>,
}

const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "b",
        Player::White => "w",
    }
}

impl Step {
    /// The same position, and this side is to move.
    #[must_use]
    pub fn turn(to_move: Player) -> Self {
        Self { cells: Vec::new(), to_move: Some(to_move) }
    }

    /// Whose turn it is, if the step says nothing else.
    #[must_use]
    pub fn only_turn(&self) -> Option<Player> {
        self.to_move.filter(|_| self.cells.is_empty())
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cell = |(name, piece): &(String, Option<String>)| format!("{name}={}", piece.as_deref().unwrap_or("-"));
        let turn = self.to_move.map(|player| format!("{TURN}={}", letter(player)));
        write!(f, "{{{}}}", self.cells.iter().map(cell).chain(turn).collect::<Vec<_>>().join(","))
    }
}

impl std::str::FromStr for Step {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let wrong = || words::NO_SET_UP.refuse().quote("step", text);
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(wrong)?;
        let mut step = Self::default();
        for part in inner.split(',').filter(|part| !part.is_empty()) {
            match part.split_once('=').ok_or_else(wrong)? {
                (TURN, "b") => step.to_move = Some(Player::Black),
                (TURN, "w") => step.to_move = Some(Player::White),
                (cell, piece) => step.cells.push((cell.to_owned(), (piece != "-").then(|| piece.to_owned()))),
            }
        }
        Ok(step)
    }
}

/// The position after a step; none if it changes nothing.
pub(super) fn position<G: Playable>(before: &G, text: &str) -> Result<Option<G>, Refusal> {
    let wrong = || words::NO_SET_UP.refuse().quote("step", text);
    let Step { cells, to_move } = text.parse()?;
    let Picture { names, mut pieces, .. } = before.picture();
    for (cell, piece) in &cells {
        let at = names.iter().position(|name| name == cell).ok_or_else(wrong)?;
        pieces[at] = match piece {
            Some(piece) => Some(piece.parse::<Piece>().map_err(|()| wrong())?),
            None => None,
        };
    }
    if cells.is_empty() && to_move.is_none() {
        return Ok(None);
    }
    let turn = to_move.unwrap_or_else(|| before.to_move());
    if cells.is_empty()
        && turn != before.to_move()
        && let Some(passed) = before.null_move()
    {
        return Ok(Some(passed));
    }
    let text = before.compose(&pieces, turn).ok_or_else(wrong)?;
    G::parse_position(&before.rules(), &text).map(Some)
}
