//! The complete table of a board: every quiet position won or lost, or with its distance.

use super::checkpoint::Checkpoint;
use super::fill::{Crew, Halves};
use super::lanes::{Lanes, PlyLanes, WinLanes};
use super::layout::{Half, Layout, Words};
use super::sides::{QuietValues, Sides};
use crate::words;
use quadrille_core::Refusal;
use std::path::Path;

/// One half of a table: the words with White to move. The other half says the same of the board upside down.
#[derive(Debug)]
pub struct Table<L> {
    layout: Layout,
    white: Vec<L>,
}

/// How far a computation has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
}

/// What a table tells of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Won or lost.
    Wins,
    /// In how many plies.
    Plies,
}

/// Which table: a board, how much it tells, how many pawns a side may have.
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
    /// The bytes needed while the table is computed: both halves.
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
    ) -> Option<Vec<super::bounded::Decided>> {
        let layout = Layout::new(self.rows, self.columns, self.most_pawns);
        match self.columns {
            2 => super::bounded::distances::<WinLanes<u8, 2>>(&layout, positions, crew, tell),
            3 => super::bounded::distances::<WinLanes<u8, 3>>(&layout, positions, crew, tell),
            4 => super::bounded::distances::<WinLanes<u16, 4>>(&layout, positions, crew, tell),
            5 => super::bounded::distances::<WinLanes<u32, 5>>(&layout, positions, crew, tell),
            6 => super::bounded::distances::<WinLanes<u64, 6>>(&layout, positions, crew, tell),
            _ => super::bounded::distances::<WinLanes<u128, 7>>(&layout, positions, crew, tell),
        }
    }
}

impl<L: Lanes> Table<L> {
    /// Computes the table.
    pub fn build(
        layout: Layout,
        crew: Crew<'_>,
        checkpoint: Option<&Path>,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Self, Refusal> {
        let mut halves = Halves::<L>::empty(&layout);
        let mut checkpoint = match checkpoint {
            Some(path) => Some(Checkpoint::open(path, &layout, &mut halves)?),
            None => None,
        };
        let finished = checkpoint.as_ref().map_or(0, Checkpoint::levels);
        for level in &layout.levels[finished..] {
            if !crew.fill_level(&layout, level, &mut halves) {
                return Err(words::STOPPED.refuse());
            }
            if let Some(checkpoint) = &mut checkpoint {
                checkpoint.append(level, &halves)?;
            }
            tell(Progress { done: (level.first + level.words) as u64, total: layout.words as u64 });
        }
        Ok(Self { layout, white: halves.white })
    }
}

/// Where a quiet position lies: black arrangement, white arrangement, lane.
pub(super) fn place(layout: &Layout, sides: Sides) -> (u32, u32, u32) {
    let columns = layout.columns;
    let home = (sides.own & u64::from(layout.row)) as u32;
    ((sides.enemy >> (2 * columns)) as u32, (sides.own >> columns) as u32, home)
}

/// The value of a quiet position in one half of a table; `own` are the white pawns, `enemy` the black ones.
pub(super) fn look_up<L: Lanes>(layout: &Layout, words: &[L], sides: Sides) -> Option<u8> {
    let (black, white, home) = place(layout, sides);
    layout.block_start(black)?;
    let word = words.block(layout, black).read(white, layout.mirrored_white(white));
    Some(word.lane(home))
}

impl<L: Lanes> QuietValues for Table<L> {
    fn quiet_value(&self, sides: Sides) -> Option<u8> {
        look_up(&self.layout, &self.white, sides)
    }

    fn census(&self) -> (u64, u64) {
        let won = self.white.iter().map(|word| u64::from(word.count_won())).sum();
        ((self.white.len() as u64) << L::COLUMNS, won)
    }
}
