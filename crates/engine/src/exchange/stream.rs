//! Reads the games of a file or a pipe one by one, in memory proportional to the longest game.

use super::replay;
use super::{Record, paste};
use crate::words;
use quadrille_core::Refusal;
use quadrille_records::compact::CompactGame;
use quadrille_records::detect::{self, GameKind};
use quadrille_records::epd::Epd;
use quadrille_records::ggf::GgfReader;
use quadrille_records::obf::Problem;
use quadrille_records::pgn::PgnReader;
use quadrille_records::sgf::SgfReader;
use quadrille_records::wthor::{self, WthorGame};
use quadrille_records::{Format, ReadError, RecordError};
use std::io::{BufRead, Chain, Cursor, Read};

/// The longest file that is read as a whole: a database, or one game over many lines.
const LARGEST_WHOLE: u64 = 256 << 20;
/// The longest line of a file with a record on every line.
const LONGEST_LINE: u64 = 1 << 20;

/// What the caller specifies about the input, instead of detection.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The game, if a text fits several.
    pub game: Option<&'static str>,
    /// The rules, if the format does not give them; empty for the default.
    pub rules: String,
}

/// The records of an input.
pub struct Records<R> {
    format: Format,
    hints: Hints,
    input: Input<R>,
    number: usize,
    finished: bool,
}

type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

enum Input<R> {
    Pgn(PgnReader<Whole<R>>),
    Sgf(SgfReader<Whole<R>>),
    Ggf(GgfReader<Whole<R>>),
    Wthor(std::vec::IntoIter<Result<WthorGame, RecordError>>),
    Lines {
        input: Whole<R>,
        line: usize,
    },
    /// One record in the whole text.
    One(Option<String>),
}

/// A record that could not be read.
#[derive(Debug)]
pub struct BadRecord {
    /// What is wrong with it and where it stands.
    pub error: Refusal,
    /// Whether reading failed, so that nothing follows.
    pub fatal: bool,
}

impl BadRecord {
    fn record(error: impl Into<Refusal>) -> Self {
        Self { error: error.into(), fatal: false }
    }
}

impl From<ReadError> for BadRecord {
    fn from(error: ReadError) -> Self {
        Self { fatal: matches!(error, ReadError::Io(_)), error: error.into() }
    }
}

impl<R: BufRead> Records<R> {
    /// Opens an input in the given format, or detects it.
    pub fn open(mut input: R, format: Option<Format>, hints: Hints) -> Result<Self, Refusal> {
        let mut head = Vec::new();
        input.by_ref().take(detect::LOOKED_AT as u64).read_to_end(&mut head).map_err(ReadError::from)?;
        let whole = input.fill_buf().map_err(ReadError::from)?.is_empty();
        if head.contains(&0) || format == Some(Format::WthorGames) {
            input.by_ref().take(LARGEST_WHOLE).read_to_end(&mut head).map_err(ReadError::from)?;
        }
        let format = match format {
            Some(format) => format,
            None => {
                let found = detect::detect_beginning(&head, whole)?;
                // Words that could be chess are a list of moves if another game was specified.
                let other = hints.game.is_some_and(|game| found.games.iter().all(|&kind| replay::name(kind) != game));
                if other && found.format == Format::Pgn { Format::Transcript } else { found.format }
            }
        };
        let one = match format {
            Format::OthelloBoard => !board_on_a_line(&head),
            Format::Transcript => numbered_over_lines(&head),
            _ => false,
        };
        if one {
            input.by_ref().take(LARGEST_WHOLE).read_to_end(&mut head).map_err(ReadError::from)?;
            let text = String::from_utf8_lossy(&head).into_owned();
            return Ok(Self { format, hints, input: Input::One(Some(text)), number: 0, finished: false });
        }
        let input = match format {
            Format::WthorGames => Input::Wthor(wthor::games(&head)?.1.collect::<Vec<_>>().into_iter()),
            Format::WthorNames | Format::Polyglot => {
                return Err(words::NO_GAMES_IN.refuse().with("format", format.term()));
            }
            _ => {
                let whole = Cursor::new(head).chain(input);
                match format {
                    Format::Pgn => Input::Pgn(PgnReader::new(whole)),
                    Format::Sgf => Input::Sgf(SgfReader::new(whole)),
                    Format::Ggf => Input::Ggf(GgfReader::new(whole)),
                    _ => Input::Lines { input: whole, line: 0 },
                }
            }
        };
        Ok(Self { format, hints, input, number: 0, finished: false })
    }

