//! Where a stone may be put: the empty point, the ko, suicide and superko.
//!
//! A move is legal if the point is empty, does not retake a ko at once
//! ([`Position::may_place`]), leaves the stone a liberty after it has taken what it takes (`Board::is_playable`), and
//! brings back no earlier board
//! ([`Position::repeats`]). The last depends on the history, so searches test it separately, through [`quadrille_core::Game::allowed_by_history`].

use crate::board::EMPTY;
use crate::grid::{Move, Point};
use crate::position::Position;
use crate::vertex::Vertex;
use quadrille_core::KeyHistory;

impl<const CAP: usize> Position<CAP> {
    /// Whether the side to move may put a stone here, apart from the history.
    #[inline]
    pub(crate) fn may_place(&self, v: Vertex<CAP>) -> bool {
        self.board.colour[v] == EMPTY && v != self.ko && self.board.is_playable(v, self.to_move)
    }

    /// The points where the side to move may put a stone, in board order, apart from the history.
    #[inline]
    pub(crate) fn places(&self) -> impl Iterator<Item = Move> {
        let grid = self.rules.grid();
        let cells = grid.stride() as u32..(grid.stride() * (grid.rows() + 1)) as u32;
        cells.filter(|&cell| self.may_place(Vertex::new(cell as usize))).map(Move::from_code)
    }

    /// Whether a stone of the side to move on this point would bring back an earlier board: positional superko.
    pub(crate) fn repeats(&self, point: Point, seen: &KeyHistory) -> bool {
        seen.contains(self.board.key_after(Vertex::new(point.index()), self.to_move))
    }
}
