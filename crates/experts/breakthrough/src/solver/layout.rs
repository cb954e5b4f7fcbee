//! The index of quiet positions in the table.
//!
//! A position is *quiet* when neither side has a pawn one step from its goal: White on rows 0 to H-3, Black on rows 2 to
//! H-1 (the proof that no others need storing is in `docs/breakthrough.md`). The table is cut into blocks, one for each
//! arrangement of Black's pawns; inside a block one word for each arrangement of White's pawns beyond the first row; in
//! the word one lane for each arrangement of White's first row.
//!
//! * `black` arrangements are numbers with bit `W (row - 2) + column`: rows 2 to H-1.
//! * `white` arrangements are numbers with bit `W (row - 1) + column`: rows 1 to H-3; in a block only the squares that
//!   Black leaves free count, packed together.
//! * Of an arrangement and its mirror image only the smaller number has a block.
//! * Blocks are sorted into levels by the total distance of Black's pawns to the goal, then by the number of pawns.
//!   Every Black move and every capture of a black pawn leads to a lower level, so the blocks of a level are
//!   independent of each other.

use super::lanes::Lanes;
use crate::bmi::extract;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A missing block: more pawns than the layout allows.
const NO_BLOCK: u64 = u64::MAX;

/// The approximate maximum size of a level in words; larger ones are split.
const LEVEL_WORDS: usize = 1 << 27;

/// Blocks with the same number of black pawns that have, all together, the same number of rows to go.
#[derive(Debug)]
pub struct Level {
    /// The rows to go.
    pub rows_to_go: usize,
    /// The black pawns.
    pub pawns: u32,
    /// The black arrangements, ascending.
    pub blocks: Vec<u32>,
    /// The first word of the level.
    pub first: usize,
    /// The number of words.
    pub words: usize,
}

/// The table of one board size.
#[derive(Debug)]
pub struct Layout {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
    /// One full row at the low end of an arrangement.
    pub row: u32,
    /// The squares of a black arrangement that white pawns may stand on too: rows 2 to H-3.
    pub middle: u32,
    /// Black arrangements have at most this many pawns.
    pub most_pawns: u32,
    /// From low to high.
    pub levels: Vec<Level>,
    /// The words of the whole table.
    pub words: usize,
    /// The numbers of the levels with this many rows to go and this many pawns.
    numbers: HashMap<(usize, u32), Range<usize>>,
    start: Vec<u64>,
    mirror_white: Vec<u32>,
    has_left: u32,
    has_right: u32,
}

impl Layout {
    /// Whether the solver knows this board: 4 to 8 rows, 2 to 7 columns, and arrangements that can be numbered.
    #[must_use]
    pub const fn exists(rows: u32, columns: u32) -> bool {
        rows >= 4 && rows <= 8 && columns >= 2 && columns <= 7 && columns * (rows - 2) <= 25
    }

    /// The layout of a board, with at most `most_pawns` black pawns.
    #[must_use]
    pub fn new(rows: u32, columns: u32, most_pawns: u32) -> Self {
        assert!(Self::exists(rows, columns), "no table for {rows} rows by {columns} columns");
        let row = (1 << columns) - 1;
        let column = (0..rows).fold(0_u32, |set, x| set | 1_u32.checked_shl(columns * x).unwrap_or(0));
        let mut layout = Self {
            columns,
            rows,
            row,
            middle: (1 << (columns * (rows - 4))) - 1,
            most_pawns,
            levels: Vec::new(),
            words: 0,
            numbers: HashMap::new(),
            start: Vec::new(),
            mirror_white: Vec::new(),
            has_left: !column,
            has_right: !(column << (columns - 1)),
        };
        let whites = 1_u32 << (columns * (rows - 3));
        layout.mirror_white = (0..whites).map(|white| layout.mirrored(white)).collect();
        layout.place_blocks();
        layout
    }

    /// The approximate size of the layout itself in bytes.
    #[must_use]
    pub const fn bytes(rows: u32, columns: u32) -> u64 {
        (size_of::<u64>() as u64 + size_of::<u32>() as u64) << (columns * (rows - 2))
    }

