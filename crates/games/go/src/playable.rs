//! What applications show of Go, once for every class of board sizes.

use crate::{Goban, Move, Position, Rollout, RuleSet, format_point, score, status, words};
use quadrille_core::{Descriptor, Effect, End, Game, Ground, KeyHistory, Odds, Outcome, PerPlayer, Picture, Piece};
use quadrille_core::{Playable, Player, Sentence, Settlement};

static DESCRIPTOR: Descriptor = Descriptor {
    name: Position::<0>::NAME,
    title: &words::TITLE,
    in_text: &words::TITLE,
    summary: &words::SUMMARY,
    variants: &[
        ("tromp-taylor", &words::TROMP_TAYLOR),
        ("chinese", &words::CHINESE),
        ("japanese", &words::JAPANESE),
        ("simplified", &words::SIMPLIFIED),
    ],
    sizes: &["9", "5", "7", "13", "19"],
    page_rules: "9 chinese",
    position_example: "9/9/2X3X2/9/4O4/9/2X3X2/9/9 O",
    opponent: None,
    unit: &words::UNIT,
    odds: Odds { doubled_by: 4.0 },
    counts_captures: true,
    formats: &["sgf", "compact"],
    protocols: &["gtp"],
    piece_kinds: "",
    words: words::ALL,
};

impl<const CAP: usize> Playable for Position<CAP> {
    const DESCRIPTOR: &'static Descriptor = &DESCRIPTOR;
    type Rollout = Rollout;

    fn rollouts() -> Vec<(&'static str, Rollout)> {
        vec![("random", Rollout::Random), ("heavy", Rollout::Heavy)]
    }

    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        Goban::key_parts(self)
    }

    fn picture(&self) -> Picture {
        let rules = self.rules();
        let grid = rules.grid();
        Picture {
            ground: Ground::Lines,
            rows: grid.rows(),
            columns: grid.columns(),
            names: grid.points().map(|point| format_point(grid, point)).collect(),
            pieces: grid.points().map(|point| self.stone(point).map(Piece::of)).collect(),
        }
    }

    fn effect(&self, m: Move) -> Effect {
        let Some(to) = m.point() else { return Effect::default() };
        let mut after = self.clone();
        after.play(m);
        let grid = self.grid();
        let enemy = Some(!self.to_move());
        let taken = grid.points().filter(|&point| self.stone(point) == enemy && after.stone(point).is_none());
        let captured = taken.map(|point| format_point(grid, point)).collect();
        Effect { to: Some(format_point(grid, to)), captured, ..Effect::default() }
    }

    fn points(&self) -> Option<PerPlayer<f32>> {
        let points = score::points(self);
        let compensation = self.rules().compensation_halves() as f32 / 2.0;
        Some(PerPlayer([points.of[Player::Black] as f32, points.of[Player::White] as f32 + compensation]))
    }

    fn territory(&self) -> Option<Vec<Option<Player>>> {
        let owners = score::area(self).owners;
        Some(self.grid().points().map(|point| owners[point.index()]).collect())
    }

    fn settle(&self, dead: Option<&[String]>) -> Option<Settlement> {
        status::settle(self, dead)
    }

    fn compose(&self, pieces: &[Option<Piece>], to_move: Player) -> Option<String> {
        let letter = |player| if player == Player::Black { 'X' } else { 'O' };
        let rows = Picture::rows_of(pieces, self.rules().grid().columns(), |piece| letter(piece.owner));
        Some(format!("{rows} {}", letter(to_move)))
    }

    fn end(&self, outcome: Outcome, _: &KeyHistory) -> End {
        let reason = match self.rules().set() {
            RuleSet::Simplified => &words::EVERY_POINT_CONTROLLED,
            RuleSet::TrompTaylor | RuleSet::Chinese | RuleSet::Japanese => &words::TWO_PASSES,
        };
        End { outcome, reason, claimed: false }
    }
}
