//! A position: two sets of squares, the turn, the key.
//!
//! Read [`Position::play`] first; where the pieces may go is in `movegen.rs`.

use crate::geometry::{Geometry, geometry, shape_of};
use crate::moves::{Move, Moves};
use crate::rules::{Goal, Piece, Rules};
use crate::{words, zobrist};
use quadrille_core::bits::Bits;
use quadrille_core::{Game, Outcome, Player, Refusal, Sentence, to_move};
use std::fmt;

/// A position of Breakthrough under some [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    white: u64,
    black: u64,
    key: u64,
    shape: u8,
    turn: Player,
    piece: Piece,
    goal: Goal,
    home_rows: u8,
}

const _: () = assert!(size_of::<Position>() == 32, "searches copy positions: keep them four words");

/// How many codes a pawn on a square has: straight, right, right capture, left, left capture.
const PAWN_CODES: usize = 5;
/// How many codes a knight on a square has: four jumps, quiet or capturing.
const KNIGHT_CODES: usize = 8;

impl Position {
    /// The position with these sets of pawns, or the reason why no game contains it.
    ///
    /// ```
    /// use quadrille_breakthrough::{Position, Rules};
    /// use quadrille_core::Player;
    ///
    /// let rules: Rules = "4x4".parse()?;
    /// let position = Position::from_sets(&rules, 0b0010, 0b0100 << 8, Player::Black)?;
    /// assert_eq!(position.to_string(), "4/2b1/4/1w2 b");
    /// assert!(Position::from_sets(&rules, 1, 1, Player::White).is_err(), "one square holds one pawn");
    /// # Ok::<(), quadrille_core::Refusal>(())
    /// ```
    pub fn from_sets(rules: &Rules, white: u64, black: u64, turn: Player) -> Result<Self, Refusal> {
        let shape = shape_of(rules.rows(), rules.columns());
        let g = geometry(shape);
        let arrived = (white & g.top).count_ones() + (black & g.bottom).count_ones();
        let fault = if (white | black) & !g.board != 0 {
            Some(&words::PAWN_OUTSIDE)
        } else if white & black != 0 {
            Some(&words::TWO_ON_ONE_SQUARE)
        } else if white | black == 0 {
            Some(&words::EMPTY_BOARD)
        } else if white & g.top != 0 && turn == Player::White {
            Some(&words::WHITE_HAS_ARRIVED)
        } else if black & g.bottom != 0 && turn == Player::Black {
            Some(&words::BLACK_HAS_ARRIVED)
        } else {
            (arrived > 1).then_some(&words::SEVERAL_ARRIVED)
        };
        if let Some(fault) = fault {
            return Err(fault.refuse());
        }
        let mut position = Self {
            white,
            black,
            key: 0,
            shape,
            turn,
            piece: rules.piece(),
            goal: rules.goal(),
            home_rows: rules.home_rows(),
        };
        position.key = position.full_key();
        Ok(position)
    }

    /// The squares of `player`'s pawns: bit `columns * x + y`.
    #[inline]
    #[must_use]
    pub const fn pawns(&self, player: Player) -> u64 {
        match player {
            Player::White => self.white,
            Player::Black => self.black,
        }
    }

