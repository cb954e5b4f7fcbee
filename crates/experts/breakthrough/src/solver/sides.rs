//! A position from the mover's view: its own pawns go up.
//!
//! Black's positions are turned upside down, so every solver needs only one orientation. Positions that are not quiet
//! are resolved here: a win in one, threats that must be answered.

use super::lanes::WON_NOW;
use quadrille_breakthrough::{Geometry, Position};

/// The pawns of the side to move, which go up, and the enemy's, which go down; bit `columns * row + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sides {
    /// The mover's pawns.
    pub own: u64,
    /// The enemy's.
    pub enemy: u64,
}

/// A table that knows the value of quiet positions, as [`super::lanes::PlyLanes`] counts them.
pub trait QuietValues: Send + Sync {
    /// The value for the mover; `None` if the position is not in the table.
    fn quiet_value(&self, sides: Sides) -> Option<u8>;

    /// How many quiet positions the table holds, mirror images once, and how many of them the mover wins.
    fn census(&self) -> (u64, u64);
}

/// A win with the next move.
pub const WIN_IN_ONE: u8 = WON_NOW - 1;
/// A loss with the enemy's next move.
pub const LOSS_IN_TWO: u8 = 2;

impl Sides {
    /// A position from its mover's side.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (own, enemy) = position.seen_by_mover();
        Self { own, enemy }
    }

    /// The same board from the other side.
    #[must_use]
    pub(crate) fn turned(self, g: &Geometry) -> Self {
        Self { own: g.flipped(self.enemy), enemy: g.flipped(self.own) }
    }

    /// The position of the other side after the mover's pawn went from one square to another.
    #[must_use]
    pub(crate) fn after(self, from: u64, to: u64, g: &Geometry) -> Self {
        Self { own: self.own ^ from | to, enemy: self.enemy & !to }.turned(g)
    }

    /// The mover's pawns that could take the pawn on the square `at`.
    #[must_use]
    pub(crate) fn takers(self, at: u64, g: &Geometry) -> u64 {
        ((at & g.has_left) >> 1 | (at & g.has_right) << 1) >> g.columns & self.own
    }

    /// The status without a table look-up: the game is over or decided by the next moves, one threat must be answered,
    /// or the position is quiet.
    #[must_use]
    pub(crate) fn state(self, g: &Geometry) -> State {
        if self.enemy & g.bottom != 0 || self.own == 0 {
            return State::Decided(0);
        }
        if self.own & g.before_top != 0 || self.enemy == 0 {
            return State::Decided(WIN_IN_ONE);
        }
        let threats = self.enemy & g.before_bottom;
        match threats.count_ones() {
            0 => State::Quiet,
            1 if self.takers(threats, g) != 0 => State::Threatened(threats),
            _ => State::Decided(LOSS_IN_TWO),
        }
    }

    /// The value of any position, from the values of quiet ones.
    #[must_use]
    pub(crate) fn value(self, table: &dyn QuietValues, g: &Geometry) -> Option<u8> {
        match self.state(g) {
            State::Decided(value) => Some(value),
            State::Quiet => table.quiet_value(self),
            State::Threatened(at) => {
                let takers = quadrille_core::bits::Bits(self.takers(at, g));
                takers
                    .map(|from| self.after(1 << from, at, g).answered(table, g))
                    .try_fold(LOSS_IN_TWO, |best, value| value.map(|value| best.max(value)))
            }
        }
    }

    /// The value for the side that has just moved into this position.
    fn answered(self, table: &dyn QuietValues, g: &Geometry) -> Option<u8> {
        self.value(table, g).map(for_other_side)
    }
}

/// A position's value for the side that moves into it.
#[must_use]
pub const fn for_other_side(value: u8) -> u8 {
    let value = WON_NOW - value;
    if value >= super::lanes::FIRST_WIN { value - 1 } else { value + 1 }
}

/// See [`Sides::state`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The value, as [`super::lanes::PlyLanes`] counts it.
    Decided(u8),
    /// The enemy pawn here must be captured, and can be.
    Threatened(u64),
    /// Nothing is urgent.
    Quiet,
}

/// The masks of a board by its size.
#[must_use]
pub(crate) fn masks(rows: u32, columns: u32) -> &'static Geometry {
    Geometry::of(rows as u8, columns as u8)
}
