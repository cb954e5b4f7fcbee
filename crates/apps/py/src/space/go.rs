//! Go: the points row by row from below, then the pass.

use super::{Shape, Space};
use quadrille_core::{Game, Outcome, Player};
use quadrille_go::{Goban, Move, Past, Points, Position};
use quadrille_lanes::{LANES, Numbers};

impl<const CAP: usize> super::Past<Position<CAP>> for Past<CAP> {
    fn new(start: &Position<CAP>) -> Self {
        Self::new(start)
    }

    #[inline]
    fn push(&mut self, after: &Position<CAP>) {
        self.push(after);
    }

    #[inline]
    fn look(&mut self, position: &Position<CAP>) {
        self.look(position);
    }

    #[inline]
    fn allows(&self, _: &Position<CAP>, m: Move) -> bool {
        self.is_legal(m)
    }

    /// The past of Go forbids moves, it gives no results.
    #[inline]
    fn end(&self, position: &Position<CAP>) -> Option<Outcome> {
        if self.has_legal() { None } else { position.outcome() }
    }
}

impl<const CAP: usize> Space for Position<CAP> {
    type Past = Past<CAP>;

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

    /// From the top line down, so not in order, but without looking for the beginning of each row.
    #[inline]
    fn list(&self, past: &Past<CAP>, actions: &mut Numbers) {
        let grid = self.grid();
        let (columns, last) = (grid.columns() as i32, grid.area() as i32 - 1);
        let (lines, places) =
            (Points::<CAP>::LINES.as_chunks::<LANES>().0, Points::<CAP>::PLACES.as_chunks::<LANES>().0);
        for ((lines, places), legal) in lines.iter().zip(places).zip(past.legal().sixteens(grid)) {
            actions.push_lanes(std::array::from_fn(|lane| last + places[lane] - lines[lane] * columns), legal);
        }
    }

    #[inline]
    fn list_in_order(&self, past: &Past<CAP>, actions: &mut Numbers) {
        let grid = self.grid();
        actions.push_rows(past.legal().rows_from_below(grid), grid.columns());
        if past.is_legal(Move::Pass) {
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
