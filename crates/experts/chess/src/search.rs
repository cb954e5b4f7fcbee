//! The alpha-beta options for chess.

use quadrille_search::alphabeta::Options;

/// The defaults, and what sequential tests and test positions say beyond them (docs/log/chess.md).
#[must_use]
pub fn options() -> Options {
    Options {
        continuations: true,
        // Continuation history makes countermoves redundant.
        countermoves: false,
        history_bonus: 320,
        // Sacrifices are found sooner without it, and games are won as often.
        razoring: false,
        spare_exact: false,
        spare_threats: true,
        ..Options::default()
    }
}