    /// Rows of the board.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.geometry().rows
    }

    /// Columns of the board.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.geometry().columns
    }

    /// What stands on the board.
    #[inline]
    #[must_use]
    pub const fn piece(&self) -> Piece {
        self.piece
    }

    /// The goal: whether reaching the far row wins or loses.
    #[inline]
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The pawns as the side to move sees them: its own, which go up, and the enemy's. Black's positions are turned
    /// upside down, so tables and trained weights need only one orientation.
    #[must_use]
    pub fn seen_by_mover(&self) -> (u64, u64) {
        let g = self.geometry();
        match self.turn {
            Player::White => (self.white, self.black),
            Player::Black => (g.flipped(self.black), g.flipped(self.white)),
        }
    }

    /// The masks of the board.
    #[inline]
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        geometry(self.shape)
    }

    /// Whether the move takes a pawn.
    #[inline]
    #[must_use]
    pub const fn is_capture(&self, m: Move) -> bool {
        (self.white | self.black) >> (m.to & 63) & 1 == 1
    }

    /// The row a player wants to reach.
    #[inline]
    pub(crate) fn goal_row(&self, player: Player) -> u64 {
        let g = self.geometry();
        if player == Player::White { g.top } else { g.bottom }
    }

    /// The player whose pawn stands on its far row.
    #[inline]
    fn arrived(&self) -> Option<Player> {
        let g = self.geometry();
        if self.white & g.top != 0 {
            Some(Player::White)
        } else if self.black & g.bottom != 0 {
            Some(Player::Black)
        } else {
            None
        }
    }

    /// Who has won when `player` has reached the far row.
    #[inline]
    pub(crate) fn winner_on_arrival(&self, player: Player) -> Player {
        match self.goal {
            Goal::Win => player,
            Goal::Lose => !player,
        }
    }

    /// The key computed from scratch: every pawn's key, and the turn key when White is to move.
    #[must_use]
    pub fn full_key(&self) -> u64 {
        self.key_parts().iter().fold(0, |key, (_, part)| key ^ part)
    }

    /// What the key is made of, each with its name (`white pawn b2`, `white to move`): their XOR is the key.
    #[must_use]
    pub fn key_parts(&self) -> Vec<(Sentence, u64)> {
        let squares = self.geometry().squares();
        let mut parts = Vec::new();
        for player in [Player::White, Player::Black] {
            for square in Bits(self.pawns(player)) {
                let pawn = [&words::BLACK_PAWN, &words::WHITE_PAWN][player.index()];
                let name = pawn.say().with("square", self.square_name(square as u8));
                parts.push((name, zobrist::pawn(player, square as usize, squares)));
            }
        }
        if self.turn == Player::White {
            parts.push((to_move(Player::White), zobrist::turn(squares)));
        }
        parts
    }

    /// Replaces both sets by those of a later position of the same game and updates the key: a playout does this once
    /// at its end instead of after every move.
    pub(crate) fn jump_to(&mut self, white: u64, black: u64, turn: Player) {
        let squares = self.geometry().squares();
        for (player, changed) in [(Player::White, self.white ^ white), (Player::Black, self.black ^ black)] {
            for square in Bits(changed) {
                self.key ^= zobrist::pawn(player, square as usize, squares);
            }
        }
        if turn != self.turn {
            self.key ^= zobrist::turn(squares);
        }
        (self.white, self.black, self.turn) = (white, black, turn);
    }

    /// The mirrored position (left and right exchanged), which has the same value.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let g = self.geometry();
        let mut mirrored = *self;
        mirrored.jump_to(g.mirrored(self.white), g.mirrored(self.black), self.turn);
        mirrored
    }

    /// Whether `player` may move from (x1, y1) to (x2, y2), for any numbers.
    #[must_use]
    pub fn is_valid(&self, player: Player, from: (i32, i32), to: (i32, i32)) -> bool {
        let g = self.geometry();
        let (rows, columns) = (i32::from(g.rows), i32::from(g.columns));
        let on_board = |(x, y): (i32, i32)| (0..rows).contains(&x) && (0..columns).contains(&y);
        let square = |(x, y): (i32, i32)| (columns * x + y) as u8;
        player == self.turn
            && on_board(from)
            && on_board(to)
            && self.is_legal(Move { from: square(from), to: square(to) })
    }
}

impl Game for Position {
    type Move = Move;
    type Moves = Moves;
    type Rules = Rules;

    const NAME: &'static str = "breakthrough";

    fn start(rules: &Rules) -> Self {
        let g = geometry(shape_of(rules.rows(), rules.columns()));
        let white = (0..rules.home_rows()).fold(0, |set, x| set | g.row(x));
        match Self::from_sets(rules, white, g.flipped(white), Player::White) {
            Ok(position) => position,
            Err(error) => unreachable!("the start position is valid: {error}"),
        }
    }

    fn rules(&self) -> Rules {
        let g = self.geometry();
        let rules = Rules::new(g.rows, g.columns).unwrap_or_default().with_variant(self.piece, self.goal);
        if self.home_rows == 1 { rules.with_one_row() } else { rules }
    }

    #[inline]
    fn to_move(&self) -> Player {
        self.turn
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Moves) {
        if self.arrived().is_none() {
            self.list_moves(moves);
        }
    }

