//! `windows`: an evaluation learned from exact tables.
//!
//! The board is covered by windows of two rows and three columns, seen by the side to move; what stands in a window has a
//! weight by how far the window is from the mover's goal and another by how far it is from the mover's first row. The sum
//! is the logarithm of the odds that the mover wins, scaled so that a pawn is worth about a hundred; races that no window
//! can see are added as `advancement` counts them. Windows and weights do not know the board's size, so weights learned
//! on boards small enough for a table serve all others.
//!
//! The weights are made by `cargo run --release -p quadrille-breakthrough-expert --example learn_windows`, those of 6x6 by
//! the example `large_boards study`.

use super::advancement::{Advancement, runners};
use super::network::Judged;
use crate::checksum;
use crate::position::Position;
use crate::rules::{Goal, Piece};
use quadrille_core::{Evaluation, Score};
use std::sync::OnceLock;

/// Two rows of three squares, a bit for each side on each.
const PATTERNS: usize = 1 << 12;
/// Windows inside the board and at its edges.
const KINDS: usize = 2;
/// The most rows of windows on a board.
const WINDOW_ROWS: usize = 7;
/// What a window's weight goes by: rows to the goal, rows from home.
const MEASURES: usize = 2;
/// The first bytes of a file of weights.
const MAGIC: &[u8; 8] = b"QBTWIN01";

/// A number of a window's weight.
const fn place(measure: usize, rows: usize, kind: usize, pattern: usize) -> usize {
    ((measure * WINDOW_ROWS + rows) * KINDS + kind) * PATTERNS + pattern
}

/// Calls `f` with row, kind and pattern of every window of a board of `rows` by `columns`.
#[inline(always)]
fn for_each_window(
    (own_pawns, enemy_pawns): (u64, u64),
    rows: usize,
    columns: usize,
    mut f: impl FnMut(usize, usize, usize),
) {
    let full = (1_u64 << columns) - 1;
    // A column beyond the left edge, empty like the one beyond the right edge.
    let row_of = |set: u64, row: usize| (set >> (columns * row) & full) << 1;
    let (mut own, mut enemy) = (row_of(own_pawns, 0), row_of(enemy_pawns, 0));
    for row in 0..rows - 1 {
        let (next_own, next_enemy) = (row_of(own_pawns, row + 1), row_of(enemy_pawns, row + 1));
        for column in 0..columns {
            let three = |set: u64| (set >> column & 7) as usize;
            let pattern = three(own) | three(next_own) << 3 | three(enemy) << 6 | three(next_enemy) << 9;
            let kind = usize::from(column == 0 || column + 1 == columns);
            f(row, kind, pattern);
        }
        (own, enemy) = (next_own, next_enemy);
    }
}

/// Weights under construction or read from a file.
#[derive(Clone, Debug)]
pub struct Weights(Vec<f32>);

impl Default for Weights {
    fn default() -> Self {
        Self(vec![0.0; MEASURES * WINDOW_ROWS * KINDS * PATTERNS])
    }
}

impl Weights {
    /// Calls `f` with the weight of each window of a position, seen by its mover; a weight may be called several times.
    pub fn for_each(&mut self, position: &Position, mut f: impl FnMut(usize, &mut f32)) {
        let rows = usize::from(position.rows());
        for_each_window(position.seen_by_mover(), rows, usize::from(position.columns()), |row, kind, pattern| {
            let numbers = [place(0, rows - 2 - row, kind, pattern), place(1, row, kind, pattern)];
            numbers.into_iter().for_each(|number| f(number, &mut self.0[number]));
        });
    }

    /// How many weights there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The same multiplied by a factor.
    #[must_use]
    pub fn scaled(&self, factor: f32) -> Self {
        Self(self.0.iter().map(|weight| weight * factor).collect())
    }

    /// The file: header, the weights of all possible patterns as 16-bit numbers, checksum.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for weights in self.0.chunks(PATTERNS) {
            for pattern in possible_patterns() {
                body.extend_from_slice(&(weights[pattern].round() as i16).to_le_bytes());
            }
        }
        checksum::sealed(MAGIC, &body)
    }

    /// Reads a file; `None` if it is damaged or of another kind.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let body = checksum::opened(MAGIC, bytes)?;
        let mut weights = Self::default();
        let possible: Vec<usize> = possible_patterns().collect();
        if body.len() != 2 * weights.0.len() / PATTERNS * possible.len() {
            return None;
        }
        for (table, bytes) in weights.0.chunks_mut(PATTERNS).zip(body.chunks_exact(2 * possible.len())) {
            for (&pattern, weight) in possible.iter().zip(bytes.chunks_exact(2)) {
                table[pattern] = f32::from(i16::from_le_bytes([weight[0], weight[1]]));
            }
        }
        Some(weights)
    }

    /// The weights of a board with this many rows, both measures added: `[row][kind][pattern]`.
    fn for_rows(&self, rows: usize) -> Vec<i16> {
        let mut table = Vec::with_capacity((rows - 1) * KINDS * PATTERNS);
        for row in 0..rows - 1 {
            for kind in 0..KINDS {
                let weight =
                    |pattern| self.0[place(0, rows - 2 - row, kind, pattern)] + self.0[place(1, row, kind, pattern)];
                table.extend((0..PATTERNS).map(|pattern| weight(pattern) as i16));
            }
        }
        table
    }
}

