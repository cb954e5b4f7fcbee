//! Detects the format of a text or file, and the games it may belong to.
//!
//! Cheap checks of the start decide: magic lengths for binary files, `(;` for trees, `[Name "` for PGN, the alphabet of
//! the first line for positions, and finally a trial parse as a list of moves. If a text fits several games (`a2a3` is
//! a Breakthrough move, a chess move and two Othello squares), all are named, the likeliest first.

use crate::board::square_of;
use crate::error::about;
use crate::text::{BYTE_ORDER_MARK, decode};
use crate::transcript::{self, Placement, Stone};
use crate::{Format, Square, compact, epd, obf, pgn, polyglot, words, wthor};
use quadrille_words::Refusal;

/// How much of a long text is examined.
pub const LOOKED_AT: usize = 1 << 16;

/// A game that some format is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Breakthrough.
    Breakthrough,
    /// Chess.
    Chess,
    /// Othello.
    Othello,
    /// Go.
    Go,
}

impl GameKind {
    /// The game of a number in SGF (`GM`).
    #[must_use]
    pub const fn of_sgf(number: i64) -> Option<Self> {
        match number {
            1 => Some(Self::Go),
            2 => Some(Self::Othello),
            3 => Some(Self::Chess),
            _ => None,
        }
    }
}

/// The result of detection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// Its format.
    pub format: Format,
    /// The games it may belong to, likeliest first; empty for SGF of an unsupported game.
    pub games: Vec<GameKind>,
}

/// Detects the format of a text or of a file's bytes.
///
/// ```
/// use quadrille_records::Format;
/// use quadrille_records::detect::{GameKind, detect};
/// let found = detect(b"f5d6c3d3c4")?;
/// assert_eq!((found.format, found.games), (Format::Transcript, vec![GameKind::Othello]));
/// # Ok::<(), quadrille_words::Refusal>(())
/// ```
///
/// # Errors
/// When it is of none.
pub fn detect(bytes: &[u8]) -> Result<Detection, Refusal> {
    detect_beginning(bytes, true)
}

/// Detects the format of a text by its start. Unless it is the `whole` text, its last word may be truncated.
///
/// # Errors
/// When it is of none.
pub fn detect_beginning(bytes: &[u8], whole: bool) -> Result<Detection, Refusal> {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
    let whole = whole && text.len() <= LOOKED_AT;
    let head = decode(&text[..text.len().min(LOOKED_AT)]);
    binary(bytes)
        .or_else(|| tree(&head))
        .or_else(|| tagged(&head))
        .or_else(|| remarked(&head))
        .or_else(|| position(&head))
        .or_else(|| moves(&head, whole))
        .ok_or_else(|| about(&words::UNKNOWN, text))
}

fn found(format: Format, games: &[GameKind]) -> Option<Detection> {
    Some(Detection { format, games: games.to_vec() })
}

/// Files that are not text. Real books and databases contain zero bytes; text does not.
fn binary(bytes: &[u8]) -> Option<Detection> {
    memchr::memchr(0, &bytes[..bytes.len().min(LOOKED_AT)])?;
    if wthor::games(bytes).is_ok_and(|(_, mut games)| games.all(|game| game.is_ok())) {
        return found(Format::WthorGames, &[GameKind::Othello]);
    }
    if wthor::players(bytes).is_ok() || wthor::tournaments(bytes).is_ok() {
        return found(Format::WthorNames, &[GameKind::Othello]);
    }
    let is_book = polyglot::Book::new(bytes).is_ok_and(|book| !book.is_empty());
    if is_book { found(Format::Polyglot, &[GameKind::Chess]) } else { None }
}

/// SGF or GGF, also with text in front.
fn tree(head: &str) -> Option<Detection> {
    let opened =
        head.match_indices('(').map(|(at, _)| head[at + 1..].trim_start()).find_map(|rest| rest.strip_prefix(';'))?;
    // A chess comment may well contain "(;", but not in front of a property.
    let property = opened.trim_start();
    if !property.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !property.starts_with([';', '(', ')']) {
        return None;
    }
    if head.starts_with('[') {
        return None;
    }
    let game = opened.split("GM[").nth(1).and_then(|rest| rest.split(']').next()).map_or("1", str::trim);
    if game.eq_ignore_ascii_case("othello") {
        return found(Format::Ggf, &[GameKind::Othello]);
    }
    let game = game.parse().ok().and_then(GameKind::of_sgf);
    Some(Detection { format: Format::Sgf, games: game.into_iter().collect() })
}

