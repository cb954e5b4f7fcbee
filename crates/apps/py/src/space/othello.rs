//! Othello: the 64 squares row by row from the top, then the pass.

use super::{Nothing, Shape, Space, put};
use quadrille_core::{Game, Player};
use quadrille_lanes::Numbers;
use quadrille_othello::{Move, Position};

impl Space for Position {
    type Past = Nothing;

    fn shape(&self) -> Shape {
        Shape { actions: Move::CODES, planes: 3, rows: 8, columns: 8 }
    }

    fn action(&self, m: Move) -> u32 {
        m.code() as u32
    }

    fn decode(&self, action: u32) -> Option<Move> {
        match action {
            0..64 => Some(Move::on(action)),
            64 => Some(Move::PASS),
            _ => None,
        }
    }

    #[inline]
    fn list(&self, _: &Nothing, actions: &mut Numbers) {
        let squares = self.board().moves();
        if squares == 0 {
            actions.push(Move::PASS.code() as i32);
        }
        actions.push_set(&[squares], 0);
    }

    /// [`Space::list`] is in order already.
    #[inline]
    fn list_in_order(&self, past: &Nothing, actions: &mut Numbers) {
        self.list(past, actions);
    }

    fn observe(&self, planes: &mut [f32]) {
        let mover = self.to_move();
        put(&mut planes[..64], self.discs(mover), |square| square);
        put(&mut planes[64..128], self.discs(!mover), |square| square);
        if mover == Player::White {
            planes[128..].fill(1.0);
        }
    }
}
