//! The alpha-beta options for chess.

use quadrille_search::alphabeta::Options;

/// The options found by factorial experiments with the network, thousands of games each; docs/log/chess.md has the
/// effects.
#[must_use]
pub fn options() -> Options {
    Options {
        aspiration_width: 12,
        continuations: true,
        // Continuation history makes countermoves redundant.
        countermoves: false,
        delta_margin: 250,
        futility_margin: 125,
        hanging_margin: 8,
        history_bonus: 320,
        // Sacrifices are found sooner without it, and games are won as often.
        razoring: false,
        reduction_percent: 135,
        reverse_futility_margin: 50,
        singular_steps: true,
        spare_threats: true,
        unrefuted_bonus: true,
        ..Options::default()
    }
}
