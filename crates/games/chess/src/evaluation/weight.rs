//! A value that changes with the phase of the game.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two values in hundredths of a pawn: for the middlegame and for the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With few pieces left.
    pub endgame: i32,
}

/// Short for a [`Weight`].
pub(crate) const fn w(middlegame: i32, endgame: i32) -> Weight {
    Weight { middlegame, endgame }
}

impl Weight {
    /// The value between the two at this phase: 24 is the middlegame, 0 the endgame.
    #[inline]
    #[must_use]
    pub const fn at_phase(self, phase: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// The phase with all pieces on the board.
pub(crate) const FULL_PHASE: i32 = 24;

impl Add for Weight {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        w(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl Sub for Weight {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for Weight {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        w(-self.middlegame, -self.endgame)
    }
}

impl Mul<i32> for Weight {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        w(self.middlegame * times, self.endgame * times)
    }
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Weight {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
