//! The common part of all playout policies: only the pawns, and drawing one move.
//!
//! A policy restricts the target squares; the draw among the rest is uniform.

use super::bits::nth_bit;
use crate::geometry::Geometry;
use crate::position::Position;
use quadrille_core::{Game, Outcome, Player, Rng, Trace};
use std::hint::select_unpredictable;

/// Which moves a policy draws from.
pub(super) trait Policy {
    /// The target squares the mover should consider, all others being ignored if one of these can be reached.
    fn targets<const WHITE: bool>(&self, g: &Geometry, reach: &Reach, rng: &mut Rng) -> u64;
}

/// Where the mover can go.
pub(super) struct Reach {
    pub straight: u64,
    pub right: u64,
    pub left: u64,
    pub enemy: u64,
}

impl Reach {
    /// Targets of all directions.
    #[inline(always)]
    pub const fn all(&self) -> u64 {
        self.straight | self.right | self.left
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

struct Race {
    white: u64,
    black: u64,
}

/// Plays a game of pawns, not yet over, to its end.
#[inline(always)]
pub(super) fn run<P: Policy, T: Trace>(policy: &P, position: &mut Position, rng: &mut Rng, trace: &mut T) -> Outcome {
    let g = position.geometry();
    let mut race = Race { white: position.pawns(Player::White), black: position.pawns(Player::Black) };
    let mut turn = position.to_move();
    let end = loop {
        let end = match turn {
            Player::White => race.ply::<true, P, T>(policy, g, rng, trace),
            Player::Black => race.ply::<false, P, T>(policy, g, rng, trace),
        };
        turn = !turn;
        if end != End::None {
            break end;
        }
    };
    position.jump_to(race.white, race.black, turn);
    // The side to move has lost: its enemy has arrived or taken its last pawn.
    Outcome::Win(match end {
        End::Arrived => position.winner_on_arrival(!turn),
        End::None | End::Bare => !turn,
    })
}

impl Race {
    /// Plays one move of White or Black.
    #[inline(always)]
    fn ply<const WHITE: bool, P: Policy, T: Trace>(
        &mut self,
        policy: &P,
        g: &Geometry,
        rng: &mut Rng,
        trace: &mut T,
    ) -> End {
        let (own, enemy) = if WHITE { (self.white, self.black) } else { (self.black, self.white) };
        let reach = reach::<WHITE>(g, own, enemy);
        let wanted = policy.targets::<WHITE>(g, &reach, rng);
        let wanted = if wanted & reach.all() == 0 { u64::MAX } else { wanted };
        let (from, to, side) = draw::<WHITE>(g, &reach, wanted, rng);
        record::<WHITE, T>(g, trace, from, side, enemy & to != 0);
        self.settle::<WHITE>(g, own ^ from ^ to, enemy & !to, to)
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

/// The set moved one row forward.
#[inline(always)]
pub(super) const fn ahead<const WHITE: bool>(set: u64, g: &Geometry) -> u64 {
    if WHITE { set << g.columns } else { set >> g.columns }
}

#[inline(always)]
fn reach<const WHITE: bool>(g: &Geometry, own: u64, enemy: u64) -> Reach {
    Reach {
        straight: ahead::<WHITE>(own, g) & !(own | enemy) & g.board,
        right: ahead::<WHITE>(own & g.has_right, g) << 1 & !own & g.board,
        left: ahead::<WHITE>(own & g.has_left, g) >> 1 & !own & g.board,
        enemy,
    }
}

/// A uniformly drawn move among those with a wanted target: source, target, and 1 for a step to the right, -1 to the left.
#[inline(always)]
fn draw<const WHITE: bool>(g: &Geometry, reach: &Reach, wanted: u64, rng: &mut Rng) -> (u64, u64, i32) {
    let (straight, right, left) = (reach.straight & wanted, reach.right & wanted, reach.left & wanted);
    let (straights, rights) = (straight.count_ones(), right.count_ones());
    let n = rng.below(straights + rights + left.count_ones());
    let (is_side, is_left) = (n >= straights, n >= straights + rights);
    // The direction is unpredictable, so a select is cheaper than a branch.
    let set = select_unpredictable(is_left, left, select_unpredictable(is_side, right, straight));
    let skipped = select_unpredictable(is_left, straights + rights, select_unpredictable(is_side, straights, 0));
    let side = i32::from(is_side) - 2 * i32::from(is_left);
    let to = nth_bit(set, n - skipped);
    let columns = i32::from(g.columns);
    (if WHITE { to >> (columns + side) } else { to << (columns - side) }, to, side)
}

/// Tells the trace the code of the move.
#[inline(always)]
fn record<const WHITE: bool, T: Trace>(g: &Geometry, trace: &mut T, from: u64, side: i32, captures: bool) {
    const DIRECTION: [usize; 3] = [3, 0, 1];
    let code = 5 * from.trailing_zeros() as usize + DIRECTION[(side + 1) as usize] + usize::from(captures);
    if WHITE {
        trace.record(Player::White, code);
    } else {
        trace.record(Player::Black, 5 * g.squares() + code);
    }
}
