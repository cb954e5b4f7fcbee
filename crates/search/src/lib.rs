//! Searches that know no game.
//!
//! Every search works on any [`quadrille_core::Game`]: alpha-beta for games with an evaluation ([`alphabeta`]),
//! Monte-Carlo tree search in its many forms
//! ([`mcts`]) and proof-number search for games that are won or lost ([`proof`]). They share the transposition table
//! ([`table`]), the limits ([`Limits`], [`GameClock`], [`Stop`]), the options
//! ([`Settings`]) and the result ([`Report`]).
//!
//! Start reading at [`Request`], the input of every search, and [`Report`], its output; then `mcts/simulate.rs` (the
//! four steps of tree search) or `alphabeta/node.rs` (the body of alpha-beta).
//!
//! **Invariant:** no file under `src` names a game.
#![forbid(unsafe_code)]

pub mod alphabeta;
mod apart;
mod clock;
mod limits;
mod log;
pub mod mcts;
mod once;
mod oracle;
mod past;
pub mod proof;
mod random;
mod report;
mod request;
mod settings;
mod slot;
mod specialist;
mod stop;
pub mod table;
pub mod toy;
mod verify;
pub mod words;

pub use clock::{Budget, GameClock};
pub use limits::Limits;
pub use log::Log;
pub use once::best_move;
pub use oracle::{CERTAIN_WIN, Oracle};
pub use random::random_move;
pub use report::{Branch, DepthRow, MoveReport, Report};
pub use request::Request;
pub use settings::{Choice, Domain, Setting, SettingValue, Settings, refuse_name, refuse_value};
pub use specialist::{ByHeart, Specialist};
pub use stop::{Deadline, Stop, Timer};
pub use table::TableCounters;
pub use verify::SamePosition;

pub(crate) use apart::Apart;
pub(crate) use report::Reporter;
