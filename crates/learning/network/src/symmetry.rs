//! The ways to turn and mirror a board.

/// One of the eight ways; the first leaves everything where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, of which boards that are not square have the first four.
    pub const ALL: [Self; 8] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// One of those that a board of this shape has, by any number.
    #[must_use]
    pub const fn numbered(number: u64, is_square: bool) -> Self {
        Self((number % if is_square { 8 } else { 4 }) as u8)
    }

    /// Where a point of a board comes to.
    #[must_use]
    pub const fn of(self, row: usize, column: usize, rows: usize, columns: usize) -> (usize, usize) {
        let row = if self.0 & 1 == 0 { row } else { rows - 1 - row };
        let column = if self.0 & 2 == 0 { column } else { columns - 1 - column };
        if self.0 & 4 == 0 { (row, column) } else { (column, row) }
    }
}
