//! A chess position, and playing moves.
//!
//! The board is eight sets of squares: one for each role, one for each player. This is what the generator needs; with
//! key, rights and clocks it takes 88 bytes, which are copied rather than undone (see [`Game`]). Checks and pins are
//! not stored: leaves never need them, so the generator computes them.
//!
//! Start reading at [`Position::play`]; the legal moves are in `movegen.rs`, FEN in `fen.rs` and `setup.rs`.

use crate::attacks;
use crate::moves::{Move, TAG_CASTLE, TAG_DOUBLE_PUSH, TAG_EN_PASSANT};
use crate::piece::Role;
use crate::rules::Rules;
use crate::square::{File, RANK_1, RANK_8, Square, Squares, squares_of};
use crate::zobrist::hasher::{self, Wing};
use crate::zobrist::keys::KEYS;
use quadrille_core::Player;

/// A valid chess position: both kings on the board, the side that has just moved not in check.
///
/// ```
/// use quadrille_chess::Position;
/// use quadrille_core::{Game, Notation, Outcome, Player};
///
/// let mut position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
/// position.play(position.parse_move("Ra8#")?);
/// assert!(position.is_check());
/// assert_eq!(position.outcome(), Some(Outcome::Win(Player::White)));
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Who stands where: the squares of each role, both colours.
    pub(crate) roles: [Squares; 6],
    /// The squares of each player's pieces, by [`Player::index`].
    pub(crate) sides: [Squares; 2],
    pub(crate) key: u64,
    /// The rooks that may still castle. Which right each stands for follows from its place beside its king.
    pub(crate) castling_rooks: Squares,
    pub(crate) halfmove_clock: u16,
    pub(crate) fullmove_number: u16,
    pub(crate) turn: Player,
    pub(crate) rules: Rules,
    /// The file on which an en-passant capture is legal now.
    pub(crate) en_passant_file: Option<File>,
    /// The file of a double push in the last move; only Polyglot's key asks for it.
    pub(crate) double_push_file: Option<File>,
}

const _: () = assert!(size_of::<Position>() <= 128, "positions are copied at every node and must stay small");

/// The rank from which the king castles.
pub(crate) const fn back_rank(player: Player) -> Squares {
    match player {
        Player::White => RANK_1,
        Player::Black => RANK_8,
    }
}

/// Where king and rook land when they castle.
pub(crate) const fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook.file() > king.file() {
        (Square::at(6, rank), Square::at(5, rank))
    } else {
        (Square::at(2, rank), Square::at(3, rank))
    }
}

