//! The complete table of a board: every quiet position won or lost, or with its distance.

use super::fill::{Crew, Halves};
use super::lanes::{Lanes, PlyLanes, WinLanes};
use super::layout::Layout;
use super::sides::{QuietValues, Sides, masks};
use crate::bmi::extract;
use crate::geometry::Geometry;
use std::sync::atomic::AtomicBool;

/// One half of a table: the words with White to move. The other half says the same of the board upside down.
#[derive(Debug)]
pub struct Table<L> {
    layout: Layout,
    white: Vec<L>,
}

/// How far a table has come, told after every level.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Words done.
    pub done: u64,
    /// Words in all.
    pub total: u64,
}

impl<L: Lanes> Table<L> {
    /// Computes the table; `None` if it was stopped.
    pub fn build(layout: Layout, threads: usize, stop: &AtomicBool, tell: &mut dyn FnMut(Progress)) -> Option<Self> {
        let crew = Crew { threads, stop };
        let mut halves = Halves::<L>::empty(&layout);
        for level in &layout.levels {
            if !crew.fill_level(&layout, level, &mut halves) {
                return None;
            }
            tell(Progress { done: (level.first + level.words) as u64, total: layout.words as u64 });
        }
        Some(Self { layout, white: halves.white })
    }

    /// The quiet positions the table holds, and how many of them are won for the side to move.
    #[must_use]
    pub fn census(&self) -> (u64, u64) {
        let won = self.white.iter().map(|word| u64::from(word.count_won())).sum();
        ((self.white.len() as u64) << L::COLUMNS, won)
    }
}

/// Where a quiet position lies: black arrangement, white arrangement, lane.
pub(super) fn place(layout: &Layout, sides: Sides) -> (u32, u32, u32) {
    let columns = layout.columns;
    let home = (sides.own & u64::from(layout.row)) as u32;
    ((sides.enemy >> (2 * columns)) as u32, (sides.own >> columns) as u32, home)
}

/// The value of a quiet position in a half table with White to move.
pub(super) fn look_up<L: Lanes>(layout: &Layout, words: &[L], sides: Sides) -> Option<u8> {
    let (black, white, home) = place(layout, sides);
    layout.block_start(black)?;
    let word = layout.block(words, black).read(white, layout.mirrored_white(white));
    Some(word.lane(home))
}

impl<L: Lanes> QuietValues for Table<L> {
    fn quiet_value(&self, sides: Sides) -> Option<u8> {
        look_up(&self.layout, &self.white, sides)
    }
}
