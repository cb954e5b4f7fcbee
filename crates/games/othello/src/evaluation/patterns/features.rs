//! The contents of every shape's copies as numbers, kept up to date move by move.
//!
//! The index of a copy is the sum of `3^place` over own discs plus twice that over the other's. Both sums are kept apart, one
//! number for each lane, so that changing sides is a swap and a move is a few vector additions.

use super::shapes::{LANES, Layout, Row};
use crate::board::Board;
use quadrille_core::bits::Bits;

/// The sums of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    own: Row,
    other: Row,
}

impl Features {
    /// From scratch.
    pub fn of(layout: &Layout, board: Board) -> Self {
        let sum = |set| sum(layout, set);
        Self { own: sum(board.own), other: sum(board.other) }
    }

    /// After a move onto `square` that turns `flips`, seen by the next player.
    #[inline]
    pub fn after(&self, layout: &Layout, square: u32, flips: u64) -> Self {
        let turned = sum(layout, flips);
        let placed = &layout.rows[square as usize];
        let mut next = Self { own: self.other, other: self.own };
        for lane in 0..LANES {
            next.own.0[lane] = self.other.0[lane].wrapping_sub(turned.0[lane]);
            next.other.0[lane] = self.own.0[lane].wrapping_add(turned.0[lane]).wrapping_add(placed.0[lane]);
        }
        next
    }

    /// The same discs seen by the other side.
    #[inline]
    pub const fn pass(&self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The index of each lane's copy.
    #[inline]
    pub fn indices(&self) -> Row {
        let mut indices = self.own;
        for lane in 0..LANES {
            indices.0[lane] = self.own.0[lane].wrapping_add(self.other.0[lane].wrapping_mul(2));
        }
        indices
    }
}

#[inline]
fn sum(layout: &Layout, set: u64) -> Row {
    let mut sum = Row([0; LANES]);
    for square in Bits(set) {
        let row = &layout.rows[square as usize];
        for lane in 0..LANES {
            sum.0[lane] = sum.0[lane].wrapping_add(row.0[lane]);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Rules};
    use quadrille_core::{Game, Rng};

    #[test]
    fn features_follow_the_game() {
        let layout = Layout::new();
        for seed in 0..20 {
            let mut rng = Rng::stream(31, seed);
            let mut position = Position::start(&Rules::Standard);
            let mut features = Features::of(&layout, position.board());
            loop {
                let mut moves = <Position as Game>::Moves::default();
                position.legal_moves(&mut moves);
                let Some(&m) = rng.pick(moves.as_slice()) else { break };
                features = match m.square() {
                    Some(square) => features.after(&layout, square, position.flips(m)),
                    None => features.pass(),
                };
                position.play(m);
                assert_eq!(features, Features::of(&layout, position.board()));
            }
        }
    }
}
