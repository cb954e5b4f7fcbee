//! `discs`: counting discs. A poor guide before the end, exact at the end.

use crate::Position;
use quadrille_core::{Evaluation, Outcome, Score};

/// The disc difference, in hundredths of a disc. Finished games count their margin, empty squares going to the winner, so
/// a search to the end is exact in discs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discs;

/// The score of a finished game by its margin: hundredths of a disc.
pub(super) fn margin(position: &Position) -> Score {
    Score::heuristic(100 * position.final_margin())
}

impl Evaluation<Position> for Discs {
    fn name(&self) -> &'static str {
        "discs"
    }

    fn evaluate(&self, position: &Position) -> Score {
        Score::heuristic(100 * position.board().difference())
    }

    fn finished(&self, position: &Position, _: Outcome, _: u32) -> Score {
        margin(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use quadrille_core::{Game, Notation};

    #[test]
    fn counts_discs_and_gives_empty_squares_to_the_winner() {
        let text = format!("{}{} O", "X".repeat(60), "-".repeat(4));
        let over = Position::parse_position(&Rules::Standard, &text).unwrap();
        assert_eq!(Discs.evaluate(&over), Score::heuristic(-6_000));
        assert_eq!(Discs.finished(&over, over.outcome().unwrap(), 3), Score::heuristic(-6_400));
        assert_eq!(Discs.evaluate(&Position::start(&Rules::Standard)), Score::DRAW);
    }
}