fn tagged(head: &str) -> Option<Detection> {
    let start = head.lines().find(|line| !line.starts_with('%') && !line.trim().is_empty())?;
    matches!(pgn::Tokens::new(start.as_bytes()).next(), Some(Ok(pgn::Token::Tag { .. })))
        .then_some(())
        .and_then(|()| found(Format::Pgn, &[GameKind::Chess]))
}

/// A chess game with a comment in front.
fn remarked(head: &str) -> Option<Detection> {
    let mut rest = head.trim_start();
    while let Some((_, after)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        rest = after.trim_start();
    }
    if rest.len() == head.trim_start().len() {
        return None;
    }
    tagged(rest).or_else(|| if is_move_text(rest) { found(Format::Pgn, &[GameKind::Chess]) } else { None })
}

/// Positions and problem files, by their first line that is not a remark.
fn position(head: &str) -> Option<Detection> {
    let line = head.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']))?;
    if let Ok(epd) = epd::Epd::parse(line) {
        let format = if epd.operations.is_empty() { Format::Fen } else { Format::Epd };
        return found(format, &[GameKind::Chess]);
    }
    if obf::Problem::parse(line).is_ok() && line.contains(';') {
        return found(Format::Obf, &[GameKind::Othello]);
    }
    if rows(line, "bw", &["w", "b"]) {
        return found(Format::BreakthroughBoard, &[GameKind::Breakthrough]);
    }
    if rows(line, "XOxo.+", &["X", "O", "x", "o"]) {
        return found(Format::GoBoard, &[GameKind::Go]);
    }
    if compact_line(line) {
        return found(Format::CompactGo, &[GameKind::Go]);
    }
    let is_board = othello_board(line) || othello_board(head);
    if is_board { found(Format::OthelloBoard, &[GameKind::Othello]) } else { None }
}

/// Whether a text is 64 squares, with or without a side to move.
fn othello_board(text: &str) -> bool {
    let squares = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).take(66).map(square_of);
    let squares: Option<Vec<_>> = squares.collect();
    squares.is_some_and(|squares| {
        squares.len() == 64 || squares.len() == 65 && squares.last().is_some_and(Option::is_some)
    })
}

/// Whether the line is a board of rows from an alphabet and digits, and a side to move.
fn rows(line: &str, alphabet: &str, sides: &[&str]) -> bool {
    let mut fields = line.split_ascii_whitespace();
    let (Some(board), side, None) = (fields.next(), fields.next(), fields.next()) else { return false };
    let in_alphabet = |letter: char| letter.is_ascii_digit() || alphabet.contains(letter);
    board.contains('/')
        && side.is_none_or(|side| sides.contains(&side))
        && board.split('/').all(|row| !row.is_empty() && row.chars().all(in_alphabet))
}

/// Whether the line is a result, a tab and pairs of letters.
fn compact_line(line: &str) -> bool {
    compact::CompactGame::parse(line.as_bytes()).is_ok_and(|game| {
        let result = game.result;
        !game.is_empty()
            && (result == "?"
                || result == "0"
                || result.starts_with("B+")
                || result.starts_with("W+")
                || result == "Draw")
    })
}

/// Lists of moves, by trial parse; PGN without tags last, since almost any word is a PGN token.
fn moves(head: &str, whole: bool) -> Option<Detection> {
    // A truncated text may end inside a move.
    let head = if whole { head } else { head.rsplit_once(char::is_whitespace).map_or(head, |(front, _)| front) };
    let is_remark = |line: &str| line.trim_start().starts_with('#');
    let without = head
        .lines()
        .any(is_remark)
        .then(|| head.lines().filter(|line| !is_remark(line)).fold(String::new(), |text, line| text + line + "\n"));
    let head = without.as_deref().unwrap_or(head);
    let mut games = Vec::new();
    if is_othello(head) {
        games.push(GameKind::Othello);
    }
    match step_kind(head) {
        Steps::Pawns => games.extend([GameKind::Breakthrough, GameKind::Chess]),
        Steps::Pieces => games.push(GameKind::Chess),
        Steps::None => {}
    }
    if games.is_empty() && is_go(head) {
        games.push(GameKind::Go);
    }
    if !games.is_empty() {
        return Some(Detection { format: Format::Transcript, games });
    }
    if is_move_text(head) { found(Format::Pgn, &[GameKind::Chess]) } else { None }
}

