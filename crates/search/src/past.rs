//! How the game history decides positions inside a search.

use quadrille_core::{Game, KeyHistory, Outcome};

/// The result by repetition or move counters of the position at the end of `history`. The first `game_length` keys
/// belong to the game, the others to the line being searched.
///
/// Within the line a single repetition counts as a draw: if it was worth repeating once, it will be again. Repetitions
/// of game positions follow the rules (threefold), see [`Game::adjudicate`].
#[inline]
pub(crate) fn outcome<G: Game>(position: &G, history: &KeyHistory, game_length: usize) -> Option<Outcome> {
    if !G::USES_HISTORY {
        return None;
    }
    let outcome =
        if repeats_in_line::<G>(history, game_length) { Some(Outcome::Draw) } else { position.adjudicate(history) };
    // A result on the board comes first (mate beats the fifty-move counter).
    outcome.map(|outcome| position.outcome().unwrap_or(outcome))
}

fn repeats_in_line<G: Game>(history: &KeyHistory, game_length: usize) -> bool {
    let Some((&last, past)) = history.keys().split_last() else { return false };
    if G::HISTORY_FORBIDS || history.occurrences(last) < 2 {
        return false;
    }
    past[game_length.saturating_sub(1).min(past.len())..].contains(&last)
}
