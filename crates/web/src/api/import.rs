//! Whatever is pasted: the format is recognised, and the game is replayed so that what comes back can be played.

use super::{formula, variations};
use crate::game::tree::StoredNode;
use crate::problem::{Body, Kind, Problem};
use axum::Json;
use quadrille_engine::{Session, registry, sgf as go_records};
use quadrille_records::board::OthelloBoard;
use quadrille_records::compact::CompactGame;
use quadrille_records::detect::{self, Detection, Format, GameKind};
use quadrille_records::ggf::GgfGame;
use quadrille_records::sgf::GameTree;
use quadrille_records::{Side, epd, obf, pgn, transcript};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// A pasted text, and the game on the screen where it was pasted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pasted {
    text: String,
    #[serde(default)]
    game: Option<String>,
}

/// What it is: a game to be set up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    format: String,
    game: &'static str,
    rules: String,
    position: Option<String>,
    moves: Vec<String>,
}

/// What was found: a game, with the record's side lines and comments where it has any, or a formula.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// A game or a position.
    Game {
        /// The game.
        #[serde(flatten)]
        found: Found,
        /// Its moves with their side lines.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tree: Vec<StoredNode>,
    },
    /// A formula for `sat2go`, or one of its boards.
    Formula {
        /// The formula.
        formula: String,
        /// The choices of both players.
        choices: String,
    },
}

/// Recognises a text.
pub async fn detect(Body(pasted): Body<Pasted>) -> Result<Json<Answer>, Problem> {
    let text = pasted.text.trim();
    if let Some((formula, choices)) = quadrille_reduction::read_back(text) {
        return Ok(Json(Answer::Formula { formula, choices }));
    }
    let found = match read(text, pasted.game.as_deref()) {
        Ok(found) => found,
        Err(problem) if !formula::is_formula(text) => return Err(problem),
        Err(_) => return Ok(Json(Answer::Formula { formula: text.to_owned(), choices: String::new() })),
    };
    let tree = variations::tree(text, found.game, &found.rules, found.position.as_deref(), &found.moves);
    Ok(Json(Answer::Game { found, tree }))
}

fn refused(error: impl Display) -> Problem {
    Problem::new(Kind::Refused, error.to_string())
}

const fn name(game: GameKind) -> &'static str {
    match game {
        GameKind::Breakthrough => "breakthrough",
        GameKind::Chess => "chess",
        GameKind::Othello => "othello",
        GameKind::Go => "go",
    }
}

fn read(text: &str, here: Option<&str>) -> Result<Found, Problem> {
    let Detection { format, games } = detect::detect(text.as_bytes()).map_err(refused)?;
    let names: Vec<_> = games.into_iter().map(name).collect();
    let likeliest = || Problem::new(Kind::Refused, format!("this {format} is of a game that is not played here"));
    let game =
        names.iter().copied().find(|name| Some(*name) == here).or(names.first().copied()).ok_or_else(likeliest)?;
    let first_line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match format {
        Format::Fen | Format::BreakthroughBoard | Format::GoBoard | Format::OthelloBoard => board(format, game, text),
        Format::Epd => {
            let fen = epd::Epd::parse(first_line).map_err(refused)?.fen();
            open(format, game, "", Some(&fen), &[])
        }
        Format::Obf => {
            let board = obf::Problem::parse(first_line).map_err(refused)?.board;
            open(format, game, "standard", Some(&othello_text(&board)), &[])
        }
        Format::Pgn => chess_game(text),
        Format::Sgf if game == "go" => go_game(text),
        Format::Sgf => sgf_moves(game, text),
        Format::Ggf => othello_game(text),
        Format::Transcript => likeliest_moves(game, &names, here, text),
        Format::CompactGo => compact_game(first_line),
        Format::WthorGames | Format::WthorNames | Format::Polyglot => {
            Err(Problem::new(Kind::Refused, format!("{format} are databases; the command line reads them")))
        }
    }
}

