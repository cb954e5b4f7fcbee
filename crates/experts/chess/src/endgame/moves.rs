//! Moves forwards and backwards on a board of four men.
//!
//! The analysis needs hundreds of millions of moves, so they are made on four squares instead of a whole position.
//! Moves that leave the king in check are not filtered: the table marks their target positions as invalid.

use super::index::Indexer;
use super::library::Library;
use super::material::{Man, Seen};
use super::table::BROKEN;
use quadrille_chess::square::squares_of;
use quadrille_chess::{Role, Square, Squares, attacks};
use quadrille_core::Player;

/// Men on their squares: White's king, Black's king, the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    pub(super) turn: Player,
    pub(super) squares: [Square; 4],
}

/// The occupancy, as needed for every move.
pub(super) struct Scene {
    pub(super) board: Board,
    roles: [(Player, Role); 4],
    count: usize,
    occupied: Squares,
    own: Squares,
}

/// A pawn that could be captured en passant.
pub(super) struct Passing {
    pub(super) after_step: Board,
    /// The value of the board after the capture, for the side that lost its pawn; [`BROKEN`] where the capture would leave the
    /// other king in check.
    pub(super) capture: u8,
}

impl Scene {
    #[inline]
    pub(super) fn new(men: &[Option<Man>; 2], board: Board) -> Self {
        let nobody = (Player::White, Role::King);
        let roles = [nobody, (Player::Black, Role::King), men[0].unwrap_or(nobody), men[1].unwrap_or(nobody)];
        let count = 2 + usize::from(men[0].is_some()) + usize::from(men[1].is_some());
        let mut scene = Self { board, roles, count, occupied: 0, own: 0 };
        for (i, square) in board.squares.iter().enumerate().take(count) {
            scene.occupied |= square.bit();
            scene.own |= if roles[i].0 == board.turn { square.bit() } else { 0 };
        }
        scene
    }

    /// Whether two men share a square.
    pub(super) fn is_crowded(&self) -> bool {
        self.occupied.count_ones() as usize != self.count
    }

