//! Othello problem lines: a board, the side to move, and the values of moves, if known.
//!
//! `64 squares`, side, then any number of `; move:score`; `%` starts a comment. The FFO endgame tests use this format.

use crate::board::OthelloBoard;
use crate::error::{RecordError, about};
use crate::words::obf as words;
use crate::{Format, text};
use quadrille_words::Sentence;
use std::fmt;

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The position.
    pub board: OthelloBoard,
    /// The moves in order with the disc difference each leads to, for the side to move; none where it is not said.
    pub scores: Vec<(String, Option<i32>)>,
    /// What stands behind `%`.
    pub remark: Option<String>,
}

impl Problem {
    /// Reads one line.
    ///
    /// # Errors
    /// An error with the column when it is not a problem.
    pub fn parse(line: &str) -> Result<Self, RecordError> {
        let (body, remark) = match line.split_once('%') {
            Some((body, remark)) => (body, Some(remark.trim().to_owned())),
            None => (line, None),
        };
        let mut fields = body.split(';');
        let board = OthelloBoard::parse_as(Format::Obf, fields.next().unwrap_or_default().as_bytes())?;
        let mut scores = Vec::new();
        for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
            let offset = field.as_ptr() as usize - line.as_ptr() as usize;
            let score =
                score(field).map_err(|problem| RecordError::at(Format::Obf, line.as_bytes(), offset, problem))?;
            scores.push(score);
        }
        Ok(Self { board, scores, remark })
    }
}

fn score(field: &str) -> Result<(String, Option<i32>), Sentence> {
    let (place, score) =
        field.split_once(':').map_or((field, None), |(place, score)| (place.trim_end(), Some(score.trim())));
    let known = place.eq_ignore_ascii_case("pass")
        || matches!(place.to_ascii_lowercase().as_bytes(), [b'a'..=b'h', b'1'..=b'8'] | b"pa" | b"ps" | b"--");
    if !known {
        return Err(about(&words::MOVE, field));
    }
    let bad = |text| about(&words::SCORE, text).with("move", place);
    let score = score.filter(|text| !text.is_empty()).map(|text| text.parse().map_err(|_| bad(text))).transpose()?;
    Ok((place.to_owned(), score))
}

/// The problems of a file; empty lines and lines that hold only a remark (`%`, `#`) are skipped.
pub fn lines(text: &[u8]) -> impl Iterator<Item = Result<Problem, RecordError>> {
    text::lines(text, b"%#", Problem::parse)
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{};", self.board)?;
        for (place, score) in &self.scores {
            match score {
                Some(score) => write!(formatter, " {place}:{score:+};")?,
                None => write!(formatter, " {place};")?,
            }
        }
        match &self.remark {
            Some(remark) => write!(formatter, " % {remark}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "---------------------------OX------XO--------------------------- X; d3:+2; c4:-4; f5; % made up";

    #[test]
    fn a_problem_round_trips() {
        let problem = Problem::parse(LINE).unwrap();
        assert_eq!(problem.scores[..2], [("d3".to_owned(), Some(2)), ("c4".to_owned(), Some(-4))]);
        assert_eq!(problem.to_string(), LINE);
        assert_eq!(lines(format!("% head\n\n{LINE}\r\n").as_bytes()).count(), 1);
    }

    #[test]
    fn errors_are_sentences() {
        for (line, part) in [
            ("", "the board has 0 squares"),
            (&LINE[..30], "the board has 30 squares"),
            (&LINE.replace("d3", "i9"), "'i9:+2' is not a move"),
            (&LINE.replace("+2", "two"), "the score 'two' of move 'd3'"),
            (&LINE.replace(" X;", ";"), "the side to move is missing"),
        ] {
            let error = Problem::parse(line).unwrap_err();
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
    }
}