    /// The format it is read as.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    fn read(&mut self) -> Option<Result<Record, BadRecord>> {
        let number = self.number + 1;
        let in_game = |why| BadRecord::record(words::IN_GAME.refuse().with("number", number).with("why", why));
        let game = |done: Result<Record, Refusal>| done.map_err(in_game);
        let rules = &self.hints.rules;
        match &mut self.input {
            Input::Pgn(reader) => match reader.next_raw() {
                Ok(None) => None,
                Ok(Some(raw)) => {
                    let before = raw.text().iter().take_while(|byte| byte.is_ascii_whitespace());
                    let line = raw.line() + before.filter(|byte| **byte == b'\n').count();
                    let placed =
                        |why| BadRecord::record(words::IN_GAME_AT.refuse().with("line", line).with("why", why));
                    let replayed = |game| replay::chess(game).map_err(placed);
                    Some(raw.parse().map_err(BadRecord::record).and_then(replayed))
                }
                Err(error) => Some(Err(error.into())),
            },
            Input::Sgf(reader) => {
                Some(reader.next()?.map_err(BadRecord::from).and_then(|tree| game(replay::tree(tree, rules))))
            }
            Input::Ggf(reader) => {
                Some(reader.next()?.map_err(BadRecord::from).and_then(|read| game(replay::ggf(read))))
            }
            Input::Wthor(games) => {
                Some(games.next()?.map_err(BadRecord::record).and_then(|read| game(replay::wthor(&read))))
            }
            Input::One(text) => Some(paste(&text.take()?, &self.hints).map_err(BadRecord::record)),
            Input::Lines { input, line } => {
                let text = match next_line(input, line) {
                    Ok(text) => text?,
                    Err(error) => return Some(Err(error)),
                };
                let place = *line;
                let placed = |why| BadRecord::record(words::IN_LINE.refuse().with("line", place).with("why", why));
                Some(from_line(self.format, &text, &self.hints).map_err(placed))
            }
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let next = self.read();
        self.number += 1;
        self.finished = matches!(&next, None | Some(Err(BadRecord { fatal: true, .. })));
        next
    }
}

/// The next line that is neither empty nor a remark.
fn next_line(input: &mut impl BufRead, number: &mut usize) -> Result<Option<String>, BadRecord> {
    loop {
        let mut bytes = Vec::new();
        let length = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
        *number += 1;
        match length.map_err(ReadError::from)? {
            0 => return Ok(None),
            length if length as u64 == LONGEST_LINE => {
                let error = words::LONG_LINE.refuse().with("line", *number).with("most", LONGEST_LINE);
                return Err(BadRecord { error, fatal: true });
            }
            _ => {}
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        if !text.is_empty() && !text.starts_with('#') {
            return Ok(Some(text.to_owned()));
        }
    }
}

fn from_line(format: Format, line: &str, hints: &Hints) -> Result<Record, Refusal> {
    // Each line is parsed as a file of one line, so errors carry no line number of their own.
    let sentence = |error: RecordError| error.problem;
    let rules = hints.rules.as_str();
    match format {
        Format::Epd => replay::epd(Epd::parse(line).map_err(sentence)?, rules),
        Format::Obf => replay::obf(Problem::parse(line).map_err(sentence)?),
        Format::CompactGo => replay::compact(&CompactGame::parse(line.as_bytes()).map_err(sentence)?, rules),
        Format::Fen => paste::board(format, GameKind::Chess, rules, line),
        Format::BreakthroughBoard => paste::board(format, GameKind::Breakthrough, rules, line),
        Format::GoBoard => paste::board(format, GameKind::Go, rules, line),
        Format::OthelloBoard => paste::board(format, GameKind::Othello, rules, line),
        _ => paste(line, hints),
    }
}

/// Whether the first line is a whole Othello board.
fn board_on_a_line(head: &[u8]) -> bool {
    let first = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    first.is_some_and(|line| line.len() >= 64)
}

/// Whether a list of moves is one game over several lines: the first line begins with the number 1 and another one with
/// a later number.
fn numbered_over_lines(head: &[u8]) -> bool {
    let number = |line: &[u8]| -> Option<u32> {
        let text = String::from_utf8_lossy(line);
        let digits = text.trim().split(|letter: char| !letter.is_ascii_digit()).next()?;
        text.trim()[digits.len()..].starts_with(['.', ')', ' ', ':']).then(|| digits.parse().ok())?
    };
    let mut lines = head.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.next().and_then(number) == Some(1) && lines.any(|line| number(line).is_some_and(|number| number > 1))
}
