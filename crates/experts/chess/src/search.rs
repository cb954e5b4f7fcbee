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
        // These rules are confirmed together (docs/chess.md).
        long_continuations: true,
        evaluation_history: true,
        quiescence_answers: true,
        singular_steps: true,
        noisy_reductions: true,
        cut_counts: true,
        hindsight: true,
        reduced_margins: true,
        ..Options::default()
    }
}
