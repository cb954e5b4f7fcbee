//! Squares, and sets of squares as 64-bit words: a1 is bit 0, b1 bit 1, … h8 bit 63.

use std::fmt;
use std::str::FromStr;

/// One of the 64 squares, numbered a1 = 0, b1 = 1, … h8 = 63.
///
/// ```
/// use quadrille_chess::Square;
///
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.index(), e4.file(), e4.rank(), e4.bit()), (28, 4, 3, 1 << 28));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A file. Where none is meant an `Option` says so, at no cost: it is one byte all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "a file is its letter")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from the left.
    pub const ALL: [Self; 8] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The file a square is on.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self::ALL[square.file() as usize]
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A set of squares, one bit each. It is a number, not a type of its own: most tables of this crate are computed by the
/// compiler, and there only numbers have operators.
pub type Squares = u64;

/// The squares of the a-file.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The squares of the h-file.
pub const FILE_H: Squares = FILE_A << 7;
/// The squares of the first rank.
pub const RANK_1: Squares = 0xFF;
/// The squares of the eighth rank.
pub const RANK_8: Squares = RANK_1 << 56;
/// The dark squares, a1 among them.
pub const DARK_SQUARES: Squares = 0xAA55_AA55_AA55_AA55;

impl Square {
    /// The square with this number; higher bits are ignored, so there is no wrong number.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on this file and rank, both counted from 0.
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) * 8 + (file & 7))
    }

    /// All squares, a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The square's number, always below 64.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> Squares {
        1 << (self.0 & 63)
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The file's letter, `a` to `h`.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// The lowest square of a set that is not empty.
    #[inline]
    #[must_use]
    pub const fn lowest_of(set: Squares) -> Self {
        Self((set.trailing_zeros() & 63) as u8)
    }
}

/// Walks over a set, lowest square first.
#[inline]
pub fn squares_of(set: Squares) -> impl Iterator<Item = Square> {
    quadrille_core::bits::Bits(set).map(|index| Square::new(index as u8))
}

/// Whether a set holds more than one square.
#[inline]
pub(crate) const fn several(set: Squares) -> bool {
    set & set.wrapping_sub(1) != 0
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(NotASquare),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_agree() {
        assert_eq!("a1".parse(), Ok(Square::new(0)));
        assert_eq!("b1".parse(), Ok(Square::new(1)));
        assert_eq!("h8".parse(), Ok(Square::new(63)));
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::at(square.file(), square.rank()), square);
        }
        for bad in ["", "a", "a0", "a9", "i1", "A1", "a1 ", "é"] {
            assert_eq!(bad.parse::<Square>(), Err(NotASquare));
        }
    }
}
