//! The contract between rules and search.

use crate::{KeyHistory, MoveBuf, Outcome, Player};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A game of two players, perfect information and no chance; the value is a position of it.
///
/// Positions are copied, not undone: a search clones the position and plays on the copy. For positions up to 256 bytes
/// that is as fast as taking moves back, and it cannot go wrong. What depends on the past (repetition, superko) is
/// asked with a [`KeyHistory`], which the one who walks the game keeps.
///
/// [`crate::contract::check`] tests everything promised here.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move; small, since searches keep many.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A buffer that holds the moves of any position.
    type Moves: MoveBuf<Self::Move>;
    /// The rule set and the size of the board: a value with a name, such as `5x5 misere` or `9 tromp-taylor`. The empty
    /// text gives the default; words may be left out and come in any order.
    type Rules: Clone + Debug + Default + PartialEq + FromStr<Err = crate::Refusal> + Display + Send + Sync + 'static;

    /// The game's name on the command line, in files and protocols.
    const NAME: &'static str;

    /// Whether [`Game::allowed_by_history`] or [`Game::adjudicate`] ever answer anything but their defaults.
    const USES_HISTORY: bool = false;

    /// Whether [`Game::allowed_by_history`] ever says no (superko).
    const HISTORY_FORBIDS: bool = false;

    /// What a finished game counts as in perft before the depth is reached: nothing in most games, one leaf in Othello.
    const PERFT_OF_FINISHED: u64 = 0;

    /// The position a game starts from.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules this position is played under.
    fn rules(&self) -> Self::Rules;

    /// Whose turn it is. In a finished game: whose turn it would be.
    fn to_move(&self) -> Player;

    /// Adds all legal moves (apart from the history) to the buffer, each once, in an order that depends on the position
    /// alone. A position has no moves exactly if it has an [`Game::outcome`].
    fn legal_moves(&self, moves: &mut Self::Moves);

    /// How many legal moves there are; games that can count without listing do.
    #[inline]
    fn count_legal_moves(&self) -> usize {
        let mut moves = Self::Moves::default();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Whether any value of the move type, even a nonsensical one, is a legal move here; independent of the generator.
    /// Searches ask it before they trust a move from a shared table.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Plays a legal move. Playing anything else is a bug of the caller, caught in debug builds.
    fn play(&mut self, m: Self::Move);

    /// The result, if the position alone decides it: then there are no legal moves, and only then.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key of everything that matters to the future of the game, except its past: board, side to move,
    /// rights. Equal positions have equal keys, on every run and platform.
    fn key(&self) -> u64;

    /// The key that the rules compare when they speak of a repeated position; Go's superko looks at the stones alone.
    #[inline]
    fn history_key(&self) -> u64 {
        self.key()
    }

    /// A dense number for the move, the same wherever the "same" move is played: what AMAF and history tables are
    /// indexed by. Less than [`Game::codes`]; the legal moves of one position have different codes.
    fn code(&self, m: Self::Move) -> usize;

    /// One more than the largest code.
    fn codes(&self) -> usize;

    /// Whether the past permits the move. `seen` holds the [`Game::history_key`]s of the game up to and including this
    /// position. Asked in the tree and at the root, never in playouts.
    #[inline]
    fn allowed_by_history(&self, m: Self::Move, seen: &KeyHistory) -> bool {
        let _ = (m, seen);
        true
    }

    /// The result that the past, or a rule beside the board, gives to this position: repetition, move counters, dead
    /// positions. `seen` ends with this position. A position with an adjudicated result may still have moves.
    #[inline]
    fn adjudicate(&self, seen: &KeyHistory) -> Option<Outcome> {
        let _ = seen;
        None
    }
}
