//! Moves in the notation of UCI, positions as FEN, and the board as a drawing.

use crate::movegen::Moves;
use crate::moves::Move;
use crate::piece::{Role, fen_letter};
use crate::position::{Position, castling_targets};
use crate::rules::Rules;
use crate::san;
use crate::setup::Setup;
use crate::square::Square;
use crate::words;
use quadrille_core::{Game, Lang, Notation, Refusal, to_move};
use std::fmt;
use std::str::FromStr;

impl Notation for Position {
    fn parse_position(rules: &Rules, text: &str) -> Result<Self, Refusal> {
        Self::from_fen(*rules, text)
    }

    fn format_position(&self) -> String {
        self.fen()
    }

    /// Reads UCI (`e2e4`, `e7e8q`, castling as `e1g1` or `e1h1`) or SAN (`Nf3`, `exd5`, `O-O`, `e8=Q+`).
    fn parse_move(&self, text: &str) -> Result<Move, Refusal> {
        match Coordinates::parse(text.trim().trim_end_matches(['+', '#'])) {
            Some(coordinates) => coordinates.find(self).ok_or_else(|| self.no_such_move(text)),
            None => san::parse(self, text),
        }
    }

    /// The move in UCI. Under standard rules castling is the king's two steps, in Chess960 the king takes its rook.
    fn format_move(&self, m: Move) -> String {
        let to = match self.rules {
            Rules::Standard if m.is_castling() => castling_targets(m.from(), m.to()).0,
            _ => m.to(),
        };
        let mut text = format!("{}{to}", m.from());
        text.extend(m.promotion().map(|role| role.letter().to_ascii_lowercase()));
        text
    }

    fn diagram(&self, lang: Lang) -> String {
        let mut drawing = String::new();
        for rank in (0..8).rev() {
            drawing.push(char::from(b'1' + rank));
            for file in 0..8 {
                let piece = self.piece_at(Square::at(file, rank));
                drawing.push(' ');
                drawing.push(piece.map_or('.', |(player, role)| fen_letter(player, role)));
            }
            drawing.push('\n');
        }
        drawing.push_str("  a b c d e f g h\n");
        drawing + &to_move(self.turn).text(lang) + "\n"
    }
}

impl Position {
    /// The error for a well-formed illegal move; it lists the legal moves of the piece.
    pub(crate) fn no_such_move(&self, text: &str) -> Refusal {
        let mut moves = Moves::new();
        self.legal_moves(&mut moves);
        if moves.is_empty() {
            return words::GAME_OVER.refuse().quote("text", text);
        }
        let from = text.trim().get(..2).and_then(|square| square.parse::<Square>().ok());
        let of_piece = moves.as_slice().iter().filter(|m| Some(m.from()) == from);
        let of_piece: Vec<String> = of_piece.map(|&m| self.format_move(m)).collect();
        let why = match (from, of_piece.as_slice()) {
            (None, _) => words::LEGAL_MOVES.refuse().with("count", moves.len()),
            (Some(square), []) => {
                words::CANNOT_MOVE_FROM.refuse().with("player", self.turn).with("square", square.to_string())
            }
            (Some(square), moves) => {
                words::MOVES_FROM.refuse().with("square", square.to_string()).with("moves", moves.join(" "))
            }
        };
        words::NOT_LEGAL.refuse().quote("text", text).with("why", why)
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// Reads a FEN; castling rights that standard chess does not have make it Chess960.
///
/// ```
/// use quadrille_chess::{Position, Rules};
/// use quadrille_core::Game;
///
/// let position: Position = "startpos".parse()?;
/// assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// let shuffled: Position = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1".parse()?;
/// assert_eq!(shuffled.rules(), Rules::Chess960);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
impl FromStr for Position {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let setup = Setup::parse(text)?;
        setup.position(Rules::Standard).or_else(|why| setup.position(Rules::Chess960).map_err(|_| why))
    }
}

/// A move in UCI notation.
struct Coordinates {
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Coordinates {
    fn parse(text: &str) -> Option<Self> {
        let (from, rest) = text.split_at_checked(2)?;
        let (to, promotion) = rest.split_at_checked(2)?;
        let promotion = match promotion.as_bytes() {
            [] => None,
            [letter] => Some(Role::from_letter(char::from(*letter))?),
            _ => return None,
        };
        Some(Self { from: from.parse().ok()?, to: to.parse().ok()?, promotion })
    }

    /// The legal move with these squares. Castling is accepted in both notations, unless a normal king move has the
    /// same squares.
    fn find(&self, position: &Position) -> Option<Move> {
        let mut moves = Moves::new();
        position.legal_moves(&mut moves);
        let from_here = |m: &&Move| m.from() == self.from && m.promotion() == self.promotion;
        let kings_steps = |m: &&Move| m.is_castling() && castling_targets(m.from(), m.to()).0 == self.to;
        let mut candidates = moves.iter().filter(from_here);
        let exact = candidates.clone().find(|m| m.to() == self.to);
        exact.or_else(|| candidates.find(kings_steps)).copied()
    }
}
