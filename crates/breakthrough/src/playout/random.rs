//! Uniformly random games.

use crate::bmi::nth_bit;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::Piece;
use quadrille_core::{Game, Outcome, Player, Playout, Rng, Trace, Uniform};
use std::hint::select_unpredictable;

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Playout<Position> for Random {
    fn run<T: Trace>(&self, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        if position.piece() == Piece::Knight {
            return Uniform.run(position, rng, trace);
        }
        let g = position.geometry();
        let mut race = Race { white: position.pawns(Player::White), black: position.pawns(Player::Black) };
        let mut turn = position.to_move();
        let end = loop {
            let end = match turn {
                Player::White => race.ply::<true, T>(g, rng, trace),
                Player::Black => race.ply::<false, T>(g, rng, trace),
            };
            turn = !turn;
            if end != End::None {
                break end;
            }
        };
        position.jump_to(race.white, race.black, turn);
        // The turn has passed to the loser: the one whose enemy arrived (or, in the misere game, to the winner).
        Outcome::Win(match end {
            End::Arrived => position.winner_on_arrival(!turn),
            End::None | End::Bare => !turn,
        })
    }
}

/// What a ply led to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    None,
    /// The mover is on its far row.
    Arrived,
    /// The enemy has no pawn left.
    Bare,
}

/// The pawns alone.
struct Race {
    white: u64,
    black: u64,
}

impl Race {
    /// Plays one random move of White or Black.
    #[inline(always)]
    fn ply<const WHITE: bool, T: Trace>(&mut self, g: &Geometry, rng: &mut Rng, trace: &mut T) -> End {
        let (own, enemy) = if WHITE { (self.white, self.black) } else { (self.black, self.white) };
        let columns = u32::from(g.columns);
        // Targets of the straight step, the one to the right and the one to the left, lined up at the straight target:
        // a right step's target lies one bit above it, a left step's one bit below.
        let ahead = |set: u64| if WHITE { set << columns } else { set >> columns };
        let straight = ahead(own) & !(own | enemy);
        let right = (ahead(own & g.has_right) << 1) & !own;
        let left = (ahead(own & g.has_left) >> 1) & !own;
        let (straight, right, left) = (straight & g.board, right & g.board, left & g.board);

        let (straights, rights) = (straight.count_ones(), right.count_ones());
        let total = straights + rights + left.count_ones();
        let n = rng.below(total);
        let (is_side, is_left) = (n >= straights, n >= straights + rights);
        // Which direction it is cannot be predicted: selecting costs less than a wrong guess every other move.
        let set = select_unpredictable(is_left, left, select_unpredictable(is_side, right, straight));
        let skipped = select_unpredictable(is_left, straights + rights, select_unpredictable(is_side, straights, 0));
        let side = i32::from(is_side) - 2 * i32::from(is_left);
        let to = nth_bit(set, n - skipped);
        let from = if WHITE { to >> (columns as i32 + side) } else { to << (columns as i32 - side) };
        self.record::<WHITE, T>(g, trace, from, side, enemy & to != 0);
        self.settle::<WHITE>(g, own ^ from ^ to, enemy & !to, to)
    }

    /// Tells the trace the documents' code of the move; `side` is 1 for a step to the right, -1 to the left.
    #[inline(always)]
    fn record<const WHITE: bool, T: Trace>(&self, g: &Geometry, trace: &mut T, from: u64, side: i32, captures: bool) {
        const DIRECTION: [usize; 3] = [3, 0, 1];
        let code = 5 * from.trailing_zeros() as usize + DIRECTION[(side + 1) as usize] + usize::from(captures);
        if WHITE {
            trace.record(Player::White, code);
        } else {
            trace.record(Player::Black, 5 * g.squares() + code);
        }
    }

    /// Stores the sets after the move and says whether the game has ended.
    #[inline(always)]
    fn settle<const WHITE: bool>(&mut self, g: &Geometry, own: u64, enemy: u64, to: u64) -> End {
        (self.white, self.black) = if WHITE { (own, enemy) } else { (enemy, own) };
        if to & (if WHITE { g.top } else { g.bottom }) != 0 {
            End::Arrived
        } else if enemy == 0 {
            End::Bare
        } else {
            End::None
        }
    }
}
