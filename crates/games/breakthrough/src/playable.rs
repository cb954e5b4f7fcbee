//! What applications show of Breakthrough.

use crate::evaluation::network::Judged;
use crate::evaluation::{Advancement, Matched, Windows};
use crate::playout::{Decisive, Rollout};
use crate::{Move, Position, words};
use quadrille_core::{
    Descriptor, Effect, End, Evaluation, Game, Ground, KeyHistory, Numbering, Odds, Outcome, Picture,
};
use quadrille_core::{Piece, Playable, Player, Sentence};
use std::sync::Arc;

static DESCRIPTOR: Descriptor = Descriptor {
    name: Position::NAME,
    title: &words::TITLE,
    in_text: &words::TITLE,
    summary: &words::SUMMARY,
    variants: &[
        ("standard", &words::STANDARD),
        ("one-row", &words::ONE_ROW),
        ("misere", &words::MISERE),
        ("knightthrough", &words::KNIGHTTHROUGH),
    ],
    sizes: &["5x5", "3x3", "4x4", "5x4", "6x5", "6x6", "7x7", "8x8", "8x6", "8x4"],
    page_rules: "5x5 standard",
    position_example: "bbbbb/bbbbb/5/wwwww/wwwww w",
    opponent: None,
    unit: &words::UNIT,
    odds: Odds { doubled_by: 1.2 },
    counts_captures: false,
    formats: &[],
    protocols: &["gtp"],
    piece_kinds: "",
    words: words::ALL,
};

impl Playable for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = Rollout;

    fn rollouts() -> Vec<(&'static str, Rollout)> {
        vec![("random", Rollout::Random), ("decisive", Rollout::Decisive(Decisive::default()))]
    }

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Matched), Arc::new(Advancement), Arc::new(Windows), Arc::new(Judged)]
    }

    fn opening_plies(&self) -> usize {
        // On a small board four random moves often lose at once.
        if self.rules().rows() <= 5 { 2 } else { 4 }
    }

    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Picture {
        let (rows, columns) = (usize::from(self.rows()), usize::from(self.columns()));
        let piece = |row: usize, column: usize| {
            let square = 1_u64 << ((rows - 1 - row) * columns + column);
            Player::BOTH.into_iter().find(|&player| self.pawns(player) & square != 0).map(Piece::of)
        };
        Picture::grid(Ground::Checkered, (rows, columns), Numbering::FromTheBottom, piece)
    }

    fn effect(&self, m: Move) -> Effect {
        let (from, to) = (self.square_name(m.from), self.square_name(m.to));
        let captured = if self.is_capture(m) { vec![to.clone()] } else { Vec::new() };
        Effect { from: Some(from), to: Some(to), captured, ..Effect::default() }
    }

    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        let letter = |player| if player == Player::Black { 'b' } else { 'w' };
        let rows = Picture::rows_of(pieces, self.columns().into(), |piece| letter(piece.owner));
        Some(format!("{rows} {}", letter(to_move)))
    }

    fn end(&self, outcome: Outcome, _: &KeyHistory) -> End {
        let mover = self.to_move();
        let goal_row = if mover == Player::White { 0 } else { self.rows() - 1 };
        let on_goal = (0..self.columns()).any(|y| self.pawns(!mover) >> (goal_row * self.columns() + y) & 1 == 1);
        let reason = if on_goal {
            &words::FAR_ROW_REACHED
        } else if self.pawns(mover) == 0 {
            &words::NO_PAWNS_LEFT
        } else {
            &words::NO_MOVES_LEFT
        };
        End { outcome, reason, claimed: false }
    }
}