/// Opens a game, plays the moves and says what was found; passes that transcripts leave out are put in.
fn open(
    format: Format,
    game: &'static str,
    rules: &str,
    position: Option<&str>,
    moves: &[String],
) -> Result<Found, Problem> {
    let mut session = registry::open(game, rules, position)?;
    let mut played = Vec::new();
    for (index, text) in moves.iter().enumerate() {
        let legal = session.legal_moves();
        if text != "pass" && legal.len() == 1 && legal[0].text == "pass" {
            played.push(session.play("pass")?);
        }
        let error = |error| {
            Problem::new(Kind::Refused, format!("move {} of the {format} cannot be played: {error}", index + 1))
        };
        played.push(session.play(text).map_err(error)?);
    }
    Ok(Found {
        format: format.to_string(),
        game,
        rules: session.rules(),
        position: position.map(str::to_owned),
        moves: played,
    })
}

fn board(format: Format, game: &'static str, text: &str) -> Result<Found, Problem> {
    if format != Format::OthelloBoard {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '%']));
        return open(format, game, "", first, &[]);
    }
    let whole: String = text.split_whitespace().collect();
    // A board without a side to move is Black's.
    let with_side = if whole.len() == 64 { whole + "X" } else { whole };
    let board = OthelloBoard::parse(&with_side).map_err(refused)?;
    open(format, game, "standard", Some(&othello_text(&board)), &[])
}

fn othello_text(board: &OthelloBoard) -> String {
    let letter = |side: Option<Side>| match side {
        Some(Side::Black) => 'X',
        Some(Side::White) => 'O',
        None => '-',
    };
    let squares: String = board.squares.iter().map(|&square| letter(square)).collect();
    format!("{squares} {}", letter(Some(board.to_move)))
}

fn chess_game(text: &str) -> Result<Found, Problem> {
    let game = pgn::Game::parse(text.as_bytes()).map_err(refused)?;
    let rules = if game.is_chess960() { "chess960" } else { "standard" };
    let moves: Vec<_> = game.main_line().map(str::to_owned).collect();
    open(Format::Pgn, "chess", rules, game.fen(), &moves)
}

/// The engine replays Go records, with their stones set up in the middle of a game; what it played is what is found.
fn go_game(text: &str) -> Result<Found, Problem> {
    let tree = GameTree::parse(text.as_bytes()).map_err(refused)?;
    let session = go_records::from_tree(&tree, "", None)?;
    Ok(replayed(Format::Sgf, "go", session.as_ref()))
}

fn replayed(format: Format, game: &'static str, session: &dyn Session) -> Found {
    let history = session.history();
    let start = history.first().map(|row| row.position.clone());
    let usual = registry::open(game, &session.rules(), None).map(|usual| usual.position()).ok();
    let position = start.filter(|start| Some(start) != usual.as_ref());
    let moves = history.into_iter().filter_map(|row| row.played).collect();
    Found { format: format.to_string(), game, rules: session.rules(), position, moves }
}

/// SGF of Othello and chess: the values are moves as those games write them.
fn sgf_moves(game: &'static str, text: &str) -> Result<Found, Problem> {
    let tree = GameTree::parse(text.as_bytes()).map_err(refused)?;
    let value = |node: quadrille_records::sgf::NodeRef<'_>| node.text("B").or_else(|| node.text("W"));
    let spell = |text: String| match text.trim().to_ascii_lowercase().as_str() {
        "" | "pa" | "pass" => "pass".to_owned(),
        other => other.to_owned(),
    };
    let moves: Vec<_> = tree.main_line().filter_map(value).map(spell).collect();
    open(Format::Sgf, game, if game == "othello" { "standard" } else { "" }, None, &moves)
}

fn othello_game(text: &str) -> Result<Found, Problem> {
    let game = GgfGame::parse(text.as_bytes()).map_err(refused)?;
    let start = othello_text(&game.board().map_err(refused)?);
    let usual = registry::open("othello", "standard", None)?.position();
    let place = |step: &quadrille_records::ggf::GgfMove| {
        if step.is_pass() { "pass".to_owned() } else { step.place.to_ascii_lowercase() }
    };
    let moves: Vec<_> = game.moves.iter().map(place).collect();
    open(Format::Ggf, "othello", "standard", Some(start.as_str()).filter(|start| *start != usual), &moves)
}

