//! The complete table of a board: every quiet position won or lost, or with its distance.

use super::checkpoint::Checkpoint;
use super::fill::{Crew, Halves};
use super::lanes::Lanes;
use super::layout::{Half, Layout, Words};
use super::sides::{QuietValues, Sides};
use crate::words;
use quadrille_core::Refusal;
use std::path::Path;

/// One half of a table: the words with White to move. The other half is the same with colours swapped.
#[derive(Debug)]
pub struct Table<L> {
    layout: Layout,
    white: Vec<L>,
}

/// The progress of a computation.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is done.
    pub done: u64,
    /// Of how much.
    pub total: u64,
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

/// The index of a quiet position: black arrangement, white arrangement, lane.
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
