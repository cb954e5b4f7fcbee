//! Where games and searches meet.
//!
//! Below this crate, games know nothing about searches and searches name no game. Above it, the command line, the
//! protocols and the page depend on neither: they open a [`Session`] by the game's name, send it moves and get data
//! back.
//!
//! Start reading at [`Session`]; [`registry`] lists the games, `games/` holds their [`Capabilities`], and [`exchange`]
//! reads and writes game records.
#![forbid(unsafe_code)]

pub mod bench;
pub mod built_in;
mod capabilities;
pub mod exchange;
mod games;
mod matches;
pub mod registry;
mod session;
pub mod sgf;
pub mod solve;
pub mod strip;
mod think;
pub mod trace;
mod weights;
pub mod words;

pub use capabilities::{
    Capabilities, DrawReport, Ladder, Look, MakePrior, Maker, OpenPlayer, OwnPlayer, Registered, Solver,
};
pub use matches::Match;
pub use quadrille_patterns::insight::{Insight, Library, NeighbourView, PointView};
pub use quadrille_search::{Domain, GameClock, Limits, Setting, Stop};
pub use session::{GameSession, HistoryRow, LEVELS, Level, MoveInfo, PerftOptions, Session, Step, Thinker, is_set_up};
pub use think::{ALGORITHMS, AlgorithmName, BranchRow, DepthRow, GamePlayer, Line, MoveName, MoveReport, PlayerSpec};
pub use think::{Notes, Question, Report, Verdict};
pub use trace::{Trace, TraceOrder};
pub use weights::{Contest, Weights};

/// Sentences in English, for JSON output.
pub(crate) fn sentences<S: serde::Serializer>(
    sentences: &[quadrille_core::Sentence],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(sentences.iter().map(ToString::to_string))
}

/// The program in README.md compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
