//! Chess in the engine.

use crate::picture::{Ground, Picture, Touch};
use crate::playable::{DrawReport, Playable};
use quadrille_chess::{Move, Position, Rules, Square, draws, evaluation, playout, san::san, zobrist};
use quadrille_core::{Evaluation, Game, KeyHistory, Notation, Player};
use std::sync::Arc;

impl Playable for Position {
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(evaluation::Tapered), Arc::new(evaluation::Material)]
    }

    fn best_algorithm(_: &Rules) -> &'static str {
        "alphabeta"
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
        zobrist::parts(self)
    }

    fn picture(&self) -> Option<Picture> {
        let piece = |row: usize, column: usize| match self.piece_at(Square::at(column as u8, 7 - row as u8)) {
            Some((Player::White, role)) => format!("w{}", role.letter()),
            Some((Player::Black, role)) => format!("b{}", role.letter()),
            None => String::new(),
        };
        Some(Picture::grid(Ground::Checkered, 8, 8, true, piece))
    }

    fn touch(&self, m: Move) -> Touch {
        Touch {
            from: Some(m.from().to_string()),
            // The square as the move's text names it: castling is stored as king takes rook, but played as e1g1.
            to: self.format_move(m).get(2..4).map(str::to_owned),
            promotion: m.promotion().map(|role| role.letter().to_ascii_lowercase()),
        }
    }

    fn record_move(&self, m: Move) -> String {
        san(self, m)
    }

    fn end_reason(&self, seen: &KeyHistory) -> String {
        match draws::status(self, seen).draw {
            Some(reason) => reason.to_string(),
            None if self.outcome().is_some() => "checkmate".to_owned(),
            None => "unfinished".to_owned(),
        }
    }

    fn draw_report(&self, seen: &KeyHistory) -> Option<DrawReport> {
        let status = draws::status(self, seen);
        Some(DrawReport {
            occurrences: status.occurrences,
            halfmove_clock: status.halfmove_clock,
            missing_repetitions: 3_u32.saturating_sub(status.occurrences),
            missing_halfmoves: 100_u32.saturating_sub(status.halfmove_clock),
            draw: status.draw.map(|reason| reason.to_string()),
        })
    }
}
