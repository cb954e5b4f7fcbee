//! The built-in strategy for 6x6.
//!
//! Its first layers are decoded on first use, which takes a moment; a background thread decodes the rest.

use crate::solver::strategy::Strategy;
use quadrille_breakthrough::{Position, Rules};
use quadrille_core::Game;
use quadrille_support::bundled;
use quadrille_support::shared::Bundled;
use std::sync::{Arc, Once, OnceLock};

/// The layers read at once.
const FIRST_LAYERS: usize = 6;

type Shared = OnceLock<Option<Arc<Strategy>>>;
static FIRST: Shared = OnceLock::new();
static WHOLE: Shared = OnceLock::new();

/// Whether there is a strategy for the board of a position.
#[must_use]
pub fn knows(position: &Position) -> bool {
    (position.rows(), position.columns()) == (6, 6) && position.rules().is_standard()
}

/// The part of the strategy for a position's board decoded so far; all of it if `wait` is set.
#[must_use]
pub fn strategy(position: &Position, wait: bool) -> Option<Arc<Strategy>> {
    if !knows(position) {
        return None;
    }
    static BEGIN: Once = Once::new();
    BEGIN.call_once(|| {
        // Without a thread only the first layers are decoded.
        let _ = std::thread::Builder::new().spawn(|| WHOLE.get_or_init(|| read(usize::MAX)).is_some());
    });
    if wait {
        return WHOLE.get_or_init(|| read(usize::MAX)).clone();
    }
    WHOLE.get().unwrap_or_else(|| FIRST.get_or_init(|| read(FIRST_LAYERS))).clone()
}

/// The built-in strategy, with the name of its file.
#[must_use]
pub fn file() -> (&'static str, Bundled) {
    ("6x6.strategy", bundled!("../results/6x6.strategy"))
}

fn read(most_layers: usize) -> Option<Arc<Strategy>> {
    let start = Position::start(&Rules::new(6, 6).ok()?);
    Strategy::from_bytes(&file().1, &start, most_layers).ok().map(Arc::new)
}
