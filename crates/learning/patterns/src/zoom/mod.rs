//! Zoom patterns and their Zobrist hashes.
//!
//! The zoom-z pattern of a point is what lies at Manhattan distance 1 to z of it: own stone, enemy stone, nothing, or off
//! the board. Its hash is the XOR of one random word for each (content, offset); nothing counts as zero, which renames all
//! hashes of a zoom by a constant and saves most of the work. All eight symmetric images are hashed side by side in eight
//! lanes; their minimum is the name of the whole class. Colours are relative to a *perspective*, the player whose move
//! is considered, so one table serves both.
//!
//! A *response* is a zoom pattern together with the offset of the last move.
//!
//! [`Rings`] keeps, for each point, one word for each distance d (the stones at exactly d), so a stone that comes or goes
//! costs one XOR for each point within reach, and the hash of zoom z is the XOR of rings 1 to z.
//!
//! An enemy stone's word is an own stone's with its halves changed over, and both halves of an off-board point's word are
//! the same. So one player's hash is the other's with its halves changed over, and one of them is enough to keep: half of the
//! memory and half of the work for a stone. The price: patterns that differ in nothing but the colours of stones and what is
//! off the board have one hash once in 2^32 pairs, not once in 2^64.

pub(crate) mod matches;
mod rings;
mod selection;

pub use rings::Rings;
pub(crate) use rings::ring_of;
pub use selection::Selection;
pub(crate) use selection::Selector;

use crate::board::SIDE;
use quadrille_core::zobrist;

/// The largest zoom.
pub const LARGEST_ZOOM: usize = 10;
/// The side of the square of offsets.
const WINDOW: usize = 2 * LARGEST_ZOOM + 1;
/// Every key in every file depends on this.
pub(crate) const KEY_SEED: u64 = 0x9A77_E247;

/// The eight symmetric images of one word.
pub(crate) type Lanes = [u64; 8];

/// What a word can stand for.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Own = 0,
    Enemy = 1,
    Off = 2,
    /// The last move was here.
    Last = 3,
}

static WORDS: [[Lanes; WINDOW * WINDOW]; 4] = words();
static ZOOM_WORDS: [[u64; LARGEST_ZOOM + 1]; 2] = zobrist::key_table(KEY_SEED + 1);

const fn words() -> [[Lanes; WINDOW * WINDOW]; 4] {
    const BASE: [[u64; WINDOW * WINDOW]; 4] = zobrist::key_table(KEY_SEED);
    const REACH: i32 = LARGEST_ZOOM as i32;
    let mut table = [[[0; 8]; WINDOW * WINDOW]; 4];
    let mut content = 0;
    while content < 4 {
        let source = if content == Content::Enemy as usize { Content::Own as usize } else { content };
        let mut cell = 0;
        while cell < WINDOW * WINDOW {
            let (row, column) = ((cell / WINDOW) as i32 - REACH, (cell % WINDOW) as i32 - REACH);
            let mut lane = 0;
            while lane < 8 {
                let row = if lane & 1 == 0 { row } else { -row };
                let column = if lane & 2 == 0 { column } else { -column };
                let (row, column) = if lane & 4 == 0 { (row, column) } else { (column, row) };
                let word = BASE[source][(row + REACH) as usize * WINDOW + (column + REACH) as usize];
                table[content][cell][lane] = if content == Content::Enemy as usize {
                    word.rotate_left(32)
                } else if content == Content::Off as usize {
                    word & 0xFFFF_FFFF | word << 32
                } else {
                    word
                };
                lane += 1;
            }
            cell += 1;
        }
        content += 1;
    }
    table
}

/// The word of a content at an offset, each of whose parts is at most [`LARGEST_ZOOM`].
#[inline]
pub(crate) fn word(content: Content, row: i32, column: i32) -> &'static Lanes {
    const REACH: i32 = LARGEST_ZOOM as i32;
    &WORDS[content as usize][((row + REACH) * WINDOW as i32 + column + REACH) as usize]
}

/// Adds a word to a hash, or takes it away.
#[inline]
pub(crate) fn toggle(hash: &mut Lanes, word: &Lanes) {
    for (lane, bits) in hash.iter_mut().zip(word) {
        *lane ^= bits;
    }
}

/// Which of the two families of patterns a key belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// The pattern alone.
    Zoom = 0,
    /// The pattern and where the last move was.
    Response = 1,
}

/// The key of a hash at a zoom: the class of its eight images, or the pattern itself if `fold` is not set. The zoom takes
/// part, since an empty ring changes no hash.
#[inline]
pub(crate) fn key(hash: &Lanes, zoom: usize, family: Family, fold: bool) -> u64 {
    let name = if fold { hash.iter().copied().fold(u64::MAX, u64::min) } else { hash[0] };
    mix(name ^ ZOOM_WORDS[family as usize][zoom])
}

