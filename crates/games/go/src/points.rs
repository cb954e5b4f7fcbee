//! Sets of cells as bits, for questions about the whole board at once: "which empty points touch an empty one?" takes a
//! few shifts, where the arrays of the board would be read point by point.

use crate::board::Board;
use crate::grid::{Grid, Move};
use crate::vertex::Vertex;
use quadrille_core::bits::Bits;

/// Words of the largest class.
pub(crate) const MOST_WORDS: usize = 16;

/// Cells of a board, or moves: the cell outside the board, [`Vertex::NONE`], stands for the pass, as in [`Move::code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points<const CAP: usize>([u64; MOST_WORDS]);

impl<const CAP: usize> Points<CAP> {
    /// The words in use.
    pub(crate) const WORDS: usize = {
        assert!(CAP.is_multiple_of(64) && CAP / 64 <= MOST_WORDS);
        CAP / 64
    };

    /// No cell.
    pub(crate) const NONE: Self = Self([0; MOST_WORDS]);

    /// The bits.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0[..Self::WORDS]
    }

    /// The bits, to change them.
    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0[..Self::WORDS]
    }

    /// The cells for which `question` is true.
    pub(crate) fn where_true(mut question: impl FnMut(Vertex<CAP>) -> bool) -> Self {
        let mut points = Self::NONE;
        for word in 0..Self::WORDS {
            points.0[word] = (0..64).fold(0, |set, bit| set | u64::from(question(Vertex::new(64 * word + bit))) << bit);
        }
        points
    }

    /// Whether the set has no cell.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0[..Self::WORDS].iter().all(|&word| word == 0)
    }

    /// Whether the set has a move.
    #[inline]
    #[must_use]
    pub fn contains(&self, m: Move) -> bool {
        let code = m.code();
        code < CAP && self.has(Vertex::new(code))
    }

    #[inline]
    pub(crate) fn has(&self, v: Vertex<CAP>) -> bool {
        self.0[v.index() / 64] >> (v.index() % 64) & 1 == 1
    }

    /// The cells that are not in the other set.
    #[inline]
    pub(crate) fn without(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// All neighbours of the set's cells; a neighbour may be part of the border.
    #[inline]
    pub(crate) fn neighbours(&self) -> Self {
        let mut around = Self::NONE;
        for steps in [1, u32::from(Board::<CAP>::STRIDE)] {
            for word in 0..Self::WORDS {
                let from_before = if word == 0 { 0 } else { self.0[word - 1] >> (64 - steps) };
                let from_after = if word + 1 == Self::WORDS { 0 } else { self.0[word + 1] << (64 - steps) };
                around.0[word] |= self.0[word] << steps | from_before | self.0[word] >> steps | from_after;
            }
        }
        around
    }

    #[inline]
    fn zip(&self, other: &Self, both: impl Fn(u64, u64) -> u64) -> Self {
        let mut joined = Self::NONE;
        for word in 0..Self::WORDS {
            joined.0[word] = both(self.0[word], other.0[word]);
        }
        joined
    }

    /// The cells in order.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Vertex<CAP>> {
        let words = self.0.into_iter().take(Self::WORDS).enumerate();
        words.flat_map(|(word, set)| Bits(set).map(move |bit| Vertex::new(64 * word + bit as usize)))
    }

    /// The moves in order, the pass first.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.iter().map(|v| Move::from_code(v.index() as u32))
    }

    /// The line of every cell, counted from 1 at the first point.
    pub const LINES: &'static [i32; CAP] = &{
        let mut lines = [0; CAP];
        let mut cell = 0;
        while cell < CAP {
            lines[cell] = cell as i32 / Board::<CAP>::STRIDE as i32;
            cell += 1;
        }
        lines
    };

    /// The place of every cell in its line, counted from 1. Cell 0, which stands for the pass, is on place 1 of line 0: in the
    /// numbers of [`crate::Position::number_from_below`] it comes after the last point.
    pub const PLACES: &'static [i32; CAP] = &{
        let mut places = [1; CAP];
        let mut cell = 1;
        while cell < CAP {
            places[cell] = cell as i32 % Board::<CAP>::STRIDE as i32;
            cell += 1;
        }
        places
    };

    /// Sixteen cells of a grid at a time, as bits.
    #[inline]
    pub fn sixteens(&self, grid: Grid) -> impl Iterator<Item = u16> {
        (0..grid.cells().div_ceil(16).min(4 * Self::WORDS)).map(move |at| (self.0[at / 4] >> (at % 4 * 16)) as u16)
    }

    /// The points row by row from below, as bits: in the order that [`crate::Position::number_from_below`] counts them.
    #[inline]
    pub fn rows_from_below(&self, grid: Grid) -> impl ExactSizeIterator<Item = u32> {
        let (rows, columns) = (grid.rows(), grid.columns());
        (0..rows).map(move |row| {
            let from = (rows - row) * usize::from(Board::<CAP>::STRIDE) + 1;
            // A row may begin in one word and end in the next.
            let (word, shift) = (from / 64 % Self::WORDS, from % 64);
            let joined = self.0[word] >> shift | self.0[(word + 1) % Self::WORDS] << 1 << (63 - shift);
            joined as u32 & ((1 << columns) - 1)
        })
    }
}
