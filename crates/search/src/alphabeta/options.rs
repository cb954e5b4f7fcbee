//! Every feature of alpha-beta, each with a switch.
//!
//! Margins are in hundredths of the game's unit. The defaults suit a game with captures; [`Options::exact`] leaves only
//! what cannot change the result.

use crate::settings::settings;

settings!(
    /// What alpha-beta does beside looking at every move.
    Options {
        "use the transposition table" table: bool = true;
        "use table entries only at exactly the depth asked for, so that a fixed depth gives the value of plain minimax" strict: bool = false;
        "look up moves after the first with a window of zero width" scout: bool = true;
        "start each iteration with a narrow window around the last score" aspiration: bool = true;
        "half the width of that window" aspiration_width: i32 = 30, 1..=10_000;
        "try moves first that refuted a sibling" killers: bool = true;
        "order quiet moves by how often they refuted anything" history: bool = true;
        "try the move first that refuted the same previous move before" countermoves: bool = true;
        "resolve noisy moves at the horizon" quiescence: bool = true;
        "in quiescence, skip exchanges that lose or cannot reach the window" quiescence_pruning: bool = true;
        "how much an exchange may surprise" delta_margin: i32 = 150, 0..=100_000;
        "look one ply further when a threat must be answered" extensions: bool = true;
        "look further at a table move that is much better than all others" singular: bool = true;
        "search late quiet moves less deeply at first" reductions: bool = true;
        "how much less deeply, in hundredths of the usual" reduction_percent: u32 = 100, 0..=400;
        "search a node less deeply when the table knows no move for it" internal_reduction: bool = true;
        "cut when even giving the turn away refutes the line" null_move: bool = true;
        "cut near the horizon when the evaluation is far above the window" reverse_futility: bool = true;
        "how far above, per ply" reverse_futility_margin: i32 = 80, 0..=100_000;
        "skip quiet moves near the horizon when the evaluation is far below the window" futility: bool = true;
        "how far below, per ply" futility_margin: i32 = 110, 0..=100_000;
        "go to quiescence at once when the evaluation is hopeless" razoring: bool = true;
        "how hopeless, per ply" razoring_margin: i32 = 250, 0..=100_000;
        "near the horizon skip quiet moves after so many" late_move_pruning: bool = true;
        "near the horizon skip exchanges that lose too much" exchange_pruning: bool = true;
        "how much an exchange may lose, per ply" exchange_margin: i32 = 90, 0..=100_000;
        "keep the full position beside each entry and count collisions of keys" verify: bool = false;
    }
);

impl Options {
    /// Only what cannot change the value: a search to the end of the game is then exact.
    #[must_use]
    pub fn exact() -> Self {
        Self { ..Self::default() }.without_guesses()
    }

    /// Everything off: plain negamax with alpha-beta cuts, the reference that tests begin with.
    #[must_use]
    pub fn bare() -> Self {
        Self {
            table: false,
            scout: false,
            aspiration: false,
            killers: false,
            history: false,
            countermoves: false,
            ..Self::exact()
        }
    }

    fn without_guesses(self) -> Self {
        Self {
            quiescence: false,
            quiescence_pruning: false,
            extensions: false,
            singular: false,
            reductions: false,
            internal_reduction: false,
            null_move: false,
            reverse_futility: false,
            futility: false,
            razoring: false,
            late_move_pruning: false,
            exchange_pruning: false,
            ..self
        }
    }
}
