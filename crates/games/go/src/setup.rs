//! A position as a description, before anyone has checked it; and its text form.
//!
//! The text is that of the command line: rows from the top separated by `/`, `X` black, `O` white, numbers for runs of
//! empty points, then the side to move. What the rows do not show follows as words: `ko=D4`, `passes=1`, and
//! `prisoners=3,2` (those that Black took, then White's) under rules that count them.

use crate::coordinates::{format_point, parse_point};
use crate::grid::{Grid, Point};
use crate::rules::Rules;
use crate::words;
use quadrille_core::{PerPlayer, Player, Refusal};
use std::fmt;

/// Stones, side to move and what just happened: anything, sensible or not. [`crate::Goban::from_setup`] makes a position
/// of it or says why it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rules; the handicap's stones are on the board only if they were put there.
    pub rules: Rules,
    /// Whose turn it is.
    pub to_move: Player,
    /// The point a ko forbids.
    pub ko: Option<Point>,
    /// Passes just made in a row.
    pub passes: u8,
    /// Stones that each side has captured, under rules that count them.
    pub prisoners: PerPlayer<u16>,
    stones: Vec<Option<Player>>,
}

impl Setup {
    /// The empty board, Black to move.
    #[must_use]
    pub fn empty(rules: Rules) -> Self {
        let stones = vec![None; rules.grid().cells()];
        Self { rules, to_move: Player::Black, ko: None, passes: 0, prisoners: PerPlayer([0; 2]), stones }
    }

    /// The start of a game: handicap stones, and then White moves first.
    #[must_use]
    pub fn start(rules: Rules) -> Self {
        let mut setup = Self::empty(rules);
        for point in rules.handicap_points() {
            setup.put(point, Some(Player::Black));
            setup.to_move = Player::White;
        }
        setup
    }

    /// The stone on a point.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Player> {
        self.stones.get(point.index()).copied().flatten()
    }

    /// Puts a stone on a point of the board, or clears it; points of no such board are ignored.
    pub fn put(&mut self, point: Point, stone: Option<Player>) {
        if self.rules.grid().contains(point) {
            self.stones[point.index()] = stone;
        }
    }

    /// All stones with their points, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Player)> {
        self.rules.grid().points().filter_map(|point| Some((point, self.stone(point)?)))
    }

    /// How many stones each side has put down to come here: those on the board and the other side's prisoners.
    pub(crate) fn placed(&self) -> [u16; 2] {
        let left = |player| self.stones().filter(|&(_, owner)| owner == player).count() as u16;
        Player::BOTH.map(|player| left(player).saturating_add(self.prisoners[!player]))
    }

    /// Refuses what can be on no board: a chain without liberties, a ko that is none, more than two passes.
    pub fn validate(&self) -> Result<(), Refusal> {
        let grid = self.rules.grid();
        if let Some(point) = self.first_without_liberty() {
            return Err(words::NO_LIBERTY.refuse().with("place", format_point(grid, point)));
        }
        if let Some(ko) = self.ko
            && !self.could_be_ko(ko)
        {
            let refusal = words::NOT_A_KO.refuse().with("place", format_point(grid, ko));
            return Err(refusal.with("mover", self.to_move));
        }
        match self.passes {
            0..=2 => Ok(()),
            more => Err(words::TOO_MANY_PASSES.refuse().with("passes", more)),
        }
    }

    /// A stone whose chain has no liberty: liberties spread from the empty points through stones of one colour.
    fn first_without_liberty(&self) -> Option<Point> {
        let grid = self.rules.grid();
        let mut breathing = vec![false; self.stones.len()];
        let mut reached: Vec<Point> = grid.points().filter(|&point| self.stone(point).is_none()).collect();
        while let Some(point) = reached.pop() {
            for neighbour in grid.neighbours(point) {
                let stone = self.stone(neighbour);
                let passes_on = self.stone(point).is_none_or(|colour| stone == Some(colour));
                if stone.is_some() && passes_on && !breathing[neighbour.index()] {
                    breathing[neighbour.index()] = true;
                    reached.push(neighbour);
                }
            }
        }
        self.stones().map(|(point, _)| point).find(|point| !breathing[point.index()])
    }

    /// Whether the opponent could just have taken one stone here with a single stone: the point is empty amid enemies,
    /// and one of them stands alone with this as its only liberty.
    fn could_be_ko(&self, ko: Point) -> bool {
        let grid = self.rules.grid();
        let enemy = self.to_move.opponent();
        let is_enemy = |point: Point| self.stone(point) == Some(enemy);
        let stands_alone =
            |point: Point| grid.neighbours(point).all(|n| n == ko || self.stone(n) == Some(self.to_move));
        grid.contains(ko)
            && self.stone(ko).is_none()
            && self.passes == 0
            && grid.neighbours(ko).all(is_enemy)
            && grid.neighbours(ko).any(stands_alone)
    }

    /// Reads the text form. The size is the text's, everything else the rules'.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, Refusal> {
        let mut parts = text.split_whitespace();
        let rows = parts.next().ok_or_else(|| words::EMPTY_POSITION.refuse())?;
        let rows: Vec<Vec<Option<Player>>> =
            rows.split('/').enumerate().map(|(i, row)| parse_row(i + 1, row)).collect::<Result<_, _>>()?;
        let mut setup = Self::empty(rules.with_grid(size_of_rows(&rows)?));
        for (point, stone) in setup.rules.grid().points().zip(rows.into_iter().flatten()) {
            setup.put(point, stone);
        }
        setup.to_move = parse_side(parts.next())?;
        for word in parts {
            setup.read_word(word)?;
        }
        setup.validate()?;
        Ok(setup)
    }

    fn read_word(&mut self, word: &str) -> Result<(), Refusal> {
        if let Some(place) = word.strip_prefix("ko=") {
            self.ko = Some(parse_point(self.rules.grid(), place)?);
        } else if let Some(passes) = word.strip_prefix("passes=") {
            self.passes = passes.parse().map_err(|_| words::BAD_PASSES.refuse().with("text", passes))?;
        } else if let Some(counts) = word.strip_prefix("prisoners=").filter(|_| self.rules.set().counts_prisoners()) {
            let refused = || words::BAD_PRISONERS.refuse().with("text", counts);
            let (black, white) = counts.split_once(',').ok_or_else(refused)?;
            let number = |text: &str| text.parse().map_err(|_| refused());
            self.prisoners = PerPlayer([number(black)?, number(white)?]);
        } else {
            return Err(words::BAD_WORD.refuse().quote("word", word));
        }
        Ok(())
    }
}