    #[inline]
    fn attacks(&self, role: Role, from: Square) -> Squares {
        match role {
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, self.occupied),
            Role::Rook => attacks::rook(from, self.occupied),
            Role::Queen => attacks::queen(from, self.occupied),
            Role::King => attacks::king(from),
            Role::Pawn => 0,
        }
    }

    /// Whether the side to move could take the king.
    pub(super) fn takes_king(&self) -> bool {
        let king = self.board.squares[usize::from(self.board.turn == Player::White)].bit();
        self.men(self.board.turn).any(|(_, role, from)| match role {
            Role::Pawn => attacks::pawn(self.board.turn, from) & king != 0,
            _ => self.attacks(role, from) & king != 0,
        })
    }

    /// Whether the side to move is in check.
    pub(super) fn is_check(&self) -> bool {
        let other = Board { turn: self.board.turn.opponent(), ..self.board };
        let men = [2, 3].map(|i| (i < self.count).then(|| self.roles[i]));
        Self::new(&men, other).takes_king()
    }

    /// A player's men: number, role, square.
    #[inline]
    fn men(&self, player: Player) -> impl Iterator<Item = (usize, Role, Square)> + '_ {
        (0..self.count).filter(move |&i| self.roles[i].0 == player).map(|i| (i, self.roles[i].1, self.board.squares[i]))
    }

    #[inline]
    fn moved(&self, man: usize, to: Square) -> Board {
        let mut squares = self.board.squares;
        squares[man] = to;
        Board { turn: self.board.turn.opponent(), squares }
    }

    /// Visits the boards after moves that capture nothing and promote nothing, until one is refused. Double steps that can
    /// be answered in passing are left out.
    #[inline]
    pub(super) fn quiet(&self, mut visit: impl FnMut(Board) -> bool) -> bool {
        for (man, role, from) in self.men(self.board.turn) {
            let targets = match role {
                Role::Pawn => self.steps(from, self.board.turn),
                _ => self.attacks(role, from) & !self.occupied,
            };
            for to in squares_of(targets) {
                if !self.is_passing(role, from, to, self.board.turn) && !visit(self.moved(man, to)) {
                    return false;
                }
            }
        }
        true
    }

    /// Where a pawn may step without promoting.
    fn steps(&self, from: Square, player: Player) -> Squares {
        let ahead = |square: Square| match player {
            Player::White => square.bit() << 8,
            Player::Black => square.bit() >> 8,
        };
        let (first, last) = if player == Player::White { (1, 6) } else { (6, 1) };
        let one = ahead(from) & !self.occupied;
        if from.rank() == last || one == 0 {
            return 0;
        }
        let two = if from.rank() == first { ahead(Square::lowest_of(one)) & !self.occupied } else { 0 };
        one | two
    }

    /// Whether a double step lands beside an enemy pawn.
    #[inline]
    fn is_passing(&self, role: Role, from: Square, to: Square, player: Player) -> bool {
        role == Role::Pawn
            && from.rank().abs_diff(to.rank()) == 2
            && self.men(player.opponent()).any(|(_, role, beside)| is_beside(role, beside, to))
    }

    /// Visits the values, for the side to move there, of captures and promotions, until one is refused.
    #[inline]
    pub(super) fn conversions(&self, library: &Library, mut visit: impl FnMut(u8) -> bool) -> bool {
        for (man, role, from) in self.men(self.board.turn) {
            if role == Role::Pawn {
                if !self.pawn_conversions(library, man, from, &mut visit) {
                    return false;
                }
                continue;
            }
            for to in squares_of(self.attacks(role, from) & self.occupied & !self.own) {
                if !seen(self.after(library, man, to, role), &mut visit) {
                    return false;
                }
            }
        }
        true
    }

    fn pawn_conversions(
        &self,
        library: &Library,
        man: usize,
        from: Square,
        visit: &mut impl FnMut(u8) -> bool,
    ) -> bool {
        let player = self.board.turn;
        let (ahead, last) = match player {
            Player::White => (from.bit() << 8, 7),
            Player::Black => (from.bit() >> 8, 0),
        };
        let captures = attacks::pawn(player, from) & self.occupied & !self.own;
        let promotion = Square::lowest_of(ahead).rank() == last;
        if !promotion {
            return squares_of(captures).all(|to| seen(self.after(library, man, to, Role::Pawn), visit));
        }
        squares_of(captures | ahead & !self.occupied)
            .all(|to| Role::PROMOTIONS.into_iter().all(|role| seen(self.after(library, man, to, role), visit)))
    }

    /// The value after a man goes to a square as this role, and what stood there is gone.
    fn after(&self, library: &Library, man: usize, to: Square, role: Role) -> u8 {
        let square = |i: usize| if i == man { to } else { self.board.squares[i] };
        let left = [2, 3].map(|i| {
            let gone = i >= self.count || i != man && square(i) == to;
            let role = if i == man { role } else { self.roles[i].1 };
            (!gone).then(|| ((self.roles[i].0, role), square(i)))
        });
        library.code(&Seen::new(self.board.turn.opponent(), [square(0), square(1)], left))
    }

    /// The double step that may be answered in passing, if there is one.
    pub(super) fn passing(&self, library: &Library) -> Option<Passing> {
        let player = self.board.turn;
        let (man, _, from) = self.men(player).find(|&(_, role, _)| role == Role::Pawn)?;
        let to = squares_of(self.steps(from, player)).find(|&to| self.is_passing(Role::Pawn, from, to, player))?;
        let passed = Square::at(from.file(), u8::midpoint(from.rank(), to.rank()));
        let pawn = ((player.opponent(), Role::Pawn), passed);
        let kings = [self.board.squares[0], self.board.squares[1]];
        let capture = library.code(&Seen::new(player, kings, [Some(pawn), None]));
        Some(Passing { after_step: self.moved(man, to), capture })
    }

    /// Visits the boards from which a quiet move of the other side led here.
    #[inline]
    pub(super) fn backwards(&self, mut visit: impl FnMut(Board)) {
        let player = self.board.turn.opponent();
        for (man, role, to) in self.men(player) {
            let sources = match role {
                Role::Pawn => self.steps_back(to, player),
                _ => self.attacks(role, to) & !self.occupied,
            };
            for from in squares_of(sources) {
                if !self.is_passing(role, from, to, player) {
                    visit(self.moved(man, from));
                }
            }
        }
    }

    /// Where a pawn may have stepped from.
    fn steps_back(&self, to: Square, player: Player) -> Squares {
        let behind = |square: Square| match player {
            Player::White => square.bit() >> 8,
            Player::Black => square.bit() << 8,
        };
        let (first, double) = if player == Player::White { (1, 3) } else { (6, 4) };
        let one = behind(to) & !self.occupied;
        if to.rank() == first || one == 0 {
            return 0;
        }
        let two = if to.rank() == double { behind(Square::lowest_of(one)) & !self.occupied } else { 0 };
        one | two
    }

    /// Whether the side to move has a legal move, captures in passing aside.
    pub(super) fn has_move(&self, indexer: &Indexer, library: &Library, exists: impl Fn(usize) -> bool) -> bool {
        let stuck = self.quiet(|next| !indexer.index(next.turn, next.squares).is_some_and(&exists));
        !stuck || !self.conversions(library, |_| false)
    }
}

#[inline]
fn is_beside(role: Role, square: Square, pawn: Square) -> bool {
    role == Role::Pawn && square.rank() == pawn.rank() && square.file().abs_diff(pawn.file()) == 1
}

/// Visits the value of a legal move.
#[inline]
fn seen(code: u8, visit: &mut impl FnMut(u8) -> bool) -> bool {
    code == BROKEN || visit(code)
}