    /// How many words a table would have, without building its layout.
    #[must_use]
    pub fn words_needed(rows: u32, columns: u32, most_pawns: u32) -> u64 {
        // Black on the 2W squares of its own, then on k of the middle's m squares; half of it by mirroring.
        let (own, middle) = (2 * columns, columns * (rows - 4));
        let mut words = 0_u64;
        for behind in 0..=own {
            for k in 0..=middle.min(most_pawns.saturating_sub(behind)) {
                if behind + k <= most_pawns {
                    words += (choose(own, behind) * choose(middle, k)) << (columns + middle - k);
                }
            }
        }
        words / 2
    }

    fn place_blocks(&mut self) {
        let blacks = 1_u32 << (self.columns * (self.rows - 2));
        let mut by_level: BTreeMap<(usize, u32), Vec<u32>> = BTreeMap::new();
        for black in 0..blacks {
            if black.count_ones() <= self.most_pawns && black <= self.mirrored(black) {
                by_level.entry((self.rows_to_go(black), black.count_ones())).or_default().push(black);
            }
        }
        self.start = vec![NO_BLOCK; blacks as usize];
        for ((rows_to_go, pawns), blocks) in by_level {
            let first_number = self.levels.len();
            let mut rest = blocks.into_iter().peekable();
            while rest.peek().is_some() {
                let mut level = Level { rows_to_go, pawns, blocks: Vec::new(), first: self.words, words: 0 };
                while let Some(black) = rest.next_if(|_| level.words < LEVEL_WORDS) {
                    let mirror = self.mirrored(black);
                    self.start[black as usize] = self.words as u64;
                    self.start[mirror as usize] = self.words as u64;
                    level.blocks.push(black);
                    level.words += self.block_words(black);
                    self.words = level.first + level.words;
                }
                self.levels.push(level);
            }
            self.numbers.insert((rows_to_go, pawns), first_number..self.levels.len());
        }
    }

    /// The rows the pawns of a black arrangement have to go until they are off the quiet rows.
    fn rows_to_go(&self, black: u32) -> usize {
        (0..self.rows - 2)
            .map(|x| (x as usize + 1) * (black >> (self.columns * x) & self.row).count_ones() as usize)
            .sum()
    }

    /// The number of the level of a black arrangement, which has a block.
    #[must_use]
    pub fn level_of(&self, black: u32) -> usize {
        let start = self.block_start(black).unwrap_or_default();
        self.levels.partition_point(|level| level.first <= start) - 1
    }

    /// The levels that a level depends on, in the halves with White and with Black to move.
    ///
    /// White to move: after a step of Black, which White's last move may have forced; one rank lower for a retake on
    /// Black's second row, where White took a pawn. Black to move: after White took a pawn on a middle row, or on the row
    /// before Black's goal.
    #[must_use]
    pub fn asked_by(&self, level: &Level) -> [Vec<usize>; 2] {
        let rows = self.rows as usize;
        let find = |lower: usize, fewer: u32| {
            let place = (level.rows_to_go.checked_sub(lower)?, level.pawns.checked_sub(fewer)?);
            self.numbers.get(&place).cloned()
        };
        let white = [find(1, 0), find(rows - 2, 1)].into_iter().flatten().flatten().collect();
        let black = (1..=(rows - 4).max(1)).filter_map(|lower| find(lower, 1)).flatten().collect();
        [white, black]
    }

    /// The mirror image of an arrangement of either colour.
    #[must_use]
    pub fn mirrored(&self, mut set: u32) -> u32 {
        let mut out = 0;
        let mut shift = 0;
        while set != 0 {
            out |= (set & self.row).reverse_bits() >> (u32::BITS - self.columns) << shift;
            set >>= self.columns;
            shift += self.columns;
        }
        out
    }

    /// The mirror image of a white arrangement, from a table.
    #[inline(always)]
    #[must_use]
    pub fn mirrored_white(&self, white: u32) -> u32 {
        self.mirror_white[white as usize]
    }

