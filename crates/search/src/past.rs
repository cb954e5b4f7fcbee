//! What the past means inside a search.

use quadrille_core::{Game, KeyHistory, Outcome};

/// The result that the past gives to the position at the end of `history`, of which the first `game_length` keys belong to
/// the game and the others to the line being searched.
///
/// Inside the line a single repetition counts as a draw: if it was worth repeating once it will be again. Positions of the
/// game itself count by the rules (three times), which [`Game::adjudicate`] knows.
#[inline]
pub(crate) fn outcome<G: Game>(position: &G, history: &KeyHistory, game_length: usize) -> Option<Outcome> {
    if !G::USES_HISTORY {
        return None;
    }
    let outcome =
        if repeats_in_line::<G>(history, game_length) { Some(Outcome::Draw) } else { position.adjudicate(history) };
    // A game that ended on the board has ended, whatever the past says (mate comes before the counters).
    outcome.map(|outcome| position.outcome().unwrap_or(outcome))
}

fn repeats_in_line<G: Game>(history: &KeyHistory, game_length: usize) -> bool {
    let Some((&last, past)) = history.keys().split_last() else { return false };
    if G::HISTORY_FORBIDS || history.occurrences(last) < 2 {
        return false;
    }
    past[game_length.saturating_sub(1).min(past.len())..].contains(&last)
}
