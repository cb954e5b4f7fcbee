//! A move in sixteen bits.
//!
//! Six bits for each square and four for the kind. The kind names the piece that moves, so playing a move looks nothing
//! up; each of the 65,536 values can be tested for legality ([`quadrille_core::Game::is_legal`]). Castling is encoded
//! as the king taking its own rook, which is unambiguous in Chess960 too.

use crate::piece::Role;
use crate::square::Square;
use std::fmt;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A piece moves, capturing what stands on the target square; pawns too, one step or a plain capture.
    Ordinary(Role),
    /// A pawn moves two squares.
    DoublePush,
    /// An en-passant capture.
    EnPassant,
    /// The king castles with the rook on the target square.
    Castle,
    /// A pawn reaches the last rank, with or without a capture, and becomes this.
    Promotion(Role),
}

/// A move: where from, where to, and what kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

pub(crate) const TAG_DOUBLE_PUSH: u16 = 6;
pub(crate) const TAG_EN_PASSANT: u16 = 7;
pub(crate) const TAG_CASTLE: u16 = 8;
/// Tags 9 to 12 promote to a knight, bishop, rook, queen: the role's number plus this.
pub(crate) const TAG_PROMOTION: u16 = 8;
const TAG_SHIFT: u32 = 12;

impl Move {
    /// A move of this kind.
    #[must_use]
    pub const fn new(from: Square, to: Square, kind: Kind) -> Self {
        let tag = match kind {
            Kind::Ordinary(role) => role as u16,
            Kind::DoublePush => TAG_DOUBLE_PUSH,
            Kind::EnPassant => TAG_EN_PASSANT,
            Kind::Castle => TAG_CASTLE,
            Kind::Promotion(role) => TAG_PROMOTION + role as u16,
        };
        Self::tagged(from, to, tag)
    }

    #[inline]
    pub(crate) const fn tagged(from: Square, to: Square, tag: u16) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | tag << TAG_SHIFT)
    }

    #[inline]
    pub(crate) const fn tag(self) -> u16 {
        self.0 >> TAG_SHIFT
    }

    /// The move with this bit pattern, valid or not; the inverse of [`Move::bits`].
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The sixteen bits, for tables and files.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the piece starts.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// Where it goes; for castling, the square of the rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// The kind; `None` for invalid bit patterns.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        Some(match self.tag() {
            tag @ 0..=5 => Kind::Ordinary(Role::ALL[tag as usize]),
            TAG_DOUBLE_PUSH => Kind::DoublePush,
            TAG_EN_PASSANT => Kind::EnPassant,
            TAG_CASTLE => Kind::Castle,
            tag @ 9..=12 => Kind::Promotion(Role::ALL[(tag - TAG_PROMOTION) as usize]),
            _ => return None,
        })
    }

    /// The piece that moves: the king when castling, the pawn when promoting.
    #[inline]
    #[must_use]
    pub const fn role(self) -> Role {
        const ROLES: [Role; 16] = {
            let mut roles = [Role::Pawn; 16];
            let mut tag = 0;
            while tag < Role::ALL.len() {
                roles[tag] = Role::ALL[tag];
                tag += 1;
            }
            roles[TAG_CASTLE as usize] = Role::King;
            roles
        };
        ROLES[self.tag() as usize]
    }

    /// What a pawn becomes by this move.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.tag() {
            tag @ 9..=12 => Some(Role::ALL[(tag - TAG_PROMOTION) as usize]),
            _ => None,
        }
    }

    /// Whether the king castles.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.tag() == TAG_CASTLE
    }

    /// Whether this is an en-passant capture.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.tag() == TAG_EN_PASSANT
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Some(kind) => write!(f, "{}{} {kind:?}", self.from(), self.to()),
            None => write!(f, "no move {:#06x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_survive_packing() {
        let kinds = Role::ALL.into_iter().map(Kind::Ordinary);
        let kinds = kinds.chain([Kind::DoublePush, Kind::EnPassant, Kind::Castle]);
        for kind in kinds.chain(Role::PROMOTIONS.into_iter().map(Kind::Promotion)) {
            let m = Move::new(Square::new(12), Square::new(63), kind);
            assert_eq!((m.from(), m.to(), m.kind()), (Square::new(12), Square::new(63), Some(kind)));
            assert_eq!(Move::from_bits(m.bits()), m);
        }
        assert_eq!((0..=u16::MAX).filter(|&bits| Move::from_bits(bits).kind().is_none()).count(), 3 * 4096);
    }
}