impl Position {
    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// All squares with a piece.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Squares {
        self.sides[0] | self.sides[1]
    }

    /// The squares of a player's pieces.
    #[inline]
    #[must_use]
    pub const fn of(&self, player: Player) -> Squares {
        self.sides[player.index()]
    }

    /// The squares of a role, both colours.
    #[inline]
    #[must_use]
    pub const fn all(&self, role: Role) -> Squares {
        self.roles[role.index()]
    }

    /// The squares of a player's pieces of one role.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, player: Player, role: Role) -> Squares {
        self.sides[player.index()] & self.roles[role.index()]
    }

    /// Where a player's king stands.
    #[inline]
    #[must_use]
    pub const fn king(&self, player: Player) -> Square {
        Square::lowest_of(self.pieces(player, Role::King))
    }

    /// What stands on a square.
    #[inline]
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        (self.occupied() & square.bit() != 0).then(|| self.occupant(square))
    }

    /// Whose piece stands on a square, and what it is.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<(Player, Role)> {
        let player = if self.of(Player::White) & square.bit() != 0 { Player::White } else { Player::Black };
        self.role_at(square).map(|role| (player, role))
    }

    /// The role on an occupied square, found without a branch: its number is a sum of five bits.
    #[inline]
    fn occupant(&self, square: Square) -> Role {
        let holds = |role: Role| (self.roles[role.index()] >> square.index() & 1) as usize;
        let number = holds(Role::Knight)
            + 2 * holds(Role::Bishop)
            + 3 * holds(Role::Rook)
            + 4 * holds(Role::Queen)
            + 5 * holds(Role::King);
        Role::ALL[number % 6]
    }

    /// The half-moves since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock as u32
    }

    /// The full-move number as in FEN: it increases after Black's moves.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmove_number as u32
    }

    /// The en-passant target square, if such a capture is legal.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant_file.map(|file| self.passed_square(file))
    }

    /// The square that the other side's last double push on this file has passed.
    #[inline]
    pub(crate) const fn passed_square(&self, file: File) -> Square {
        let rank = match self.turn {
            Player::White => 5,
            Player::Black => 2,
        };
        Square::at(file.index() as u8, rank)
    }

    /// The rook a player may still castle with on this wing.
    #[must_use]
    pub fn castling_rook(&self, player: Player, wing: Wing) -> Option<Square> {
        let king = self.king(player);
        let on_wing = |rook: &Square| (*rook > king) == (wing == Wing::King);
        squares_of(self.castling_rooks & back_rank(player)).find(on_wing)
    }

    /// All rooks that may still castle.
    #[must_use]
    pub const fn castling_rooks(&self) -> Squares {
        self.castling_rooks
    }

    /// The outermost rook of a wing on the back rank: the one that `K` or `Q` means in a FEN.
    pub(crate) fn outermost_rook(&self, player: Player, wing: Wing) -> Option<Square> {
        let king = self.king(player);
        let rooks = self.pieces(player, Role::Rook) & back_rank(player);
        match wing {
            Wing::King => squares_of(rooks).filter(|&rook| rook > king).last(),
            Wing::Queen => squares_of(rooks).find(|&rook| rook < king),
        }
    }

    /// The pieces of `by` that attack a square, if the squares `occupied` are.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Player, occupied: Squares) -> Squares {
        let queens = self.all(Role::Queen);
        let attackers = attacks::pawn(by.opponent(), square) & self.all(Role::Pawn)
            | attacks::knight(square) & self.all(Role::Knight)
            | attacks::king(square) & self.all(Role::King)
            | attacks::bishop(square, occupied) & (self.all(Role::Bishop) | queens)
            | attacks::rook(square, occupied) & (self.all(Role::Rook) | queens);
        attackers & self.of(by)
    }

    /// The pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Squares {
        self.attackers(self.king(self.turn), self.turn.opponent(), self.occupied())
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    /// Whether a pawn of `player` on `from` may capture in passing on `target` without leaving its king in check.
    pub(crate) fn en_passant_is_safe(&self, player: Player, from: Square, target: Square) -> bool {
        let victim = Square::at(target.file(), from.rank()).bit();
        let occupied = (self.occupied() ^ from.bit() ^ victim) | target.bit();
        self.attackers(self.king(player), player.opponent(), occupied) & !victim == 0
    }

    /// Whether any en-passant capture on `target` is legal for `player`.
    pub(crate) fn en_passant_is_legal(&self, player: Player, target: Square) -> bool {
        let capturers = attacks::pawn(player.opponent(), target) & self.pieces(player, Role::Pawn);
        squares_of(capturers).any(|from| self.en_passant_is_safe(player, from, target))
    }
}

/// Making a move; the key is updated with every change.
impl Position {
    /// Plays a move that is known to be legal.
    #[inline]
    pub(crate) fn make(&mut self, m: Move) {
        match self.turn {
            Player::White => self.make_as::<true>(m),
            Player::Black => self.make_as::<false>(m),
        }
    }