fn parse_side(word: Option<&str>) -> Result<Player, Refusal> {
    match word {
        Some("X" | "x") => Ok(Player::Black),
        Some("O" | "o") => Ok(Player::White),
        Some(other) => Err(words::BAD_SIDE.refuse().quote("text", other)),
        None => Err(words::NO_SIDE.refuse()),
    }
}

fn parse_row(number: usize, row: &str) -> Result<Vec<Option<Player>>, Refusal> {
    let mut points = Vec::new();
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (taken, stones, count) = match first {
            'X' | 'x' => (1, Some(Player::Black), 1),
            'O' | 'o' => (1, Some(Player::White), 1),
            '0'..='9' => (digits, None, parse_run(number, &rest[..digits])?),
            other => {
                let refusal = words::BAD_SYMBOL.refuse().with("number", number).with("symbol", format!("{other:?}"));
                return Err(refusal.quote("row", row));
            }
        };
        if points.len() + count > usize::from(Grid::LONGEST_SIDE) {
            return Err(words::LONG_ROW.refuse().with("number", number).with("most", Grid::LONGEST_SIDE));
        }
        points.extend(std::iter::repeat_n(stones, count));
        rest = &rest[taken..];
    }
    Ok(points)
}

fn parse_run(number: usize, digits: &str) -> Result<usize, Refusal> {
    let limit = usize::from(Grid::LONGEST_SIDE);
    let refused = || words::BAD_RUN.refuse().with("number", number).with("run", digits).with("most", limit);
    digits.parse().ok().filter(|run| (1..=limit).contains(run)).ok_or_else(refused)
}

fn size_of_rows(rows: &[Vec<Option<Player>>]) -> Result<Grid, Refusal> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        let refusal = words::UNEVEN_ROWS.refuse().with("number", i + 1).with("length", row.len());
        return Err(refusal.with("columns", columns));
    }
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    Grid::new(side(rows.len()), side(columns)).ok_or_else(|| {
        let refusal = words::BAD_BOARD.refuse().with("rows", rows.len()).with("columns", columns);
        refusal.with("most", Grid::LONGEST_SIDE)
    })
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grid = self.rules.grid();
        for row in 0..grid.rows() {
            if row > 0 {
                f.write_str("/")?;
            }
            let mut run = 0;
            for column in 0..grid.columns() {
                let stone = grid.point(row, column).and_then(|point| self.stone(point));
                if let Some(player) = stone {
                    if run > 0 {
                        write!(f, "{run}")?;
                    }
                    f.write_str(letter(player))?;
                    run = 0;
                } else {
                    run += 1;
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
        }
        write!(f, " {}", letter(self.to_move))?;
        if let Some(ko) = self.ko {
            write!(f, " ko={}", format_point(grid, ko))?;
        }
        if self.passes > 0 {
            write!(f, " passes={}", self.passes)?;
        }
        if self.prisoners != PerPlayer([0; 2]) {
            let PerPlayer([black, white]) = self.prisoners;
            write!(f, " prisoners={black},{white}")?;
        }
        Ok(())
    }
}

/// The letter of a player in position texts and diagrams.
pub(crate) const fn letter(player: Player) -> &'static str {
    match player {
        Player::Black => "X",
        Player::White => "O",
    }
}
