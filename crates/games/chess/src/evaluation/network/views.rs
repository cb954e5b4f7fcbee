//! Accumulators of recent positions, updated to a new position by the pieces that differ.
//!
//! A search goes from a position to its neighbours, so the last position of the same ply or of the ply before is
//! usually two or three pieces away; what differs is found once for both sides. When a king has moved to another
//! region, neither helps for its side, and the update starts from the last board cached for that region (only the
//! latest is kept: storing more would cost more than it saves). The start affects only the work, not the result.

use super::features::{Frame, Piece};
use super::kernels::Kernels;
use super::weights::{ONE, OUTPUT_ONE, OUTPUTS, Sums, Weights};
use crate::piece::Role;
use crate::position::Position;
use crate::square::{Square, Squares, squares_of};
use arrayvec::ArrayVec;
use quadrille_core::Player;

/// Positions remembered, by ply: a line longer than this begins to overwrite itself, which costs time only.
const PLIES: usize = 64;
/// Pieces that may appear or vanish between two positions.
const MOST_CHANGES: usize = 32;

type Pieces = ArrayVec<Piece, MOST_CHANGES>;
type Rows<'a> = ArrayVec<&'a Sums, MOST_CHANGES>;

/// Who stands where.
#[derive(Clone, Copy)]
struct Board {
    roles: [Squares; 6],
    sides: [Squares; 2],
}

/// What changes from one board to another.
struct Changes {
    added: Pieces,
    removed: Pieces,
}

impl Board {
    const EMPTY: Self = Self { roles: [0; 6], sides: [0; 2] };

    #[inline]
    const fn of(position: &Position) -> Self {
        Self { roles: position.roles, sides: position.sides }
    }

    /// How many squares differ, at least.
    #[inline]
    fn distance(&self, other: &Self) -> u32 {
        (self.sides[0] ^ other.sides[0]).count_ones() + (self.sides[1] ^ other.sides[1]).count_ones()
    }

    /// What stands on a square, found without a branch: the number of its role is a sum of five bits.
    #[inline]
    fn piece(&self, square: Square) -> Option<Piece> {
        let holds = |set: Squares| (set >> square.index() & 1) as usize;
        let number = |role: Role| role.index() * holds(self.roles[role.index()]);
        let owner = holds(self.sides[1]);
        (owner + holds(self.sides[0]) != 0).then(|| Piece::new(owner, Role::ALL.into_iter().map(number).sum(), square))
    }

    /// What must be done to this board to make it the other.
    #[inline(always)]
    fn changes(&self, other: &Self) -> Changes {
        let mut changes = Changes { added: ArrayVec::new(), removed: ArrayVec::new() };
        let mut changed = (self.sides[0] ^ other.sides[0]) | (self.sides[1] ^ other.sides[1]);
        for role in Role::ALL {
            changed |= self.roles[role.index()] ^ other.roles[role.index()];
        }
        for square in squares_of(changed) {
            if let Some(piece) = self.piece(square) {
                changes.removed.push(piece);
            }
            if let Some(piece) = other.piece(square) {
                changes.added.push(piece);
            }
        }
        changes
    }
}

/// Both sides' sums for one board, by player.
#[derive(Clone)]
struct Recent {
    board: Board,
    frames: [Frame; 2],
    sums: [Sums; 2],
}

/// One side's sums for the last board seen in a frame.
#[derive(Clone, Copy)]
struct Last {
    frame: Frame,
    board: Board,
    sums: Sums,
}

/// The views of one thread.
pub(super) struct Views {
    weights: u64,
    kernels: Kernels,
    /// By ply.
    recent: Vec<Recent>,
    /// By viewer and frame.
    last: [Vec<Last>; 2],
}

impl Views {
    pub(super) fn new(weights: &Weights) -> Self {
        Self::with(weights, Kernels::best())
    }

