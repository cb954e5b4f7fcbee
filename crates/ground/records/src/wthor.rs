//! The WTHOR database of the French Othello federation: games (`.wtb`), players (`.JOU`), tournaments (`.TRN`).
//!
//! Every file starts with 16 bytes (date of the file, two counts, year of the games, board size, kind, depth of the
//! theoretical scores), numbers with the lowest byte first. A game is 68 bytes: tournament, black, white, black's discs at
//! the end, black's discs with perfect play from the given depth, and 60 moves of one byte, 10 x row + column, rows
//! and columns from 1; 0 follows the last one. Passes are not recorded.

use crate::text::latin1;
use crate::words::wthor as words;
use crate::{Format, RecordError, Square};
use quadrille_words::{Message, Sentence};

/// The length of the header of every file.
const HEADER_LENGTH: usize = 16;
/// The length of a game.
const GAME_LENGTH: usize = 68;
/// The length of a player's name in a `.JOU` file.
const PLAYER_LENGTH: usize = 20;
/// The length of a tournament's name in a `.TRN` file.
const TOURNAMENT_LENGTH: usize = 26;
/// The most moves a game can have.
const MOST_MOVES: usize = 60;
/// Discs on a full board.
const MOST_DISCS: u8 = 64;

/// The first 16 bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The year the file was made.
    pub file_year: u16,
    /// The month the file was made, from 1.
    pub file_month: u8,
    /// The day the file was made, from 1.
    pub file_day: u8,
    /// How many games (first count).
    pub games: u32,
    /// How many names (second count).
    pub names: u16,
    /// The year of the games.
    pub year: u16,
    /// Rows and columns of the board; 0 means 8.
    pub board_size: u8,
    /// 1 for a file of solitaires.
    pub kind: u8,
    /// How many empty squares were left where the theoretical score was computed.
    pub depth: u8,
}

impl Header {
    /// Reads the first bytes of a file.
    ///
    /// # Errors
    /// When there are fewer than 16.
    pub fn parse(bytes: &[u8]) -> Result<Self, RecordError> {
        let Some(head) = bytes.first_chunk::<HEADER_LENGTH>() else {
            return Err(error(0, words::HEADER.say().with("bytes", bytes.len()).with("expected", HEADER_LENGTH)));
        };
        let [century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, board_size, kind, depth, _] = *head;
        Ok(Self {
            file_year: u16::from(century) * 100 + u16::from(year),
            file_month: month,
            file_day: day,
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            board_size,
            kind,
            depth,
        })
    }

    fn to_bytes(self) -> [u8; HEADER_LENGTH] {
        let [g0, g1, g2, g3] = self.games.to_le_bytes();
        let [n0, n1] = self.names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        // No century above 255 can be written; the byte for the year takes what is left of the years that can be read.
        let century = (self.file_year / 100).min(u16::from(u8::MAX));
        let year = self.file_year.saturating_sub(century * 100).min(u16::from(u8::MAX)) as u8;
        let century = century as u8;
        let Self { file_month, file_day, board_size, kind, depth, .. } = self;
        [century, year, file_month, file_day, g0, g1, g2, g3, n0, n1, y0, y1, board_size, kind, depth, 0]
    }
}

fn error(offset: usize, problem: Sentence) -> RecordError {
    RecordError::in_bytes(Format::WthorGames, offset, problem)
}

