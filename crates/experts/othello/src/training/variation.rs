//! New positions that look like players': a few moves off a game, drawn from those that an evaluation likes.

use quadrille_core::bits::Bits;
use quadrille_core::{Player, Rng};
use quadrille_othello::Board;
use quadrille_othello::evaluation::patterns::{Node, Weights};

/// A variation leaves its game at least this many plies before the wanted position, and at most this many.
const SHORTEST: u32 = 2;
const LONGEST: u32 = 8;
/// The chance of a move falls by a factor of e for this many discs lost: the move that leaves the game may be bad, the
/// others are players' moves.
const LEAVING: f64 = 6.0;
const FOLLOWING: f64 = 2.0;

/// A position with `discs` discs that other moves lead to from one of `game`'s positions; none if the line ends before.
pub(super) fn varied(game: &[(Board, Player)], discs: u32, weights: &Weights, rng: &mut Rng) -> Option<Board> {
    let from = discs.checked_sub(SHORTEST + rng.below(LONGEST - SHORTEST + 1))?;
    let &(mut board, _) = game.iter().rfind(|(board, _)| 64 - board.empties() == from)?;
    let mut temperature = LEAVING;
    while 64 - board.empties() < discs {
        board = board.play(drawn(board, temperature, weights, rng)?);
        temperature = FOLLOWING;
        if board.moves() == 0 {
            board = board.pass();
        }
    }
    (board.moves() != 0).then_some(board)
}

/// A random move, the likelier the better it looks; none without a legal move. (The largest of the values with Gumbel noise.)
fn drawn(board: Board, temperature: f64, weights: &Weights, rng: &mut Rng) -> Option<u32> {
    let mut noisy = |square: u32| {
        let noise = -(-rng.unit().max(f64::MIN_POSITIVE).ln()).ln();
        f64::from(value(board.play(square), weights)) / temperature + noise
    };
    let valued = Bits(board.moves()).map(|square| (noisy(square), square));
    valued.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, square)| square)
}

/// What a position is worth to the side that just moved.
fn value(board: Board, weights: &Weights) -> i32 {
    let for_mover = |board: Board| Node::new(weights, board).discs(weights, board.moves());
    match (board.moves(), board.pass().moves()) {
        (0, 0) => -board.final_margin(),
        (0, _) => for_mover(board.pass()),
        _ => -for_mover(board),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::training::{Record, boards};
    use std::collections::HashSet;

    #[test]
    fn variations_have_the_wanted_discs_and_leave_the_game() {
        let squares = [19, 18, 17, 9, 1, 0, 26, 20, 10, 3, 2, 11, 12, 4, 5, 13];
        let record = Record { squares: squares.to_vec(), perfect: None };
        let game: Vec<(Board, Player)> = boards(&record).collect();
        let weights = Weights::built_in();
        let mut rng = Rng::new(8);
        let found: HashSet<Board> = (0..200).filter_map(|_| varied(&game, 14, &weights, &mut rng)).collect();
        assert!(found.iter().all(|board| board.empties() == 50 && board.moves() != 0));
        assert!(found.len() > 20, "{} different positions", found.len());
        assert_eq!(varied(&game[..1], 14, &weights, &mut rng), None, "too far from the only position");
    }

    #[test]
    fn better_moves_are_drawn_more_often() {
        let squares = [19, 18, 17, 9, 1, 0, 26, 20, 10, 3, 2, 11, 12, 4, 5, 13];
        let record = Record { squares: squares.to_vec(), perfect: None };
        let (weights, mut rng) = (Weights::built_in(), Rng::new(9));
        let mut compared = 0;
        for (board, _) in boards(&record) {
            let by_value = |&square: &u32| value(board.play(square), &weights);
            let best = Bits(board.moves()).max_by_key(by_value).expect("a move");
            let worst = Bits(board.moves()).min_by_key(by_value).expect("a move");
            if by_value(&best) < by_value(&worst) + 4 {
                continue;
            }
            let mut times = [0; 64];
            (0..200)
                .filter_map(|_| drawn(board, FOLLOWING, &weights, &mut rng))
                .for_each(|square| times[square as usize] += 1);
            assert!(times[best as usize] > 2 * times[worst as usize], "{best} and {worst} of {times:?}");
            compared += 1;
        }
        assert!(compared > 3, "{compared}");
    }
}
