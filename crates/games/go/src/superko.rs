//! The past of a game for whoever walks it move by move, and superko at little cost.
//!
//! A stone brings back an earlier board only if that board had a stone of this colour on this point. So it is enough to
//! remember which points each colour has held: everywhere else superko has nothing to forbid, and the board after the move
//! need not be known. [`Position::allowed_by_history`](quadrille_core::Game::allowed_by_history) asks the history about
//! every move and is the slow twin.

use crate::grid::Move;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::vertex::{Cells, Vertex};
use quadrille_core::{Game, KeyHistory};

/// The boards a game has gone through, and the points that each colour has held in it.
#[derive(Clone)]
pub struct Past<const CAP: usize> {
    seen: KeyHistory,
    /// Bit 0: Black has held the point, bit 1: White has.
    held: Cells<u8, CAP>,
}

impl<const CAP: usize> Past<CAP> {
    /// The past of a game that starts from this position.
    #[must_use]
    pub fn new(start: &Position<CAP>) -> Self {
        let mut held = Cells([0; CAP]);
        for cell in 0..CAP {
            let v = Vertex::new(cell);
            held[v] = start.board.stone(v).map_or(0, |player| 1 << player.index());
        }
        Self { seen: [start.history_key()].into_iter().collect(), held }
    }

    /// Takes note of the position after a move.
    pub fn push(&mut self, after: &Position<CAP>) {
        self.seen.push(after.history_key());
        if after.last != Vertex::NONE {
            self.held[after.last] |= 1 << after.to_move.opponent().index();
        }
    }

    /// The keys of all boards, the current one last.
    #[must_use]
    pub fn seen(&self) -> &KeyHistory {
        &self.seen
    }

    /// Adds the moves that the position and the past permit, in the order of [`Game::legal_moves`].
    pub fn legal_moves(&self, position: &Position<CAP>, moves: &mut <Position<CAP> as Game>::Moves) {
        if position.is_over() {
            return;
        }
        let before = moves.len();
        for m in position.places().filter(|&m| !self.forbids(position, m)) {
            moves.push(m);
        }
        if position.rules.set() != RuleSet::Simplified || moves.len() == before {
            moves.push(Move::Pass);
        }
    }

    fn forbids(&self, position: &Position<CAP>, m: Move) -> bool {
        m.point().is_some_and(|point| {
            let held = self.held[Vertex::new(point.index())] >> position.to_move.index() & 1 == 1;
            held && position.repeats(point, &self.seen)
        })
    }
}
