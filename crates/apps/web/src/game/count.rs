//! Counting the board at the end, where the rules take dead pieces off first: playouts find them, people may say otherwise.

use super::Game;
use crate::words;
use quadrille_core::{Player, Refusal, Settlement};

impl Game {
    /// Counts the board once the rules have ended the game, if they count without dead pieces.
    pub(super) fn count(&mut self) {
        let node = self.node;
        if self.session.end().is_none() || self.settlement.as_ref().is_some_and(|(known, _)| *known == node) {
            return;
        }
        // Nobody named dead is quickly counted, and tells whether the rules count so at all.
        if !self.session.settle(Some(&[])).is_some_and(|board| board.counts) {
            return;
        }
        let named = self.dead.as_ref().filter(|(known, _)| *known == node).map(|(_, cells)| cells.as_slice());
        self.settlement = self.session.settle(named).map(|board| (node, board));
        self.dead = self.settlement.as_ref().map(|(node, board)| (*node, board.dead.clone()));
    }

    /// The count of the board that stands at a node, if it was counted.
    pub(super) fn counted(&self, node: usize) -> Option<&Settlement> {
        self.settlement.as_ref().filter(|(known, _)| *known == node).map(|(_, board)| board)
    }

    /// The piece on a cell and those connected to it are dead, or not after all.
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
