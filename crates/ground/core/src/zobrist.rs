//! Compile-time Zobrist keys.
//!
//! A position's key is the XOR of one random number per fact about it (Zobrist, *A new hashing method with application
//! for game playing*, 1970), so a move changes it by a few XORs. The numbers are constants: the same position has the
//! same key on every run, platform and build. Changing a seed changes every stored key, so seeds are part of the file
//! formats.

use crate::rng::Rng;

/// `N` keys from the stream of `seed`.
///
/// ```
/// static PAWN: [u64; 64] = quadrille_core::zobrist::keys(0xB0A4D);
/// assert_ne!(PAWN[0], PAWN[1]);
/// ```
#[must_use]
pub const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut rng = Rng::new(seed);
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = rng.next_u64();
        i += 1;
    }
    keys
}

/// `ROWS` tables of `N` keys each, from one stream.
#[must_use]
pub const fn key_table<const ROWS: usize, const N: usize>(seed: u64) -> [[u64; N]; ROWS] {
    let mut rng = Rng::new(seed);
    let mut table = [[0; N]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let mut i = 0;
        while i < N {
            table[row][i] = rng.next_u64();
            i += 1;
        }
        row += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_its_stream_row_by_row() {
        const FLAT: [u64; 12] = keys(5);
        const TABLE: [[u64; 4]; 3] = key_table(5);
        assert_eq!(TABLE.concat(), FLAT);
    }
}
