//! Extended Position Description: a chess position and operations on one line, and its cousins in test suites.
//!
//! `bm`, `id` and the like follow the four fields of the position (Edwards, PGN standard, section 16.2). Perft suites
//! write a whole FEN and then `;D1 20 ;D2 400`. Both are read from one grammar: fields, then operations separated by
//! semicolons, a semicolon inside quotes being part of the text.

use crate::error::{RecordError, about};
use crate::words::epd as words;
use crate::{Format, text};
use quadrille_words::Sentence;
use std::fmt;

/// An argument of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operand {
    /// A word, such as a move or a number.
    Word(String),
    /// A text in quotes.
    Text(String),
}

impl Operand {
    /// The word or the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Word(text) | Self::Text(text) => text,
        }
    }
}

/// An operation: its code and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The code, such as `bm` or `D5`.
    pub code: String,
    /// Its arguments.
    pub operands: Vec<Operand>,
}

/// One line of an EPD file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Epd {
    /// The four fields of the position, with single spaces.
    pub position: String,
    /// Half-move clock and move number, where the line holds a whole FEN.
    pub counters: Option<(u32, u32)>,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// Reads one line.
    ///
    /// ```
    /// use quadrille_records::epd::Epd;
    /// let line = Epd::parse("6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#; id \"back rank\";")?;
    /// assert_eq!((line.operands("bm").next(), line.operands("id").next()), (Some("Re8#"), Some("back rank")));
    /// assert_eq!(line.fen(), "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    /// # Ok::<(), quadrille_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// An error with the column when it is not a position with operations.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        Parser { line: line.trim_end(), at: 0 }.run()
    }

    /// The arguments of the operation of this code; none of them when there is no such operation.
    pub fn operands(&self, code: &str) -> impl Iterator<Item = &str> {
        let found = self.operations.iter().find(|operation| operation.code == code);
        found.into_iter().flat_map(|operation| operation.operands.iter().map(Operand::as_str))
    }

    /// The position as FEN: the counters from the line, from `hmvc` and `fmvn`, or 0 and 1.
    #[must_use]
    pub fn fen(&self) -> String {
        let number =
            |code: &str, default: u32| self.operands(code).next().and_then(|text| text.parse().ok()).unwrap_or(default);
        let (clock, moves) = self.counters.unwrap_or_else(|| (number("hmvc", 0), number("fmvn", 1)));
        format!("{} {clock} {moves}", self.position)
    }
}

/// The lines of a file that hold positions: empty lines and lines that start with `#` are skipped.
pub fn lines(text: &[u8]) -> impl Iterator<Item = Result<Epd, RecordError>> {
    text::lines(text, b"#", Epd::parse)
}

struct Parser<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, at: usize, problem: Sentence) -> RecordError {
        RecordError::at(Format::Epd, self.line.as_bytes(), at, problem)
    }

    fn run(mut self) -> Result<Epd, RecordError> {
        let fields: Vec<&str> = (0..4).map_while(|_| self.word()).collect();
        let [board, side, castling, en_passant] = *fields else {
            return Err(self.error(self.line.len(), about(&words::FIELDS, self.line).with("count", fields.len())));
        };
        check_fields(board, side, castling, en_passant).map_err(|problem| self.error(0, problem))?;
        let counters = self.counters();
        let mut operations = Vec::new();
        while let Some(operation) = self.operation()? {
            operations.push(operation);
        }
        Ok(Epd { position: fields.join(" "), counters, operations })
    }

    fn skip_spaces(&mut self) {
        let rest = &self.line[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The next run of characters that are neither spaces nor semicolons.
    fn word(&mut self) -> Option<&'a str> {
        self.skip_spaces();
        let rest = &self.line[self.at..];
        let length = rest.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// Two numbers after the position, as in a FEN.
    fn counters(&mut self) -> Option<(u32, u32)> {
        let start = self.at;
        let mut number = || self.word().and_then(|word| word.parse().ok());
        let counters = number().zip(number());
        if counters.is_none() {
            self.at = start;
        }
        counters
    }

    fn operation(&mut self) -> Result<Option<Operation>, RecordError> {
        loop {
            self.skip_spaces();
            if !self.line[self.at..].starts_with(';') {
                break;
            }
            self.at += 1;
        }
        let start = self.at;
        let Some(code) = self.word() else { return Ok(None) };
        if !code.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Err(self.error(start, about(&words::OPERATION, code)));
        }
        let mut operands = Vec::new();
        while let Some(operand) = self.operand()? {
            operands.push(operand);
        }
        Ok(Some(Operation { code: code.to_owned(), operands }))
    }

    fn operand(&mut self) -> Result<Option<Operand>, RecordError> {
        self.skip_spaces();
        let rest = &self.line[self.at..];
        let Some(quoted) = rest.strip_prefix('"') else {
            return Ok(self.word().map(|word| Operand::Word(word.to_owned())));
        };
        let Some(length) = quoted.find('"') else {
            return Err(self.error(self.at, about(&words::UNCLOSED, rest)));
        };
        self.at += length + 2;
        Ok(Some(Operand::Text(quoted[..length].to_owned())))
    }
}

