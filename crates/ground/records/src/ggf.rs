//! Generic Game Format: what the Generic Game Server and the Othello programs around it write (Buro).
//!
//! A game is `(;` properties `;)` without nesting; property values have no escapes and end at the first `]`. The
//! start board is `BO[8 …64 squares… side]`, a move is `B[F5/1.50/3.2]`: place, evaluation, seconds, the last two optional.

use crate::board::{OthelloBoard, SQUARES};
use crate::error::{Place, ReadError, RecordError, about};
use crate::text::decode;
use crate::words::{NO_GAME, THE_END, TOO_LONG, ggf as words};
use crate::{Format, Side};
use quadrille_words::Sentence;
use std::fmt;
use std::io::BufRead;

/// The longest game a reader takes in.
const LONGEST_GAME: usize = 1 << 20;

/// A move as it was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct GgfMove {
    /// Who moved.
    pub side: Side,
    /// Where, as written: `F5`, `d6`, `PA` for a pass.
    pub place: String,
    /// The mover's evaluation.
    pub evaluation: Option<f64>,
    /// The seconds the move took.
    pub seconds: Option<f64>,
}

impl GgfMove {
    /// Whether the move is a pass.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        matches!(self.place.to_ascii_lowercase().as_str(), "pa" | "pass" | "ps" | "--")
    }
}

/// One game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GgfGame {
    /// All properties but the moves, in order: `("PB", "name")`.
    pub tags: Vec<(String, String)>,
    /// The moves in order.
    pub moves: Vec<GgfMove>,
}

impl GgfGame {
    /// Reads the first game of a text.
    ///
    /// ```
    /// use quadrille_records::ggf::GgfGame;
    /// let game = GgfGame::parse(b"(;GM[Othello]PB[left]B[F5/1.5/3]W[d6]B[PA];)")?;
    /// assert_eq!((game.tag("PB"), game.moves[0].evaluation), (Some("left"), Some(1.5)));
    /// assert!(game.moves[2].is_pass());
    /// # Ok::<(), quadrille_records::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// An error with line and column when there is none or it is malformed.
    pub fn parse(text: &[u8]) -> Result<Self, RecordError> {
        let none = || RecordError::at(Format::Ggf, text, 0, about(&NO_GAME, text));
        GgfReader::new(text).next().ok_or_else(none)?.map_err(|error| error.record(none))
    }

    /// The value of a property.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The start position (`BO`), when it is an 8x8 Othello board.
    ///
    /// # Errors
    /// When `BO` is missing or not such a board.
    pub fn board(&self) -> Result<OthelloBoard, RecordError> {
        let error = |problem| RecordError::in_bytes(Format::Ggf, 0, problem);
        let text = self.tag("BO").ok_or_else(|| error(words::NO_BOARD.say()))?;
        let squares = text.trim_start().strip_prefix('8').filter(|rest| rest.starts_with(char::is_whitespace));
        let squares = squares.ok_or_else(|| error(about(&words::BOARD, text)))?;
        OthelloBoard::parse_as(Format::Ggf, squares.as_bytes())
    }

    /// Sets the start position.
    pub fn set_board(&mut self, board: &OthelloBoard) {
        let mut text = String::from("8");
        for (index, square) in board.squares.iter().chain([&Some(board.to_move)]).enumerate() {
            if index % 8 == 0 && index <= SQUARES {
                text.push(' ');
            }
            text.push(square.map_or('-', |side| if side == Side::Black { '*' } else { 'O' }));
        }
        self.set_tag("BO", &text);
    }

