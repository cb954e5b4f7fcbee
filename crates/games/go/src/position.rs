//! A position on the fast board: what [`Board`] holds, whose turn it is, and the rules.

use crate::board::{Board, EMPTY, OFF};
use crate::goban::Goban;
use crate::grid::{Grid, Move, Point};
use crate::rules::{RuleSet, Rules};
use crate::score;
use crate::setup::Setup;
use crate::vertex::Vertex;
use crate::{words, zobrist};
use arrayvec::ArrayVec;
use quadrille_core::contract::Checked;
use quadrille_core::{Game, KeyHistory, Outcome, Player, Refusal};

/// A position on a board whose bordered array has at most `CAP` cells. The size is chosen at run time; `CAP`, a power
/// of two, is the capacity: see [`crate::SizeClass`].
#[derive(Clone)]
pub struct Position<const CAP: usize> {
    pub(crate) board: Board<CAP>,
    pub(crate) rules: Rules,
    pub(crate) to_move: Player,
    pub(crate) passes: u8,
    pub(crate) ko: Vertex<CAP>,
    /// Where the last stone was placed, or [`Vertex::NONE`]: playouts answer near it.
    pub(crate) last: Vertex<CAP>,
    /// How many stones each side has put down. Playouts do not count theirs.
    pub(crate) placed: [u16; 2],
}

/// Up to 9x9.
pub type Small = Position<128>;
/// Up to 14x14.
pub type Medium = Position<256>;
/// Up to 19x19.
pub type Large = Position<512>;
/// Up to 25x25.
pub type Huge = Position<1024>;

impl<const CAP: usize> Position<CAP> {
    /// The cell of a point of this board. A point of a larger board would wrap around to some other cell: it has none.
    #[inline]
    pub(crate) fn vertex(&self, point: Point) -> Option<Vertex<CAP>> {
        let v = Vertex::new(point.index());
        (v.index() == point.index() && self.board.colour[v] != OFF).then_some(v)
    }

    /// Whether the game is over on the board.
    pub(crate) fn is_over(&self) -> bool {
        self.passes >= 2 || (self.rules.set() == RuleSet::Simplified && self.is_all_controlled())
    }

    /// Whether every point is controlled: no empty point touches an empty one or both colours.
    pub(crate) fn is_all_controlled(&self) -> bool {
        let controlled = |v| self.board.is_enclosed(v, Player::Black) != self.board.is_enclosed(v, Player::White);
        (0..self.board.empty_count()).all(|place| controlled(self.board.empty_at(place)))
    }

    /// The number of a move when points are counted row by row from below and the pass comes last.
    #[inline]
    #[must_use]
    pub fn number_from_below(&self, m: Move) -> usize {
        let grid = self.rules.grid();
        let Move::At(point) = m else { return grid.area() };
        // The stride is a constant of the class: no division takes place.
        let (line, place) =
            (point.index() / Board::<CAP>::STRIDE as usize, point.index() % Board::<CAP>::STRIDE as usize);
        (grid.rows() - line) * grid.columns() + place - 1
    }

    /// Where the last stone was placed, if the last move was one.
    #[must_use]
    pub fn last_point(&self) -> Option<Point> {
        Point::from_index(self.last.index() as u32)
    }

    /// The same board with the other side to move, as some protocols and records demand: the ko and the passes are
    /// forgotten.
    #[must_use]
    pub fn with_to_move(&self, player: Player) -> Self {
        if player == self.to_move {
            return self.clone();
        }
        Self { to_move: player, ko: Vertex::NONE, passes: 0, ..self.clone() }
    }

    /// The same position under another komi; refused under rules without komi.
    pub fn with_komi(&self, komi: crate::Komi) -> Result<Self, Refusal> {
        Ok(Self { rules: self.rules.with_komi(komi)?, ..self.clone() })
    }

    /// Whether the point is a single-point eye of the player.
    #[must_use]
    pub fn is_eye(&self, point: Point, player: Player) -> bool {
        self.vertex(point).is_some_and(|v| self.board.colour[v] == EMPTY && self.board.is_eye(v, player))
    }

    /// Whether the chain of the stone on this point has just one liberty, and where.
    #[must_use]
    pub fn only_liberty(&self, point: Point) -> Option<Point> {
        let v = self.vertex(point).filter(|&v| self.board.colour[v] < EMPTY)?;
        Point::from_index(self.board.only_liberty(v)?.index() as u32)
    }

    fn points(vertices: impl Iterator<Item = Vertex<CAP>>) -> Vec<Point> {
        let mut points: Vec<Point> = vertices.filter_map(|v| Point::from_index(v.index() as u32)).collect();
        points.sort_unstable();
        points
    }
}

impl<const CAP: usize> Game for Position<CAP> {
    type Move = Move;
    type Moves = ArrayVec<Move, CAP>;
    type Rules = Rules;

    const NAME: &'static str = "go";
    const USES_HISTORY: bool = true;
    const HISTORY_FORBIDS: bool = true;

    /// Panics if the rules' board is of another class than `CAP`: choose it with [`crate::SizeClass::of`].
    fn start(rules: &Rules) -> Self {
        let mut position = Self {
            board: Board::new(rules.grid()),
            rules: *rules,
            to_move: Player::Black,
            passes: 0,
            ko: Vertex::NONE,
            last: Vertex::NONE,
            placed: [0; 2],
        };
        for point in rules.handicap_points() {
            position.placed[Player::Black.index()] += 1;
            position.board.place(Vertex::new(point.index()), Player::Black);
            position.to_move = Player::White;
        }
        position
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.to_move
    }

