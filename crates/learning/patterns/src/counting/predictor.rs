//! Tables as a predictor.

use super::{Rule, Tables};
use crate::board::Board;
use crate::corpus::Record;
use crate::evaluation::Predictor;
use crate::zoom::Rings;
use quadrille_core::Player;

/// A board with the hashes of its patterns.
#[derive(Debug)]
pub struct Follower {
    /// The board.
    pub board: Board,
    /// Its hashes.
    pub rings: Rings,
}

impl Follower {
    /// Starts from a game's first position.
    #[must_use]
    pub fn new(game: &Record, zooms: usize) -> Self {
        let board = game.board();
        Self { rings: Rings::new(&board, zooms), board }
    }

    /// Plays a legal move or a pass.
    pub fn play(&mut self, player: Player, spot: Option<u16>) {
        let Some(spot) = spot else { return self.board.pass() };
        let effect = self.board.play(spot, player);
        self.rings.toggle(player, spot);
        for captured in effect.captured.iter() {
            self.rings.toggle(player.opponent(), captured);
        }
    }
}

/// Tables of counts as a predictor: values divided by their sum.
#[derive(Debug)]
pub struct ByTables<'a> {
    tables: &'a Tables,
    rule: Rule,
    follower: Option<Follower>,
}

impl<'a> ByTables<'a> {
    /// Predicts with these tables by a rule.
    #[must_use]
    pub fn new(tables: &'a Tables, rule: Rule) -> Self {
        Self { tables, rule, follower: None }
    }
}

impl Predictor for ByTables<'_> {
    fn begin(&mut self, game: &Record) {
        self.follower = Some(Follower::new(game, self.tables.zooms()));
    }

    fn play(&mut self, player: Player, spot: Option<u16>) {
        if let Some(follower) = &mut self.follower {
            follower.play(player, spot);
        }
    }

    fn predict(&mut self, player: Player, moves: &mut Vec<(u16, f32)>) {
        moves.clear();
        let Some(Follower { board, rings }) = &self.follower else { return };
        let legal = board.spots().filter(|&spot| board.is_legal(spot, player));
        moves.extend(legal.map(|spot| (spot, self.tables.value(self.rule, rings, player, spot) as f32)));
        let sum: f32 = moves.iter().map(|m| m.1).sum();
        if sum > 0.0 {
            for (_, probability) in moves {
                *probability /= sum;
            }
        }
    }
}
