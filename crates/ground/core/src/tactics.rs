//! What a game offers to alpha-beta.

use crate::{Game, MoveBuf};

/// Optional features for alpha-beta search. Every default means "not offered", so a game without any has an empty
/// `impl`.
pub trait Tactics: Game {
    /// One more than the largest [`Tactics::trace`]; 0 if the game has none.
    const TRACES: usize = 0;

    /// How many structures there are for correction history: the pawns, one side's pieces.
    const STRUCTURES: usize = 0;

    /// Whether a position without a threat to answer is almost never terminal. Then cutoffs based only on the
    /// evaluation may come before move generation; the rare exception is found one ply later.
    const ENDS_UNDER_THREAT: bool = false;

    /// Whether the search should resolve noisy moves at its leaves before it trusts the evaluation.
    const HAS_QUIESCENCE: bool = false;

    /// Whether the move changes the balance so much that the static evaluation before it is meaningless: captures,
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

    /// Whether the mover must answer a threat now (check): such nodes are extended, and their moves are never pruned.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// A static estimate of a move, for ordering: larger is tried earlier. Captures by gain, corners before their
    /// neighbours.
    #[inline]
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Static exchange evaluation: whether a noisy move wins at least `threshold` (hundredths of a unit).
    #[inline]
    fn gains_at_least(&self, m: Self::Move, threshold: i32) -> bool {
        let _ = (m, threshold);
        true
    }

    /// Piece and target square as a number below [`Tactics::TRACES`], which indexes continuation history.
    #[inline]
    fn trace(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// The kind of piece a noisy move wins, below 8.
    #[inline]
    fn prize(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// Whether a quiet move loses at most `loss` (hundredths of a unit) by exchanges on its target square.
    #[inline]
    fn loses_at_most(&self, m: Self::Move, loss: i32) -> bool {
        let _ = (m, loss);
        true
    }

    /// Whether the move clearly makes a threat that must be answered; it need not detect all of them.
    #[inline]
    fn is_forcing(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }

    /// The key of one of the [`Tactics::STRUCTURES`]: positions that share it tend to have similar evaluation errors.
    #[inline]
    fn structure(&self, which: usize) -> u64 {
        let _ = which;
        0
    }

    /// The position after a null move, if that is sound: not in check, and not where zugzwang is likely.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Whether a move-counting rule is about to end the game. Positions with equal keys may then have different values,
    /// so the search ignores table values.
    #[inline]
    fn past_matters(&self) -> bool {
        false
    }
}