/// One Othello game, or one on every line, as files of openings have it.
fn is_othello(text: &str) -> bool {
    let mut games = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    is_othello_game(text) || games.peek().is_some() && games.all(is_othello_game)
}

/// Each Othello square is played at most once, never in the centre, and a game starts next to the centre.
fn is_othello_game(text: &str) -> bool {
    let Ok(placements) = transcript::parse_othello(text.as_bytes()) else { return false };
    let mut taken = [false; 64];
    for middle in [27, 28, 35, 36] {
        taken[middle] = true;
    }
    let all_free = placements.iter().all(|placement| match placement {
        Placement::Pass => true,
        Placement::At(Square { column, row }) => !std::mem::replace(&mut taken[usize::from(row * 8 + column)], true),
    });
    let first = placements.iter().find(|placement| **placement != Placement::Pass).map(ToString::to_string);
    let starts = ["f5", "e6", "d3", "c4", "f4", "e3", "d6", "c5"];
    all_free && first.is_some_and(|first| starts.contains(&first.as_str()))
}

enum Steps {
    /// Every move goes one row ahead, straight or diagonally.
    Pawns,
    /// Moves of two squares each, as chess programs exchange them.
    Pieces,
    None,
}

fn step_kind(text: &str) -> Steps {
    let is_number = |word: &str| word.trim_end_matches(['.', ')']).bytes().all(|byte| byte.is_ascii_digit());
    let mut words =
        text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !is_number(word)).peekable();
    if words.peek().is_none() {
        return Steps::None;
    }
    let mut pawns = true;
    for word in words {
        let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches('.');
        let lower = word.to_ascii_lowercase();
        let squares = lower.strip_suffix(['q', 'r', 'b', 'n']).filter(|rest| rest.len() == 4).unwrap_or(&lower);
        match transcript::parse_breakthrough(squares.as_bytes()).as_deref() {
            Ok([step]) => {
                let one_row =
                    step.from.row.abs_diff(step.to.row) == 1 && step.from.column.abs_diff(step.to.column) <= 1;
                pawns &= one_row && squares.len() == lower.len();
            }
            _ => return Steps::None,
        }
    }
    if pawns { Steps::Pawns } else { Steps::Pieces }
}

/// Go moves are separated, and consecutive moves are never on the same point.
fn is_go(text: &str) -> bool {
    let Ok(stones) = transcript::parse_go(text.as_bytes()) else { return false };
    let apart = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty()).all(
        |word| {
            let word = word.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches('.');
            word.is_empty() || transcript::parse_go(word.as_bytes()).is_ok_and(|stones| stones.len() == 1)
        },
    );
    let any = stones.iter().any(|stone| matches!(stone, Stone::At(_)));
    any && apart && stones.windows(2).all(|pair| pair[0] != pair[1] || !matches!(pair[0], Stone::At(_)))
}

/// Whether the text reads as PGN moves: the first word that is not a number or comment looks like a chess move.
fn is_move_text(text: &str) -> bool {
    let mut tokens = pgn::Tokens::new(text.as_bytes());
    let first = tokens.find_map(|token| match token {
        Ok(pgn::Token::Move(san)) => Some(looks_like_san(san)),
        Ok(pgn::Token::Result(_) | pgn::Token::Open | pgn::Token::Close) | Err(_) => Some(false),
        Ok(_) => None,
    });
    first == Some(true)
}

fn looks_like_san(san: &[u8]) -> bool {
    let bare = san.trim_ascii_end();
    let bare = bare.strip_suffix(b"+").or_else(|| bare.strip_suffix(b"#")).unwrap_or(bare);
    if matches!(bare, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0") {
        return true;
    }
    let bare = match bare {
        [front @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => front,
        _ => bare,
    };
    let [front @ .., b'a'..=b'h', b'1'..=b'8'] = bare else { return false };
    front.len() <= 4 && front.iter().all(|byte| b"KQRBNabcdefgh12345678x".contains(byte))
}
