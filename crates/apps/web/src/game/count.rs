//! Scoring at the end of the game, under rules that remove dead pieces: playouts find them, and users can correct them.

use super::Game;
use crate::words;
use quadrille_core::{Player, Refusal, Settlement};

impl Game {
    /// Scores the board once the game has ended, if the rules remove dead pieces.
    pub(super) fn count(&mut self) {
        let node = self.node;
        if self.session.end().is_none() || self.settlement.as_ref().is_some_and(|(known, _)| *known == node) {
            return;
        }
        // Scoring with no dead pieces is quick and shows whether the rules remove them at all.
        if !self.session.settle(Some(&[])).is_some_and(|board| board.counts) {
            return;
        }
        let named = self.dead.as_ref().filter(|(known, _)| *known == node).map(|(_, cells)| cells.as_slice());
        self.settlement = self.session.settle(named).map(|board| (node, board));
        self.dead = self.settlement.as_ref().map(|(node, board)| (*node, board.dead.clone()));
    }

    /// The score at a node, if it was computed.
    pub(super) fn counted(&self, node: usize) -> Option<&Settlement> {
        self.settlement.as_ref().filter(|(known, _)| *known == node).map(|(_, board)| board)
    }

    /// Toggles whether the chain on a cell is dead.
    pub(super) fn toggle_dead(&mut self, cell: &str) -> Result<(), Refusal> {
        let board = self.counted(self.node).ok_or_else(|| words::NOT_COUNTED.refuse())?;
        let asked = [cell.to_owned()];
        let chain = self.session.settle(Some(&asked)).map(|board| board.dead).unwrap_or_default();
        if chain.is_empty() {
            return Err(words::NO_PIECE.refuse().quote("cell", cell));
        }
        let mut dead = board.dead.clone();
        if dead.contains(&asked[0]) {
            dead.retain(|stone| !chain.contains(stone));
        } else {
            dead.extend(chain);
        }
        (self.dead, self.settlement) = (Some((self.node, dead)), None);
        self.count();
        Ok(())
    }
}

/// Who has more points.
pub(super) fn winner(board: &Settlement) -> Option<Player> {
    let (black, white) = (board.points[Player::Black], board.points[Player::White]);
    (black != white).then_some(if black > white { Player::Black } else { Player::White })
}
