//! Breakthrough: a square, one of six directions, and whether a pawn is taken.

use super::{Nothing, Shape, Space, put};
use quadrille_breakthrough::{Move, Position};
use quadrille_core::{Game, Player};

/// Three ways up and three ways down, quiet or taking; knights have as many jumps each way, four of them.
const DIRECTIONS: usize = 6;

impl Space for Position {
    type Past = Nothing;

    fn shape(&self) -> Shape {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        // Knights jump to eight places; their moves are numbered by square and place in the same way.
        let ways = if self.piece() == quadrille_breakthrough::Piece::Pawn { DIRECTIONS } else { 8 };
        Shape { actions: rows * columns * ways * 2, planes: 3, rows, columns }
    }

    fn action(&self, m: Move) -> u32 {
        let columns = u32::from(self.columns());
        let (from, to) = (u32::from(m.from), u32::from(m.to));
        // The squares ahead are `columns` further on or back; the side step decides which of them.
        let up = self.to_move() == Player::White;
        let (taken, side) = (u32::from(self.is_capture(m)), (to % columns + 2) - from % columns);
        if self.piece() == quadrille_breakthrough::Piece::Pawn {
            let direction = side - 1 + if up { 0 } else { 3 };
            return (from * DIRECTIONS as u32 + direction) * 2 + taken;
        }
        let jump = side - u32::from(side > 2) + if up { 0 } else { 4 };
        (from * 8 + jump) * 2 + taken
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
