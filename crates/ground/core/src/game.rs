//! The contract between rules and search.

use crate::{KeyHistory, MoveBuf, Outcome, Player};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A position of a two-player game with perfect information and no chance.
///
/// Copy-make: a search clones the position and plays on the copy. For positions up to 256 bytes this is as fast as
/// undoing moves, and simpler. Rules that depend on the past (repetition, superko) take a [`KeyHistory`], which the
/// caller keeps.
///
/// [`crate::contract::check`] tests everything promised here.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// A move; small, since searches store many.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A buffer that holds the moves of any position.
    type Moves: MoveBuf<Self::Move>;
    /// Rule set and board size, with a text form such as `5x5 misere` or `9 tromp-taylor`. The empty text is the
    /// default; words may be omitted and come in any order.
    type Rules: Clone + Debug + Default + PartialEq + FromStr<Err = crate::Refusal> + Display + Send + Sync + 'static;

    /// The game's name on the command line, in files and protocols.
    const NAME: &'static str;

    /// Whether [`Game::allowed_by_history`] or [`Game::adjudicate`] differ from their defaults.
    const USES_HISTORY: bool = false;

    /// Whether [`Game::allowed_by_history`] can return false (superko).
    const HISTORY_FORBIDS: bool = false;

    /// How perft counts a game that ends before the full depth: 0 in most games, one leaf in Othello.
    const PERFT_OF_FINISHED: u64 = 0;

    /// The position a game starts from.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules this position is played under.
    fn rules(&self) -> Self::Rules;

    /// Whose turn it is. In a finished game: whose turn it would be.
    fn to_move(&self) -> Player;

    /// Adds all legal moves (ignoring the history) to the buffer, each once, in an order that depends only on the
    /// position. A position has no moves if and only if it has an [`Game::outcome`].
    fn legal_moves(&self, moves: &mut Self::Moves);

    /// The number of legal moves; some games can count without listing.
    #[inline]
    fn count_legal_moves(&self) -> usize {
        let mut moves = Self::Moves::default();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Whether a move is legal here, for any value of the move type, however absurd; independent of the generator.
    /// Searches call it before they trust a move from a shared table.
    fn is_legal(&self, m: Self::Move) -> bool;

    /// Plays a legal move. Anything else is a bug in the caller, caught in debug builds.
    fn play(&mut self, m: Self::Move);

    /// The result, if the position alone decides it: then there are no legal moves, and only then.
    fn outcome(&self) -> Option<Outcome>;

    /// The Zobrist key of everything that affects the future of the game, except its history: board, side to move,
    /// rights. Equal positions have equal keys, on every run and platform.
    fn key(&self) -> u64;

    /// The key that the repetition rules compare; Go's superko compares only the stones.
    #[inline]
    fn history_key(&self) -> u64 {
        self.key()
    }

    /// A dense number for the move, equal wherever the "same" move is played, which indexes AMAF and history tables.
    /// Less than [`Game::codes`]; the legal moves of a position have different codes.
    fn code(&self, m: Self::Move) -> usize;

    /// One more than the largest code.
    fn codes(&self) -> usize;

    /// Whether the history permits the move. `seen` holds the [`Game::history_key`]s of the game up to and including
    /// this position. Called in the tree and at the root, not in playouts.
    #[inline]
    fn allowed_by_history(&self, m: Self::Move, seen: &KeyHistory) -> bool {
        let _ = (m, seen);
        true
    }

    /// The result by history or by rules that do not end the game on the board: repetition, move counters, dead
    /// positions. `seen` ends with this position. A position with an adjudicated result may still have moves.
    #[inline]
    fn adjudicate(&self, seen: &KeyHistory) -> Option<Outcome> {
        let _ = seen;
        None
    }
}
