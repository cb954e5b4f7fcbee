//! Validating unchecked data as a position.
//!
//! A [`Setup`] may hold anything; [`Setup::position`] is the only way to a [`Position`], so later code can rely on its
//! invariants. Every kind of invalid position has its own message.

use crate::piece::Role;
use crate::position::{Position, back_rank};
use crate::rules::Rules;
use crate::square::{File, RANK_1, RANK_8, Square, Squares, squares_of};
use crate::words;
use crate::zobrist;
use crate::zobrist::hasher::{RIGHTS, Wing};
use arrayvec::ArrayVec;
use quadrille_core::{Message, Player, Refusal};

/// A castling right as given in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who may castle.
    pub player: Player,
    /// With which rook.
    pub rook: ClaimedRook,
}

/// How a text names the rook to castle with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimedRook {
    /// The outermost one on this wing (`K`, `Q`).
    Outermost(Wing),
    /// The one on this file, counted from 0 (Shredder-FEN).
    OnFile(u8),
}

impl Claim {
    /// The letter FEN writes for it.
    #[must_use]
    pub fn letter(self) -> char {
        let letter = match self.rook {
            ClaimedRook::Outermost(Wing::King) => 'K',
            ClaimedRook::Outermost(Wing::Queen) => 'Q',
            ClaimedRook::OnFile(file) => char::from(b'A' + file % 8),
        };
        if self.player == Player::White { letter } else { letter.to_ascii_lowercase() }
    }
}

/// Everything a FEN says, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, a1 to h8.
    pub board: [Option<(Player, Role)>; 64],
    /// Whose turn it is.
    pub turn: Player,
    /// The castling rights claimed.
    pub castling: ArrayVec<Claim, 4>,
    /// The en-passant square.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move to come.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            board: [None; 64],
            turn: Player::White,
            castling: ArrayVec::new(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// The position every game starts from.
    #[must_use]
    pub fn start() -> Self {
        Self::chess960_start(STANDARD_ARRANGEMENT).unwrap_or_else(Self::empty)
    }

    /// The Chess960 starting position with this number of Scharnagl's numbering, 0 to 959; 518 is standard chess.
    #[must_use]
    pub fn chess960_start(number: u16) -> Option<Self> {
        let first_rank = chess960_arrangement(number)?;
        let mut setup = Self::empty();
        for (file, role) in (0..8).zip(first_rank) {
            setup.board[Square::at(file, 0).index()] = Some((Player::White, role));
            setup.board[Square::at(file, 1).index()] = Some((Player::White, Role::Pawn));
            setup.board[Square::at(file, 6).index()] = Some((Player::Black, Role::Pawn));
            setup.board[Square::at(file, 7).index()] = Some((Player::Black, role));
        }
        for player in [Player::White, Player::Black] {
            for wing in [Wing::King, Wing::Queen] {
                setup.castling.push(Claim { player, rook: ClaimedRook::Outermost(wing) });
            }
        }
        Some(setup)
    }

    /// Checks everything and gives the position.
    ///
    /// ```
    /// use quadrille_chess::{Rules, Setup, Square};
    ///
    /// let mut setup = Setup::start();
    /// assert!(setup.position(Rules::Standard).is_ok());
    /// setup.board["e1".parse::<Square>().unwrap().index()] = None;
    /// let refusal = setup.position(Rules::Standard).unwrap_err();
    /// assert_eq!(refusal.to_string(), "White has no king: expected exactly one");
    /// ```
    pub fn position(&self, rules: Rules) -> Result<Position, Refusal> {
        let mut position = self.bare(rules);
        for player in [Player::White, Player::Black] {
            check_material(&position, player)?;
        }
        let last_ranks = position.all(Role::Pawn) & (RANK_1 | RANK_8);
        if last_ranks != 0 {
            let square = Square::lowest_of(last_ranks).to_string();
            return Err(words::PAWN_ON_LAST_RANK.refuse().with("square", square));
        }
        check_kings(&position)?;
        for &claim in &self.castling {
            let rook = castling_rook(&position, claim)?;
            position.castling_rooks |= rook.bit();
        }
        if let Some(square) = self.en_passant {
            check_en_passant(&position, square)?;
            position.double_push_file = Some(File::of(square));
            if position.en_passant_is_legal(position.turn, square) {
                position.en_passant_file = Some(File::of(square));
            }
        }
        position.key = zobrist::full(&position);
        Ok(position)
    }

    /// The pieces on their squares, nothing checked.
    fn bare(&self, rules: Rules) -> Position {
        let mut position = Position {
            roles: [0; 6],
            sides: [0; 2],
            key: 0,
            castling_rooks: 0,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number.max(1),
            turn: self.turn,
            rules,
            en_passant_file: None,
            double_push_file: None,
        };
        for (square, piece) in Square::all().zip(self.board) {
            if let Some((player, role)) = piece {
                position.roles[role.index()] |= square.bit();
                position.sides[player.index()] |= square.bit();
            }
        }
        position
    }
}

/// Number 518 of the 960.
const STANDARD_ARRANGEMENT: u16 = 518;

