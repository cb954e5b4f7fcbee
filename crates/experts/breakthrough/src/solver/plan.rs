//! Selects the table to compute and its word type, which depends on the number of columns.

use super::bounded::{self, Decided};
use super::fill::Crew;
use super::lanes::{PlyLanes, WinLanes};
use super::layout::Layout;
use super::sides::{QuietValues, Sides};
use super::table::{Progress, Table};
use quadrille_core::Refusal;
use std::path::Path;

/// What a table stores about its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Won or lost.
    Wins,
    /// In how many plies.
    Plies,
}

/// A table: the board, its kind, and the maximum number of pawns per side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rows of the board.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// The most pawns of a side.
    pub most_pawns: u32,
    /// What it tells.
    pub kind: Kind,
}

impl Plan {
    /// The memory needed to compute the table: both halves, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words = Layout::words_needed(self.rows, self.columns, self.most_pawns);
        let lanes = 1_u64 << self.columns;
        let word = match self.kind {
            Kind::Wins => lanes.div_ceil(8),
            Kind::Plies => lanes,
        };
        // A few symmetric arrangements are stored whole: a sixteenth more.
        let both = 2 * words * word;
        both + both / 16
    }

    /// Computes the table, continuing from the checkpoint file if there is one.
    pub fn build(
        &self,
        crew: Crew<'_>,
        checkpoint: Option<&Path>,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Box<dyn QuietValues>, Refusal> {
        let layout = Layout::new(self.rows, self.columns, self.most_pawns);
        macro_rules! build {
            ($lanes:ty) => {
                Ok(Box::new(Table::<$lanes>::build(layout, crew, checkpoint, tell)?))
            };
        }
        match (self.kind, self.columns) {
            (Kind::Wins, 2) => build!(WinLanes<u8, 2>),
            (Kind::Wins, 3) => build!(WinLanes<u8, 3>),
            (Kind::Wins, 4) => build!(WinLanes<u16, 4>),
            (Kind::Wins, 5) => build!(WinLanes<u32, 5>),
            (Kind::Wins, 6) => build!(WinLanes<u64, 6>),
            (Kind::Wins, _) => build!(WinLanes<u128, 7>),
            (Kind::Plies, 2) => build!(PlyLanes<4>),
            (Kind::Plies, 3) => build!(PlyLanes<8>),
            (Kind::Plies, 4) => build!(PlyLanes<16>),
            (Kind::Plies, 5) => build!(PlyLanes<32>),
            (Kind::Plies, 6) => build!(PlyLanes<64>),
            (Kind::Plies, _) => build!(PlyLanes<128>),
        }
    }

    /// The distances of some quiet positions by passes over a table of wins; `self.kind` does not matter.
    pub fn distances(
        &self,
        positions: &[Sides],
        crew: Crew<'_>,
        tell: &mut dyn FnMut(Progress),
    ) -> Option<Vec<Decided>> {
        let layout = Layout::new(self.rows, self.columns, self.most_pawns);
        match self.columns {
            2 => bounded::distances::<WinLanes<u8, 2>>(&layout, positions, crew, tell),
            3 => bounded::distances::<WinLanes<u8, 3>>(&layout, positions, crew, tell),
            4 => bounded::distances::<WinLanes<u16, 4>>(&layout, positions, crew, tell),
            5 => bounded::distances::<WinLanes<u32, 5>>(&layout, positions, crew, tell),
            6 => bounded::distances::<WinLanes<u64, 6>>(&layout, positions, crew, tell),
            _ => bounded::distances::<WinLanes<u128, 7>>(&layout, positions, crew, tell),
        }
    }
}
