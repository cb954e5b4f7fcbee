//! A position as data to draw: what stands where, and which squares a move touches.

use serde::Serialize;

/// How the board itself is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Light and dark squares.
    Checkered,
    /// Squares of one colour.
    Plain,
    /// Stones on the crossings of lines.
    Lines,
}

/// A board with its pieces. Cells are listed row by row from the top as the players see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// How to draw the ground.
    pub ground: Ground,
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The name of every cell as moves spell it, from the top left.
    pub names: Vec<String>,
    /// What stands on every cell: `""`, or a colour (`b`, `w`) followed by a chess piece's letter where there are kinds.
    pub pieces: Vec<String>,
}

/// The cells a move touches, by name; a pass touches none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Touch {
    /// Where a piece is taken up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where a piece is put down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The piece a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
}

impl Picture {
    /// A board whose columns are letters from `a` and whose rows are numbers, filled from a function of (row, column)
    /// counted from the top left. `row_numbers_grow_upwards` says where row 1 is.
    pub fn grid(
        ground: Ground,
        rows: usize,
        columns: usize,
        row_numbers_grow_upwards: bool,
        piece: impl Fn(usize, usize) -> String,
    ) -> Self {
        let number = |row: usize| if row_numbers_grow_upwards { rows - row } else { row + 1 };
        let cells = || (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        Self {
            ground,
            rows,
            columns,
            names: cells().map(|(row, column)| format!("{}{}", letter(column), number(row))).collect(),
            pieces: cells().map(|(row, column)| piece(row, column)).collect(),
        }
    }
}

fn letter(column: usize) -> char {
    char::from(b'a' + u8::try_from(column).unwrap_or(25).min(25))
}
