//! Go: the points row by row from below, then the pass.

use super::{Past, Shape, Space};
use quadrille_core::{Game, Outcome, Player};
use quadrille_go::{Goban, Move, Position};

impl<const CAP: usize> Past<Position<CAP>> for quadrille_go::Past<CAP> {
    fn new(start: &Position<CAP>) -> Self {
        Self::new(start)
    }

    fn push(&mut self, after: &Position<CAP>) {
        self.push(after);
    }

    fn legal_moves(&self, position: &Position<CAP>, moves: &mut <Position<CAP> as Game>::Moves) {
        self.legal_moves(position, moves);
    }

    /// The past of Go forbids moves, it gives no results.
    fn adjudicate(&self, _: &Position<CAP>) -> Option<Outcome> {
        None
    }
}

impl<const CAP: usize> Space for Position<CAP> {
    type Past = quadrille_go::Past<CAP>;

    fn shape(&self) -> Shape {
        let grid = self.grid();
        Shape { actions: grid.area() + 1, planes: 4, rows: grid.rows(), columns: grid.columns() }
    }

    #[inline]
    fn action(&self, m: Move) -> u32 {
        self.number_from_below(m) as u32
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