/// Whether the fields look like a chess position; the rules say whether they are one.
fn check_fields(board: &str, side: &str, castling: &str, en_passant: &str) -> Result<(), Sentence> {
    let ranks = board.split('/').count();
    if ranks != 8 {
        return Err(about(&words::RANKS, board).with("count", ranks));
    }
    if let Some(bad) = board.chars().find(|letter| !"pnbrqkPNBRQK12345678/~".contains(*letter)) {
        return Err(about(&words::CHARACTER, bad.to_string()));
    }
    if !matches!(side, "w" | "b") {
        return Err(about(&words::SIDE, side));
    }
    if castling != "-" && !castling.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Err(about(&words::CASTLING, castling));
    }
    if !matches!(en_passant.as_bytes(), b"-" | [b'a'..=b'h', b'1'..=b'8']) {
        return Err(about(&words::EN_PASSANT, en_passant));
    }
    Ok(())
}

impl fmt::Display for Epd {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.position)?;
        if let Some((clock, moves)) = self.counters {
            write!(formatter, " {clock} {moves}")?;
        }
        for operation in &self.operations {
            // After counters an operation needs a semicolon in front: `0 1 D1 20` would read on.
            let before = if self.counters.is_some() { " ;" } else { " " };
            write!(formatter, "{before}{}", operation.code)?;
            for operand in &operation.operands {
                match operand {
                    Operand::Word(word) => write!(formatter, " {word}")?,
                    Operand::Text(text) => write!(formatter, " \"{text}\"")?,
                }
            }
            if self.counters.is_none() {
                formatter.write_str(";")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRATKO: &str = r#"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01; first";"#;
    const PERFT: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D6 119060324";

    #[test]
    fn operations_and_counts() {
        let epd = Epd::parse(BRATKO).unwrap();
        assert_eq!([epd.operands("bm").next(), epd.operands("id").next()], [Some("Qd1+"), Some("BK.01; first")]);
        assert_eq!(epd.fen(), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1");
        assert_eq!(epd.to_string(), BRATKO);
        let perft = Epd::parse(PERFT).unwrap();
        assert_eq!(perft.operands("D6").collect::<Vec<_>>(), ["119060324"]);
        assert_eq!(perft.to_string(), PERFT);
        let clocks = Epd::parse("8/8/8/8/8/8/8/8 w - - hmvc 7; fmvn 40; draw_offer; pv e4 e5;").unwrap();
        assert!(clocks.fen().ends_with("7 40"));
        assert_eq!(Epd::parse(&clocks.to_string()).unwrap(), clocks);
    }

    #[test]
    fn files_pass_over_comments_and_count_lines() {
        let file = format!("# suite\n\n{BRATKO}\r\nnonsense\n{PERFT}\n");
        let read: Vec<_> = lines(file.as_bytes()).collect();
        assert!(read[0].is_ok() && read[2].is_ok());
        assert_eq!(read[1].as_ref().unwrap_err().line, 4);
    }

    #[test]
    fn errors_are_sentences() {
        for (line, part) in [
            ("", "has 0 fields"),
            ("8/8/8/8/8/8/8/8 w -", "has 3 fields"),
            ("8/8/8/8/8/8/8 w - -", "has 7 ranks: expected 8"),
            ("8/8/8/8/8/8/8/7x w - -", "the board contains 'x'"),
            ("8/8/8/8/8/8/8/8 W - -", "expected 'w' or 'b'"),
            ("8/8/8/8/8/8/8/8 w 1 -", "the castling field is '1'"),
            ("8/8/8/8/8/8/8/8 w - e9", "the en-passant field is 'e9'"),
            ("8/8/8/8/8/8/8/8 w - - id \"x", "is never closed"),
            ("8/8/8/8/8/8/8/8 w - - 5; bm e4;", "does not start with a letter"),
        ] {
            let error = Epd::parse(line).unwrap_err();
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
    }
}
