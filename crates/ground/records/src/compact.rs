//! The compact form of large Go collections: one game per line, `RESULT`, a tab, two SGF letters per move, Black first.
//!
//! A pass is `tt`, as in old SGF. Moves are decoded on demand, so reading a line only validates it.

use crate::Format;
use crate::error::{ReadError, RecordError, about};
use crate::sgf::Point;
use crate::words::compact as words;
use std::io::BufRead;

/// The maximum length of a line.
const LONGEST_LINE: usize = 1 << 20;
/// The pass: the 20th column and row.
const PASS: [u8; 2] = *b"tt";

/// One game, borrowed from its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactGame<'a> {
    /// The result, such as `B+Resign` or `?`.
    pub result: &'a str,
    letters: &'a [u8],
}

impl<'a> CompactGame<'a> {
    /// Reads one line.
    ///
    /// ```
    /// use quadrille_records::compact::CompactGame;
    /// let game = CompactGame::parse(b"B+Resign\tpdddtt")?;
    /// assert_eq!((game.result, game.len()), ("B+Resign", 3));
    /// assert_eq!(game.moves().last(), Some(None));
    /// # Ok::<(), quadrille_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// An error with the column when it is not a result, a tab and pairs of letters.
    pub fn parse(line: &'a [u8]) -> Result<Self, RecordError> {
        let error = |at, problem| RecordError::at(Format::CompactGo, line, at, problem);
        let tab = memchr::memchr(b'\t', line).ok_or_else(|| error(line.len(), about(&words::NO_TAB, line)))?;
        let (result, letters) = (&line[..tab], &line[tab + 1..]);
        let result = std::str::from_utf8(result).map_err(|_| error(0, about(&words::NOT_UTF8, result)))?;
        if let Some(bad) = letters.iter().position(|byte| !byte.is_ascii_alphabetic()) {
            return Err(error(tab + 1 + bad, about(&words::LETTER, [letters[bad]])));
        }
        if letters.len() % 2 == 1 {
            return Err(error(line.len(), words::ODD.say().with("count", letters.len())));
        }
        Ok(Self { result, letters })
    }

    /// How many moves the game has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.letters.len() / 2
    }

    /// Whether the game has no move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// The moves, Black's first; none is a pass.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Option<Point>> + use<'a> {
        let (pairs, _) = self.letters.as_chunks::<2>();
        pairs.iter().map(|pair| if *pair == PASS { None } else { Point::from_letters(pair) })
    }
}

/// A game as a line, without the line break.
///
/// # Errors
/// When the result has a control character or a point lies beyond the 19th column or row.
pub fn write_line(result: &str, moves: impl IntoIterator<Item = Option<Point>>) -> Result<String, RecordError> {
    let error = |problem| RecordError::in_bytes(Format::CompactGo, 0, problem);
    if result.contains(char::is_control) {
        return Err(error(about(&words::CONTROL, result)));
    }
    let mut line = format!("{result}\t");
    for play in moves {
        let letters = match play {
            None => PASS,
            Some(point) => point
                .letters()
                .filter(|letters| letters.iter().all(|letter| (b'a'..PASS[0]).contains(letter)))
                .ok_or_else(|| error(words::OFF_BOARD.say().with("point", point.to_string())))?,
        };
        line.extend(letters.map(char::from));
    }
    Ok(line)
}

/// Calls `each` with every game of a stream, or with the error of its line; empty lines and lines that start with `#`
/// are skipped.
///
/// # Errors
/// When the input cannot be read or a line is longer than 1 MiB.
pub fn for_each_game(
    mut input: impl BufRead,
    mut each: impl FnMut(Result<CompactGame<'_>, RecordError>),
) -> Result<(), ReadError> {
    use std::io::Read;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() == LONGEST_LINE {
            let problem = words::TOO_LONG.say().with("most", LONGEST_LINE);
            return Err(RecordError { format: Format::CompactGo, line: number, column: 1, problem }.into());
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if !matches!(text.trim_ascii().first(), None | Some(b'#')) {
            let text = text.strip_suffix(b"\r").unwrap_or(text);
            each(CompactGame::parse(text).map_err(|error| RecordError { line: number, ..error }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_round_trips() {
        let game = CompactGame::parse(b"B+Resign\tpdddtt").unwrap();
        assert_eq!((game.result, game.len(), game.is_empty()), ("B+Resign", 3, false));
        assert_eq!(game.moves().collect::<Vec<_>>()[0], Some(Point { column: 15, row: 3 }));
        assert_eq!(game.moves().last(), Some(None));
        assert_eq!(write_line(game.result, game.moves()).unwrap(), "B+Resign\tpdddtt");
        let off = write_line("?", [Some(Point { column: 19, row: 0 })]).unwrap_err();
        assert!(off.to_string().ends_with("point 'ta' is off the 19x19 board"), "{off}");
        assert!(write_line("a\tb", []).is_err());
    }

    #[test]
    fn a_stream_goes_on_after_a_bad_line() {
        let mut good = 0;
        let mut bad = Vec::new();
        for_each_game(&b"?\tpd\r\n\n# note\n?\tp\nx\nB\t\xff\xff\nW+1\tdd"[..], |game| match game {
            Ok(_) => good += 1,
            Err(error) => bad.push(error.to_string()),
        })
        .unwrap();
        assert_eq!(good, 2);
        assert_eq!(bad[0], "compact Go games, line 4, column 4: the moves have 1 letters: expected two for each move");
        assert!(bad[1].contains("has no tab") && bad[2].contains("not a letter"), "{bad:?}");
    }
}
