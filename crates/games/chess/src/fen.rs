//! Positions as text: FEN, X-FEN and Shredder-FEN.
//!
//! Reading accepts all three at once: castling rights are `KQkq` (the outermost rook on that wing) or the file of the
//! rook. Clocks may be missing, as in EPD. Writing gives X-FEN, which is plain FEN wherever plain FEN can say it; the
//! en-passant square is written only if such a capture is legal, so equal positions have equal text.

use crate::piece::{Role, fen_letter};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Claim, ClaimedRook, Setup, SetupError};
use crate::square::Square;
use crate::zobrist::hasher::{RIGHTS, Wing};
use arrayvec::ArrayVec;
use quadrille_core::{Player, Refusal};
use std::fmt;
use thiserror::Error;

/// Why a text is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "each variant is documented by the sentence it prints")]
pub enum FenError {
    #[error("an empty text is not a position: expected a FEN or startpos")]
    Empty,
    #[error("the text is {0} bytes long: expected a FEN of at most {LONGEST}")]
    TooLong(usize),
    #[error("the FEN has {0} fields: expected 4 to 6 (board, turn, castling, en passant, two clocks)")]
    Fields(usize),
    #[error("the board {board:?} has {count} ranks: expected 8, separated by /")]
    Ranks { board: String, count: usize },
    #[error("rank {rank} of the board, {text:?}, describes {count} squares: expected 8")]
    RankLength { rank: usize, text: String, count: usize },
    #[error(
        "rank {rank} of the board, {text:?}, has {culprit:?}: expected a piece (PNBRQK or pnbrqk) or a digit 1 to 8"
    )]
    Piece { rank: usize, text: String, culprit: char },
    #[error("the turn is {0:?}: expected w or b")]
    Turn(String),
    #[error("the castling rights {text:?} have {culprit:?}: expected -, or letters of KQkq or files A to H and a to h")]
    Castling { text: String, culprit: char },
    #[error("the castling rights {0:?} are more than four")]
    ManyCastlingRights(String),
    #[error("the en-passant field is {0:?}: expected - or a square")]
    EnPassant(String),
    #[error("the half-move clock is {0:?}: expected a number from 0 to 65535")]
    HalfmoveClock(String),
    #[error("the move number is {0:?}: expected a number from 1 to 65535")]
    FullmoveNumber(String),
    #[error("{0}")]
    Setup(#[from] SetupError),
}

impl From<FenError> for Refusal {
    fn from(error: FenError) -> Self {
        Self::plain(error.to_string())
    }
}

/// No FEN is longer; what is, is not even quoted.
const LONGEST: usize = 200;

impl Setup {
    /// Reads a FEN without asking whether the position makes sense.
    pub fn parse(text: &str) -> Result<Self, FenError> {
        if text.len() > LONGEST {
            return Err(FenError::TooLong(text.len()));
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, turn, castling, en_passant, clocks) = match fields.as_slice() {
            [] => return Err(FenError::Empty),
            ["startpos"] => return Ok(Self::start()),
            [board, turn, castling, en_passant, clocks @ ..] if clocks.len() <= 2 => {
                (*board, *turn, *castling, *en_passant, clocks)
            }
            _ => return Err(FenError::Fields(fields.len())),
        };
        let mut setup = Self::empty();
        setup.board = parse_board(board)?;
        setup.turn = match turn {
            "w" => Player::White,
            "b" => Player::Black,
            _ => return Err(FenError::Turn(turn.to_owned())),
        };
        setup.castling = parse_castling(castling)?;
        setup.en_passant = match en_passant {
            "-" => None,
            _ => Some(en_passant.parse().map_err(|_| FenError::EnPassant(en_passant.to_owned()))?),
        };
        if let Some(&clock) = clocks.first() {
            setup.halfmove_clock = parse_clock(clock).ok_or_else(|| FenError::HalfmoveClock(clock.to_owned()))?;
        }
        if let Some(&number) = clocks.get(1) {
            setup.fullmove_number = parse_clock(number).ok_or_else(|| FenError::FullmoveNumber(number.to_owned()))?;
        }
        Ok(setup)
    }
}

