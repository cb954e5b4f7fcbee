//! A Go problem: the stones, the marked reserve, and the eye blocks that would save it; and the structural validator.

use quadrille_core::Player;

use crate::board::{Board, Spot};
use crate::formula::Sentence;
use crate::grid::{Grid, Point};

/// A white block with two one-point eyes: whatever is connected to it lives.
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
    ///
    /// # Errors
    /// If there is no reserve or an eye block has not exactly two eyes.
    pub fn new(grid: Grid) -> Result<Self, Sentence> {
        let reserve = grid
            .points()
            .find(|&point| grid.at(point) == b'G')
            .ok_or_else(|| Sentence::new("the board has no stone marked G, so there is nothing to chase"))?;
        let mut homes = Vec::new();
        for block in grid.regions(|cell| cell == b'E') {
            let stone = block[0];
            let eyes: Vec<Point> = one_point_eyes(&grid, &block);
            let [one, other] = eyes[..] else {
                return Err(Sentence::new(format!(
                    "the eye block at row {}, column {} has {} eyes instead of 2 (invariant I5)",
                    stone.row,
                    stone.column,
                    eyes.len()
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

    /// Invariants I2 and I5: the reserve has one liberty; every chain breathes; every black chain has two one-point eyes except the loose
    /// stones of gadgets (one stone with 2 or 3 liberties, or four stones with 3); every eye block stands alone.
    ///
    /// # Errors
    /// Names the first chain that breaks the rule.
    pub fn validate(&self) -> Result<(), Sentence> {
        let grid = &self.grid;
        let complain = |at: Point, what: String| {
            Err(Sentence::new(format!("the chain at row {}, column {} {what} (invariant I5)", at.row, at.column)))
        };
        for wall in grid.regions(|cell| cell == b'#') {
            let eyes = one_point_eyes(grid, &wall).len();
            let liberties = liberties(grid, &wall).len();
            let loose = matches!((wall.len(), liberties), (1, 2 | 3) | (4, 3));
            if eyes < 2 && !loose {
                return complain(wall[0], format!("has {} stones, {liberties} liberties and {eyes} eyes", wall.len()));
            }
        }
        for chain in grid.regions(is_white) {
            let liberties = liberties(grid, &chain).len();
            let is_reserve = chain.contains(&self.reserve);
            if is_reserve && liberties != 1 {
                return Err(Sentence::new(format!("the reserve has {liberties} liberties instead of 1 (invariant I2)")));
            }
            if liberties == 0 {
                return complain(chain[0], "has no liberty".to_string());
            }
            let blocks = chain.iter().filter(|&&point| grid.at(point) == b'E').count();
            if blocks != 0 && blocks != chain.len() {
                return complain(chain[0], "joins an eye block from the start".to_string());
            }
        }
        Ok(())
    }
}

fn is_white(cell: u8) -> bool {
    cell != b'#' && cell != b'.'
}

/// The empty points around a chain.
fn liberties(grid: &Grid, chain: &[Point]) -> Vec<Point> {
    let mut empty: Vec<Point> =
        chain.iter().flat_map(|&stone| grid.around(stone)).filter(|&near| grid.at(near) == b'.').collect();
    empty.sort_unstable();
    empty.dedup();
    empty
}

/// The liberties of a chain all of whose neighbours belong to the chain. `chain` is sorted.
fn one_point_eyes(grid: &Grid, chain: &[Point]) -> Vec<Point> {
    let is_eye = |point: &Point| grid.around(*point).all(|near| chain.binary_search(&near).is_ok());
    liberties(grid, chain).into_iter().filter(is_eye).collect()
}
