//! Reading pasted text: the format is detected, and the game is replayed so that the result is playable.

use super::replay::{self, Start, name};
use super::{Hints, Record};
use crate::words;
use quadrille_core::Refusal;
use quadrille_records::board::OthelloBoard;
use quadrille_records::compact::CompactGame;
use quadrille_records::detect::{self, Detection, GameKind};
use quadrille_records::epd::Epd;
use quadrille_records::ggf::GgfGame;
use quadrille_records::obf::Problem;
use quadrille_records::sgf::GameTree;
use quadrille_records::{Format, pgn, transcript};
use std::borrow::Cow;

/// Reads one game or position from a text of any format. Of a file with many, it is the first.
pub fn paste(text: &str, hints: &Hints) -> Result<Record, Refusal> {
    let text = text.trim();
    let Detection { format, games } = detect::detect(text.as_bytes())?;
    let stranger = || words::NOT_PLAYED.refuse().with("format", format.term());
    let hinted = games.iter().copied().find(|game| Some(name(*game)) == hints.game);
    let game = hinted.or(games.first().copied()).ok_or_else(stranger)?;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    let rules = hints.rules.as_str();
    match format {
        Format::Fen | Format::BreakthroughBoard | Format::GoBoard | Format::OthelloBoard => {
            board(format, game, rules, text)
        }
        Format::Epd => replay::epd(Epd::parse(line)?, rules),
        Format::Obf => replay::obf(Problem::parse(line)?),
        Format::Pgn => chess_game(text),
        Format::Sgf => replay::tree(GameTree::parse(decoded(text).as_bytes())?, rules),
        Format::Ggf => replay::ggf(GgfGame::parse(text.as_bytes())?),
        Format::Transcript => likeliest_moves(game, &games, text, hints),
        Format::CompactGo => replay::compact(&CompactGame::parse(line.as_bytes())?, rules),
        Format::WthorGames | Format::WthorNames | Format::Polyglot => {
            Err(words::DATABASE.refuse().with("format", format.term()))
        }
    }
}

/// An SGF record names the encoding of its file; pasted text is already decoded.
fn decoded(sgf: &str) -> Cow<'_, str> {
    let named = sgf.match_indices("CA[").find(|(at, _)| !sgf[..*at].ends_with(|before: char| before.is_alphanumeric()));
    let end = named.and_then(|(at, _)| sgf[at..].find(']').map(|length| at + length));
    match (named, end) {
        (Some((at, name)), Some(end)) => format!("{}UTF-8{}", &sgf[..at + name.len()], &sgf[end..]).into(),
        _ => sgf.into(),
    }
}

/// A board on one line, of Othello also on eight.
pub(super) fn board(format: Format, game: GameKind, rules: &str, text: &str) -> Result<Record, Refusal> {
    if format != Format::OthelloBoard {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        return Start { format, game, rules, position: first }.alone();
    }
    let whole: String = text.split_whitespace().collect();
    // A board without a side to move is Black's.
    let with_side = if whole.len() == 64 { whole + "X" } else { whole };
    replay::othello(format, Some(&OthelloBoard::parse(&with_side)?.to_string())).alone()
}

fn chess_game(text: &str) -> Result<Record, Refusal> {
    replay::chess(pgn::Game::parse(text.as_bytes())?)
}

/// A list of moves may fit several games; the first one in which all of them are legal is taken. "1. d4 d5 2. c4" could
/// be stones on a goban; with a number in front, or in small letters, and not pasted beside one, it is chess.
fn likeliest_moves(first: GameKind, games: &[GameKind], text: &str, hints: &Hints) -> Result<Record, Refusal> {
    let numbered = text.starts_with("1.");
    if hints.game != Some(name(first))
        && numbered
        && let Ok(found) = chess_game(text)
    {
        return Ok(found);
    }
    let small = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    let read = |game: GameKind| match chess_game(text) {
        Ok(found) if game == GameKind::Go && small && hints.game != Some(name(game)) => Ok(found),
        _ => list_of_moves(game, text, &hints.rules),
    };
    let others = games.iter().copied().filter(|game| *game != first);
    read(first).or_else(|refusal| others.map(read).find_map(Result::ok).ok_or(refusal))
}

/// A list of moves gives neither board size nor first player: the first setting in which all moves are legal is taken,
/// unless `rules` decide it.
fn list_of_moves(game: GameKind, text: &str, rules: &str) -> Result<Record, Refusal> {
    fn texts<T: ToString>(moves: &[T]) -> Vec<String> {
        moves.iter().map(T::to_string).collect()
    }
    let bytes = text.as_bytes();
    let (usual, others, moves): (_, &[&str], _) = match game {
        GameKind::Othello => ("standard", &["white-first"], texts(&transcript::parse_othello(bytes)?)),
        GameKind::Go => {
            let mut stones = transcript::parse_go(bytes)?;
            stones.retain(|stone| *stone != transcript::Stone::Resign);
            ("9", &["13", "19"], texts(&stones))
        }
        GameKind::Breakthrough => {
            let steps = transcript::parse_breakthrough(bytes)?;
            ("5x5", &["6x6", "8x8", "7x7", "6x5", "5x4", "4x4"], texts(&steps))
        }
        GameKind::Chess => {
            let words = text.split(|c: char| c.is_whitespace() || c == ',');
            ("", &[], words.filter(|word| !word.is_empty() && !word.ends_with('.')).map(str::to_owned).collect())
        }
    };
    let (first, others) = if rules.is_empty() { (usual, others) } else { (rules, &[][..]) };
    let played = |rules| Start { format: Format::Transcript, game, rules, position: None }.replay(&moves);
    played(first).or_else(|refusal| others.iter().find_map(|rules| played(rules).ok()).ok_or(refusal))
}
