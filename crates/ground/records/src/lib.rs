//! The record formats of the four games: syntax only.
//!
//! Every module turns one format into plain data and back. Nothing here depends on the rules: a move is a pair of
//! letters or a piece of text, and the engine, which replays it, decides whether it is legal. So this crate depends on
//! no other crate of the workspace but the one for messages.
//!
//! | module | format | reads | writes |
//! |---|---|---|---|
//! | [`sgf`] | Smart Game Format FF\[1\] to FF\[4\] | trees, collections, streams | yes |
//! | [`pgn`] | Portable Game Notation | tokens, games with variations, streams | yes |
//! | [`epd`] | Extended Position Description and `;D1 20` perft lines | lines | yes |
//! | [`ggf`] | Generic Game Format (Othello servers) | games, streams | yes |
//! | [`wthor`] | WTHOR database (`.wtb`, `.JOU`, `.TRN`) | files | games |
//! | [`obf`] | Othello problem lines with move scores | lines | yes |
//! | [`transcript`] | lists of moves in any common spelling | text | yes |
//! | [`polyglot`] | Polyglot opening books | sorted lookup | yes |
//! | [`compact`] | one Go game a line: result, tab, two letters a move | lines | yes |
//! | [`detect`] | which of these a pasted text or a file is | bytes | |
//!
//! Three guarantees hold for all formats. Malformed input gives a
//! [`RecordError`], a message with line and column that quotes the input, and never a panic. Nothing recurses, so nesting cannot overflow the stack. Memory is proportional to one game, not to the whole stream. Start reading at [`sgf::GameTree`]
//! and [`sgf::SgfReader`]; the other formats have the same structure.

#![forbid(unsafe_code)]

mod arena;
pub mod board;
pub mod compact;
pub mod detect;
pub mod epd;
mod error;
mod format;
pub mod ggf;
pub mod obf;
pub mod pgn;
pub mod polyglot;
pub mod sgf;
mod text;
pub mod transcript;
mod window;
pub mod words;
pub mod wthor;
pub mod zstd;

pub use error::{ReadError, RecordError};
pub use format::Format;

/// A square by column and row, both from 0 at a1: f5 is column 5, row 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// The column, 0 for a.
    pub column: u8,
    /// The row, 0 for 1.
    pub row: u8,
}

impl std::fmt::Display for Square {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", char::from(b'a' + self.column), self.row + 1)
    }
}

/// One of the two sides of a game, by the colour of its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side with the black pieces.
    Black,
    /// The side with the white pieces.
    White,
}
