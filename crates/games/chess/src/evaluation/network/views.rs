//! The sums of recent positions, from which those of a new position are reached by the pieces that differ.
//!
//! A search goes from a position to its neighbours, so the last position of the same ply or of the ply before is usually
//! two or three pieces away. When the king has crossed into another region neither helps, and the last position seen with
//! the king there is the start (the last reached in this way: to keep every one would cost more than it saves). Whatever the start, the result is the same; only the work differs.

use super::features::Frame;
use super::kernels::Kernels;
use super::weights::{ONE, OUTPUT_ONE, OUTPUTS, Sums, Weights};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Squares, squares_of};
use arrayvec::ArrayVec;
use quadrille_core::Player;

/// Positions remembered, by ply: a line longer than this begins to overwrite itself, which costs time only.
const PLIES: usize = 64;
/// Pieces that may appear or vanish between two positions.
const MOST_CHANGES: usize = 32;

/// A side's sums for one board.
#[derive(Clone, Copy)]
struct View {
    frame: Frame,
    roles: [Squares; 6],
    sides: [Squares; 2],
    sums: Sums,
}

impl View {
    /// No pieces: the biases alone.
    fn empty(frame: Frame, weights: &Weights) -> Self {
        Self { frame, roles: [0; 6], sides: [0; 2], sums: weights.bias }
    }

    /// How many squares differ, at least.
    #[inline]
    fn distance(&self, position: &Position) -> u32 {
        (self.sides[0] ^ position.sides[0]).count_ones() + (self.sides[1] ^ position.sides[1]).count_ones()
    }
}

/// The views of one thread.
pub(super) struct Views {
    weights: u64,
    kernels: Kernels,
    /// By ply, for White and for Black.
    recent: [Vec<View>; 2],
    /// By frame: the last view of each.
    last: [Vec<View>; 2],
}

impl Views {
    pub(super) fn new(weights: &Weights) -> Self {
        Self::with(weights, Kernels::best())
    }

    pub(super) fn with(weights: &Weights, kernels: Kernels) -> Self {
        let frames = |viewer: Player| {
            let mut frames = Vec::new();
            for king in crate::square::Square::all() {
                let frame = Frame::new(viewer, king);
                if frames.iter().all(|view: &View| view.frame != frame) {
                    frames.push(View::empty(frame, weights));
                }
            }
            frames.sort_by_key(|view| view.frame.index());
            frames
        };
        let last = [frames(Player::White), frames(Player::Black)];
        let recent = [vec![last[0][0]; PLIES], vec![last[1][0]; PLIES]];
        Self { weights: weights.id(), kernels, recent, last }
    }

    /// Which weights the sums belong to.
    pub(super) const fn weights_id(&self) -> u64 {
        self.weights
    }

    /// The value of a position for the mover, in hundredths of a pawn.
    pub(super) fn value(&mut self, weights: &Weights, position: &Position) -> i32 {
        let place = self.ply(position);
        for viewer in [Player::White, Player::Black] {
            self.bring_up(weights, position, viewer, place);
        }
        let mover = position.turn();
        let sums = |viewer: Player| &self.recent[viewer.index()][place].sums;
        let pieces = position.occupied().count_ones() as usize;
        let output = &weights.outputs[((pieces - 2) / 4).min(OUTPUTS - 1)];
        let product = (self.kernels.product)([sums(mover), sums(mover.opponent())], &output.weights);
        let value = product / i32::from(ONE) + output.bias;
        (i64::from(value) * i64::from(weights.scale) / i64::from(i32::from(ONE) * OUTPUT_ONE)) as i32
    }

    #[inline]
    fn ply(&self, position: &Position) -> usize {
        (position.fullmove_number() as usize * 2 + position.turn().index()) % PLIES
    }

    /// Makes the view at `place` that of the position.
    fn bring_up(&mut self, weights: &Weights, position: &Position, viewer: Player, place: usize) {
        let side = viewer.index();
        let frame = Frame::new(viewer, position.king(viewer));
        let before = (place + PLIES - 1) % PLIES;
        let mut start = &self.last[side][frame.index()];
        let mut distance = start.distance(position);
        let mut crossed = true;
        for near in [before, place] {
            let view = &self.recent[side][near];
            if view.frame == frame && view.distance(position) <= distance {
                distance = view.distance(position);
                start = view;
                crossed = false;
            }
        }
        let mut added = ArrayVec::<&Sums, MOST_CHANGES>::new();
        let mut removed = ArrayVec::<&Sums, MOST_CHANGES>::new();
        for owner in [Player::White, Player::Black] {
            for role in Role::ALL {
                let old = start.roles[role.index()] & start.sides[owner.index()];
                let new = position.pieces(owner, role);
                if old == new {
                    continue;
                }
                let row = |square| &weights.rows[frame.input(owner, role, square)];
                added.extend(squares_of(new & !old).map(row));
                removed.extend(squares_of(old & !new).map(row));
            }
        }
        let mut view =
            View { frame, roles: position.roles, sides: position.sides, sums: Sums([0; super::weights::HIDDEN]) };
        (self.kernels.update)(&start.sums, &added, &removed, &mut view.sums);
        self.recent[side][place] = view;
        if crossed {
            self.last[side][frame.index()] = view;
        }
    }
}
