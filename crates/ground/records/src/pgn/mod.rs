//! Portable Game Notation (Edwards 1994, with the commands in comments that today's servers write).
//!
//! Three layers, each usable alone. [`Tokens`] splits the text of a game into tags, moves, comments, glyphs and results
//! without allocating. [`Game`] is the tree of moves with its annotations, a flat arena as in [`crate::sgf`]. [`PgnReader`]
//! takes games one by one from a stream of any length and goes on after a broken one.
//! Moves stay text: whether `Nf3` is legal is for the rules to say.
//!
//! ```
//! use quadrille_records::pgn::Game;
//! let game = Game::parse(b"[White \"A\"]\n\n1. e4 {[%clk 0:03:00]} e5 (1... c5 2. Nf3!) 2. Nf3 1-0")?;
//! assert_eq!(game.tag("White"), Some("A"));
//! assert_eq!(game.main_line().collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
//! assert_eq!(Game::parse(game.to_string().as_bytes())?, game);
//! # Ok::<(), quadrille_records::RecordError>(())
//! ```

mod command;
mod game;
mod parse;
mod read;
mod token;
mod write;

pub use command::{CommentCommands, Evaluation};
pub use game::{Annotation, Game, MoveId, MoveRef};
pub use read::{PgnReader, RawGame};
pub use token::{GameResult, Token, Tokens};
