//! The common interface of the fast and the general board.

use crate::coordinates::format_point;
use crate::grid::{Grid, Move, Point};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::{words, zobrist};
use quadrille_core::{Game, Message, PerPlayer, Player, Refusal, Sentence, to_move};

/// A Go position with everything that scoring, notation, pictures and patterns need.
pub trait Goban: Game<Move = Move, Rules = Rules> {
    /// The board's dimensions.
    fn grid(&self) -> Grid;

    /// The stone on a point of the board; `None` on empty points and outside.
    fn stone(&self, point: Point) -> Option<Player>;

    /// The point where the side to move may not retake a ko at once.
    fn ko(&self) -> Option<Point>;

    /// How many passes were just made in a row: 0, 1 or 2.
    fn passes(&self) -> u8;

    /// How many stones a player has put on the board in the whole game.
    fn placed(&self, player: Player) -> u32;

    /// The stones connected to the stone on this point, itself included; none for an empty point.
    fn chain(&self, point: Point) -> Vec<Point>;

    /// The liberties of the chain of the stone on this point, each once, in board order; none for an empty point.
    fn liberties(&self, point: Point) -> Vec<Point>;

    /// The enemy stones that the side to move would take with a legal move, in board order.
    fn captures(&self, m: Move) -> Vec<Point>;

    /// A position from a description; rejects chains without liberties and other impossible positions.
    fn from_setup(setup: &Setup) -> Result<Self, Refusal>;

    /// How many stones each player has captured: what the other has placed and no longer has.
    fn prisoners(&self) -> PerPlayer<u32> {
        let left = |player| self.grid().points().filter(|&point| self.stone(point) == Some(player)).count() as u32;
        PerPlayer(Player::BOTH.map(|player| self.placed(!player).saturating_sub(left(!player))))
    }

    /// The description of this position.
    fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.rules());
        for point in self.grid().points() {
            setup.put(point, self.stone(point));
        }
        setup.to_move = self.to_move();
        setup.ko = self.ko();
        setup.passes = self.passes();
        if self.rules().set().counts_prisoners() {
            setup.prisoners = PerPlayer(self.prisoners().0.map(|count| count as u16));
        }
        setup
    }

    /// The numbers whose XOR is [`Game::key`], each with what it stands for.
    fn key_parts(&self) -> Vec<(Sentence, u64)> {
        let mut parts = Vec::new();
        for point in self.grid().points() {
            if let Some(player) = self.stone(point) {
                let name = words::STONE_AT
                    .say()
                    .with("stone", stone_of(player))
                    .with("point", format_point(self.grid(), point));
                parts.push((name, zobrist::stone(player, point.index())));
            }
        }
        if self.to_move() == Player::White {
            parts.push((to_move(Player::White), zobrist::WHITE_TO_MOVE));
        }
        if let Some(ko) = self.ko() {
            let name = words::KO_AT.say().with("point", format_point(self.grid(), ko));
            parts.push((name, zobrist::ko(ko.index())));
        }
        if self.passes() > 0 {
            let name = words::PASSED.say().with("n", self.passes());
            parts.push((name, zobrist::PASSES[self.passes() as usize]));
        }
        parts
    }
}

/// A player's stone, for people.
pub(crate) fn stone_of(player: Player) -> &'static Message {
    [&words::BLACK_STONE, &words::WHITE_STONE][player.index()]
}