/// The square of a byte 10 x row + column, both from 1.
fn square_of(byte: u8) -> Option<Square> {
    let (row, column) = (byte / 10, byte % 10);
    ((1..=8).contains(&row) && (1..=8).contains(&column)).then(|| Square { column: column - 1, row: row - 1 })
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WthorGame {
    /// The tournament's number in the `.TRN` file.
    pub tournament: u16,
    /// Black's number in the `.JOU` file.
    pub black: u16,
    /// White's number in the `.JOU` file.
    pub white: u16,
    /// Black's discs at the end, the empty squares given to the winner.
    pub black_discs: u8,
    /// Black's discs with perfect play from the header's depth on.
    pub theoretical_black_discs: u8,
    /// The moves of both sides, passes left out.
    pub moves: Vec<Square>,
}

impl WthorGame {
    fn parse(bytes: &[u8; GAME_LENGTH], offset: usize) -> Result<Self, RecordError> {
        let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let (black_discs, theoretical_black_discs) = (bytes[6], bytes[7]);
        if black_discs > MOST_DISCS || theoretical_black_discs > MOST_DISCS {
            let discs = black_discs.max(theoretical_black_discs);
            return Err(error(offset + 6, words::SCORE.say().with("discs", discs).with("most", MOST_DISCS)));
        }
        let mut moves = Vec::with_capacity(MOST_MOVES);
        for (index, byte) in bytes[8..].iter().copied().take_while(|byte| *byte != 0).enumerate() {
            let square = square_of(byte).ok_or_else(|| {
                error(offset + 8 + index, words::MOVE.say().with("number", index + 1).with("byte", byte))
            })?;
            moves.push(square);
        }
        Ok(Self {
            tournament: number(0),
            black: number(2),
            white: number(4),
            black_discs,
            theoretical_black_discs,
            moves,
        })
    }

    fn to_bytes(&self) -> Result<[u8; GAME_LENGTH], RecordError> {
        let mut bytes = [0; GAME_LENGTH];
        bytes[..2].copy_from_slice(&self.tournament.to_le_bytes());
        bytes[2..4].copy_from_slice(&self.black.to_le_bytes());
        bytes[4..6].copy_from_slice(&self.white.to_le_bytes());
        bytes[6] = self.black_discs;
        bytes[7] = self.theoretical_black_discs;
        if self.moves.len() > MOST_MOVES {
            return Err(error(0, words::MOVES.say().with("count", self.moves.len()).with("most", MOST_MOVES)));
        }
        if let Some(bad) = self.moves.iter().find(|square| square.column > 7 || square.row > 7) {
            return Err(error(0, words::OFF_BOARD.say().with("column", bad.column).with("row", bad.row)));
        }
        for (place, square) in bytes[8..].iter_mut().zip(&self.moves) {
            *place = 10 * (square.row + 1) + square.column + 1;
        }
        Ok(bytes)
    }
}

/// Reads a `.wtb` file: its header, and its games one by one.
///
/// # Errors
/// When the header is incomplete, the board is not 8x8 or the length does not fit the number of games. Each game can
/// be an error of its own.
pub fn games(
    bytes: &[u8],
) -> Result<(Header, impl ExactSizeIterator<Item = Result<WthorGame, RecordError>>), RecordError> {
    let header = Header::parse(bytes)?;
    if !matches!(header.board_size, 0 | 8) {
        return Err(error(12, words::BOARD_SIZE.say().with("size", header.board_size)));
    }
    let (games, rest) = bytes[HEADER_LENGTH..].as_chunks::<GAME_LENGTH>();
    if games.len() as u64 != u64::from(header.games) || !rest.is_empty() {
        return Err(error(4, miscounted(&words::GAMES, header.games, GAME_LENGTH, bytes)));
    }
    let games = games.iter().enumerate();
    Ok((header, games.map(|(index, game)| WthorGame::parse(game, HEADER_LENGTH + index * GAME_LENGTH))))
}

/// Reads the players of a `.JOU` file.
///
/// # Errors
/// When the length does not fit the number of names.
pub fn players(bytes: &[u8]) -> Result<Vec<String>, RecordError> {
    names(bytes, PLAYER_LENGTH)
}

/// Reads the tournaments of a `.TRN` file.
///
/// # Errors
/// When the length does not fit the number of names.
pub fn tournaments(bytes: &[u8]) -> Result<Vec<String>, RecordError> {
    names(bytes, TOURNAMENT_LENGTH)
}

fn names(bytes: &[u8], length: usize) -> Result<Vec<String>, RecordError> {
    let wrong = |error| RecordError { format: Format::WthorNames, ..error };
    let header = Header::parse(bytes).map_err(wrong)?;
    let body = &bytes[HEADER_LENGTH..];
    if body.len() != usize::from(header.names) * length {
        return Err(wrong(error(8, miscounted(&words::NAMES, header.names.into(), length, bytes))));
    }
    Ok(body.chunks(length).map(|name| latin1(name.split(|byte| *byte == 0).next().unwrap_or_default())).collect())
}

/// The problem of a file that is not as long as its header says.
fn miscounted(message: &'static Message, count: u32, length: usize, bytes: &[u8]) -> Sentence {
    let expected = HEADER_LENGTH as u64 + u64::from(count) * length as u64;
    message.say().with("count", count).with("expected", expected).with("bytes", bytes.len())
}

/// The bytes of a `.wtb` file; the header's number of games is set to what is there.
///
/// # Errors
/// When a game has too many moves or one off the board.
pub fn write_games(header: &Header, games: &[WthorGame]) -> Result<Vec<u8>, RecordError> {
    let too_many = |_| error(0, words::TOO_MANY.say().with("count", games.len()));
    let count = u32::try_from(games.len()).map_err(too_many)?;
    let mut bytes = Vec::with_capacity(HEADER_LENGTH + games.len() * GAME_LENGTH);
    bytes.extend_from_slice(&Header { games: count, ..*header }.to_bytes());
    for game in games {
        bytes.extend_from_slice(&game.to_bytes()?);
    }
    Ok(bytes)
}
