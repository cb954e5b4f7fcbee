//! `patterns`: the trained evaluation, in hundredths of a disc.

use super::discs;
use crate::Position;
use crate::patterns::{Node, UNIT, Weights};
use quadrille_core::{Evaluation, Outcome, Score};
use std::sync::Arc;

/// The trained evaluation. Finished games count their margin, so a search to the end is exact in discs.
#[derive(Clone)]
pub struct Patterns {
    weights: Arc<Weights>,
}

impl Patterns {
    /// With other weights than the built-in ones.
    #[must_use]
    pub const fn new(weights: Arc<Weights>) -> Self {
        Self { weights }
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Self::new(Weights::built_in())
    }
}

impl Evaluation<Position> for Patterns {
    fn name(&self) -> &'static str {
        "patterns"
    }

    fn evaluate(&self, position: &Position) -> Score {
        let board = position.board();
        let node = Node::new(&self.weights, board);
        let raw = self.weights.raw(board, board.moves(), &node.features);
        // An estimate never claims more than a game can end with.
        Score::heuristic((raw * 100 / UNIT).clamp(-6_400, 6_400))
    }

    fn finished(&self, position: &Position, _: Outcome, _: u32) -> Score {
        discs::margin(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use quadrille_core::{Game, Rng};

    #[test]
    fn mirrored_boards_have_the_same_value() {
        let patterns = Patterns::default();
        for seed in 0..20 {
            let mut rng = Rng::stream(41, seed);
            let mut position = Position::start(&Rules::Standard);
            loop {
                let value = patterns.evaluate(&position);
                let [black, white] = quadrille_core::Player::BOTH.map(|player| position.discs(player));
                let flipped =
                    Position::new(Rules::Standard, black.swap_bytes(), white.swap_bytes(), position.to_move());
                assert_eq!(patterns.evaluate(&flipped), value);
                let turned =
                    Position::new(Rules::Standard, black.reverse_bits(), white.reverse_bits(), position.to_move());
                assert_eq!(patterns.evaluate(&turned), value);
                let mut moves = <Position as Game>::Moves::default();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(moves.as_slice()) else { break };
                position.play(m);
            }
        }
    }
}