/// How many bits of a key a model keeps. Among the 2.3 million patterns of the built-in model a foreign one is mistaken for a
/// known one in 34 of a million look-ups. Each bit more is 0.3 MB more in that file.
pub(crate) const CUT_BITS: u32 = 36;

/// A key as a model keeps it.
#[inline]
pub(crate) const fn cut(key: u64) -> u64 {
    key >> (64 - CUT_BITS)
}

/// A key of which only the kept bits are known.
pub(crate) const fn uncut(cut: u64) -> u64 {
    cut << (64 - CUT_BITS)
}

/// A bijection that spreads every bit upwards, where tables look.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}

/// The word for "the last move was there" seen from a point, if it is near enough.
#[inline]
pub(crate) fn response(last: u16, spot: u16, reach: usize) -> Option<Lanes> {
    let side = SIDE as i32;
    let (row, column) = (last as i32 / side - spot as i32 / side, last as i32 % side - spot as i32 % side);
    let near = (row.abs() + column.abs()) as usize <= reach;
    near.then(|| *word(Content::Last, row, column))
}

/// Calls `each` with every point that is near enough to the last move, and its word for that.
#[inline]
pub(crate) fn for_each_response(last: u16, reach: usize, mut each: impl FnMut(u16, &Lanes)) {
    for_each_near(last, reach, |spot, row, column| each(spot, word(Content::Last, row, column)));
}

/// Calls `each` with every point of a 19x19 board within a Manhattan distance of a point, and the offset from there to it.
#[inline]
fn for_each_near(at: u16, reach: usize, mut each: impl FnMut(u16, i32, i32)) {
    let (side, reach) = (SIDE as i32, reach as i32);
    let (row, column) = (at as i32 / side, at as i32 % side);
    for r in (row - reach).max(0)..=(row + reach).min(side - 1) {
        let wide = reach - (r - row).abs();
        for c in (column - wide).max(0)..=(column + wide).min(side - 1) {
            each((r * side + c) as u16, row - r, column - c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use quadrille_core::Player;

    /// A pattern and its images have one key; colours swap with the perspective; a mirrored asymmetric pattern differs
    /// when nothing is folded.
    #[test]
    fn symmetries_fold_and_colours_are_relative() {
        let place = |stones: &[(usize, usize, Player)]| {
            let mut board = Board::new(19, 19);
            for &(row, column, player) in stones {
                board.play((row * SIDE + column) as u16, player);
            }
            board
        };
        let (black, white) = (Player::Black, Player::White);
        let one = Rings::new(&place(&[(9, 10, black), (8, 8, white)]), 3);
        let turned = Rings::new(&place(&[(10, 9, black), (8, 8, white)]), 3);
        let swapped = Rings::new(&place(&[(9, 10, white), (8, 8, black)]), 3);
        let centre = (9 * SIDE + 9) as u16;
        let of = |rings: &Rings, side: usize, fold| key(&rings.hash(side, centre, 3), 3, Family::Zoom, fold);
        assert_eq!(of(&one, 0, true), of(&turned, 0, true));
        assert_ne!(of(&one, 0, false), of(&turned, 0, false));
        assert_eq!(of(&one, 0, false), of(&swapped, 1, false));
        assert_ne!(of(&one, 0, true), of(&one, 1, true));
    }

    /// A table of eight-bit words for (content, offset), worked by hand: the hash of a zoom-1 pattern is the XOR of four of
    /// them, and a stone that appears costs two XORs.
    #[test]
    fn a_table_of_eight_bits() {
        const EMPTY_ROW: [u8; 4] = [0b0000_1111, 0b1110_0111, 0b0001_1000, 0b0111_1011];
        const BLACK_ROW: [u8; 4] = [0b1111_0110, 0b1111_1110, 0b0110_1001, 0b1001_1111];
        const WHITE_ROW: [u8; 4] = [0b1010_0001, 0b1000_1101, 0b0011_0111, 0b0011_0100];
        const OFF_ROW: [u8; 4] = [0b1010_0000, 0b0110_1010, 0b1011_1011, 0b1100_0010];
        let table = [EMPTY_ROW, BLACK_ROW, WHITE_ROW, OFF_ROW];
        let hash = |pattern: [usize; 4]| (0..4).fold(0, |hash, place| hash ^ table[pattern[place]][place]);
        let before = hash([0, 1, 0, 3]);
        assert_eq!(before, 0b0000_1111 ^ 0b1111_1110 ^ 0b0001_1000 ^ 0b1100_0010);
        assert_eq!(before, 0b0010_1011);
        assert_eq!(hash([2, 1, 0, 3]), before ^ table[0][0] ^ table[2][0]);
    }
}
