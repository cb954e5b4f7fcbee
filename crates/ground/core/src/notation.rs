//! Positions and moves as text.

use crate::{Game, Lang, Refusal};

/// The text forms of a game's positions and moves.
pub trait Notation: Game {
    /// Parses and validates a position. `rules` gives what the text leaves open (rule set, and size if the text does
    /// not show it).
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self, Refusal>;

    /// Writes the position in the form that [`Notation::parse_position`] reads.
    fn format_position(&self) -> String;

    /// Parses a move in any notation the game knows. The move returned is legal here, ignoring the history.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// Writes a legal move in the game's standard notation.
    fn format_move(&self, m: Self::Move) -> String;

    /// A diagram for the terminal, with coordinates and the side to move.
    fn diagram(&self, lang: Lang) -> String;
}