fn parse_board(board: &str) -> Result<[Option<(Player, Role)>; 64], FenError> {
    let count = board.split('/').count();
    if count != 8 {
        return Err(FenError::Ranks { board: board.to_owned(), count });
    }
    let mut squares = [None; 64];
    for (below, text) in board.split('/').enumerate() {
        let rank = 7 - below;
        let mut file = 0;
        for letter in text.chars() {
            match (letter, Role::from_letter(letter)) {
                ('1'..='8', _) => file += letter as usize - '0' as usize,
                (_, Some(role)) => {
                    let player = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
                    if file < 8 {
                        squares[8 * rank + file] = Some((player, role));
                    }
                    file += 1;
                }
                (culprit, None) => return Err(FenError::Piece { rank: rank + 1, text: text.to_owned(), culprit }),
            }
        }
        if file != 8 {
            return Err(FenError::RankLength { rank: rank + 1, text: text.to_owned(), count: file });
        }
    }
    Ok(squares)
}

fn parse_castling(text: &str) -> Result<ArrayVec<Claim, 4>, FenError> {
    let mut claims = ArrayVec::new();
    if text == "-" {
        return Ok(claims);
    }
    for letter in text.chars() {
        let player = if letter.is_ascii_uppercase() { Player::White } else { Player::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => ClaimedRook::Outermost(Wing::King),
            'q' => ClaimedRook::Outermost(Wing::Queen),
            file @ 'a'..='h' => ClaimedRook::OnFile(file as u8 - b'a'),
            _ => return Err(FenError::Castling { text: text.to_owned(), culprit: letter }),
        };
        if claims.try_push(Claim { player, rook }).is_err() {
            return Err(FenError::ManyCastlingRights(text.to_owned()));
        }
    }
    Ok(claims)
}

/// Digits only: no sign, no overflow.
fn parse_clock(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

impl Position {
    /// Reads a FEN (or `startpos`) as a position under these rules.
    pub fn from_fen(rules: Rules, text: &str) -> Result<Self, FenError> {
        Ok(Setup::parse(text)?.position(rules)?)
    }

    /// The position as FEN; Chess960 rights that plain FEN cannot tell name the rook's file (X-FEN).
    #[must_use]
    pub fn fen(&self) -> String {
        self.fen_with(|position, player, wing, rook| {
            let outermost = position.outermost_rook(player, wing) == Some(rook);
            let rook = if outermost { ClaimedRook::Outermost(wing) } else { ClaimedRook::OnFile(rook.file()) };
            Claim { player, rook }
        })
    }

    /// The position with castling rights always written as files (Shredder-FEN).
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        self.fen_with(|_, player, _, rook| Claim { player, rook: ClaimedRook::OnFile(rook.file()) })
    }

    fn fen_with(&self, claim: impl Fn(&Self, Player, Wing, Square) -> Claim) -> String {
        let mut fen = String::with_capacity(90);
        self.write_board(&mut fen);
        fen.push_str(if self.turn == Player::White { " w " } else { " b " });
        let before = fen.len();
        for (player, wing, _) in RIGHTS {
            if let Some(rook) = self.castling_rook(player, wing) {
                fen.push(claim(self, player, wing, rook).letter());
            }
        }
        if fen.len() == before {
            fen.push('-');
        }
        let en_passant = self.en_passant().map_or_else(|| "-".to_owned(), |square| square.to_string());
        fen + &format!(" {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }

    fn write_board(&self, fen: &mut String) {
        for rank in (0..8).rev() {
            let mut empty = 0_u8;
            for file in 0..8 {
                match self.piece_at(Square::at(file, rank)) {
                    None => empty += 1,
                    Some((player, role)) => {
                        push_run(fen, empty);
                        empty = 0;
                        fen.push(fen_letter(player, role));
                    }
                }
            }
            push_run(fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
    }
}

fn push_run(fen: &mut String, empty: u8) {
    if empty > 0 {
        fen.push(char::from(b'0' + empty));
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} key {:016x}", self.fen(), self.key)
    }
}
