//! The general board: any size, storing only the stones.
//!
//! A bordered board and nothing else: chains and liberties are computed on demand. It supports boards of several
//! hundred lines (the fast board ends at 25) and is the reference implementation for the tests of the fast board. Walks
//! use a list instead of recursion, so no group is too long for the stack.
//!
//! With n the points of the board and g the stones of the groups concerned: [`Position::remove_group`] takes O(g); a
//! group, its liberties and a move take O(n / 8) to clear the marks of the walk (a few microseconds at most) and O(g).

use crate::goban::Goban;
use crate::grid::{Grid, Move, Point};
use crate::rules::{RuleSet, Rules};
use crate::score;
use crate::setup::Setup;
use crate::zobrist;
use quadrille_core::contract::Checked;
use quadrille_core::{Game, KeyHistory, MoveBuf, Outcome, Player, Refusal};

/// A position on a board of any size.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    /// By index in the bordered array; the border is empty here, and no walk enters it.
    stones: Vec<Option<Player>>,
    to_move: Player,
    ko: Option<Point>,
    passes: u8,
    /// How many stones each side has put down.
    placed: [u16; 2],
    /// The XOR of the stones' numbers.
    stones_key: u64,
}

/// The moves of a position on a board of any size.
#[derive(Clone, Debug, Default)]
pub struct Moves(Vec<Move>);

impl AsRef<[Move]> for Moves {
    fn as_ref(&self) -> &[Move] {
        &self.0
    }
}

