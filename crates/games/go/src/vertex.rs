//! Indices that cannot leave their arrays.
//!
//! The board is a handful of arrays of one power-of-two length, and a playout consists mostly of look-ups in them:
//! bounds checks cost 11 to 30 % on 19x19. So the bound is part of the index's type. Every constructor of
//! [`Vertex`] masks it to the array's length, and an array of [`Cells`] of that length then needs no check. This is the
//! only module with unsafe code.

use std::ops::{Index, IndexMut};

/// An index below `CAP`, a power of two of at most 2^16: a cell of the bordered board, or a place in a list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Vertex<const CAP: usize>(u16);

impl<const CAP: usize> Vertex<CAP> {
    const MASK: u16 = {
        assert!(CAP.is_power_of_two() && CAP <= 1 << 16);
        (CAP - 1) as u16
    };

    /// The cell outside the board that stands for no point, no ko, no chain.
    pub(crate) const NONE: Self = Self(0);

    /// The cell with this index; larger ones wrap around.
    #[inline(always)]
    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u16 & Self::MASK)
    }

    /// The index, below `CAP`.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell this many steps on.
    #[inline(always)]
    pub(crate) const fn plus(self, steps: u16) -> Self {
        Self(self.0.wrapping_add(steps) & Self::MASK)
    }

    /// The cell this many steps back.
    #[inline(always)]
    pub(crate) const fn minus(self, steps: u16) -> Self {
        Self(self.0.wrapping_sub(steps) & Self::MASK)
    }

    /// The entry of a table that is at least as long as the board's arrays.
    #[inline(always)]
    #[expect(unsafe_code, reason = "bounds checks cost the playout 11 to 30 %")]
    pub(crate) fn of<T: Copy, const N: usize>(self, table: &[T; N]) -> T {
        const { assert!(CAP <= N) };
        // SAFETY: the index is below CAP, since every constructor masks it with CAP - 1, and CAP <= N.
        unsafe { *table.get_unchecked(self.0 as usize) }
    }
}

/// An array with one entry for each cell.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Cells<T, const CAP: usize>(pub(crate) [T; CAP]);

impl<T, const CAP: usize> Index<Vertex<CAP>> for Cells<T, CAP> {
    type Output = T;

    #[inline(always)]
    #[expect(unsafe_code, reason = "bounds checks cost the playout 11 to 30 %")]
    fn index(&self, vertex: Vertex<CAP>) -> &T {
        // SAFETY: the index is below CAP, since every constructor of a vertex masks it with CAP - 1.
        unsafe { self.0.get_unchecked(vertex.0 as usize) }
    }
}

impl<T, const CAP: usize> IndexMut<Vertex<CAP>> for Cells<T, CAP> {
    #[inline(always)]
    #[expect(unsafe_code, reason = "bounds checks cost the playout 11 to 30 %")]
    fn index_mut(&mut self, vertex: Vertex<CAP>) -> &mut T {
        // SAFETY: the index is below CAP, since every constructor of a vertex masks it with CAP - 1.
        unsafe { self.0.get_unchecked_mut(vertex.0 as usize) }
    }
}

/// An array with the name of a cell for each cell, in one byte where that is enough: a game of 9x9 then takes up a third
/// less of the caches, which thousands of games share. The second half of the array is not used in that case.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Names<const CAP: usize>([[u8; 2]; CAP]);

impl<const CAP: usize> Names<CAP> {
    const ONE_BYTE: bool = CAP <= 256;

    /// Every cell with its own name.
    pub(crate) fn own() -> Self {
        let mut names = Self([[0; 2]; CAP]);
        (0..CAP).for_each(|index| names.set(Vertex::new(index), Vertex::new(index)));
        names
    }

    /// The name at this cell.
    #[inline(always)]
    #[expect(unsafe_code, reason = "bounds checks cost the playout 11 to 30 %")]
    pub(crate) fn at(&self, vertex: Vertex<CAP>) -> Vertex<CAP> {
        // SAFETY: the index is below CAP, since every constructor of a vertex masks it with CAP - 1; there are CAP pairs of bytes.
        Vertex(unsafe {
            if Self::ONE_BYTE {
                u16::from(*self.0.as_flattened().get_unchecked(vertex.0 as usize))
            } else {
                u16::from_ne_bytes(*self.0.get_unchecked(vertex.0 as usize))
            }
        })
    }

    /// Writes the name at this cell.
    #[inline(always)]
    #[expect(unsafe_code, reason = "bounds checks cost the playout 11 to 30 %")]
    pub(crate) fn set(&mut self, vertex: Vertex<CAP>, name: Vertex<CAP>) {
        // SAFETY: the index is below CAP, since every constructor of a vertex masks it with CAP - 1; there are CAP pairs of bytes.
        unsafe {
            if Self::ONE_BYTE {
                *self.0.as_flattened_mut().get_unchecked_mut(vertex.0 as usize) = name.0 as u8;
            } else {
                *self.0.get_unchecked_mut(vertex.0 as usize) = name.0.to_ne_bytes();
            }
        }
    }

    /// Replaces a name by another one everywhere. Without branches, so that it becomes a few vector instructions.
    #[inline(always)]
    pub(crate) fn rename(&mut self, from: Vertex<CAP>, to: Vertex<CAP>) {
        if Self::ONE_BYTE {
            let (from, to) = (from.0 as u8, to.0 as u8);
            for name in &mut self.0.as_flattened_mut()[..CAP] {
                *name = if *name == from { to } else { *name };
            }
        } else {
            let (from, to) = (from.0.to_ne_bytes(), to.0.to_ne_bytes());
            for name in &mut self.0 {
                *name = if u16::from_ne_bytes(*name) == u16::from_ne_bytes(from) { to } else { *name };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_arithmetic_leaves_the_array() {
        for index in 0..1_000 {
            for steps in [0, 1, 10, 127, 128, 999, u16::MAX] {
                let vertex = Vertex::<128>::new(index);
                assert!(vertex.index() < 128 && vertex.plus(steps).index() < 128 && vertex.minus(steps).index() < 128);
                assert_eq!(vertex.plus(steps).minus(steps), vertex);
            }
        }
    }

    fn names_are_kept<const CAP: usize>() {
        let mut names = Names::<CAP>::own();
        let all = || (0..CAP).map(Vertex::<CAP>::new);
        assert!(all().all(|v| names.at(v) == v));
        all().for_each(|v| names.set(v, v.minus(7)));
        assert!(all().all(|v| names.at(v) == v.minus(7)));
        let (from, to) = (Vertex::new(CAP - 3), Vertex::new(CAP - 1));
        names.rename(from, to);
        assert!(all().all(|v| names.at(v) == if v.minus(7) == from { to } else { v.minus(7) }));
    }

    #[test]
    fn names_are_kept_in_one_byte_and_in_two() {
        names_are_kept::<128>();
        names_are_kept::<256>();
        names_are_kept::<512>();
        names_are_kept::<1024>();
    }
}