    #[inline]
    fn count_legal_moves(&self) -> usize {
        if self.arrived().is_some() {
            return 0;
        }
        self.target_sets().into_iter().map(|(_, targets)| targets.count_ones() as usize).sum()
    }

    #[inline]
    fn is_legal(&self, m: Move) -> bool {
        if self.piece == Piece::Pawn {
            return self.arrived().is_none() && self.is_pawn_step(m);
        }
        let Some((_, direction)) = self.direction_of(m) else { return false };
        if self.arrived().is_some() || usize::from(m.to) >= self.geometry().squares() {
            return false;
        }
        let (own, enemy) = (self.pawns(self.turn), self.pawns(!self.turn));
        let has = |set: u64, square: u8| set >> square & 1 == 1;
        has(own, m.from) && !has(own, m.to) && (direction.captures || !has(enemy, m.to))
    }

    #[inline]
    fn play(&mut self, m: Move) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {self:?}");
        let squares = self.geometry().squares();
        let (from, to) = (1_u64 << m.from, 1_u64 << m.to);
        let mover = self.turn;
        let (own, enemy) = match mover {
            Player::White => (&mut self.white, &mut self.black),
            Player::Black => (&mut self.black, &mut self.white),
        };
        *own ^= from | to;
        if *enemy & to != 0 {
            *enemy ^= to;
            self.key ^= zobrist::pawn(!mover, usize::from(m.to), squares);
        }
        self.key ^= zobrist::pawn(mover, usize::from(m.from), squares)
            ^ zobrist::pawn(mover, usize::from(m.to), squares)
            ^ zobrist::turn(squares);
        self.turn = !mover;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if let Some(player) = self.arrived() {
            return Some(Outcome::Win(self.winner_on_arrival(player)));
        }
        // A pawn always has a diagonal step, since the foremost row has no own pawn ahead; knights can be stuck.
        let stuck = match self.piece {
            Piece::Pawn => self.pawns(self.turn) == 0,
            Piece::Knight => self.target_sets().iter().all(|&(_, targets)| targets == 0),
        };
        stuck.then_some(Outcome::Win(!self.turn))
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// `5 (columns x1 + y1) + direction`, Black's after all of White's. Knights have eight
    /// directions instead of five: twice the jump, plus one for a capture.
    #[inline]
    fn code(&self, m: Move) -> usize {
        let captures = usize::from(self.is_capture(m));
        let (per_square, direction) = match self.piece {
            Piece::Pawn => (PAWN_CODES, self.pawn_direction(m, captures)),
            Piece::Knight => (KNIGHT_CODES, 2 * self.direction_of(m).map_or(0, |(jump, _)| jump) + captures),
        };
        let square = usize::from(m.from) + if self.turn == Player::White { 0 } else { self.geometry().squares() };
        per_square * square + direction
    }

    #[inline]
    fn codes(&self) -> usize {
        let per_square = match self.piece {
            Piece::Pawn => PAWN_CODES,
            Piece::Knight => KNIGHT_CODES,
        };
        2 * per_square * self.geometry().squares()
    }
}

impl Position {
    /// 0 straight, 1 right, 2 right capture, 3 left, 4 left capture; right is where y grows, for both colours.
    #[inline]
    fn pawn_direction(&self, m: Move, captures: usize) -> usize {
        let columns = i32::from(self.geometry().columns);
        let forward = if self.turn == Player::White { columns } else { -columns };
        match i32::from(m.to) - i32::from(m.from) - forward {
            0 => 0,
            1 => 1 + captures,
            _ => 3 + captures,
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({}, key {:016x})", self.rules(), self.key)
    }
}

impl quadrille_core::contract::Checked for Position {
    fn recomputed_key(&self) -> u64 {
        self.full_key()
    }

    fn every_move(&self) -> Vec<Move> {
        (0..64).flat_map(|from| (0..64).map(move |to| Move { from, to })).collect()
    }

    fn assert_consistent(&self) {
        assert_eq!(self.white & self.black, 0, "two pawns on one square");
        assert_eq!((self.white | self.black) & !self.geometry().board, 0, "a pawn outside the board");
    }
}
