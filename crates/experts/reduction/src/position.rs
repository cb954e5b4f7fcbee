//! A Go problem: the stones, the marked reserve, and the eye blocks that would save it; and the structural validator.

use crate::board::{Board, Spot};
use crate::grid::{Chain, Grid, Point};
use crate::words::defect;
use quadrille_core::{Player, Refusal};

/// A white block with two one-point eyes: any chain connected to it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// One of its stones.
    pub stone: Point,
    /// Its eyes.
    pub eyes: [Point; 2],
}

/// Stones with White to move. White wants to connect the chain of `reserve` to a home, Black to capture it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The stones.
    pub grid: Grid,
    /// A stone of the reserve.
    pub reserve: Point,
    /// The eye blocks.
    pub homes: Vec<Home>,
}

impl Position {
    /// Finds the reserve and the homes on a grid.
    pub fn new(grid: Grid) -> Result<Self, Refusal> {
        let reserve = grid
            .points()
            .find(|&point| grid.at(point) == b'G')
            .ok_or_else(|| defect("the board has no stone marked G, so there is nothing to chase"))?;
        let mut homes = Vec::new();
        for block in grid.chains(|cell| (cell == b'E').then_some(0)).chains {
            let stone = block.first;
            let [one, other] = block.eyes[..] else {
                return Err(defect(format!(
                    "the eye block at row {}, column {} has {} eyes instead of 2 (invariant I5)",
                    stone.row,
                    stone.column,
                    block.eyes.len()
                )));
            };
            homes.push(Home { stone, eyes: [one, other] });
        }
        Ok(Self { grid, reserve, homes })
    }

    /// The board to play on; each home carries one mark.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.grid.rows(), self.grid.columns());
        for point in self.grid.points() {
            let spot = board.spot(point.row, point.column);
            match self.grid.at(point) {
                b'#' => board.set(spot, Player::Black),
                b'.' => {}
                _ => board.set(spot, Player::White),
            }
        }
        board.flatten();
        for home in &self.homes {
            board.mark(self.spot(&board, home.stone));
        }
        board
    }

    /// A point on a board of this size.
    #[must_use]
    pub fn spot(&self, board: &Board, point: Point) -> Spot {
        board.spot(point.row, point.column)
    }

    /// Invariants I2 and I5: the reserve has one liberty; every chain has a liberty; every black chain has two
    /// one-point eyes except the loose stones of gadgets (one stone with 2 or 3 liberties, or four stones with 3);
    /// every eye block stands alone.
    pub fn validate(&self) -> Result<(), Refusal> {
        let all = self.grid.chains(|cell| match cell {
            b'.' => None,
            b'#' => Some(0),
            _ => Some(1),
        });
        let reserve = all.of(self.reserve);
        for (index, chain) in all.chains.iter().enumerate() {
            let Chain { size, liberties, eye_stones, .. } = *chain;
            let eyes = chain.eyes.len();
            let loose = matches!((size, liberties), (1, 2 | 3) | (4, 3));
            if reserve == Some(index) && liberties != 1 {
                return Err(defect(format!("the reserve has {liberties} liberties instead of 1 (invariant I2)")));
            }
            let trouble = if chain.cell == b'#' && eyes < 2 && !loose {
                format!("has {size} stones, {liberties} liberties and {eyes} eyes")
            } else if liberties == 0 {
                "has no liberty".to_string()
            } else if eye_stones != 0 && eye_stones != size {
                "joins an eye block from the start".to_string()
            } else {
                continue;
            };
            let Point { row, column } = chain.first;
            return Err(defect(format!("the chain at row {row}, column {column} {trouble} (invariant I5)")));
        }
        Ok(())
    }
}
