//! Output formats: names, file extensions, and which game has which format.

use crate::{registry, words};
use quadrille_core::Refusal;
use quadrille_records::Format;
use std::fmt;

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Portable Game Notation.
    Pgn,
    /// The last position with its result as an EPD line.
    Epd,
    /// The last position in the game's own notation (FEN in chess).
    Position,
    /// Smart Game Format.
    Sgf,
    /// Generic Game Format.
    Ggf,
    /// The WTHOR database.
    Wthor,
    /// The last position as an Othello problem.
    Obf,
    /// A line of result, tab and two letters a move.
    Compact,
    /// A line of moves.
    Moves,
}

struct Row {
    target: Target,
    name: &'static str,
    extensions: &'static [&'static str],
    reads: &'static [Format],
}

/// One row per format; an extension selects the first row that has it.
const TABLE: [Row; 9] = [
    Row { target: Target::Pgn, name: "pgn", extensions: &["pgn"], reads: &[Format::Pgn] },
    Row { target: Target::Epd, name: "epd", extensions: &["epd"], reads: &[Format::Epd] },
    Row {
        target: Target::Position,
        name: "position",
        extensions: &["fen", "board"],
        reads: &[Format::Fen, Format::OthelloBoard, Format::BreakthroughBoard, Format::GoBoard],
    },
    Row { target: Target::Sgf, name: "sgf", extensions: &["sgf"], reads: &[Format::Sgf] },
    Row { target: Target::Ggf, name: "ggf", extensions: &["ggf", "gam"], reads: &[Format::Ggf] },
    Row { target: Target::Wthor, name: "wthor", extensions: &["wtb"], reads: &[Format::WthorGames] },
    Row { target: Target::Obf, name: "obf", extensions: &["obf"], reads: &[Format::Obf] },
    Row { target: Target::Compact, name: "compact", extensions: &["compact"], reads: &[Format::CompactGo] },
    Row { target: Target::Moves, name: "moves", extensions: &["txt"], reads: &[Format::Transcript] },
];

impl Target {
    fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.target == self).unwrap_or(&TABLE[0])
    }

    /// The format of this name.
    pub fn named(name: &str) -> Result<Self, Refusal> {
        let found = TABLE.iter().find(|row| row.name == name || row.extensions.contains(&name));
        let names = TABLE.iter().map(|row| row.name);
        found.map(|row| row.target).ok_or_else(|| words::NO_FORMAT.refuse().quote("name", name).list("names", names))
    }

    /// The format for a file extension.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        let extension = extension.to_ascii_lowercase();
        TABLE.iter().find(|row| row.extensions.contains(&extension.as_str())).map(|row| row.target)
    }

    /// The formats of a game, by name.
    #[must_use]
    pub fn names(game: &str) -> Vec<&'static str> {
        TABLE.iter().filter(|row| row.target.takes(game)).map(|row| row.name).collect()
    }

    /// Whether this game can be written in this format.
    #[must_use]
    pub fn takes(self, game: &str) -> bool {
        let own = || registry::descriptor(game).is_ok_and(|game| game.formats.contains(&self.row().name));
        matches!(self, Self::Position | Self::Moves) || own()
    }

    /// The input format for a file extension; none if the content decides.
    #[must_use]
    pub fn read_as(self) -> Option<Format> {
        match self.row().reads {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// Whether reading this format and writing that one is the same format.
    #[must_use]
    pub fn is(self, format: Format) -> bool {
        self.row().reads.contains(&format)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.row().name)
    }
}
