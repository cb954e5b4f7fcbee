//! What chess offers beyond every game: its draw counters and settings of the search.

use crate::capabilities::{Capabilities, DrawReport, Registered};
use quadrille_chess::{Position, draws};
use quadrille_search::alphabeta;

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |_| "alphabeta",
            alphabeta: || alphabeta::Options { singular_steps: true, ..alphabeta::Options::default() },
            ratings: &[850, 970, 1180, 1530, 1740, 1960],
            draws: Some(|position, seen| {
                let status = draws::status(position, seen);
                DrawReport {
                    occurrences: status.occurrences,
                    halfmove_clock: status.halfmove_clock,
                    missing_repetitions: draws::THREEFOLD.saturating_sub(status.occurrences),
                    missing_halfmoves: status.plies_to_fifty,
                    draw: status.draw.map(|reason| reason.to_string()),
                }
            }),
            ..Capabilities::default()
        }
    }
}
