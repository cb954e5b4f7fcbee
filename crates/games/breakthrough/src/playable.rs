//! What applications show of Breakthrough.

use crate::evaluation::Advancement;
use crate::playout::{Decisive, Rollout};
use crate::windows::{Matched, Windows};
use crate::{Move, Position};
use quadrille_core::{
    Descriptor, Effect, End, Evaluation, Game, Ground, KeyHistory, Numbering, Odds, Outcome, Picture,
};
use quadrille_core::{Piece, Playable, Player};
use std::sync::Arc;

/// The terms of the game.
pub mod terms {
    quadrille_core::words! { "breakthrough";
        TITLE { en: "Breakthrough", fr: "Breakthrough" }
        SUMMARY { en: "Be the first to reach the far row.", fr: "Atteignez la dernière rangée le premier." }
        STANDARD { en: "two rows of pawns", fr: "deux rangées de pions" }
        ONE_ROW { en: "one row of pawns", fr: "une rangée de pions" }
        MISERE { en: "who reaches the far row loses", fr: "qui atteint la dernière rangée perd" }
        KNIGHTTHROUGH { en: "knights instead of pawns", fr: "des cavaliers au lieu de pions" }
        UNIT { en: "pawns", fr: "pions" }
        FAR_ROW_REACHED { en: "far row reached", fr: "dernière rangée atteinte" }
        NO_PAWNS_LEFT { en: "no pawns left", fr: "plus aucun pion" }
        NO_MOVES_LEFT { en: "no moves left", fr: "plus aucun coup" }
    }
}

static DESCRIPTOR: Descriptor = Descriptor {
    name: Position::NAME,
    title: &terms::TITLE,
    summary: &terms::SUMMARY,
    variants: &[
        ("standard", &terms::STANDARD),
        ("one-row", &terms::ONE_ROW),
        ("misere", &terms::MISERE),
        ("knightthrough", &terms::KNIGHTTHROUGH),
    ],
    sizes: &["5x5", "3x3", "4x4", "5x4", "6x5", "6x6", "7x7", "8x8", "8x6", "8x4"],
    page_rules: "5x5 standard",
    position_example: "bbbbb/bbbbb/5/wwwww/wwwww w",
    opponent: None,
    unit: &terms::UNIT,
    odds: Odds { doubled_by: 1.2 },
    counts_captures: false,
    formats: &[],
    protocols: &["gtp"],
    piece_kinds: "",
    words: terms::ALL,
};

impl Playable for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = Rollout;

    fn rollouts() -> Vec<(&'static str, Rollout)> {
        vec![("random", Rollout::Random), ("decisive", Rollout::Decisive(Decisive::default()))]
    }

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Matched), Arc::new(Advancement), Arc::new(Windows)]
    }

    fn opening_plies(&self) -> usize {
        // On a small board four random moves often lose at once.
        if self.rules().rows() <= 5 { 2 } else { 4 }
    }

    fn key_parts(&self) -> Vec<(String, u64)> {
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
            &terms::FAR_ROW_REACHED
        } else if self.pawns(mover) == 0 {
            &terms::NO_PAWNS_LEFT
        } else {
            &terms::NO_MOVES_LEFT
        };
        End { outcome, reason, claimed: false }
    }
}
