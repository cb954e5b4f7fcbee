//! Positions and moves as text.

use crate::{Game, Lang, Refusal};

/// How a game writes its positions and moves, the forms being those of the command line's contract.
pub trait Notation: Game {
    /// Reads a position. What comes back is valid: nothing that follows can be illegal. `rules` gives what the text
    /// leaves open (rule set, and size where the text does not show it).
    fn parse_position(rules: &Self::Rules, text: &str) -> Result<Self, Refusal>;

    /// Writes the position so that [`Notation::parse_position`] gives it back.
    fn format_position(&self) -> String;

    /// Reads a move in any spelling the game knows. The move that comes back is legal here, apart from the history.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// Writes a legal move in the game's standard spelling.
    fn format_move(&self, m: Self::Move) -> String;

    /// A drawing for the terminal, several lines, coordinates included, and whose turn it is.
    fn diagram(&self, lang: Lang) -> String;
}
