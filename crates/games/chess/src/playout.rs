//! Random games to the end.

use crate::draws;
use crate::movegen::{self, Moves};
use crate::position::Position;
use quadrille_core::{Game, Outcome, Playout, Rng, Trace};

/// Every legal move is equally likely; the game ends by mate, stalemate, fifty moves or insufficient material. That is
/// always: captures and pawn moves run out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Playout<Position> for Random {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        let mut moves = Moves::new();
        loop {
            moves.clear();
            movegen::generate::<false, _>(position, &mut moves);
            let Some(&m) = rng.pick(&moves) else {
                return position.outcome().unwrap_or(Outcome::Draw);
            };
            let over = position.halfmove_clock() >= draws::FIFTY_MOVES || draws::has_insufficient_material(position);
            if over {
                return Outcome::Draw;
            }
            trace.record(position.to_move(), position.code(m));
            position.play(m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use quadrille_core::{FirstCodes, Player};

    #[test]
    fn playouts_end_and_are_reproducible() {
        let start = Position::start(&Rules::Standard);
        let mut codes = FirstCodes::new(start.codes());
        let mut results = [0_u32; 3];
        for game in 0..300 {
            let ends = [0, 1].map(|_| {
                let mut position = start;
                codes.clear();
                let outcome = Random.run(&mut position, &mut Rng::stream(1, game), &mut codes);
                assert!(position.outcome().is_none_or(|known| known == outcome));
                (outcome, position)
            });
            assert!(ends[0] == ends[1]);
            assert!(!codes.of(Player::White).is_empty());
            results[ends[0].0.winner().map_or(2, Player::index)] += 1;
        }
        assert!(results.iter().all(|&n| n > 0), "{results:?}");
    }
}
