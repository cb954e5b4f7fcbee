//! What applications show of Othello.

use crate::evaluation::{Discs, Patterns, SixTerm};
use crate::{Move, Position, playout, words};
use quadrille_core::{
    Descriptor, Effect, End, Evaluation, Game, Ground, KeyHistory, Notation, Numbering, Odds, Outcome,
};
use quadrille_core::{PerPlayer, Picture, Piece, Playable, Player, Sentence};
use std::sync::Arc;

static DESCRIPTOR: Descriptor = Descriptor {
    name: Position::NAME,
    title: &words::TITLE,
    in_text: &words::TITLE,
    summary: &words::SUMMARY,
    variants: &[("white-first", &words::WHITE_FIRST), ("standard", &words::STANDARD)],
    sizes: &[],
    page_rules: "white-first",
    position_example: "---------------------------OX------XO--------------------------- X",
    opponent: Some((10, 5)),
    unit: &words::UNIT,
    // The evaluation is off by five discs in the middle of the game: with three, every other quiet move was a mistake.
    odds: Odds { doubled_by: 5.0 },
    counts_captures: false,
    formats: &["ggf", "sgf", "wthor", "obf"],
    protocols: &["nboard", "gtp"],
    piece_kinds: "",
    words: words::ALL,
};

impl Playable for Position {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = playout::Random;

    fn evaluations() -> Vec<Arc<dyn Evaluation<Self>>> {
        vec![Arc::new(Patterns::default()), Arc::new(SixTerm), Arc::new(Discs)]
    }

    fn opening_plies(&self) -> usize {
        8
    }

    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        self.key_parts()
    }

    fn picture(&self) -> Picture {
        let piece = |row: usize, column: usize| self.disc_on((8 * row + column) as u32).map(Piece::of);
        Picture::grid(Ground::Plain, (8, 8), Numbering::FromTheTop, piece)
    }

    fn effect(&self, m: Move) -> Effect {
        let flips = self.flips(m);
        let turned = (0..64_u32).filter(|square| flips >> square & 1 == 1);
        let name = |square: u32| format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
        Effect { to: m.square().map(|_| self.format_move(m)), turned: turned.map(name).collect(), ..Effect::default() }
    }

    fn points(&self) -> Option<PerPlayer<f32>> {
        Some(PerPlayer(Player::BOTH.map(|player| self.discs(player).count_ones() as f32)))
    }

    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        let letter = |player| if player == Player::Black { 'X' } else { 'O' };
        let board: String = pieces.iter().map(|cell| cell.map_or('-', |piece| letter(piece.owner))).collect();
        Some(format!("{board} {}", letter(to_move)))
    }

    fn end(&self, outcome: Outcome, _: &KeyHistory) -> End {
        let reason = if self.empties() == 0 { &words::BOARD_FULL } else { &words::NO_MOVES_LEFT };
        End { outcome, reason, claimed: false }
    }
}
