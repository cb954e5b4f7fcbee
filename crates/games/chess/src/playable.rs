//! What applications show of chess.

use crate::draws::{self, DrawReason};
use crate::san::san;
use crate::{Move, Position, Role, Square, evaluation, playout, words, zobrist};
use quadrille_core::{
    Descriptor, Effect, End, Evaluation, Game, Ground, KeyHistory, Notation, Numbering, Odds, Outcome,
};
use quadrille_core::{Picture, Piece, Playable, Player, Sentence};
use std::sync::Arc;

static DESCRIPTOR: Descriptor = Descriptor {
    name: Position::NAME,
    title: &words::TITLE,
    in_text: &words::IN_TEXT,
    summary: &words::SUMMARY,
    variants: &[("standard", &words::STANDARD), ("chess960", &words::CHESS960)],
    sizes: &[],
    page_rules: "standard",
    position_example: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    opponent: None,
    unit: &words::UNIT,
    // As lichess found in the games of its players: a pawn ahead is 59 %, not two thirds.
    odds: Odds { doubled_by: 1.88 },
    counts_captures: false,
    formats: &["pgn", "epd"],
    protocols: &["uci"],
    piece_kinds: "PNBRQK",
    words: words::ALL,
};

impl DrawReason {
    /// The reason in words.
    #[must_use]
    pub const fn message(self) -> &'static quadrille_core::Message {
        match self {
            Self::Stalemate => &words::STALEMATE,
            Self::InsufficientMaterial => &words::INSUFFICIENT_MATERIAL,
            Self::Fivefold => &words::FIVEFOLD,
            Self::SeventyFiveMoves => &words::SEVENTY_FIVE_MOVES,
            Self::Repetition => &words::REPETITION,
            Self::FiftyMoves => &words::FIFTY_MOVES,
        }
    }
}

impl Playable for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(evaluation::Network::default()), Arc::new(evaluation::Tapered), Arc::new(evaluation::Material)]
    }

    fn opening_plies(&self) -> usize {
        8
    }

    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        zobrist::parts(self)
    }

    fn picture(&self) -> Picture {
        let piece = |row: usize, column: usize| {
            let (owner, role) = self.piece_at(Square::at(column as u8, 7 - row as u8))?;
            Some(Piece { owner, kind: Some(role.letter()) })
        };
        Picture::grid(Ground::Checkered, (8, 8), Numbering::FromTheBottom, piece)
    }

    fn effect(&self, m: Move) -> Effect {
        let mut after = *self;
        after.play(m);
        // The square as the move's text names it: castling is stored as king takes rook, but played as e1g1.
        let to = self.format_move(m).get(2..4).map(str::to_owned);
        let along = m.is_castling().then(|| {
            let before = self.pieces(self.to_move(), Role::Rook);
            let rook = after.pieces(self.to_move(), Role::Rook) & !before;
            // A rook that castles in place (Chess960) moves to where it stands.
            let rook_to = if rook == 0 { m.to() } else { Square::new(rook.trailing_zeros() as u8) };
            (m.to().to_string(), rook_to.to_string())
        });
        let taken = match m.is_en_passant() {
            true => Some(Square::at(m.to().file(), m.from().rank())),
            false => (!m.is_castling() && self.role_at(m.to()).is_some()).then(|| m.to()),
        };
        Effect {
            from: Some(m.from().to_string()),
            to,
            promotion: m.promotion().map(|role| role.letter().to_ascii_lowercase()),
            captured: taken.iter().map(ToString::to_string).collect(),
            along,
            check: after.is_check(),
            ..Effect::default()
        }
    }

    fn record_move(&self, m: Move) -> String {
        san(self, m)
    }

    /// Kings and rooks on their first squares may castle.
    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        let letter = |piece: Piece| match (piece.owner, piece.kind.unwrap_or('P')) {
            (Player::White, kind) => kind.to_ascii_uppercase(),
            (Player::Black, kind) => kind.to_ascii_lowercase(),
        };
        let stands = |row: usize, column: usize, wanted: char| {
            pieces.get(8 * row + column).copied().flatten().is_some_and(|piece| letter(piece) == wanted)
        };
        let wings = [('K', 7, 'K', 'R', 7), ('Q', 7, 'K', 'R', 0), ('k', 0, 'k', 'r', 7), ('q', 0, 'k', 'r', 0)];
        let held =
            wings.into_iter().filter(|&(_, row, king, rook, corner)| stands(row, 4, king) && stands(row, corner, rook));
        let rights: String = held.map(|(right, ..)| right).collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let side = if to_move == Player::Black { 'b' } else { 'w' };
        Some(format!("{} {side} {rights} - 0 1", Picture::rows_of(pieces, 8, letter)))
    }

    fn end(&self, outcome: Outcome, seen: &KeyHistory) -> End {
        let draw = draws::reason(self, seen);
        let claimed = matches!(draw, Some(DrawReason::Repetition | DrawReason::FiftyMoves));
        End { outcome, reason: draw.map_or(&words::CHECKMATE, DrawReason::message), claimed }
    }
}
