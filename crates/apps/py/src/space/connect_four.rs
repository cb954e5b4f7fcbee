//! Connect Four: the seven columns.

use super::{Nothing, Shape, Space};
use quadrille_connect_four::{COLUMNS, Column, Position, ROWS};
use quadrille_core::Game;
use quadrille_lanes::Numbers;

impl Space for Position {
    type Past = Nothing;

    fn shape(&self) -> Shape {
        Shape { actions: COLUMNS.into(), planes: 2, rows: ROWS.into(), columns: COLUMNS.into() }
    }

    fn action(&self, m: Column) -> u32 {
        m.0.into()
    }

    fn decode(&self, action: u32) -> Option<Column> {
        u8::try_from(action).ok().filter(|&column| column < COLUMNS).map(Column)
    }

    fn list(&self, _: &Nothing, actions: &mut Numbers) {
        let open = |set, column| set | u64::from(self.landing_row(column).is_some()) << column;
        actions.push_set(&[(0..COLUMNS).fold(0, open)], 0);
    }

    fn observe(&self, planes: &mut [f32]) {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let place = usize::from(row) * usize::from(COLUMNS) + usize::from(column);
                let area = usize::from(ROWS) * usize::from(COLUMNS);
                if let Some(player) = self.disc(row, column) {
                    planes[place + if player == self.to_move() { 0 } else { area }] = 1.0;
                }
            }
        }
    }
}
