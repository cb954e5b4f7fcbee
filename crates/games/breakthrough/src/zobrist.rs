//! The random numbers behind Breakthrough's keys.
//!
//! On a board of R rows and C columns they are the first `3 R C + 1` numbers of one seeded stream: one for each square and
//! each of empty, white and black, then one for the turn; 76 of them on 5x5. Those of the empty squares are never used. The
//! turn's is in a position's key when White is to move.
//!
//! The values are stable: opening books, tests and saved matches depend on them.

use quadrille_core::{Player, zobrist};

/// The seed of the stream (SplitMix64).
pub const SEED: u64 = 0xB4EA_C741;

const COLOURS: usize = 3;
const MOST_KEYS: usize = COLOURS * 64 + 1;

static STREAM: [u64; MOST_KEYS] = zobrist::keys(SEED);

/// How many keys a board of this size has in all.
#[must_use]
pub const fn count(rows: u8, columns: u8) -> usize {
    COLOURS * rows as usize * columns as usize + 1
}

/// The number of a colour: 1 for White, 2 for Black (0 is an empty square).
#[inline]
#[must_use]
pub const fn colour(player: Player) -> usize {
    match player {
        Player::White => 1,
        Player::Black => 2,
    }
}

/// The key of a pawn on a square, counted `columns * x + y`, of a board of this many squares.
#[inline]
#[must_use]
pub fn pawn(player: Player, square: usize, squares: usize) -> u64 {
    STREAM[colour(player) * squares + square]
}

/// The key of White's turn on a board of this many squares.
#[inline]
#[must_use]
pub fn turn(squares: usize) -> u64 {
    STREAM[COLOURS * squares]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn five_by_five_has_76_keys_and_all_keys_differ() {
        assert_eq!(count(5, 5), 76);
        assert_eq!(count(8, 8), STREAM.len());
        assert_eq!(STREAM.iter().collect::<HashSet<_>>().len(), STREAM.len());
        assert_eq!(pawn(Player::White, 0, 25), STREAM[25]);
        assert_eq!(pawn(Player::Black, 24, 25), STREAM[74]);
        assert_eq!(turn(25), STREAM[75]);
    }

    #[test]
    fn no_four_keys_cancel() {
        let mut pairs = HashSet::new();
        for (i, a) in STREAM.iter().enumerate() {
            for b in &STREAM[..i] {
                assert!(pairs.insert(a ^ b), "two pairs of keys have the same XOR");
                assert!(!STREAM.contains(&(a ^ b)), "three keys cancel");
            }
        }
    }
}