    /// Sets a property: replaces one of this name, otherwise appends. `]` cannot be written in GGF and
    /// becomes `)`.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(']', ")");
        match self.tags.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Reads the properties between `(;` and `;)`.
    fn parse_body(text: &[u8], place: Place) -> Result<Self, RecordError> {
        let mut game = Self::default();
        let mut at = 2;
        let error = |at, problem| RecordError::at(Format::Ggf, text, at, problem).within(place);
        loop {
            at += text[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if text[at..].starts_with(b";)") {
                return Ok(game);
            }
            let length = text[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let name = &text[at..at + length];
            if length == 0 || text.get(at + length) != Some(&b'[') {
                let problem = match &text[at..] {
                    [] => words::PROPERTY.say().with("found", &THE_END),
                    rest => about(&words::PROPERTY, rest),
                };
                return Err(error(at, problem));
            }
            let start = at + length + 1;
            let Some(end) = memchr::memchr(b']', &text[start..]).map(|length| start + length) else {
                return Err(error(at, about(&words::UNCLOSED, name)));
            };
            game.property(&decode(name), &decode(&text[start..end])).map_err(|problem| error(at, problem))?;
            at = end + 1;
        }
    }

    fn property(&mut self, name: &str, value: &str) -> Result<(), Sentence> {
        let side = match name {
            "B" => Side::Black,
            "W" => Side::White,
            _ => {
                self.tags.push((name.to_owned(), value.to_owned()));
                return Ok(());
            }
        };
        let mut parts = value.split('/').map(str::trim);
        let place = parts.next().unwrap_or_default().to_owned();
        if place.is_empty() || place.contains(char::is_whitespace) {
            return Err(about(&words::NO_PLACE, value));
        }
        let mut number = |problem| match parts.next().unwrap_or_default() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(number) if f64::is_finite(number) => Ok(Some(number)),
                _ => Err(about(problem, text).with("move", place.as_str())),
            },
        };
        let evaluation = number(&words::EVALUATION)?;
        let seconds = number(&words::TIME)?;
        self.moves.push(GgfMove { side, place, evaluation, seconds });
        Ok(())
    }
}

impl fmt::Display for GgfGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(;")?;
        for (name, value) in &self.tags {
            write!(formatter, "{name}[{value}]")?;
        }
        for recorded in &self.moves {
            let name = if recorded.side == Side::Black { 'B' } else { 'W' };
            write!(formatter, "{name}[{}", recorded.place)?;
            match (recorded.evaluation, recorded.seconds) {
                (None, None) => {}
                (Some(evaluation), None) => write!(formatter, "/{evaluation}")?,
                (None, Some(seconds)) => write!(formatter, "//{seconds}")?,
                (Some(evaluation), Some(seconds)) => write!(formatter, "/{evaluation}/{seconds}")?,
            }
            formatter.write_str("]")?;
        }
        formatter.write_str(";)")
    }
}

/// An iterator over the games of a stream; text between games (match counts, line breaks) is skipped.
#[derive(Debug)]
pub struct GgfReader<R> {
    input: R,
    place: Place,
    finished: bool,
}

impl<R: BufRead> GgfReader<R> {
    /// Reads games from `input`.
    pub fn new(input: R) -> Self {
        Self { input, place: Place::START, finished: false }
    }

    /// Reads up to and including the next `;)`; false when the stream ends before one.
    fn read_piece(&mut self, piece: &mut Vec<u8>) -> std::io::Result<bool> {
        use std::io::Read;
        while piece.len() <= LONGEST_GAME {
            let room = (LONGEST_GAME + 1 - piece.len()) as u64;
            if self.input.by_ref().take(room).read_until(b')', piece)? == 0 {
                return Ok(false);
            }
            if piece.ends_with(b";)") {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl<R: BufRead> Iterator for GgfReader<R> {
    type Item = Result<GgfGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.finished {
            return None;
        }
        let mut piece = Vec::new();
        match self.read_piece(&mut piece) {
            Ok(complete) => self.finished = !complete,
            Err(error) => {
                self.finished = true;
                return Some(Err(error.into()));
            }
        }
        let place = self.place;
        self.place = place.after(&piece);
        if piece.len() > LONGEST_GAME {
            let problem = TOO_LONG.say().with("most", LONGEST_GAME);
            return Some(Err(RecordError::in_bytes(Format::Ggf, 0, problem).within(place).into()));
        }
        match memchr::memmem::find(&piece, b"(;") {
            Some(start) => {
                let game = GgfGame::parse_body(&piece[start..], place.after(&piece[..start]));
                Some(game.map_err(ReadError::from))
            }
            None if self.finished => None,
            None => {
                let problem = about(&words::UNOPENED, &piece);
                Some(Err(RecordError::in_bytes(Format::Ggf, 0, problem).within(place).into()))
            }
        }
    }
}
