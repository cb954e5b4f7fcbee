//! What alpha-beta may exploit in a game.

use crate::{Game, MoveBuf};

/// Capabilities a game may offer to alpha-beta search. Every default means "not offered", so a game that has nothing to
/// say writes an empty `impl`.
pub trait Tactics: Game {
    /// One more than the largest [`Tactics::trace`]; 0 if the game has none.
    const TRACES: usize = 0;

    /// How many parts of a position change slowly enough to learn from: the pawns, one side's pieces.
    const STRUCTURES: usize = 0;

    /// Whether a position without a threat to answer is as good as never over. Cuts that rest on the evaluation alone may
    /// then come before the moves are generated; the rare end without a threat is found one ply later.
    const ENDS_UNDER_THREAT: bool = false;

    /// Whether the search should resolve noisy moves at its leaves before it trusts the evaluation.
    const HAS_QUIESCENCE: bool = false;

    /// Whether the move changes the balance so much that a static evaluation before it means nothing: captures,
    /// promotions, a step next to the goal.
    #[inline]
    fn is_noisy(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// Adds the noisy moves; games with a dedicated generator use it.
    #[inline]
    fn noisy_moves(&self, moves: &mut Self::Moves) {
        let mut all = Self::Moves::default();
        self.legal_moves(&mut all);
        for &m in all.as_slice() {
            if self.is_noisy(m) {
                moves.push(m);
            }
        }
    }

    /// Whether the mover must answer a threat now (check): such nodes are searched deeper, and their moves never pruned.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// A first guess at how good a move is, for ordering: larger is tried earlier. Captures by what they win, corners
    /// before their neighbours.
    #[inline]
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether the exchange started by a noisy move wins at least `threshold` (hundredths of a unit) by static analysis.
    #[inline]
    fn gains_at_least(&self, m: Self::Move, threshold: i32) -> bool {
        let _ = (m, threshold);
        true
    }

    /// What moves and where to, in a small number below [`Tactics::TRACES`]: moves that leave the same trace often do the
    /// same thing, which is what histories of answers are indexed by.
    #[inline]
    fn trace(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// What kind of thing a noisy move wins, below 8.
    #[inline]
    fn prize(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// Whether a quiet move loses no more than `loss` (hundredths of a unit) to exchanges where it ends.
    #[inline]
    fn loses_at_most(&self, m: Self::Move, loss: i32) -> bool {
        let _ = (m, loss);
        true
    }

    /// Whether the move plainly makes a threat that must be answered; it need not see all of them.
    #[inline]
    fn is_forcing(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// A key of one of the [`Tactics::STRUCTURES`]: positions that share it tend to be misjudged alike.
    #[inline]
    fn structure(&self, which: usize) -> u64 {
        let _ = which;
        0
    }

    /// The position with the turn given away, where that is a fair test of strength: not in check, and not where being
    /// forced to move may be the problem.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether a rule that counts moves is about to end the game, so that positions with equal keys may have different
    /// values: a search then trusts no value from its table.
    #[inline]
    fn past_matters(&self) -> bool {
        false
    }
}