    /// The squares white pawns may stand on in the block of this black arrangement.
    #[inline(always)]
    #[must_use]
    pub const fn allowed(&self, black: u32) -> u32 {
        self.row | (!black & self.middle) << self.columns
    }

    /// The number of words in the block of this black arrangement.
    #[inline(always)]
    #[must_use]
    pub const fn block_words(&self, black: u32) -> usize {
        1 << self.allowed(black).count_ones()
    }

    /// Where the block of this arrangement or its mirror image starts; `None` if it has too many pawns.
    #[inline(always)]
    #[must_use]
    pub fn block_start(&self, black: u32) -> Option<usize> {
        match self.start[black as usize] {
            NO_BLOCK => None,
            start => Some(start as usize),
        }
    }

    /// The squares one column to the left of a set's, in the same row.
    #[inline(always)]
    #[must_use]
    pub const fn left(&self, set: u32) -> u32 {
        (set & self.has_left) >> 1
    }

    /// The squares one column to the right of a set's, in the same row.
    #[inline(always)]
    #[must_use]
    pub const fn right(&self, set: u32) -> u32 {
        (set & self.has_right) << 1
    }

    /// Which of an arrangement and its mirror image is stored, and whether that is the mirror image.
    #[inline(always)]
    #[must_use]
    pub fn stored(&self, black: u32) -> (u32, bool) {
        let mirror = self.mirrored(black);
        (black.min(mirror), mirror < black)
    }
}

/// One half of a table in any storage: the words with one side to move.
pub trait Half<L: Lanes>: Copy + Sync {
    /// A block of it.
    type Block: Words<L>;

    /// The block of a black arrangement.
    fn block(self, layout: &Layout, black: u32) -> Self::Block;
}

/// One block, readable from either side of the mirror.
pub trait Words<L: Lanes> {
    /// Whether the mirror image of the block is what is stored.
    fn is_mirrored(&self) -> bool;

    /// The stored word for a white arrangement, given with its mirror image: the word of the one or of the other.
    fn stored(&self, white: u32, mirror: u32) -> L;

    /// The word of a white arrangement, given with its mirror image.
    #[inline(always)]
    fn read(&self, white: u32, mirror: u32) -> L {
        let word = self.stored(white, mirror);
        if self.is_mirrored() { word.mirrored() } else { word }
    }
}

/// A block of words as they are.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a, L> {
    words: &'a [L],
    allowed: u32,
    is_mirrored: bool,
}

impl<'a, L: Lanes> Half<L> for &'a [L] {
    type Block = Block<'a, L>;

    #[inline(always)]
    fn block(self, layout: &Layout, black: u32) -> Block<'a, L> {
        let (stored, is_mirrored) = layout.stored(black);
        let start = layout.start[stored as usize] as usize;
        Block { words: &self[start..start + layout.block_words(stored)], allowed: layout.allowed(stored), is_mirrored }
    }
}

impl<L: Lanes> Words<L> for Block<'_, L> {
    #[inline(always)]
    fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    #[inline(always)]
    fn stored(&self, white: u32, mirror: u32) -> L {
        let arrangement = if self.is_mirrored { mirror } else { white };
        self.words[extract(arrangement, self.allowed) as usize]
    }
}

fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_board_has_the_counted_positions() {
        let layout = Layout::new(5, 5, 15);
        // 2^20 * 3^5 quiet positions in words of 32, about half of them by mirroring.
        let all = (1_u64 << 15) * 243;
        assert!((layout.words as u64) > all / 2 && (layout.words as u64) < all * 6 / 10, "{}", layout.words);
        assert_eq!(Layout::words_needed(5, 5, 15), all / 2);
        let sum: usize = layout.levels.iter().map(|level| level.words).sum();
        assert_eq!(sum, layout.words);
    }

    #[test]
    fn levels_fall_with_every_step_and_capture() {
        let layout = Layout::new(6, 3, 6);
        for black in 1..1_u32 << 12 {
            let level = layout.rows_to_go(black);
            for square in 0..12 {
                if black >> square & 1 == 1 {
                    assert_eq!(layout.rows_to_go(black & !(1 << square)) + square / 3, level - 1);
                }
            }
        }
    }
}
