//! The lattice a game is played on: points, their neighbours, their place in memory.
//!
//! A board is one array with a border. The point in row `r` and column `c` (both from 0 at the top left) has index
//! `(r + 1) * stride + c + 1`, the stride being larger than the number of columns: one column of border serves as the
//! right edge of a row and the left edge of the next, and one row lies above and below. Every neighbour of a point is
//! then a fixed step away, and no step leaves the array. Index 0 lies in the border, so it is free to mean "no point".

use crate::size_class::SizeClass;
use std::num::NonZeroU32;

/// A point of some board: its index in the bordered array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU32);

impl Point {
    /// The point with this index, unless the index is 0, which is never a point.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u32) -> Option<Self> {
        match NonZeroU32::new(index) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// The index in the bordered array; also the move's code.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// What a player does in a turn. Four bytes, the pass being the index that is not a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Gives the turn away.
    Pass,
    /// Puts a stone on this point.
    At(Point),
}

const _: () = assert!(size_of::<Move>() == 4, "searches keep many moves");

impl Move {
    /// The point, unless the move is a pass.
    #[inline]
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Pass => None,
            Self::At(point) => Some(point),
        }
    }

    /// 0 for the pass, the point's index otherwise.
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        match self {
            Self::Pass => 0,
            Self::At(point) => point.index(),
        }
    }

    /// The move with this code.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u32) -> Self {
        match Point::from_index(code) {
            Some(point) => Self::At(point),
            None => Self::Pass,
        }
    }
}

/// The dimensions of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: u16,
    columns: u16,
}

impl Grid {
    /// The longest side of any board.
    pub const LONGEST_SIDE: u16 = 999;

    /// A board with the given rows and columns, each from 1 to [`Grid::LONGEST_SIDE`].
    #[must_use]
    pub const fn new(rows: u16, columns: u16) -> Option<Self> {
        if rows == 0 || columns == 0 || rows > Self::LONGEST_SIDE || columns > Self::LONGEST_SIDE {
            return None;
        }
        Some(Self { rows, columns })
    }

    /// A square board.
    #[must_use]
    pub const fn square(side: u16) -> Option<Self> {
        Self::new(side, side)
    }

    /// How many rows there are.
    #[inline]
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// How many columns there are.
    #[inline]
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many points there are.
    #[inline]
    #[must_use]
    pub const fn area(self) -> usize {
        self.rows() * self.columns()
    }

    /// The longer of the two sides.
    #[inline]
    #[must_use]
    pub const fn longer_side(self) -> usize {
        if self.rows > self.columns { self.rows() } else { self.columns() }
    }

    /// The step from a point to the one below it. Boards of one size class have one stride, which their code then holds
    /// as a constant: that makes playouts on 19x19 a tenth faster.
    #[inline]
    #[must_use]
    pub const fn stride(self) -> usize {
        match SizeClass::of_side(self.longer_side()).longest_side() {
            Some(longest) => longest + 1,
            None => self.columns() + 1,
        }
    }

    /// The length of the bordered array: every point, every neighbour and every diagonal neighbour has an index below.
    #[inline]
    #[must_use]
    pub const fn cells(self) -> usize {
        (self.rows() + 2) * self.stride() + 1
    }

    /// The point in this row and column, counted from 0 at the top left.
    #[inline]
    #[must_use]
    pub const fn point(self, row: usize, column: usize) -> Option<Point> {
        if row >= self.rows() || column >= self.columns() {
            return None;
        }
        Point::from_index(((row + 1) * self.stride() + column + 1) as u32)
    }

    /// Row and column of a point of this board, `None` for any other.
    #[inline]
    #[must_use]
    pub const fn row_column(self, point: Point) -> Option<(usize, usize)> {
        let (line, place) = (point.index() / self.stride(), point.index() % self.stride());
        if line == 0 || line > self.rows() || place == 0 || place > self.columns() {
            return None;
        }
        Some((line - 1, place - 1))
    }

    /// Whether the point is on this board.
    #[inline]
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.row_column(point).is_some()
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows()).flat_map(move |row| (0..self.columns()).filter_map(move |column| self.point(row, column)))
    }

    /// The orthogonally adjacent points of a point of this board: four, three at an edge, two in a corner.
    pub fn neighbours(self, point: Point) -> impl Iterator<Item = Point> {
        let (index, stride) = (point.index(), self.stride());
        [index - stride, index - 1, index + 1, index + stride]
            .into_iter()
            .filter_map(|index| Point::from_index(index as u32))
            .filter(move |&neighbour| self.contains(neighbour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_their_places_agree_on_odd_shapes() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1), (3, 5), (19, 19), (25, 9)] {
            let grid = Grid::new(rows, columns).expect("the size is within limits");
            let places: Vec<_> = grid.points().filter_map(|point| grid.row_column(point)).collect();
            assert_eq!(places.len(), grid.area());
            assert_eq!(
                places,
                (0..grid.rows()).flat_map(|r| (0..grid.columns()).map(move |c| (r, c))).collect::<Vec<_>>()
            );
            let on_board = (0..grid.cells() as u32).filter_map(Point::from_index).filter(|&p| grid.contains(p)).count();
            assert_eq!(on_board, grid.area(), "the border is not part of the board");
        }
    }

    #[test]
    fn neighbours_are_mutual_and_two_to_four() {
        let grid = Grid::new(3, 4).expect("a small board");
        let mut edges = 0;
        for point in grid.points() {
            for neighbour in grid.neighbours(point) {
                assert!(grid.neighbours(neighbour).any(|back| back == point));
                edges += 1;
            }
            assert!((2..=4).contains(&grid.neighbours(point).count()));
        }
        assert_eq!(edges, 2 * (3 * 3 + 2 * 4));
    }
}