/// A list of moves may be of several games; the first that can play it all is meant. "1. d4 d5 2. c4" could be stones on a
/// goban; with a number in front, and not pasted beside one, it is chess.
fn likeliest_moves(
    first: &'static str,
    names: &[&'static str],
    here: Option<&str>,
    text: &str,
) -> Result<Found, Problem> {
    if here != Some(first)
        && text.starts_with("1.")
        && let Ok(found) = chess_game(text)
    {
        return Ok(found);
    }
    let others = names.iter().copied().filter(|name| *name != first);
    list_of_moves(first, text).or_else(|refusal| {
        let mut readings = others.map(|game| list_of_moves(game, text));
        readings.find_map(Result::ok).ok_or(refusal)
    })
}

/// A list of moves says neither size nor who starts: the first setting that plays them all is taken.
fn list_of_moves(game: &'static str, text: &str) -> Result<Found, Problem> {
    let words =
        || text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty() && !word.ends_with('.'));
    let (settings, moves): (&[&str], Vec<String>) = match game {
        "othello" => {
            let moves = transcript::parse_othello(text.as_bytes()).map_err(refused)?;
            (&["standard", "white-first"], moves.iter().map(ToString::to_string).collect())
        }
        "go" => {
            let stones = transcript::parse_go(text.as_bytes()).map_err(refused)?;
            let stones = stones.iter().filter(|stone| **stone != transcript::Stone::Resign);
            (&["9", "13", "19"], stones.map(ToString::to_string).collect())
        }
        "breakthrough" => {
            let steps = transcript::parse_breakthrough(text.as_bytes()).map_err(refused)?;
            (&["5x5", "6x6", "8x8", "7x7", "6x5", "5x4", "4x4"], steps.iter().map(ToString::to_string).collect())
        }
        _ => (&[""], words().map(str::to_owned).collect()),
    };
    let mut refusal = None;
    for rules in settings {
        match open(Format::Transcript, game, rules, None, &moves) {
            Ok(found) => return Ok(found),
            Err(problem) => refusal = refusal.or(Some(problem)),
        }
    }
    Err(refusal.unwrap_or_else(|| Problem::new(Kind::Refused, "the list holds no moves")))
}

fn compact_game(line: &str) -> Result<Found, Problem> {
    const SIDE: u8 = 19;
    let game = CompactGame::parse(line.as_bytes()).map_err(refused)?;
    let stone = |point: quadrille_records::sgf::Point| {
        let square = quadrille_records::Square { column: point.column, row: SIDE.saturating_sub(1 + point.row) };
        transcript::Stone::At(square).to_string()
    };
    let moves: Vec<_> = game.moves().map(|point| point.map_or_else(|| "pass".to_owned(), stone)).collect();
    open(Format::CompactGo, "go", "19", None, &moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(text: &str, here: Option<&str>) -> Found {
        read(text, here).unwrap_or_else(|problem| panic!("{text:?}: {}", problem.detail()))
    }

    #[test]
    fn every_format_is_read() {
        let cases = [
            ("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", "chess", 0),
            ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", "chess", 3),
            ("1. e4 e5 2. Nf3", "chess", 3),
            ("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[gc])", "go", 2),
            (
                "(;GM[Othello]PC[x]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)",
                "othello",
                2,
            ),
            ("f5d6c3d3c4", "othello", 5),
            ("F5 D6 C3", "othello", 3),
            ("---------------------------OX------XO--------------------------- X", "othello", 0),
            ("bbbbb/bbbbb/5/wwwww/wwwww w", "breakthrough", 0),
            ("D4 Q16 Q4", "go", 3),
            ("9/9/9/9/4X4/9/9/9/9 O", "go", 0),
        ];
        for (text, game, moves) in cases {
            let found = found(text, None);
            assert_eq!((found.game, found.moves.len()), (game, moves), "{text:?}");
        }
    }

    #[test]
    fn the_screen_decides_between_games_and_sizes_are_found() {
        assert_eq!(found("b2b3 c4c3", Some("chess")).game, "breakthrough");
        assert_eq!(found("a2a3 a7a6", Some("chess")).game, "chess");
        assert_eq!(found("a2a3 a5a4 b2b3", Some("breakthrough")).rules, "6x6");
        assert_eq!(found("1. d4 d5 2. c4", None).game, "chess");
        assert_eq!(found("1. d4 d5 2. c4", Some("go")).game, "go");
    }

    #[test]
    fn refusals_say_where() {
        let problem = read("1. e4 e5 2. Ke3", None).expect_err("an illegal move");
        assert!(problem.detail().contains("move 3"), "{}", problem.detail());
        assert!(read("hello world, this is nothing", None).is_err());
        assert!(read("", None).is_err());
    }
}
