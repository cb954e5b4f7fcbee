//! Zoom patterns and their Zobrist hashes (part III.B of the paper).
//!
//! The zoom-z pattern of a point is what lies at Manhattan distance 1 to z of it: own stone, enemy stone, nothing, or off
//! the board. Its hash is the XOR of one random word for each (content, offset); nothing counts as zero, which renames the
//! paper's hashes by a constant and saves most of the work. All eight symmetric images are hashed side by side in eight
//! lanes; their minimum is the name of the whole class. Colours are relative to a *perspective*, the player whose move
//! is considered, so one table serves both.
//!
//! [`Rings`] keeps, for each point, one word for each distance d (the stones at exactly d), so a stone that comes or goes
//! costs one XOR for each point within reach, and the hash of zoom z is the XOR of rings 1 to z.
//!
//! An enemy stone's word is an own stone's with its halves changed over, and both halves of an off-board point's word are
//! the same. So one player's hash is the other's with its halves changed over, and one of them is enough to keep: half of the
//! memory and half of the work for a stone. The price: patterns that differ in nothing but the colours of stones and what is
//! off the board have one hash once in 2^32 pairs, not once in 2^64.

use crate::board::{Board, EMPTY, OFF, SIDE, SPOTS};
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

/// A bijection that spreads every bit upwards, where tables look.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}

/// The ring at a distance of a point, from the board alone.
pub(crate) fn ring_of(board: &Board, spot: u16, perspective: usize, distance: usize) -> Lanes {
    let mut ring = [0; 8];
    let (row, column, reach) = (spot as i32 / SIDE as i32, spot as i32 % SIDE as i32, distance as i32);
    for dy in -reach..=reach {
        let dx = reach - dy.abs();
        for dx in [-dx, dx].into_iter().take(if dx == 0 { 1 } else { 2 }) {
            let (r, c) = (row + dy, column + dx);
            let inside = (0..SIDE as i32).contains(&r) && (0..SIDE as i32).contains(&c);
            let colour = if inside { board.colour((r * SIDE as i32 + c) as u16) } else { OFF };
            match colour {
                EMPTY => {}
                OFF => toggle(&mut ring, word(Content::Off, dy, dx)),
                stone => toggle(&mut ring, word(relative(stone, perspective), dy, dx)),
            }
        }
    }
    ring
}

#[inline]
fn relative(stone: u8, perspective: usize) -> Content {
    if usize::from(stone) == perspective { Content::Own } else { Content::Enemy }
}

/// What one side sees, as the other side sees it if `perspective` is 1.
#[inline]
fn seen_by(perspective: usize, hash: &Lanes) -> Lanes {
    hash.map(|word| word.rotate_left(32 * perspective as u32))
}

/// The rings of all points, as Black sees them.
#[derive(Clone, Debug)]
pub struct Rings {
    radius: usize,
    rings: Vec<Lanes>,
}

impl Rings {
    /// The rings of a board, computed from nothing.
    #[must_use]
    pub fn new(board: &Board, radius: usize) -> Self {
        assert!((1..=LARGEST_ZOOM).contains(&radius), "zoom {radius}");
        let mut rings = Self { radius, rings: vec![[0; 8]; SPOTS * radius] };
        for spot in board.spots() {
            for distance in 1..=radius {
                let place = rings.place(spot, distance);
                rings.rings[place] = ring_of(board, spot, 0, distance);
            }
        }
        rings
    }

    /// The largest distance.
    #[must_use]
    pub fn radius(&self) -> usize {
        self.radius
    }

    #[inline]
    fn place(&self, spot: u16, distance: usize) -> usize {
        spot as usize * self.radius + distance - 1
    }

    /// The ring of a point at a distance.
    #[inline]
    pub(crate) fn ring(&self, perspective: usize, spot: u16, distance: usize) -> Lanes {
        seen_by(perspective, &self.rings[self.place(spot, distance)])
    }

    /// The hash of the zoom pattern.
    pub(crate) fn hash(&self, perspective: usize, spot: u16, zoom: usize) -> Lanes {
        let mut hash = [0; 8];
        self.rings[self.place(spot, 1)..][..zoom].iter().for_each(|ring| toggle(&mut hash, ring));
        seen_by(perspective, &hash)
    }

    /// A stone (0 black, 1 white) came to a point or left it. `changed` is told each point that sees it, and the distance.
    #[inline]
    pub(crate) fn stone(&mut self, stone: u8, at: u16, mut changed: impl FnMut(u16, usize)) {
        let (row, column, reach) = (at as i32 / SIDE as i32, at as i32 % SIDE as i32, self.radius as i32);
        let content = relative(stone, 0);
        for r in (row - reach).max(0)..=(row + reach).min(SIDE as i32 - 1) {
            let wide = reach - (r - row).abs();
            for c in (column - wide).max(0)..=(column + wide).min(SIDE as i32 - 1) {
                let distance = ((r - row).abs() + (c - column).abs()) as usize;
                if distance == 0 {
                    continue;
                }
                let spot = (r * SIDE as i32 + c) as u16;
                let place = self.place(spot, distance);
                toggle(&mut self.rings[place], word(content, row - r, column - c));
                changed(spot, distance);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TempCorpus, random_games};
    use quadrille_core::Player;

    #[test]
    fn incremental_hashes_equal_recomputed_ones() {
        let corpus = TempCorpus::new(&random_games(2, 300, 1).join("\n"));
        let compared = crate::checks::hashes(&corpus, 2, 5);
        assert_eq!(compared, Ok(2 * 300 * 2 * 361 * 5));
    }

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

    /// Figure 4 of the paper: eight-bit words for (colour, offset). The hash of a zoom-1 pattern is the XOR of four of
    /// them, and a stone that appears costs two XORs.
    #[test]
    fn the_papers_table_of_eight_bits() {
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
