//! Breakthrough: a square, one of six directions, and whether a pawn is taken.

use super::{Nothing, Shape, Space, put};
use quadrille_breakthrough::{Move, Piece, Position};
use quadrille_core::{Game, Player};

/// A pawn has three ways up and three ways down.
const DIRECTIONS: usize = 6;
/// A knight of `knightthrough` has four jumps each way; no other program numbers them.
const JUMPS: usize = 8;

impl Space for Position {
    type Past = Nothing;

    fn shape(&self) -> Shape {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        let ways = if self.piece() == Piece::Pawn { DIRECTIONS } else { JUMPS };
        Shape { actions: rows * columns * ways * 2, planes: 3, rows, columns }
    }

    #[inline]
    fn action(&self, m: Move) -> u32 {
        let (from, to, columns) = (u32::from(m.from), u32::from(m.to), u32::from(self.columns()));
        let taken = u32::from(self.is_capture(m));
        let up = self.to_move() == Player::White;
        if self.piece() == Piece::Pawn {
            // The squares ahead are `columns` further on or back, one more or less to the side.
            let direction = if up { to + 1 - from - columns } else { to + columns + 4 - from };
            return (from * DIRECTIONS as u32 + direction) * 2 + taken;
        }
        let side = (to % columns + 2) - from % columns;
        let jump = side - u32::from(side > 2) + if up { 0 } else { 4 };
        (from * JUMPS as u32 + jump) * 2 + taken
    }

    fn observe(&self, planes: &mut [f32]) {
        let area = self.geometry().squares();
        let mover = self.to_move();
        put(&mut planes[..area], self.pawns(mover), |square| square);
        put(&mut planes[area..2 * area], self.pawns(!mover), |square| square);
        if mover == Player::Black {
            planes[2 * area..].fill(1.0);
        }
    }
}
