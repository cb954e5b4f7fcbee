//! Random games, fast: on the bare board, without keys or move lists.

use crate::board::Board;
use crate::movegen::nth_bit;
use crate::moves::Move;
use crate::position::Position;
use quadrille_core::{Game, Outcome, Playout, Rng, Trace};

/// Every legal move is equally likely.
///
/// ```
/// use quadrille_core::{Game, Playout, Rng};
/// use quadrille_othello::{Position, Rules, playout::Random};
///
/// let mut position = Position::start(&Rules::Standard);
/// let outcome = Random.run(&mut position, &mut Rng::new(1), &mut ());
/// assert_eq!(position.outcome(), Some(outcome));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Random {
    /// Plays a bare board to the end; the margin of the side that was to move, empty squares counting for the winner.
    #[inline]
    pub fn margin(board: Board, rng: &mut Rng) -> i32 {
        let (last, moved) = finish(board, rng, |_, _| ());
        if moved { -last.final_margin() } else { last.final_margin() }
    }
}

/// The last board, and whether it is seen by the side that was not to move first. `played` receives each square and
/// whether the second side played it.
#[inline]
fn finish(mut board: Board, rng: &mut Rng, mut played: impl FnMut(bool, usize)) -> (Board, bool) {
    let mut second = false;
    let mut passed = false;
    loop {
        let squares = board.moves();
        if squares == 0 {
            if passed {
                return (board, second);
            }
            if board.pass().moves() != 0 {
                played(second, Move::PASS.code());
            }
            passed = true;
            board = board.pass();
        } else {
            passed = false;
            let square = nth_bit(squares, rng.below(squares.count_ones()));
            played(second, square as usize);
            board = board.play(square);
        }
        second = !second;
    }
}

impl Playout<Position> for Random {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        let first = position.to_move();
        let colour = |second: bool| if second { !first } else { first };
        let (last, second) = finish(position.board(), rng, |second, code| trace.record(colour(second), code));
        let turn = colour(second);
        let (black, white) =
            if turn == quadrille_core::Player::Black { (last.own, last.other) } else { (last.other, last.own) };
        *position = Position::new(position.rules(), black, white, turn);
        Outcome::from_black_margin(black.count_ones() as i32 - white.count_ones() as i32)
    }
}
