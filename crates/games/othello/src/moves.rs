//! Squares and moves.
//!
//! Square 0 is a1, 1 is b1, 8 is a2, 63 is h8: the order of the board text. Row 1 is at the top.

use crate::words;
use quadrille_core::Refusal;
use std::fmt;

/// A move: a square, or a pass.
///
/// ```
/// use quadrille_othello::Move;
///
/// assert_eq!(Move::parse("F5")?, Move::on(8 * 4 + 5));
/// assert_eq!(Move::parse("pass")?.square(), None);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// Giving the turn away; legal exactly when the mover has no square to play and the opponent has one.
    pub const PASS: Self = Self(64);
    /// One more than the largest [`Move::code`].
    pub const CODES: usize = 65;

    /// The move onto a square below 64.
    #[inline]
    #[must_use]
    pub const fn on(square: u32) -> Self {
        debug_assert!(square < 64);
        Self(square as u8)
    }

    /// The square, unless it is a pass.
    #[inline]
    #[must_use]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }

    /// The square's number, 64 for a pass.
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// Reads `f5` (either case), or a pass as `pass`, `pa`, `ps` or `--`.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        match text.to_ascii_lowercase().as_bytes() {
            b"pass" | b"pa" | b"ps" | b"--" => Ok(Self::PASS),
            &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Self((row - b'1') * 8 + (column - b'a'))),
            _ => Err(words::NOT_A_MOVE.refuse().quote("text", text)),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => write!(f, "{}{}", (b'a' + square as u8 % 8) as char, square / 8 + 1),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_written_and_read() {
        for code in 0..=64 {
            let m = Move(code);
            assert_eq!(Move::parse(&m.to_string()), Ok(m));
        }
        assert_eq!(Move::on(0).to_string(), "a1");
        assert_eq!(Move::on(7).to_string(), "h1");
        assert_eq!(Move::on(56).to_string(), "a8");
        assert_eq!(Move::parse("F5"), Ok(Move::on(37)));
        for text in ["PA", "ps", "--", "Pass"] {
            assert_eq!(Move::parse(text), Ok(Move::PASS));
        }
        for text in ["", "f", "f9", "i1", "f55", "é5", "f5 "] {
            assert!(Move::parse(text).unwrap_err().to_string().contains(&format!("{text:?}")));
        }
    }
}