    /// Board order, then the pass. Under `simplified` the pass is listed too, since superko may leave nothing else: the
    /// history forbids it while it allows any point.
    fn legal_moves(&self, moves: &mut Self::Moves) {
        if self.is_over() {
            return;
        }
        for m in self.places() {
            moves.push(m);
        }
        moves.push(Move::Pass);
    }

    fn count_legal_moves(&self) -> usize {
        if self.is_over() { 0 } else { self.places().count() + 1 }
    }

    fn is_legal(&self, m: Move) -> bool {
        let possible = m.point().is_none_or(|point| self.vertex(point).is_some_and(|v| self.may_place(v)));
        possible && !self.is_over()
    }

    #[inline]
    fn play(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {self:?}");
        if let Move::At(point) = m {
            let v = Vertex::new(point.index());
            self.ko = self.board.place(v, self.to_move).ko;
            self.last = v;
            self.passes = 0;
            let placed = &mut self.placed[self.to_move.index()];
            *placed = placed.saturating_add(1);
        } else {
            self.ko = Vertex::NONE;
            self.last = Vertex::NONE;
            self.passes += 1;
        }
        self.to_move = self.to_move.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| score::points(self).outcome())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key ^ zobrist::situation(self.to_move, self.ko.index(), self.passes)
    }

    #[inline]
    fn history_key(&self) -> u64 {
        self.board.key
    }

    #[inline]
    fn code(&self, m: Move) -> usize {
        m.code()
    }

    #[inline]
    fn codes(&self) -> usize {
        self.rules.grid().cells()
    }

    /// Positional superko: a stone may not bring back any earlier board. A pass does not change the board and is always
    /// allowed, except under `simplified`, where it must be the only legal move.
    fn allowed_by_history(&self, m: Move, seen: &KeyHistory) -> bool {
        match m {
            Move::At(point) => !self.repeats(point, seen),
            Move::Pass if self.rules.set() == RuleSet::Simplified => {
                !self.places().any(|place| self.allowed_by_history(place, seen))
            }
            Move::Pass => true,
        }
    }
}

impl<const CAP: usize> Goban for Position<CAP> {
    fn grid(&self) -> Grid {
        self.rules.grid()
    }

    #[inline]
    fn stone(&self, point: Point) -> Option<Player> {
        self.board.stone(self.vertex(point)?)
    }

    fn ko(&self) -> Option<Point> {
        Point::from_index(self.ko.index() as u32)
    }

    fn passes(&self) -> u8 {
        self.passes
    }

    fn placed(&self, player: Player) -> u32 {
        self.placed[player.index()].into()
    }

    fn chain(&self, point: Point) -> Vec<Point> {
        let Some(v) = self.vertex(point).filter(|&v| self.board.colour[v] < EMPTY) else { return Vec::new() };
        Self::points(self.board.stones_of(v))
    }

    fn liberties(&self, point: Point) -> Vec<Point> {
        let Some(v) = self.vertex(point).filter(|&v| self.board.colour[v] < EMPTY) else { return Vec::new() };
        let around = self.board.stones_of(v).flat_map(|stone| self.board.around(stone));
        let mut liberties = Self::points(around.filter(|&n| self.board.colour[n] == EMPTY));
        liberties.dedup();
        liberties
    }

    fn captures(&self, m: Move) -> Vec<Point> {
        let Some(v) = m.point().and_then(|point| self.vertex(point)) else { return Vec::new() };
        let first = self.board.taken_by(v, self.to_move);
        Self::points(first.flat_map(|stone| self.board.stones_of(stone)))
    }

    fn from_setup(setup: &Setup) -> Result<Self, Refusal> {
        setup.validate()?;
        let grid = setup.rules.grid();
        if !Board::<CAP>::fits(grid) {
            let (rows, columns) = (grid.rows(), grid.columns());
            return Err(words::DOES_NOT_FIT.refuse().with("rows", rows).with("columns", columns));
        }
        // Stones of a valid board can be put down in any order without a capture on the way: a chain's last liberty is
        // empty all the time, and so is every part of the chain that is still missing.
        let mut board = Board::new(grid);
        for (point, player) in setup.stones() {
            board.place(Vertex::new(point.index()), player);
        }
        let ko = setup.ko.map_or(Vertex::NONE, |point| Vertex::new(point.index()));
        let (to_move, passes) = (setup.to_move, setup.passes);
        let placed = setup.placed();
        Ok(Self { board, rules: setup.rules, to_move, passes, ko, last: Vertex::NONE, placed })
    }
}

impl<const CAP: usize> Checked for Position<CAP> {
    fn recomputed_key(&self) -> u64 {
        zobrist::xor_of(&self.key_parts())
    }

    fn every_move(&self) -> Vec<Move> {
        (0..2 * CAP as u32).map(Move::from_code).collect()
    }

    fn assert_consistent(&self) {
        self.board.assert_consistent(self.grid());
        assert_eq!(self.setup().validate(), Ok(()), "the position is not a valid one");
    }
}
