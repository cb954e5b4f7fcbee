//! What the network sees of a piece.

use crate::piece::Role;
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

/// A piece on a square, in one number: White's by role and square, then Black's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece(u16);

impl Piece {
    #[inline]
    pub(super) fn new(owner: Player, role: Role, square: Square) -> Self {
        let side = if owner == Player::White { 0 } else { OF_ONE };
        Self((side + role.index() * 64 + square.index()) as u16)
    }
}

/// How one side sees the board, which depends on where its king stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    viewer: Player,
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
        Self { viewer, turn: end ^ mirror, region: REGION[usize::from(seen.rank())][usize::from(seen.file() & 3)] }
    }

    /// A number below twice the regions, different for every frame of a viewer.
    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.region) * 2 + usize::from(self.turn & 1)
    }

    /// The input that a piece is.
    #[inline]
    pub(super) fn input(self, piece: Piece) -> usize {
        let seen = usize::from(piece.0 ^ u16::from(self.turn));
        let of_white = seen < OF_ONE;
        let own = of_white == (self.viewer == Player::White);
        usize::from(self.region) * PIECES + if of_white { seen } else { seen - OF_ONE } + if own { 0 } else { OF_ONE }
    }
}
