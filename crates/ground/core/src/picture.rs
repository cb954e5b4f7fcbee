//! A position as data for drawing, and the effect of a move on it.

use crate::Player;
use serde::{Serialize, Serializer};

/// The style of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Light and dark squares.
    Checkered,
    /// Squares of one colour.
    Plain,
    /// Stones on the intersections of lines.
    Lines,
}

/// A piece on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// Its letter in games with several kinds of pieces.
    pub kind: Option<char>,
}

impl Piece {
    /// A piece of a game with one kind of them.
    #[must_use]
    pub const fn of(owner: Player) -> Self {
        Self { owner, kind: None }
    }
}

impl std::str::FromStr for Piece {
    type Err = ();

    /// Reads what [`Piece`] serialises to.
    fn from_str(text: &str) -> Result<Self, ()> {
        let mut letters = text.chars();
        let owner = match letters.next() {
            Some('b') => Player::Black,
            Some('w') => Player::White,
            _ => return Err(()),
        };
        Ok(Self { owner, kind: letters.next() })
    }
}

impl Serialize for Piece {
    /// `b` or `w`, followed by the letter of the kind.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let colour = if self.owner == Player::Black { 'b' } else { 'w' };
        serializer.collect_str(&self.kind.map_or_else(|| colour.to_string(), |kind| format!("{colour}{kind}")))
    }
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
    /// The name of every cell in move notation, from the top left.
    pub names: Vec<String>,
    /// What stands on every cell.
    pub pieces: Vec<Option<Piece>>,
}

impl Picture {
    /// A board whose columns are letters from `a` and whose rows are numbers, filled from a function of (row, column)
    /// counted from the top left.
    pub fn grid(
        ground: Ground,
        (rows, columns): (usize, usize),
        numbering: Numbering,
        piece: impl Fn(usize, usize) -> Option<Piece>,
    ) -> Self {
        let number = |row: usize| if numbering == Numbering::FromTheBottom { rows - row } else { row + 1 };
        let letter = |column: usize| char::from(b'a' + u8::try_from(column).unwrap_or(25).min(25));
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

impl Picture {
    /// Rows of letters separated by `/`, runs of empty cells as numbers: how many games write their boards.
    pub fn rows_of(pieces: &[Option<Piece>], columns: usize, letter: impl Fn(Piece) -> char) -> String {
        let row_text = |row: &[Option<Piece>]| {
            let mut text = String::new();
            let mut empty = 0;
            for cell in row {
                match cell {
                    None => empty += 1,
                    Some(piece) => {
                        text.push_str(&run(empty));
                        empty = 0;
                        text.push(letter(*piece));
                    }
                }
            }
            text + &run(empty)
        };
        pieces.chunks(columns.max(1)).map(row_text).collect::<Vec<_>>().join("/")
    }
}

fn run(empty: usize) -> String {
    if empty == 0 { String::new() } else { empty.to_string() }
}

/// Whether row 1 is at the top or at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// At the top.
    FromTheTop,
    /// At the bottom.
    FromTheBottom,
}

/// The effect of a move on the board, in cell names. A pass has none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effect {
    /// The origin of the moving piece; none if it is placed on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The piece it becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promotion: Option<char>,
    /// Captured pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<String>,
    /// Pieces that change their owner.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<String>,
    /// A second moving piece, from and to: the rook in castling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub along: Option<(String, String)>,
    /// Whether it attacks the king.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub check: bool,
}
