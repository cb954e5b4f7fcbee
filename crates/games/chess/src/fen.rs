//! Positions as text: FEN, X-FEN and Shredder-FEN.
//!
//! Reading accepts all three at once: castling rights are `KQkq` (the outermost rook on that wing) or the file of the
//! rook. Clocks may be missing, as in EPD. Writing gives X-FEN, which is plain FEN wherever plain FEN can say it; the
//! en-passant square is written only if such a capture is legal, so equal positions have equal text.

use crate::piece::{Role, fen_letter};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::{Claim, ClaimedRook, Setup};
use crate::square::Square;
use crate::words;
use crate::zobrist::hasher::{RIGHTS, Wing};
use arrayvec::ArrayVec;
use quadrille_core::{Player, Refusal};
use std::fmt;

/// The maximum length of a FEN; longer text is not even quoted.
const LONGEST: usize = 200;

impl Setup {
    /// Parses a FEN without validating the position.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        if text.len() > LONGEST {
            return Err(words::TOO_LONG.refuse().with("count", text.len()).with("most", LONGEST));
        }
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (board, turn, castling, en_passant, clocks) = match fields.as_slice() {
            [] => return Err(words::EMPTY_TEXT.refuse()),
            ["startpos"] => return Ok(Self::start()),
            [board, turn, castling, en_passant, clocks @ ..] if clocks.len() <= 2 => {
                (*board, *turn, *castling, *en_passant, clocks)
            }
            _ => return Err(words::BAD_FIELDS.refuse().quote("text", text).with("count", fields.len())),
        };
        let mut setup = Self::empty();
        setup.board = parse_board(board)?;
        setup.turn = match turn {
            "w" => Player::White,
            "b" => Player::Black,
            _ => return Err(words::BAD_TURN.refuse().quote("text", turn)),
        };
        setup.castling = parse_castling(castling)?;
        setup.en_passant = match en_passant {
            "-" => None,
            _ => Some(en_passant.parse().map_err(|_| words::BAD_EN_PASSANT.refuse().quote("text", en_passant))?),
        };
        if let Some(&clock) = clocks.first() {
            let refused = || words::BAD_HALFMOVE_CLOCK.refuse().quote("text", clock);
            setup.halfmove_clock = parse_clock(clock).ok_or_else(refused)?;
        }
        if let Some(&number) = clocks.get(1) {
            let refused = || words::BAD_MOVE_NUMBER.refuse().quote("text", number);
            setup.fullmove_number = parse_clock(number).ok_or_else(refused)?;
        }
        Ok(setup)
    }
}

fn parse_board(board: &str) -> Result<[Option<(Player, Role)>; 64], Refusal> {
    let count = board.split('/').count();
    if count != 8 {
        return Err(words::BAD_RANKS.refuse().quote("board", board).with("count", count));
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
                (culprit, None) => {
                    let refusal = words::BAD_PIECE.refuse().with("rank", rank + 1).quote("text", text);
                    return Err(refusal.with("culprit", format!("{culprit:?}")));
                }
            }
        }
        if file != 8 {
            let refusal = words::BAD_RANK_LENGTH.refuse().with("rank", rank + 1).quote("text", text);
            return Err(refusal.with("count", file));
        }
    }
    Ok(squares)
}

fn parse_castling(text: &str) -> Result<ArrayVec<Claim, 4>, Refusal> {
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
            _ => {
                let refusal = words::BAD_CASTLING.refuse().quote("text", text);
                return Err(refusal.with("culprit", format!("{letter:?}")));
            }
        };
        if claims.try_push(Claim { player, rook }).is_err() {
            return Err(words::MANY_CASTLING_RIGHTS.refuse().quote("text", text));
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
    ///
    /// ```
    /// use quadrille_chess::{Position, Rules};
    ///
    /// let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    /// assert!(Position::from_fen(Rules::Chess960, fen).is_ok());
    /// let refusal = Position::from_fen(Rules::Standard, fen).unwrap_err();
    /// assert!(refusal.to_string().contains("chess960 allows it"));
    /// ```
    pub fn from_fen(rules: Rules, text: &str) -> Result<Self, Refusal> {
        Setup::parse(text)?.position(rules)
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