    /// The side to move is a const parameter, so each colour has branch-free code.
    #[inline]
    fn make_as<const WHITE: bool>(&mut self, m: Move) {
        let (us, them) = if WHITE { (Player::White, Player::Black) } else { (Player::Black, Player::White) };
        let (from, to, tag) = (m.from(), m.to(), m.tag());
        self.key ^= KEYS.black_to_move ^ hasher::en_passant(self.en_passant_file);
        self.en_passant_file = None;
        self.double_push_file = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if tag <= Role::King as u16 {
            let role = Role::ALL[usize::from(tag)];
            self.lose_rights(us, role, from.bit() | to.bit());
            self.capture(them, to);
            self.carry(us, role, from, to);
            if role == Role::Pawn {
                self.halfmove_clock = 0;
            }
        } else {
            self.make_special(us, them, m);
        }
        self.fullmove_number = self.fullmove_number.saturating_add(u16::from(!WHITE));
        self.turn = them;
    }

    #[inline]
    fn make_special(&mut self, us: Player, them: Player, m: Move) {
        let (from, to) = (m.from(), m.to());
        match m.tag() {
            TAG_DOUBLE_PUSH => self.double_push(us, them, from, to),
            TAG_EN_PASSANT => {
                self.capture(them, Square::at(to.file(), from.rank()));
                self.carry(us, Role::Pawn, from, to);
            }
            TAG_CASTLE => self.castle(us, from, to),
            _ => {
                self.lose_rights(us, Role::Pawn, to.bit());
                self.capture(them, to);
                self.toggle(us, Role::Pawn, from);
                self.toggle(us, m.promotion().unwrap_or(Role::Queen), to);
                self.halfmove_clock = 0;
            }
        }
    }

    /// Adds or removes a piece, on the board and in the key.
    #[inline]
    fn toggle(&mut self, player: Player, role: Role, square: Square) {
        self.roles[role.index()] ^= square.bit();
        self.sides[player.index()] ^= square.bit();
        self.key ^= KEYS.piece(player, role, square);
    }

    /// Moves a piece to an empty square.
    #[inline]
    fn carry(&mut self, player: Player, role: Role, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        self.roles[role.index()] ^= both;
        self.sides[player.index()] ^= both;
        self.key ^= hasher::moved(player, role, from, to);
    }

    /// Removes the piece of `them` on a square, if there is one.
    #[inline]
    fn capture(&mut self, them: Player, square: Square) {
        if self.of(them) & square.bit() != 0 {
            let role = self.occupant(square);
            self.toggle(them, role, square);
            self.halfmove_clock = 0;
        }
    }

    /// Sets the en-passant file after a double push, if such a capture is legal; most pushes have no enemy pawn beside
    /// them.
    #[inline]
    fn double_push(&mut self, us: Player, them: Player, from: Square, to: Square) {
        self.carry(us, Role::Pawn, from, to);
        self.halfmove_clock = 0;
        self.double_push_file = Some(File::of(to));
        let passed = Square::at(to.file(), u8::midpoint(from.rank(), to.rank()));
        if attacks::pawn(us, passed) & self.pieces(them, Role::Pawn) != 0 && self.en_passant_is_legal(them, passed) {
            self.en_passant_file = Some(File::of(to));
            self.key ^= hasher::en_passant(self.en_passant_file);
        }
    }

    /// King and rook leave the board together before they land: in Chess960 either may land where the other stood.
    fn castle(&mut self, us: Player, king: Square, rook: Square) {
        self.lose_rights(us, Role::King, king.bit());
        let (king_to, rook_to) = castling_targets(king, rook);
        self.toggle(us, Role::King, king);
        self.toggle(us, Role::Rook, rook);
        self.toggle(us, Role::King, king_to);
        self.toggle(us, Role::Rook, rook_to);
    }

    /// Rights end when the king moves, when a rook moves, and when a rook is captured. `touched` holds the squares of
    /// the move; `role` is the piece of `us` that moves. Must be called before the move is made, while the kings are in
    /// place.
    #[inline]
    fn lose_rights(&mut self, us: Player, role: Role, touched: Squares) {
        let mut lost = self.castling_rooks & touched;
        if role == Role::King {
            lost |= self.castling_rooks & back_rank(us);
        }
        if lost != 0 {
            self.key ^= hasher::castling_rights(lost, self.king(Player::White), self.king(Player::Black));
            self.castling_rooks &= !lost;
        }
    }
}
