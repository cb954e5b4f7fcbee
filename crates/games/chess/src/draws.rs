//! Draws: repetition, move counters, dead positions, stalemate.
//!
//! Two positions are the same for the repetition rules if pieces, turn, castling rights and legal en-passant captures
//! are the same, which is what the key says. Threefold repetition and fifty moves are claims under FIDE's laws; here, as
//! on most servers, they end the game. Fivefold repetition and seventy-five moves end it under the laws too.

use crate::piece::Role;
use crate::position::Position;
use crate::square::DARK_SQUARES;
use quadrille_core::{Game, KeyHistory, Outcome, Player};
use std::fmt;

/// Half-moves without capture or pawn move after which a draw can be claimed.
pub const FIFTY_MOVES: u32 = 100;
/// Half-moves after which the game is drawn without a claim.
pub const SEVENTY_FIVE_MOVES: u32 = 150;
/// Occurrences of a position after which a draw can be claimed.
pub const THREEFOLD: u32 = 3;
/// Occurrences after which the game is drawn without a claim.
pub const FIVEFOLD: u32 = 5;

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side has mating material.
    InsufficientMaterial,
    /// The position has occurred five times.
    Fivefold,
    /// Seventy-five moves by each side without capture or pawn move.
    SeventyFiveMoves,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without capture or pawn move.
    FiftyMoves,
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient-material",
            Self::Fivefold => "fivefold",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty-moves",
        })
    }
}

/// The draw counters of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawStatus {
    /// How often the position has occurred, including now.
    pub occurrences: u32,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u32,
    /// Half-moves still needed for the fifty-move rule.
    pub plies_to_fifty: u32,
    /// Why the game is drawn now, if it is.
    pub draw: Option<DrawReason>,
}

/// The counters of a position at the end of a game whose keys, this position's included, are `seen`.
#[must_use]
pub fn status(position: &Position, seen: &KeyHistory) -> DrawStatus {
    let halfmove_clock = position.halfmove_clock();
    DrawStatus {
        occurrences: occurrences(position, seen),
        halfmove_clock,
        plies_to_fifty: FIFTY_MOVES.saturating_sub(halfmove_clock),
        draw: reason(position, seen),
    }
}

/// How often the position has occurred since the last capture or pawn move, which nothing before can repeat.
#[must_use]
pub fn occurrences(position: &Position, seen: &KeyHistory) -> u32 {
    seen.repetitions_of_last(position.halfmove_clock() as usize).max(1)
}

/// Why the game is drawn in this position. Checkmate on the board comes before every count of moves.
#[must_use]
pub fn reason(position: &Position, seen: &KeyHistory) -> Option<DrawReason> {
    match position.outcome() {
        Some(Outcome::Draw) => Some(DrawReason::Stalemate),
        Some(Outcome::Win(_)) => None,
        None => counted(position, seen),
    }
}

/// The draws that do not follow from the board alone, for a position with legal moves.
fn counted(position: &Position, seen: &KeyHistory) -> Option<DrawReason> {
    let (occurrences, clock) = (occurrences(position, seen), position.halfmove_clock());
    if has_insufficient_material(position) {
        Some(DrawReason::InsufficientMaterial)
    } else if occurrences >= FIVEFOLD {
        Some(DrawReason::Fivefold)
    } else if clock >= SEVENTY_FIVE_MOVES {
        Some(DrawReason::SeventyFiveMoves)
    } else if occurrences >= THREEFOLD {
        Some(DrawReason::Repetition)
    } else if clock >= FIFTY_MOVES {
        Some(DrawReason::FiftyMoves)
    } else {
        None
    }
}

/// `Game::adjudicate`: called at every node of a search, so the board is examined for mate only when a draw is
/// possible.
#[inline]
pub(crate) fn adjudicate(position: &Position, seen: &KeyHistory) -> Option<Outcome> {
    counted(position, seen)?;
    // A mated or stalemated position keeps the result of the board.
    Some(position.outcome().unwrap_or(Outcome::Draw))
}

/// Whether neither side could mate even with the other's help: bare kings, one knight, or bishops that all stand on
/// squares of one colour.
#[must_use]
pub fn has_insufficient_material(position: &Position) -> bool {
    let all = |role| position.all(role);
    if all(Role::Pawn) | all(Role::Rook) | all(Role::Queen) != 0 {
        return false;
    }
    let (knights, bishops) = (all(Role::Knight), all(Role::Bishop));
    if knights == 0 {
        return bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0;
    }
    bishops == 0 && knights.count_ones() == 1
}

/// Whether a player has only pawns and king, so that zugzwang is likely.
pub(crate) fn has_only_pawns(position: &Position, player: Player) -> bool {
    position.of(player) & !(position.all(Role::Pawn) | position.all(Role::King)) == 0
}
