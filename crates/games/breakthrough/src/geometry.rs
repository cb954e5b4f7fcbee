//! The shape of a board as bit masks.
//!
//! A square (x, y), row x from White's side and column y from the left, is bit `columns * x + y`: dense, so that the
//! bit number also indexes move codes and key tables. The masks of all 42 board sizes are constants, and a position
//! stores its size as one byte.

/// The fewest rows a board may have.
pub const MIN_ROWS: u8 = 3;
/// The most rows a board may have.
pub const MAX_ROWS: u8 = 8;
/// The fewest columns a board may have.
pub const MIN_COLUMNS: u8 = 2;
/// The most columns a board may have.
pub const MAX_COLUMNS: u8 = 8;

const ROW_SIZES: usize = (MAX_ROWS - MIN_ROWS + 1) as usize;
const COLUMN_SIZES: usize = (MAX_COLUMNS - MIN_COLUMNS + 1) as usize;

/// The masks of one board size.
#[derive(Debug)]
pub struct Geometry {
    /// Rows, from White's side to Black's.
    pub rows: u8,
    /// Columns.
    pub columns: u8,
    /// All squares.
    pub board: u64,
    /// Squares with a neighbour to the left (y - 1).
    pub has_left: u64,
    /// Squares with a neighbour to the right (y + 1).
    pub has_right: u64,
    /// Squares with two columns to the left: where a knight may jump.
    pub has_two_left: u64,
    /// Squares with two columns to the right.
    pub has_two_right: u64,
    /// White's first row, which is Black's goal.
    pub bottom: u64,
    /// Black's first row, which is White's goal.
    pub top: u64,
    /// The row before Black's goal.
    pub before_bottom: u64,
    /// The row before White's goal: where a white pawn threatens to win.
    pub before_top: u64,
}

impl Geometry {
    const fn new(rows: u8, columns: u8) -> Self {
        let row = low_bits(columns);
        let board = low_bits(rows * columns);
        let mut left_column = 0;
        let mut x = 0;
        while x < rows {
            left_column |= 1 << (columns * x);
            x += 1;
        }
        let right_column = left_column << (columns - 1);
        let left_two = left_column | ((left_column << 1) & board);
        let right_two = right_column | (right_column >> 1);
        Self {
            rows,
            columns,
            board,
            has_left: board & !left_column,
            has_right: board & !right_column,
            has_two_left: board & !left_two,
            has_two_right: board & !right_two,
            bottom: row,
            top: row << (columns * (rows - 1)),
            before_bottom: row << columns,
            before_top: row << (columns * (rows - 2)),
        }
    }

    /// The masks of a board of this size.
    ///
    /// # Panics
    /// If no board has this size.
    #[inline]
    #[must_use]
    pub fn of(rows: u8, columns: u8) -> &'static Self {
        geometry(shape_of(rows, columns))
    }

    /// How many squares there are.
    #[inline]
    #[must_use]
    pub const fn squares(&self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The squares of row `x`.
    #[inline]
    #[must_use]
    pub const fn row(&self, x: u8) -> u64 {
        self.bottom << (self.columns * x)
    }

    /// Row and column of a square.
    #[inline]
    #[must_use]
    pub const fn coordinates(&self, square: u8) -> (u8, u8) {
        (square / self.columns, square % self.columns)
    }

    /// The set upside down: rows swapped, columns kept.
    #[inline]
    #[must_use]
    pub fn flipped(&self, set: u64) -> u64 {
        (0..self.rows).fold(0, |out, x| {
            let row = (set >> (self.columns * x)) & self.bottom;
            out | row << (self.columns * (self.rows - 1 - x))
        })
    }

    /// The set turned by half a circle.
    #[inline]
    #[must_use]
    pub const fn rotated(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.rows * self.columns)
    }

    /// The set mirrored left to right.
    #[inline]
    #[must_use]
    pub fn mirrored(&self, set: u64) -> u64 {
        self.flipped(self.rotated(set))
    }
}

const fn low_bits(count: u8) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// The number of a board size: what a position stores.
#[inline]
pub(crate) const fn shape_of(rows: u8, columns: u8) -> u8 {
    (rows - MIN_ROWS) * COLUMN_SIZES as u8 + (columns - MIN_COLUMNS)
}

/// The masks of the board size with this number.
#[inline]
pub(crate) fn geometry(shape: u8) -> &'static Geometry {
    &GEOMETRIES[usize::from(shape)]
}

static GEOMETRIES: [Geometry; ROW_SIZES * COLUMN_SIZES] = all();

const fn all() -> [Geometry; ROW_SIZES * COLUMN_SIZES] {
    let mut table = [const { Geometry::new(MIN_ROWS, MIN_COLUMNS) }; ROW_SIZES * COLUMN_SIZES];
    let mut rows = MIN_ROWS;
    while rows <= MAX_ROWS {
        let mut columns = MIN_COLUMNS;
        while columns <= MAX_COLUMNS {
            table[shape_of(rows, columns) as usize] = Geometry::new(rows, columns);
            columns += 1;
        }
        rows += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_agree_with_coordinates() {
        for g in &GEOMETRIES {
            for square in 0..g.squares() as u8 {
                let (x, y) = g.coordinates(square);
                let has = |mask: u64| mask >> square & 1 == 1;
                assert!(has(g.board));
                assert_eq!(has(g.has_left), y > 0);
                assert_eq!(has(g.has_right), y + 1 < g.columns);
                assert_eq!(has(g.has_two_left), y > 1);
                assert_eq!(has(g.has_two_right), y + 2 < g.columns);
                assert_eq!(has(g.top), x + 1 == g.rows);
                assert_eq!(has(g.bottom), x == 0);
                assert_eq!(has(g.before_top), x + 2 == g.rows);
                assert_eq!(has(g.before_bottom), x == 1);
                assert!(g.row(x) >> square & 1 == 1);
            }
        }
    }

    #[test]
    fn turning_the_board_twice_changes_nothing() {
        let mut rng = quadrille_core::Rng::new(1);
        for g in &GEOMETRIES {
            let set = rng.next_u64() & g.board;
            assert_eq!(g.flipped(g.flipped(set)), set);
            assert_eq!(g.mirrored(g.mirrored(set)), set);
            assert_eq!(g.flipped(g.top), g.bottom);
            assert_eq!(g.mirrored(g.has_left), g.has_right);
        }
    }
}
