//! Values in one byte each, and the table of a class.

use super::index::Indexer;

/// Nobody can force mate.
pub(super) const DRAW: u8 = 0;
/// There is no such position: two men on one square, or the side to move could take the king.
pub(super) const BROKEN: u8 = u8::MAX;
/// Longer mates have no code; none of four men is half as long.
pub(super) const LONGEST: u8 = BROKEN - 2;

/// The value of a position for the side to move, with plies to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move mates in this many plies.
    Win(u32),
    /// Nobody can force mate.
    Draw,
    /// The side to move is mated in this many plies.
    Loss(u32),
}

impl Value {
    /// The value that a byte stands for: 0 is a draw, and `n + 1` a mate in `n` plies. The loser is to move when an even
    /// number is left.
    #[inline]
    pub(super) const fn of(code: u8) -> Self {
        match code {
            DRAW => Self::Draw,
            code if code % 2 == 1 => Self::Loss(code as u32 - 1),
            code => Self::Win(code as u32 - 1),
        }
    }

    /// How the side that moved to a position sees its value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// Grows with what the side to move prefers: nearer wins, farther losses.
    #[must_use]
    pub fn rank(self) -> i32 {
        const FAR: i32 = 1_000;
        match self {
            Self::Win(plies) => FAR - plies as i32,
            Self::Draw => 0,
            Self::Loss(plies) => plies as i32 - FAR,
        }
    }

    /// The plies to mate, if there is one.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

/// The values of one class.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) indexer: Indexer,
    pub(super) codes: Vec<u8>,
}
