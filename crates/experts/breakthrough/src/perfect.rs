//! Perfect play on 5x5.
//!
//! The table is computed on first use: wins and losses in less than half a second of CPU time
//! ([`probe`]), distances in a few seconds and about 130 MB ([`probe_distance`]). It covers every position, with any
//! number of pawns.
//!
//! ```
//! use quadrille_breakthrough::{Position, Rules};
//! use quadrille_breakthrough_expert::perfect;
//! use quadrille_core::{Game, Player};
//!
//! let start = Position::start(&Rules::default());
//! assert_eq!(perfect::probe(&start).map(|exact| exact.winner), Some(Player::Black));
//! ```

use crate::solver::fill::Crew;
use crate::solver::lanes::FIRST_WIN;
use crate::solver::plan::{Kind, Plan};
use crate::solver::sides::QuietValues;
use crate::solver::{best_move, plies_of, value};
use quadrille_breakthrough::{Move, Position};
use quadrille_core::{Game, Player, Score};
use quadrille_search::Stop;
use std::sync::OnceLock;
use std::time::Duration;

/// The exact value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins with best play.
    pub winner: Player,
    /// Whether the winner is the side to move.
    pub mover_wins: bool,
    /// The distance in plies, if requested.
    pub distance: Option<u32>,
    /// A best move, unless the game is over.
    pub best: Option<Move>,
}

type Shared = OnceLock<Option<Box<dyn QuietValues>>>;
static WINS: Shared = OnceLock::new();
static PLIES: Shared = OnceLock::new();

const SIZE: u32 = 5;
/// A quiet position has at most fifteen pawns a side.
const MOST_PAWNS: u32 = 15;
const THREADS: usize = 2;
/// The polling interval while waiting for a table.
const PAUSE: Duration = Duration::from_millis(2);

/// The exact score of a position for its side to move.
#[must_use]
pub fn score(position: &Position) -> Option<Score> {
    let exact = probe_distance(position)?;
    let plies = exact.distance?;
    Some(if exact.mover_wins { Score::win_in(plies) } else { Score::loss_in(plies) })
}

/// Whether the table covers a position's board and rules.
#[must_use]
pub fn knows(position: &Position) -> bool {
    (u32::from(position.rows()), u32::from(position.columns())) == (SIZE, SIZE) && position.rules().is_standard()
}

/// Who wins a 5x5 position and a winning move; `None` for other boards and variants.
#[must_use]
pub fn probe(position: &Position) -> Option<Exact> {
    if !knows(position) {
        return None;
    }
    exact(position, table(&WINS, Kind::Wins)?, false)
}

/// The same with the distance to the end, and the fastest win or slowest loss as the best move.
#[must_use]
pub fn probe_distance(position: &Position) -> Option<Exact> {
    if !knows(position) {
        return None;
    }
    exact(position, table(&PLIES, Kind::Plies)?, true)
}

fn table(shared: &'static Shared, kind: Kind) -> Option<&'static dyn QuietValues> {
    let build = || {
        let plan = Plan { rows: SIZE, columns: SIZE, most_pawns: MOST_PAWNS, kind };
        plan.build(Crew { threads: THREADS, stop: &Stop::new() }, None, &mut |_| ()).ok()
    };
    shared.get_or_init(build).as_deref()
}

/// The tables computed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Known {
    /// Nothing yet.
    Nothing,
    /// Who wins.
    Wins,
    /// Who wins and when.
    Plies,
}

/// Computes the tables in the background; the caller waits until `is_late`, so that no clock is lost to a table.
pub(crate) fn known_before(is_late: impl Fn() -> bool) -> Known {
    static BEGUN: OnceLock<bool> = OnceLock::new();
    let compute = || [(&WINS, Kind::Wins), (&PLIES, Kind::Plies)].map(|(shared, kind)| table(shared, kind).is_some());
    let begun = *BEGUN.get_or_init(|| std::thread::Builder::new().spawn(compute).is_ok());
    loop {
        let known = match (WINS.get(), PLIES.get()) {
            (_, Some(_)) => Known::Plies,
            (Some(_), None) => Known::Wins,
            _ => Known::Nothing,
        };
        // Without a thread there is nothing to wait for.
        if known == Known::Plies || !begun || is_late() {
            return known;
        }
        std::thread::sleep(PAUSE);
    }
}

/// A score with the right winner and no distance.
pub(crate) fn score_by_winner(position: &Position) -> Option<Score> {
    const SOME_TIME: u32 = 60;
    let exact = probe(position)?;
    let plies = exact.distance.unwrap_or(SOME_TIME);
    Some(if exact.mover_wins { Score::win_in(plies) } else { Score::loss_in(plies) })
}

fn exact(position: &Position, table: &dyn QuietValues, with_distance: bool) -> Option<Exact> {
    let mover = position.to_move();
    if let Some(outcome) = position.outcome() {
        let winner = outcome.winner()?;
        return Some(Exact { winner, mover_wins: winner == mover, distance: Some(0), best: None });
    }
    let worth = value(position, table)?;
    let mover_wins = worth >= FIRST_WIN;
    Some(Exact {
        winner: if mover_wins { mover } else { !mover },
        mover_wins,
        distance: with_distance.then(|| u32::from(plies_of(worth))),
        best: best_move(position, table, with_distance),
    })
}
