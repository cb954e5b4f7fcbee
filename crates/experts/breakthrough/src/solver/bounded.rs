//! Exact distances in the memory of a won-or-lost table.
//!
//! The answer to "does Black win within n plies?" is one bit, so the bit-sliced words of the won-or-lost table can hold
//! it. The tables for n follow from those for n - 1 by the same computation that fills the complete table. From the
//! highest level down they can be updated in place, because a word depends only on lower levels, which still hold the
//! answer for n - 2 of the same half. Distances of start positions come out after as many passes as half the plies.

use super::fill::{Crew, Halves};
use super::lanes::Lanes;
use super::layout::Layout;
use super::sides::{Sides, masks};
use super::table::{Progress, look_up};

/// The answer for one quiet position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Whether the side to move wins.
    pub mover_wins: bool,
    /// After how many plies of best play.
    pub plies: u32,
}

/// The distances of quiet positions; `None` if stopped. `tell` is called for every pass; their number is not known in
/// advance, so `total` is the length of the longest game.
pub fn distances<L: Lanes>(
    layout: &Layout,
    positions: &[Sides],
    crew: Crew<'_>,
    tell: &mut dyn FnMut(Progress),
) -> Option<Vec<Decided>> {
    let longest = 2 * 2 * u64::from(layout.columns * (layout.rows - 1));
    let mut halves = undecided::<L>(layout);
    let mut found: Vec<Option<Decided>> = vec![None; positions.len()];
    let mut plies = 1;
    loop {
        // A win in one ply can only be the capture of the last pawn: a threat needs three.
        let threat = if plies == 1 { L::LOST } else { L::THREAT };
        for level in layout.levels.iter().rev() {
            if !crew.refresh_black(layout, level, &mut halves, threat) {
                return None;
            }
        }
        note(&mut found, positions, true, plies, |sides| {
            let turned = sides.turned(masks(layout.rows, layout.columns));
            look_up(layout, &halves.black, turned).is_some_and(|value| value > 0)
        });
        for level in layout.levels.iter().rev() {
            if !crew.refresh_white(layout, level, &mut halves) {
                return None;
            }
        }
        let lost = |sides: Sides| look_up(layout, &halves.white, sides).is_some_and(|value| value == 0);
        note(&mut found, positions, false, plies + 1, lost);
        tell(Progress { done: u64::from(plies) + 1, total: longest });
        if found.iter().all(Option::is_some) {
            return found.into_iter().collect();
        }
        plies += 2;
    }
}

/// Nothing is decided within no plies, except that a side without pawns has lost.
fn undecided<L: Lanes>(layout: &Layout) -> Halves<L> {
    let mut halves = Halves { white: vec![L::WON; layout.words], black: vec![L::LOST; layout.words] };
    for &block in layout.levels.iter().flat_map(|level| &level.blocks) {
        if let Some(start) = layout.block_start(block) {
            halves.white[start] = L::WON.with_empty_lost();
        }
    }
    halves
}

/// Records the positions that have just been decided.
fn note(
    found: &mut [Option<Decided>],
    positions: &[Sides],
    mover_wins: bool,
    plies: u32,
    is_decided: impl Fn(Sides) -> bool,
) {
    for (answer, &sides) in found.iter_mut().zip(positions) {
        if answer.is_none() && is_decided(sides) {
            *answer = Some(Decided { mover_wins, plies });
        }
    }
}
