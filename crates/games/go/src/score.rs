//! Counting: area, territory, and controlled points.
//!
//! All count the board as it stands; stones that could not be saved are not removed.

use crate::goban::Goban;
use crate::grid::{Grid, Point};
use crate::rules::{RuleSet, Rules};
use quadrille_core::{Outcome, PerPlayer, Player};

/// Who owns how much of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// How many points are each side's, prisoners included where they count.
    pub of: PerPlayer<u32>,
    /// The owner of each point, by its index in the bordered array; `None` for nobody's points and the border.
    pub owners: Vec<Option<Player>>,
    rules: Rules,
}

impl Points {
    /// Black's lead after komi and handicap, in half points.
    #[must_use]
    pub fn black_margin_halves(&self) -> i32 {
        margin_halves(&self.rules, self.of[Player::Black] as i32 - self.of[Player::White] as i32)
    }

    /// Who wins by this count.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::from_black_margin(self.black_margin_halves())
    }

    /// The result as game records write it: `B+3.5`, `W+12`, `0`.
    #[must_use]
    pub fn result(&self) -> String {
        let margin = self.black_margin_halves();
        let points = f64::from(margin.abs()) / 2.0;
        match self.outcome().winner() {
            Some(Player::Black) => format!("B+{points}"),
            Some(Player::White) => format!("W+{points}"),
            None => "0".into(),
        }
    }

    /// Whether nothing is left without an owner.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rules.grid().points().all(|point| self.owners[point.index()].is_some())
    }
}

/// Black's lead in half points, from the difference of the points on the board.
#[inline]
pub(crate) const fn margin_halves(rules: &Rules, black_minus_white: i32) -> i32 {
    2 * black_minus_white - rules.compensation_halves()
}

/// The points of each side as the position's rule set counts them.
pub fn points(board: &impl Goban) -> Points {
    match board.rules().set() {
        RuleSet::TrompTaylor | RuleSet::Chinese => area(board),
        RuleSet::Japanese => territory(board),
        RuleSet::Simplified => controlled(board),
    }
}

/// Area: stones, and empty regions that border on stones of one colour only.
pub fn area(board: &impl Goban) -> Points {
    let grid = board.grid();
    let mut owners: Vec<Option<Player>> = vec![None; grid.cells()];
    let mut visited = vec![false; grid.cells()];
    for point in grid.points() {
        if let Some(player) = board.stone(point) {
            owners[point.index()] = Some(player);
        } else if !visited[point.index()] {
            let (region, bordering) = empty_region(board, point, &mut visited);
            if let [Some(player), None] | [None, Some(player)] = bordering {
                region.into_iter().for_each(|p| owners[p.index()] = Some(player));
            }
        }
    }
    count(board, owners)
}

/// Territory: empty regions that border on stones of one colour only, and prisoners.
pub fn territory(board: &impl Goban) -> Points {
    let area = area(board);
    let prisoners = board.prisoners();
    let surrounded = |player| {
        let is_his = |&point: &Point| board.stone(point).is_none() && area.owners[point.index()] == Some(player);
        board.grid().points().filter(is_his).count() as u32
    };
    Points { of: PerPlayer(Player::BOTH.map(|player| surrounded(player) + prisoners[player])), ..area }
}

/// The empty points connected to an empty point, and the players whose stones they touch.
fn empty_region(board: &impl Goban, start: Point, visited: &mut [bool]) -> (Vec<Point>, [Option<Player>; 2]) {
    let grid = board.grid();
    let mut bordering = [None; 2];
    let mut region = vec![start];
    visited[start.index()] = true;
    let mut next = 0;
    while let Some(&point) = region.get(next) {
        next += 1;
        for neighbour in grid.neighbours(point) {
            if let Some(player) = board.stone(neighbour) {
                bordering[player.index()] = Some(player);
            } else if !visited[neighbour.index()] {
                visited[neighbour.index()] = true;
                region.push(neighbour);
            }
        }
    }
    (region, bordering)
}

/// A point is controlled by the player whose stone is on it, or who has stones on all its neighbours.
/// The only point of a 1x1 board has no neighbours and is nobody's.
pub fn controlled(board: &impl Goban) -> Points {
    let grid = board.grid();
    let mut owners: Vec<Option<Player>> = vec![None; grid.cells()];
    for point in grid.points() {
        owners[point.index()] = board.stone(point).or_else(|| sole_neighbour(board, grid, point));
    }
    count(board, owners)
}

fn sole_neighbour(board: &impl Goban, grid: Grid, point: Point) -> Option<Player> {
    let first = board.stone(grid.neighbours(point).next()?)?;
    grid.neighbours(point).all(|neighbour| board.stone(neighbour) == Some(first)).then_some(first)
}

fn count(board: &impl Goban, owners: Vec<Option<Player>>) -> Points {
    let of = |player| owners.iter().filter(|&&owner| owner == Some(player)).count() as u32;
    Points { of: PerPlayer(Player::BOTH.map(of)), owners, rules: board.rules() }
}