    pub(super) fn with(weights: &Weights, kernels: Kernels) -> Self {
        let frames = |viewer: Player| {
            let mut frames = Vec::new();
            for king in Square::all() {
                let frame = Frame::new(viewer, king);
                if frames.iter().all(|last: &Last| last.frame != frame) {
                    // No pieces: the biases alone.
                    frames.push(Last { frame, board: Board::EMPTY, sums: weights.bias });
                }
            }
            frames.sort_by_key(|last| last.frame.index());
            frames
        };
        let last = [frames(Player::White), frames(Player::Black)];
        let frames = [last[0][0].frame, last[1][0].frame];
        let recent = vec![Recent { board: Board::EMPTY, frames, sums: [weights.bias; 2] }; PLIES];
        Self { weights: weights.id(), kernels, recent, last }
    }

    /// Which weights the sums belong to.
    pub(super) const fn weights_id(&self) -> u64 {
        self.weights
    }

    /// The value of a position for the mover, in hundredths of a pawn.
    pub(super) fn value(&mut self, weights: &Weights, position: &Position) -> i32 {
        let place = self.ply(position);
        self.bring_up(weights, position, place);
        let mover = position.turn();
        let sums = &self.recent[place].sums;
        let pieces = position.occupied().count_ones() as usize;
        let output = &weights.outputs[((pieces - 2) / 4).min(OUTPUTS - 1)];
        let product = (self.kernels.product)([&sums[mover.index()], &sums[mover.opponent().index()]], &output.weights);
        let value = product / i32::from(ONE) + output.bias;
        (i64::from(value) * i64::from(weights.scale) / i64::from(i32::from(ONE) * OUTPUT_ONE)) as i32
    }

    #[inline]
    fn ply(&self, position: &Position) -> usize {
        (position.fullmove_number() as usize * 2 + position.turn().index()) % PLIES
    }

    /// Makes the sums at `place` those of the position.
    fn bring_up(&mut self, weights: &Weights, position: &Position, place: usize) {
        let board = Board::of(position);
        let before = (place + PLIES - 1) % PLIES;
        let from_here = self.recent[place].board.distance(&board) <= self.recent[before].board.distance(&board);
        let start = if from_here { place } else { before };
        let changes = self.recent[start].board.changes(&board);
        for viewer in [Player::White, Player::Black] {
            let frame = Frame::new(viewer, position.king(viewer));
            if self.recent[start].frames[viewer.index()] == frame {
                let side = viewer.index();
                if let Ok([from, to]) = self.recent.get_disjoint_mut([start, place]) {
                    update(self.kernels, weights, frame, &changes, Some(&from.sums[side]), &mut to.sums[side]);
                } else {
                    update(self.kernels, weights, frame, &changes, None, &mut self.recent[place].sums[side]);
                }
            } else {
                self.cross(weights, &board, viewer, frame, place);
            }
            self.recent[place].frames[viewer.index()] = frame;
        }
        self.recent[place].board = board;
    }

    /// The king has changed its frame: starts from the last board cached for it.
    #[cold]
    fn cross(&mut self, weights: &Weights, board: &Board, viewer: Player, frame: Frame, place: usize) {
        let last = &mut self.last[viewer.index()][frame.index()];
        let changes = last.board.changes(board);
        let to = &mut self.recent[place].sums[viewer.index()];
        update(self.kernels, weights, frame, &changes, Some(&last.sums), to);
        *last = Last { frame, board: *board, sums: *to };
    }
}

/// `from`, or what `to` was, after the changes, seen in a frame.
#[inline]
fn update(kernels: Kernels, weights: &Weights, frame: Frame, changes: &Changes, from: Option<&Sums>, to: &mut Sums) {
    let row = |&piece: &Piece| &weights.rows[frame.input(piece)];
    // Filled in place: a list returned by value would be copied whole.
    let (mut added, mut removed) = (Rows::new(), Rows::new());
    added.extend(changes.added.iter().map(row));
    removed.extend(changes.removed.iter().map(row));
    (kernels.update)(from, &added, &removed, to);
}