impl Weights {
    /// The evaluation by these weights of boards with this many rows.
    #[must_use]
    pub fn evaluation(&self, rows: u8) -> Learned {
        Learned { rows: rows.into(), table: self.for_rows(rows.into()) }
    }
}

/// An evaluation by weights that do not come with the program; other boards than theirs are judged by [`Advancement`].
#[derive(Clone, Debug)]
pub struct Learned {
    rows: usize,
    table: Vec<i16>,
}

impl Evaluation<Position> for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn evaluate(&self, position: &Position) -> Score {
        if usize::from(position.rows()) != self.rows {
            return Advancement.evaluate(position);
        }
        judged(position, &self.table)
    }
}

/// The sum of a table's weights over all windows, and the races.
#[inline(always)]
fn judged(position: &Position, table: &[i16]) -> Score {
    if position.goal() == Goal::Lose || position.piece() != Piece::Pawn {
        return Advancement.evaluate(position);
    }
    let (rows, columns) = (usize::from(position.rows()), usize::from(position.columns()));
    let mut sum = 0;
    for_each_window(position.seen_by_mover(), rows, columns, |row, kind, pattern| {
        sum += i32::from(table[(row * KINDS + kind) * PATTERNS + pattern]);
    });
    Score::heuristic(sum + runners(position))
}

/// The patterns in which no square has pawns of both sides.
fn possible_patterns() -> impl Iterator<Item = usize> {
    (0..PATTERNS).filter(|pattern| pattern & 63 & (pattern >> 6) == 0)
}

static FILE: &[u8] = include_bytes!("windows.weights");
static SIX_FILE: &[u8] = include_bytes!("windows-6x6.weights");

/// The built-in files, with their names.
#[must_use]
pub fn files() -> [(&'static str, &'static [u8]); 2] {
    [("windows.weights", FILE), ("windows-6x6.weights", SIX_FILE)]
}

/// The built-in weights, by the rows of the board.
static TABLES: [OnceLock<Vec<i16>>; WINDOW_ROWS + 2] = [const { OnceLock::new() }; WINDOW_ROWS + 2];

/// The same for 6x6, whose own table they were learned from.
static SIX: OnceLock<Vec<i16>> = OnceLock::new();

fn table(rows: usize, columns: usize) -> &'static [i16] {
    let read = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_or_default().for_rows(rows);
    if (rows, columns) == (6, 6) {
        return SIX.get_or_init(|| read(SIX_FILE));
    }
    TABLES[rows].get_or_init(|| read(FILE))
}

/// The evaluation; variants other than the standard game are judged by [`Advancement`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Windows;

impl Evaluation<Position> for Windows {
    fn name(&self) -> &'static str {
        "windows"
    }

    fn evaluate(&self, position: &Position) -> Score {
        judged(position, table(position.rows().into(), position.columns().into()))
    }
}

/// What won the matches on a board: the network on 6x6, [`Windows`] where there are as few rows as on the boards it was
/// learned from, [`Advancement`] on the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct Matched;

/// Rows up to which [`Windows`] is the stronger of the two; `docs/breakthrough.md` has the matches.
const WINDOWS_ROWS: u8 = 5;

impl Evaluation<Position> for Matched {
    fn name(&self) -> &'static str {
        "matched"
    }

    fn evaluate(&self, position: &Position) -> Score {
        // The network gives other boards than its own to advancement.
        if position.rows() <= WINDOWS_ROWS { Windows.evaluate(position) } else { Judged.evaluate(position) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Notation;

    #[test]
    fn the_weights_that_come_along_are_whole() {
        let bytes = FILE;
        let weights = Weights::from_bytes(bytes).unwrap();
        assert_eq!(weights.to_bytes(), bytes);
        let mut damaged = bytes.to_vec();
        damaged[1_000] ^= 1;
        assert!(Weights::from_bytes(&damaged).is_none());
        assert!(Weights::from_bytes(&bytes[..bytes.len() - 1]).is_none());
        assert!(Weights::from_bytes(SIX_FILE).is_some());
    }

    #[test]
    fn both_sides_are_seen_alike_and_a_pawn_counts() {
        let score = |text: &str| Windows.evaluate(&Position::parse_position(&"".parse().unwrap(), text).unwrap()).raw();
        assert_eq!(score("b4/1b3/2w2/5/4w w"), score("4b/5/2b2/1w3/w4 b"));
        let even = score("bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w");
        assert!(score("bbbbbbbb/bbb1bbbb/8/8/8/8/wwwwwwww/wwwwwwww w") > even + 30);
        assert!(score("bbbbbbbb/bbbbbbbb/8/8/8/8/www1wwww/wwwwwwww w") < even - 30);
    }

    #[test]
    fn the_board_s_rows_decide_who_judges() {
        let position = |text: &str| Position::parse_position(&"".parse().unwrap(), text).unwrap();
        let (low, high) = (position("b4/1b3/2w2/5/4w w"), position("b4/1b3/5/2w2/5/4w w"));
        assert_eq!(Matched.evaluate(&low), Windows.evaluate(&low));
        assert_eq!(Matched.evaluate(&high), Advancement.evaluate(&high));
        assert_ne!(Windows.evaluate(&low), Advancement.evaluate(&low));
        assert_ne!(Windows.evaluate(&high), Advancement.evaluate(&high));
    }
}
