//! The bare board for searches and playouts: the mover's discs and the opponent's.

use crate::movegen;
use quadrille_core::Player;

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The edge squares next to a corner.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The 28 squares on the border.
pub const EDGES: u64 = 0xFF81_8181_8181_81FF;

/// Discs from the mover's point of view. The two sets never overlap.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_othello::Board;
///
/// let board = Board::start(Player::Black);
/// assert_eq!(board.moves().count_ones(), 4);
/// let f5 = 8 * 4 + 5;
/// assert_eq!((board.flips(f5), board.play(f5).difference()), (1 << (f5 - 1), -3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of the side to move.
    pub own: u64,
    /// The discs of the other side.
    pub other: u64,
}

impl Board {
    /// The centre of four, seen by the first player, whatever the colour: d5 and e4 are Black's.
    #[must_use]
    pub const fn start(first: Player) -> Self {
        const BLACK: u64 = 1 << 28 | 1 << 35;
        const WHITE: u64 = 1 << 27 | 1 << 36;
        match first {
            Player::Black => Self { own: BLACK, other: WHITE },
            Player::White => Self { own: WHITE, other: BLACK },
        }
    }

    /// The squares the mover may play on.
    #[inline]
    #[must_use]
    pub fn moves(self) -> u64 {
        movegen::moves(self.own, self.other)
    }

    /// The discs that a move onto an empty square turns; none if the move is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, square: u32) -> u64 {
        movegen::flips(self.own, self.other, square)
    }

    /// The board after a move onto `square` that turns `flips`, seen by the next player.
    #[inline]
    #[must_use]
    pub const fn after(self, square: u32, flips: u64) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// The board after a move, seen by the next player.
    #[inline]
    #[must_use]
    pub fn play(self, square: u32) -> Self {
        self.after(square, self.flips(square))
    }

    /// The same discs seen by the other side: what a pass leads to.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The empty squares.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> u64 {
        !(self.own | self.other)
    }

    /// How many squares are empty.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.pass().moves() == 0
    }

    /// The mover's discs minus the other's.
    #[inline]
    #[must_use]
    pub const fn difference(self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The mover's margin if the game ends here: the disc difference, the empty squares counting for the winner.
    #[inline]
    #[must_use]
    pub const fn final_margin(self) -> i32 {
        let difference = self.difference();
        difference + self.empties() as i32 * difference.signum()
    }
}

/// The set and its neighbours in all eight directions.
#[inline]
#[must_use]
pub const fn near(set: u64) -> u64 {
    let row = set | (set << 1 & 0xFEFE_FEFE_FEFE_FEFE) | (set >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
    row | row << 8 | row >> 8
}
