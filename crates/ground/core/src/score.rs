//! Scores: the values that searches compute.

use std::fmt;
use std::ops::Neg;

/// A value from the point of view of the side to move: positive is good for the mover.
///
/// Heuristic values are in hundredths of the game's natural unit (a pawn, a disc, a point) and stay within
/// [`Score::HEURISTIC_LIMIT`]; beyond it lie proven wins and losses, which carry the number of plies to the end so that
/// the nearest win is the best one. Every score fits in an `i16`, which is what a table entry stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

const WIN: i32 = 32_000;
const LONGEST_WIN: i32 = 2_000;

impl Score {
    /// An even position, and the value of a draw.
    pub const DRAW: Self = Self(0);
    /// Larger than every score.
    pub const INFINITE: Self = Self(WIN + 1);
    /// The largest heuristic value; everything above is a proven win.
    pub const HEURISTIC_LIMIT: i32 = WIN - LONGEST_WIN - 1;

    /// A heuristic value, clamped so that it can never be mistaken for a proven one.
    #[inline]
    #[must_use]
    pub const fn heuristic(value: i32) -> Self {
        if value > Self::HEURISTIC_LIMIT {
            Self(Self::HEURISTIC_LIMIT)
        } else if value < -Self::HEURISTIC_LIMIT {
            Self(-Self::HEURISTIC_LIMIT)
        } else {
            Self(value)
        }
    }

    /// The mover wins in this many plies (0 = has won already).
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Self {
        Self(WIN - clamp_plies(plies))
    }

    /// The mover loses in this many plies (0 = has lost already).
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Self {
        Self(clamp_plies(plies) - WIN)
    }

    /// The raw number: hundredths of a unit, or an encoded proven result.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`], for table entries and window arithmetic.
    #[inline]
    #[must_use]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the mover is proven to win.
    #[inline]
    #[must_use]
    pub const fn is_win(self) -> bool {
        self.0 > Self::HEURISTIC_LIMIT
    }

    /// Whether the mover is proven to lose.
    #[inline]
    #[must_use]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::HEURISTIC_LIMIT
    }

    /// Plies to the proven end, if the score is a proven one.
    #[inline]
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_win() {
            Some((WIN - self.0).unsigned_abs())
        } else if self.is_loss() {
            Some((WIN + self.0).unsigned_abs())
        } else {
            None
        }
    }

    /// The same result seen from `plies` moves later or earlier in the tree: proven scores count plies from their node,
    /// so they shift between a node and the root. Heuristic scores are unchanged.
    #[inline]
    #[must_use]
    pub const fn shifted(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0 - plies)
        } else if self.is_loss() {
            Self(self.0 + plies)
        } else {
            self
        }
    }
}

const fn clamp_plies(plies: u32) -> i32 {
    if plies >= LONGEST_WIN as u32 { LONGEST_WIN } else { plies as i32 }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// `+1.25`, `win in 7`, `loss in 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_wins_are_better_and_nearer_losses_worse() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(1) < Score::loss_in(3));
        assert!(Score::win_in(2_000) > Score::heuristic(i32::MAX));
        assert!(Score::loss_in(2_000) < Score::heuristic(-1_000_000));
        assert_eq!(-Score::win_in(5), Score::loss_in(5));
    }

    #[test]
    fn shifting_counts_plies() {
        assert_eq!(Score::win_in(3).shifted(2), Score::win_in(5));
        assert_eq!(Score::loss_in(3).shifted(2), Score::loss_in(5));
        assert_eq!(Score::heuristic(12).shifted(2), Score::heuristic(12));
    }

    #[test]
    fn every_score_fits_a_table_entry() {
        assert!(i16::try_from(Score::INFINITE.raw()).is_ok());
        assert!(i16::try_from(-Score::INFINITE.raw()).is_ok());
    }
}
