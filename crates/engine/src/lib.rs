//! Where games and searches meet.
//!
//! Below this crate, games know nothing of searches and searches name no game. Above it, the command line, the protocols
//! and the page know neither: they open a [`Session`] by the game's name and talk to it in text.
//!
//! Start reading at [`Session`]; [`registry`] lists the games, [`Playable`] says what a game brings along, `games/`
//! holds one short file per game, and [`exchange`] reads and writes game records.
#![forbid(unsafe_code)]

pub mod bench;
pub mod exchange;
mod games;
mod level;
mod matches;
mod picture;
mod playable;
pub mod registry;
mod session;
pub mod sgf;
pub mod solve;
pub mod strip;
mod think;

pub use level::{LEVELS, Level};
pub use matches::Match;
pub use picture::{Ground, Picture, Touch};
pub use playable::{DrawReport, End, NoKnowledge, Playable};
pub use quadrille_patterns::insight::{Insight, Library, NeighbourView, PointView};
pub use quadrille_search::{GameClock, Limits, Setting, Stop};
pub use session::{GameSession, HistoryRow, MoveText, PerftOptions, Session};
pub use think::{BranchRow, DepthRow, MoveReport, PlayerSpec, Question, Specialist, TextReport, Thinker};
