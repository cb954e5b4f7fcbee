//! Matches, tournaments, Elo and SPRT, and experiments.
//!
//! An [`Event`] says who plays whom, from which openings, at which pace; [`run`] plays it on several threads, writes
//! every finished game to a log before reporting it, and ends early when a sequential test is decided. A killed event
//! resumes from its log. Players are our own algorithms or other programs. If a player crashes, stalls, plays an
//! illegal move or exceeds its time, it loses that game, the reason is recorded, and the event continues.
//!
//! Lowest layer first: [`stats`] (Elo, SPRT), [`pace`] (clocks), [`opening`], [`player`] with `program` and `seat`,
//! [`event`] (pairings), [`game`] (one game), [`log`] (the crash-safe log), [`save`] (PGN, SGF, GGF, transcripts),
//! [`standings`], `runner` (threads), [`experiment`] with [`table`] and [`plot`]. Start reading at [`Event`].
//!
//! The arena depends on the engine, for our own players, and on `quadrille-protocol`, whose clients drive other
//! programs.
//!
//! ```
//! use quadrille_arena::{Event, Orders, run};
//! let event = Event::new("breakthrough", "5x5", vec!["uct,playouts=50".parse()?, "random".parse()?]);
//! let standings = run(&event, &Orders::games(4), &mut |_, _| true)?;
//! assert_eq!(standings.between(0, 1).games(), 4);
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```
#![forbid(unsafe_code)]

pub mod event;
pub mod experiment;
pub mod game;
pub mod log;
pub mod opening;
pub mod pace;
pub mod player;
pub mod plot;
mod program;
mod runner;
pub mod save;
mod seat;
pub mod standings;
pub mod stats;
pub mod table;
pub mod words;

pub use event::{Adjudication, Event, Schedule};
pub use game::{GameRecord, Sides};
pub use opening::{Opening, Openings};
pub use pace::Pace;
pub use player::{Entrant, Fault, Player};
pub use runner::{Orders, one, run};
pub use standings::{Faults, Standings};
pub use stats::{Estimate, Sprt, Tally, Verdict};