/// The first rank of a Chess960 starting position (Scharnagl's numbering): bishops by remainders of 4, queen by a
/// remainder of 6, knights by the remaining number, and rook, king, rook on what is left.
fn chess960_arrangement(number: u16) -> Option<[Role; 8]> {
    const KNIGHT_PAIRS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    if number >= 960 {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    let free =
        |rank: &[Option<Role>; 8]| -> ArrayVec<usize, 8> { (0..8).filter(|&file| rank[file].is_none()).collect() };
    rank[free(&rank)[number / 16 % 6]] = Some(Role::Queen);
    let (first, second) = KNIGHT_PAIRS[number / 96];
    let places = free(&rank);
    rank[places[first]] = Some(Role::Knight);
    rank[places[second]] = Some(Role::Knight);
    for (place, role) in free(&rank).into_iter().zip([Role::Rook, Role::King, Role::Rook]) {
        rank[place] = Some(role);
    }
    Some(rank.map(|role| role.unwrap_or(Role::Pawn)))
}

fn check_material(position: &Position, player: Player) -> Result<(), Refusal> {
    let count = |role| position.pieces(player, role).count_ones();
    let refuse =
        |message: &'static Message, count: u32| Err(message.refuse().with("player", player).with("count", count));
    match count(Role::King) {
        0 => return refuse(&words::NO_KING, 0),
        1 => {}
        kings => return refuse(&words::MANY_KINGS, kings),
    }
    let pieces = position.of(player).count_ones();
    if pieces > 16 {
        return refuse(&words::MANY_PIECES, pieces);
    }
    let pawns = count(Role::Pawn);
    if pawns > 8 {
        return refuse(&words::MANY_PAWNS, pawns);
    }
    let beyond = |role, first: u32| count(role).saturating_sub(first);
    let promoted = beyond(Role::Knight, 2) + beyond(Role::Bishop, 2) + beyond(Role::Rook, 2) + beyond(Role::Queen, 1);
    let missing = 8 - pawns;
    if promoted > missing {
        let refusal = words::MANY_PROMOTIONS.refuse().with("player", player);
        return Err(refusal.with("promoted", promoted).with("missing", missing));
    }
    Ok(())
}

fn check_kings(position: &Position) -> Result<(), Refusal> {
    let waiting = position.turn.opponent();
    let king = position.king(waiting);
    if position.attackers(king, position.turn, position.occupied()) != 0 {
        let refusal = words::WRONG_SIDE_IN_CHECK.refuse().with("waiting", waiting);
        return Err(refusal.with("king", king.to_string()).with("turn", position.turn));
    }
    let count = position.checkers().count_ones();
    if count > 2 {
        let king = position.king(position.turn).to_string();
        return Err(words::MANY_CHECKERS.refuse().with("count", count).with("king", king));
    }
    Ok(())
}

/// The rook of a castling right, if it exists and the rules allow it.
fn castling_rook(position: &Position, claim: Claim) -> Result<Square, Refusal> {
    let player = claim.player;
    let king = position.king(player);
    let refuse = |message: &'static Message| {
        message.refuse().with("letter", format!("{:?}", claim.letter())).with("king", king.to_string())
    };
    if king.bit() & back_rank(player) == 0 {
        return Err(refuse(&words::CASTLING_KING_AWAY));
    }
    let rooks: Squares = position.pieces(player, Role::Rook) & back_rank(player);
    let rook = match claim.rook {
        ClaimedRook::Outermost(wing) => position.outermost_rook(player, wing),
        ClaimedRook::OnFile(file) => squares_of(rooks).find(|rook| rook.file() == file),
    };
    let no_rook = || {
        let rook = [&words::BLACK_ROOK, &words::WHITE_ROOK][player.index()];
        refuse(&words::CASTLING_WITHOUT_ROOK).with("rook", rook)
    };
    let rook = rook.ok_or_else(no_rook)?;
    if position.rules == Rules::Standard {
        if king.file() != 4 {
            return Err(refuse(&words::CASTLING_KING_NOT_ON_E));
        }
        if !matches!(rook.file(), 0 | 7) {
            return Err(refuse(&words::CASTLING_ROOK_NOT_IN_CORNER).with("rook", rook.to_string()));
        }
    }
    let same_wing = |other: Square| (other > king) == (rook > king);
    if squares_of(position.castling_rooks & back_rank(player)).any(same_wing) {
        return Err(refuse(&words::CASTLING_TWICE));
    }
    Ok(rook)
}

/// The pawn that passed must be there, and the squares it came over must be empty.
fn check_en_passant(position: &Position, square: Square) -> Result<(), Refusal> {
    let (turn, mover) = (position.turn, position.turn.opponent());
    let (rank, pawn_rank, start_rank) = match turn {
        Player::White => (5, 4, 6),
        Player::Black => (2, 3, 1),
    };
    let refuse = |message: &'static Message| message.refuse().with("square", square.to_string());
    if square.rank() != rank {
        return Err(refuse(&words::EN_PASSANT_RANK).with("rank", rank + 1).with("turn", turn));
    }
    if position.pieces(mover, Role::Pawn) & Square::at(square.file(), pawn_rank).bit() == 0 {
        return Err(refuse(&words::EN_PASSANT_WITHOUT_PAWN));
    }
    let start = Square::at(square.file(), start_rank);
    match [square, start].into_iter().find(|blocked| position.occupied() & blocked.bit() != 0) {
        Some(blocked) => Err(refuse(&words::EN_PASSANT_BLOCKED).with("blocked", blocked.to_string())),
        None => Ok(()),
    }
}

impl From<&Position> for Setup {
    /// The setup of a valid position, castling rooks named by their files.
    fn from(position: &Position) -> Self {
        let mut setup = Self::empty();
        for square in Square::all() {
            setup.board[square.index()] = position.piece_at(square);
        }
        setup.turn = position.turn;
        for (player, wing, _) in RIGHTS {
            if let Some(rook) = position.castling_rook(player, wing) {
                setup.castling.push(Claim { player, rook: ClaimedRook::OnFile(rook.file()) });
            }
        }
        setup.en_passant = position.en_passant();
        setup.halfmove_clock = position.halfmove_clock;
        setup.fullmove_number = position.fullmove_number;
        setup
    }
}
