//! Board sizes and variants.

use crate::geometry::{MAX_COLUMNS, MAX_ROWS, MIN_COLUMNS, MIN_ROWS};
use crate::words;
use quadrille_core::Refusal;
use std::fmt;
use std::str::FromStr;

/// What stands on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Pawns: one row forward, straight or diagonally, capturing diagonally only.
    #[default]
    Pawn,
    /// `knightthrough`: knights that jump forward only and capture where they land.
    Knight,
}

/// What reaching the far row means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// It wins.
    #[default]
    Win,
    /// `misere`: it loses. A side that cannot move still loses.
    Lose,
}

/// The size of the board and the variant.
///
/// ```
/// use quadrille_breakthrough::{Goal, Rules};
///
/// let rules: Rules = "misere 8x8".parse()?;
/// assert_eq!((rules.rows(), rules.columns(), rules.goal()), (8, 8, Goal::Lose));
/// assert_eq!(rules.to_string(), "8x8 misere");
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
///
/// Written `5x5`, `8x8 misere`, `6x4 one-row knightthrough`: rows by columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    columns: u8,
    home_rows: u8,
    piece: Piece,
    goal: Goal,
}

/// Three rows have no room for two rows of pawns each.
const ROWS_FOR_TWO: u8 = 4;

impl Rules {
    /// Breakthrough with pawns on a board of this many rows and columns; two rows of pawns a side, one if there are three.
    pub fn new(rows: u8, columns: u8) -> Result<Self, Refusal> {
        if !(MIN_ROWS..=MAX_ROWS).contains(&rows) || !(MIN_COLUMNS..=MAX_COLUMNS).contains(&columns) {
            return Err(bad_size(&format!("{rows}x{columns}")));
        }
        let home_rows = if rows < ROWS_FOR_TWO { 1 } else { 2 };
        Ok(Self { rows, columns, home_rows, piece: Piece::Pawn, goal: Goal::Win })
    }

    /// The same with one row of pawns a side.
    #[must_use]
    pub const fn with_one_row(mut self) -> Self {
        self.home_rows = 1;
        self
    }

    /// The same with this piece and goal.
    #[must_use]
    pub const fn with_variant(mut self, piece: Piece, goal: Goal) -> Self {
        self.piece = piece;
        self.goal = goal;
        self
    }

    /// The same variant on a board of another size.
    pub(crate) fn resized(self, rows: u8, columns: u8) -> Result<Self, Refusal> {
        let resized = Self::new(rows, columns)?.with_variant(self.piece, self.goal);
        Ok(Self { home_rows: resized.home_rows.min(self.home_rows), ..resized })
    }

    /// Rows.
    #[must_use]
    pub const fn rows(&self) -> u8 {
        self.rows
    }

    /// Columns.
    #[must_use]
    pub const fn columns(&self) -> u8 {
        self.columns
    }

    /// Rows of pawns a side at the start.
    #[must_use]
    pub const fn home_rows(&self) -> u8 {
        self.home_rows
    }

    /// What stands on the board.
    #[must_use]
    pub const fn piece(&self) -> Piece {
        self.piece
    }

    /// What reaching the far row means.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether this is the plain game of pawns that want to reach the far row: what the exact solvers solve.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.piece == Piece::Pawn && self.goal == Goal::Win
    }
}

impl Default for Rules {
    /// 5x5 with two rows of pawns.
    fn default() -> Self {
        Self { rows: 5, columns: 5, home_rows: 2, piece: Piece::Pawn, goal: Goal::Win }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        if self.home_rows == 1 && self.rows >= ROWS_FOR_TWO {
            f.write_str(" one-row")?;
        }
        if self.goal == Goal::Lose {
            f.write_str(" misere")?;
        }
        if self.piece == Piece::Knight {
            f.write_str(" knightthrough")?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut size = None;
        let (mut one_row, mut piece, mut goal) = (false, Piece::Pawn, Goal::Win);
        for word in text.split_whitespace() {
            match word.to_ascii_lowercase().as_str() {
                "standard" | "breakthrough" => {}
                "one-row" => one_row = true,
                "misere" => goal = Goal::Lose,
                "knightthrough" => piece = Piece::Knight,
                other => {
                    let parsed = parse_size(other, word)?;
                    if size.replace(parsed).is_some_and(|earlier| earlier != parsed) {
                        return Err(words::TWO_SIZES.refuse().quote("text", text));
                    }
                }
            }
        }
        let (rows, columns) = size.unwrap_or((5, 5));
        let rules = Self::new(rows, columns)?.with_variant(piece, goal);
        Ok(if one_row { rules.with_one_row() } else { rules })
    }
}

/// Reads `5x5`.
fn parse_size(lower: &str, word: &str) -> Result<(u8, u8), Refusal> {
    let unknown = || words::BAD_RULE.refuse().quote("word", word);
    if lower.bytes().all(|b| b.is_ascii_digit()) {
        return Err(bad_size(word));
    }
    let (rows, columns) = lower.split_once('x').ok_or_else(unknown)?;
    if rows.is_empty() || columns.is_empty() || !lower.bytes().all(|b| b.is_ascii_digit() || b == b'x') {
        return Err(unknown());
    }
    let (Ok(rows), Ok(columns)) = (rows.parse(), columns.parse()) else {
        return Err(bad_size(word));
    };
    Rules::new(rows, columns).map(|_| (rows, columns))
}

fn bad_size(size: &str) -> Refusal {
    let rows = words::BAD_SIZE.refuse().quote("size", size).with("min_rows", MIN_ROWS).with("max_rows", MAX_ROWS);
    rows.with("min_columns", MIN_COLUMNS).with("max_columns", MAX_COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_written_canonically() {
        for (text, canonical) in [
            ("", "5x5"),
            ("misere 8X8", "8x8 misere"),
            ("knightthrough one-row 6x4", "6x4 one-row knightthrough"),
            ("3x3 one-row", "3x3"),
            ("standard 4x2", "4x2"),
        ] {
            assert_eq!(text.parse::<Rules>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn bad_rules_are_refused_with_the_culprit() {
        for (text, culprit) in [
            ("9x9", "\"9x9\""),
            ("2x5", "\"2x5\""),
            ("5x1", "\"5x1\""),
            ("5x", "\"5x\""),
            ("x", "\"x\""),
            ("5x5x5", "\"5x5x5\""),
            ("5", "\"5\""),
            ("999999x5", "\"999999x5\""),
            ("-5x5", "\"-5x5\""),
            ("chess", "\"chess\""),
            ("5x5 6x6", "two board sizes"),
            ("5x\u{665}", "\"5x\u{665}\""),
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }
}