impl AsMut<[Move]> for Moves {
    fn as_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl MoveBuf<Move> for Moves {
    fn push(&mut self, m: Move) {
        self.0.push(m);
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// A set of points of one board.
struct Marks(Vec<u64>);

impl Marks {
    fn none(grid: Grid) -> Self {
        Self(vec![0; grid.cells().div_ceil(64)])
    }

    /// Marks a point; returns whether it was unmarked before.
    fn mark(&mut self, point: Point) -> bool {
        let (word, bit) = (&mut self.0[point.index() / 64], 1 << (point.index() % 64));
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }
}

impl Position {
    /// Walks over the group of a stone and its liberties, each once, until `visit` says stop. Returns whether it was
    /// stopped. `visit` is told each point and whether it is a stone of the group.
    fn walk(&self, start: Point, mut visit: impl FnMut(Point, bool) -> bool) -> bool {
        let Some(player) = self.stone(start) else { return false };
        let grid = self.grid();
        let mut marks = Marks::none(grid);
        marks.mark(start);
        let mut to_visit = vec![start];
        while let Some(stone) = to_visit.pop() {
            if visit(stone, true) {
                return true;
            }
            for neighbour in grid.neighbours(stone) {
                match self.stone(neighbour) {
                    Some(colour) if colour == player && marks.mark(neighbour) => to_visit.push(neighbour),
                    None if marks.mark(neighbour) && visit(neighbour, false) => return true,
                    _ => {}
                }
            }
        }
        false
    }

    /// Whether the group of a stone has a liberty other than `except`.
    fn has_liberty_beside(&self, stone: Point, except: Point) -> bool {
        self.walk(stone, |point, is_stone| !is_stone && point != except)
    }

    /// Takes the group of a stone off the board, in time linear in its size: a stone that is gone marks itself. Says how
    /// many stones there were.
    pub fn remove_group(&mut self, start: Point) -> usize {
        let Some(player) = self.stone(start) else { return 0 };
        let grid = self.grid();
        let mut group = vec![start];
        self.clear_point(start, player);
        let mut next = 0;
        while let Some(&stone) = group.get(next) {
            next += 1;
            for neighbour in grid.neighbours(stone) {
                if self.stone(neighbour) == Some(player) {
                    self.clear_point(neighbour, player);
                    group.push(neighbour);
                }
            }
        }
        group.len()
    }

    fn clear_point(&mut self, point: Point, player: Player) {
        self.stones[point.index()] = None;
        self.stones_key ^= zobrist::stone(player, point.index());
    }

    /// Puts down a stone of the side to move, takes what it takes, and sets the ko.
    fn place(&mut self, point: Point) {
        let grid = self.grid();
        let player = self.to_move;
        let inside_enemy = grid.neighbours(point).all(|n| self.stone(n) == Some(player.opponent()));
        self.stones[point.index()] = Some(player);
        self.stones_key ^= zobrist::stone(player, point.index());
        let mut taken = 0;
        self.ko = None;
        for neighbour in grid.neighbours(point) {
            let enemy = self.stone(neighbour) == Some(player.opponent());
            if enemy && !self.walk(neighbour, |_, is_stone| !is_stone) {
                taken += self.remove_group(neighbour);
                self.ko = Some(neighbour);
            }
        }
        if taken != 1 || !inside_enemy {
            self.ko = None;
        }
    }

    /// Whether the side to move may put a stone here, apart from the history: the point is empty, no ko forbids it, and
    /// the stone touches an empty point, an own group with another liberty, or an enemy group without one.
    fn may_place(&self, point: Point) -> bool {
        let grid = self.grid();
        let breathes = |neighbour: Point| match self.stone(neighbour) {
            None => true,
            Some(colour) => (colour == self.to_move) == self.has_liberty_beside(neighbour, point),
        };
        grid.contains(point)
            && self.stone(point).is_none()
            && self.ko != Some(point)
            && (grid.neighbours(point).any(|n| self.stone(n).is_none()) || grid.neighbours(point).any(breathes))
    }

    fn places(&self) -> impl Iterator<Item = Move> {
        self.grid().points().filter(|&point| self.may_place(point)).map(Move::At)
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || (self.rules.set() == RuleSet::Simplified && score::controlled(self).is_complete())
    }
}

impl Game for Position {
    type Move = Move;
    type Moves = Moves;
    type Rules = Rules;

    const NAME: &'static str = "go";
    const USES_HISTORY: bool = true;
    const HISTORY_FORBIDS: bool = true;

    fn start(rules: &Rules) -> Self {
        let setup = Setup::start(*rules);
        Self::from_setup(&setup).expect("handicap stones on an empty board have liberties")
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn legal_moves(&self, moves: &mut Moves) {
        if !self.is_over() {
            moves.0.extend(self.places());
            moves.push(Move::Pass);
        }
    }

    fn is_legal(&self, m: Move) -> bool {
        m.point().is_none_or(|point| self.may_place(point)) && !self.is_over()
    }

    fn play(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {self:?}");
        if let Move::At(point) = m {
            self.place(point);
            self.passes = 0;
            let placed = &mut self.placed[self.to_move.index()];
            *placed = placed.saturating_add(1);
        } else {
            self.ko = None;
            self.passes += 1;
        }
        self.to_move = self.to_move.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| score::points(self).outcome())
    }

    fn key(&self) -> u64 {
        self.stones_key ^ zobrist::situation(self.to_move, self.ko.map_or(0, Point::index), self.passes)
    }

    fn history_key(&self) -> u64 {
        self.stones_key
    }

    fn code(&self, m: Move) -> usize {
        m.code()
    }

    fn codes(&self) -> usize {
        self.grid().cells()
    }

    /// As on the fast board, but by playing the move on a copy.
    fn allowed_by_history(&self, m: Move, seen: &KeyHistory) -> bool {
        match m {
            Move::At(_) => {
                let mut next = self.clone();
                next.play(m);
                !seen.contains(next.history_key())
            }
            Move::Pass if self.rules.set() == RuleSet::Simplified => {
                !self.places().any(|place| self.allowed_by_history(place, seen))
            }
            Move::Pass => true,
        }
    }
}

impl Goban for Position {
    fn grid(&self) -> Grid {
        self.rules.grid()
    }

    fn stone(&self, point: Point) -> Option<Player> {
        self.stones.get(point.index()).copied().flatten()
    }

    fn ko(&self) -> Option<Point> {
        self.ko
    }

    fn passes(&self) -> u8 {
        self.passes
    }

    fn placed(&self, player: Player) -> u32 {
        self.placed[player.index()].into()
    }

    fn chain(&self, point: Point) -> Vec<Point> {
        self.walked(point, true)
    }

    fn liberties(&self, point: Point) -> Vec<Point> {
        self.walked(point, false)
    }

    fn captures(&self, m: Move) -> Vec<Point> {
        let Some(point) = m.point() else { return Vec::new() };
        let enemy = |neighbour: &Point| self.stone(*neighbour) == Some(self.to_move.opponent());
        let doomed = |neighbour: &Point| enemy(neighbour) && !self.has_liberty_beside(*neighbour, point);
        let mut taken: Vec<Point> = self.grid().neighbours(point).filter(doomed).flat_map(|n| self.chain(n)).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    fn from_setup(setup: &Setup) -> Result<Self, Refusal> {
        setup.validate()?;
        let mut stones = vec![None; setup.rules.grid().cells()];
        let mut stones_key = 0;
        for (point, player) in setup.stones() {
            stones[point.index()] = Some(player);
            stones_key ^= zobrist::stone(player, point.index());
        }
        let Setup { rules, to_move, ko, passes, .. } = *setup;
        Ok(Self { rules, stones, to_move, ko, passes, placed: setup.placed(), stones_key })
    }
}

impl Position {
    /// The stones of a group, or its liberties, in board order.
    fn walked(&self, start: Point, stones: bool) -> Vec<Point> {
        let mut points = Vec::new();
        self.walk(start, |point, is_stone| {
            if is_stone == stones {
                points.push(point);
            }
            false
        });
        points.sort_unstable();
        points
    }
}

impl Checked for Position {
    fn recomputed_key(&self) -> u64 {
        zobrist::xor_of(&self.key_parts())
    }

    fn every_move(&self) -> Vec<Move> {
        (0..2 * self.grid().cells() as u32).map(Move::from_code).collect()
    }

    fn assert_consistent(&self) {
        assert_eq!(self.setup().validate(), Ok(()), "the position is not a valid one");
    }
}
