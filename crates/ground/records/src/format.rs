//! The formats and their names.

use crate::words::format as words;
use quadrille_words::Message;
use std::fmt;

/// The formats this crate knows, and the positions that rules crates read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// A chess position with its counters, or without.
    Fen,
    /// Chess positions with operations.
    Epd,
    /// Chess games, with or without tags.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// Generic Game Format.
    Ggf,
    /// WTHOR games (`.wtb`).
    WthorGames,
    /// WTHOR players or tournaments (`.JOU`, `.TRN`).
    WthorNames,
    /// Othello problems with scores.
    Obf,
    /// An Othello board of 64 characters.
    OthelloBoard,
    /// A Breakthrough board, rows separated by `/`.
    BreakthroughBoard,
    /// A Go board, rows separated by `/`.
    GoBoard,
    /// A list of moves; of Othello also one on every line.
    Transcript,
    /// Go games, one a line.
    CompactGo,
    /// A Polyglot opening book.
    Polyglot,
}

impl Format {
    /// What people call it.
    #[must_use]
    pub const fn term(self) -> &'static Message {
        match self {
            Self::Fen => &words::FEN,
            Self::Epd => &words::EPD,
            Self::Pgn => &words::PGN,
            Self::Sgf => &words::SGF,
            Self::Ggf => &words::GGF,
            Self::WthorGames => &words::WTHOR_GAMES,
            Self::WthorNames => &words::WTHOR_NAMES,
            Self::Obf => &words::OBF,
            Self::OthelloBoard => &words::OTHELLO_BOARD,
            Self::BreakthroughBoard => &words::BREAKTHROUGH_BOARD,
            Self::GoBoard => &words::GO_BOARD,
            Self::Transcript => &words::TRANSCRIPT,
            Self::CompactGo => &words::COMPACT_GO,
            Self::Polyglot => &words::POLYGLOT,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.term().en)
    }
}
