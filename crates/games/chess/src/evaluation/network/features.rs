//! The input features of the network.

use crate::square::Square;
use quadrille_core::Player;

/// Pieces that one region of the king tells apart: own or opponent's, role, square.
pub(super) const PIECES: usize = 2 * OF_ONE;
/// Those of one side.
const OF_ONE: usize = 6 * 64;
/// Regions of the own king.
pub(super) const REGIONS: usize = 4;
/// All inputs.
pub(super) const INPUTS: usize = REGIONS * PIECES;
/// `feature_hash` of `tools/train_chess.py`: a network of other features is refused.
pub(super) const HASH: u32 = 1_791_920_498;

/// The regions, for files a to d of each rank: the corner and the centre of the back rank, the second rank, the rest.
#[rustfmt::skip]
const REGION: [[u8; 4]; 8] = [
    [0, 0, 1, 1],
    [2, 2, 2, 2],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
    [3, 3, 3, 3],
];

/// A piece on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The index of its owner.
    owner: u8,
    /// Its square, and 64 times its role.
    place: u16,
}

impl Piece {
    /// The piece of the role with this index.
    #[inline]
    pub(super) const fn new(owner: usize, role: usize, square: Square) -> Self {
        Self { owner: owner as u8, place: (role * 64 + square.index()) as u16 }
    }
}

/// One side's view of the board, which depends on its king's square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// The first inputs of the region, for White's pieces and for Black's.
    first: [u16; 2],
    /// What is exclusive-ored to a square: turns the board over for Black, mirrors it for a king on files e to h.
    turn: u8,
    region: u8,
}

impl Frame {
    #[inline]
    pub(super) fn new(viewer: Player, king: Square) -> Self {
        let end = if viewer == Player::White { 0 } else { 56 };
        let mirror = if king.file() >= 4 { 7 } else { 0 };
        let seen = Square::new(king.index() as u8 ^ end ^ mirror);
        let region = REGION[usize::from(seen.rank())][usize::from(seen.file() & 3)];
        let own = (usize::from(region) * PIECES) as u16;
        let mut first = [own + OF_ONE as u16; 2];
        first[viewer.index()] = own;
        Self { first, turn: end ^ mirror, region }
    }

    /// A number below twice the regions, different for every frame of a viewer.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.region) * 2 + usize::from(self.turn & 1)
    }

    /// The input that a piece is.
    #[inline]
    pub(super) fn input(self, piece: Piece) -> usize {
        usize::from(self.first[usize::from(piece.owner & 1)] + (piece.place ^ u16::from(self.turn)))
    }
}
