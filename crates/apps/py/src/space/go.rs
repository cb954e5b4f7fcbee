//! Go: the points row by row from below, then the pass.

use super::{Past, Shape, Space};
use quadrille_core::{Game, Outcome, Player};
use quadrille_go::{Goban, Move, Points, Position};
use quadrille_lanes::Numbers;

/// The boards so far, and the moves that they and the rules permit now.
#[derive(Clone)]
pub struct Known<const CAP: usize> {
    past: quadrille_go::Past<CAP>,
    legal: Points<CAP>,
}

impl<const CAP: usize> Past<Position<CAP>> for Known<CAP> {
    fn new(start: &Position<CAP>) -> Self {
        let past = quadrille_go::Past::new(start);
        Self { legal: past.legal(start), past }
    }

    fn push(&mut self, after: &Position<CAP>) {
        self.past.push(after);
    }

    fn look(&mut self, position: &Position<CAP>) {
        self.legal = self.past.legal(position);
    }

    fn allows(&self, _: &Position<CAP>, m: Move) -> bool {
        self.legal.contains(m)
    }

    /// The past of Go forbids moves, it gives no results.
    fn end(&self, position: &Position<CAP>) -> Option<Outcome> {
        if self.legal.is_empty() { position.outcome() } else { None }
    }
}

impl<const CAP: usize> Space for Position<CAP> {
    type Past = Known<CAP>;

    fn shape(&self) -> Shape {
        let grid = self.grid();
        Shape { actions: grid.area() + 1, planes: 4, rows: grid.rows(), columns: grid.columns() }
    }

    #[inline]
    fn action(&self, m: Move) -> u32 {
        self.number_from_below(m) as u32
    }

    fn decode(&self, action: u32) -> Option<Move> {
        let (grid, action) = (self.grid(), action as usize);
        if action == grid.area() {
            return Some(Move::Pass);
        }
        let row = grid.rows().checked_sub(1 + action / grid.columns())?;
        grid.point(row, action % grid.columns()).map(Move::At)
    }

    #[inline]
    fn list(&self, past: &Known<CAP>, actions: &mut Numbers) {
        let grid = self.grid();
        actions.push_rows(past.legal.rows_from_below(grid), grid.columns());
        if past.legal.contains(Move::Pass) {
            actions.push(grid.area() as i32);
        }
    }

    fn observe(&self, planes: &mut [f32]) {
        let (grid, mover) = (self.grid(), self.to_move());
        let area = grid.area();
        for (index, point) in grid.points().enumerate() {
            let place = (grid.rows() - 1 - index / grid.columns()) * grid.columns() + index % grid.columns();
            if let Some(player) = self.stone(point) {
                planes[place + if player == mover { 0 } else { area }] = 1.0;
            }
            if self.ko() == Some(point) {
                planes[2 * area + place] = 1.0;
            }
        }
        if mover == Player::White {
            planes[3 * area..].fill(1.0);
        }
    }
}
