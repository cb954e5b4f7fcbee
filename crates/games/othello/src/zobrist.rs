//! The keys.
//!
//! One number for each (colour, square) and one for "White to move", from SplitMix64 with a fixed seed; a position's key is
//! their XOR. Turning a disc changes the key by `black[s] ^ white[s]`. Since XOR is linear, the change of a whole set of
//! turned discs is the XOR of one table entry per row, so a move costs the same however many discs it turns.
//! The values are stable: files and tests may rely on them.

use quadrille_core::Player;
use quadrille_core::bits::Bits;
use quadrille_core::zobrist::{key_table, keys};

/// `DISC[colour][square]`.
pub(crate) static DISC: [[u64; 64]; 2] = DISC_KEYS;
/// Present when White is to move.
pub(crate) const WHITE_TO_MOVE: u64 = keys::<1>(0x07E1_1070_0000_0002)[0];

const DISC_KEYS: [[u64; 64]; 2] = key_table(0x07E1_1070_0000_0001);
/// `TURNED[row][set of columns]`: the change of the key when these discs change colour.
static TURNED: [[u64; 256]; 8] = turned();

const fn turned() -> [[u64; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut row = 0;
    while row < 8 {
        let mut set = 1;
        while set < 256_usize {
            let lowest = set.trailing_zeros() as usize;
            let square = row * 8 + lowest;
            table[row][set] = table[row][set & (set - 1)] ^ DISC_KEYS[0][square] ^ DISC_KEYS[1][square];
            set += 1;
        }
        row += 1;
    }
    table
}

/// The change of the key when the discs of `set` change colour.
#[inline]
pub(crate) fn of_turned(set: u64) -> u64 {
    let mut key = 0;
    for (row, columns) in set.to_le_bytes().into_iter().enumerate() {
        key ^= TURNED[row][columns as usize];
    }
    key
}

/// The key of a whole position.
pub(crate) fn of(black: u64, white: u64, turn: Player) -> u64 {
    let discs = |keys: &[u64; 64], set| Bits(set).fold(0, |key, square| key ^ keys[square as usize]);
    let turn = if turn == Player::White { WHITE_TO_MOVE } else { 0 };
    discs(&DISC[0], black) ^ discs(&DISC[1], white) ^ turn
}
