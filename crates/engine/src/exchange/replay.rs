//! Replays the parsed data of each format as a game.

use super::{About, Record, Remarks, Source};
use crate::think::MoveName;
use crate::{registry, sgf, words};
use quadrille_core::{Player, Refusal};
use quadrille_records::compact::CompactGame;
use quadrille_records::detect::GameKind;
use quadrille_records::epd::Epd;
use quadrille_records::ggf::{GgfGame, GgfMove};
use quadrille_records::obf::Problem;
use quadrille_records::pgn::{self, GameResult};
use quadrille_records::sgf::{GameTree, NodeRef, Point, Size};
use quadrille_records::wthor::WthorGame;
use quadrille_records::{Format, Square, transcript};

/// The name of a game in the registry.
pub(super) const fn name(game: GameKind) -> &'static str {
    match game {
        GameKind::Breakthrough => "breakthrough",
        GameKind::Chess => "chess",
        GameKind::Othello => "othello",
        GameKind::Go => "go",
    }
}

/// Where a replay starts.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub format: Format,
    pub game: GameKind,
    pub rules: &'a str,
    pub position: Option<&'a str>,
}

impl Start<'_> {
    /// Plays the moves and inserts passes that records omit. A draw that could be claimed does not end a record.
    pub fn replay(self, moves: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Record, Refusal> {
        let Self { format, rules, position, .. } = self;
        let game = name(self.game);
        let mut session = registry::open(game, rules, position)?;
        let (first, usual) = (session.to_move(), registry::open(game, &session.rules(), None)?.position());
        let start = Some(session.position()).filter(|start| *start != usual);
        let mut played: Vec<MoveName> = Vec::new();
        for (index, text) in moves.into_iter().enumerate() {
            let text = text.as_ref();
            let done = session.replay(text).or_else(|error| {
                let legal = session.legal_moves();
                if text == "pass" || legal.len() != 1 || legal[0].text != "pass" {
                    return Err(error);
                }
                played.push(session.replay("pass")?);
                session.replay(text)
            });
            let refused = || words::MOVE_OF.refuse().with("number", index + 1).with("format", format.term());
            played.push(done.map_err(|why| refused().with("why", why))?);
        }
        Ok(Record {
            format,
            game,
            rules: session.rules(),
            start,
            first,
            moves: played,
            position: session.position(),
            about: About { winner: session.end().map(|end| end.outcome.winner()), ..About::default() },
            source: None,
            twigs: Vec::new(),
            opening: Remarks::default(),
        })
    }

    /// A position without moves.
    pub fn alone(self) -> Result<Record, Refusal> {
        self.replay(std::iter::empty::<&str>())
    }
}

fn said(text: Option<&str>) -> String {
    text.filter(|text| !text.trim_matches(['?', '.', '-', ' ']).is_empty()).unwrap_or_default().to_owned()
}

/// How programs write a null move.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// Whether a move is a null move.
pub(super) fn is_null(san: &str) -> bool {
    NULL_MOVES.contains(&san)
}

pub(super) fn chess(game: pgn::Game) -> Result<Record, Refusal> {
    let rules = if game.is_chess960() { "chess960" } else { "standard" };
    let start = Start { format: Format::Pgn, game: GameKind::Chess, rules, position: game.fen() };
    // Some annotators end a game with a null move to attach a comment: the game ends there.
    let mut record = start.replay(game.main_line().take_while(|san| !is_null(san)))?;
    let tag = |name| said(game.tag(name));
    // If the tag and the end of the text disagree, the tag wins: people filled it in.
    let result = match game.tag("Result").unwrap_or_default().trim() {
        "1-0" => GameResult::WhiteWins,
        "0-1" => GameResult::BlackWins,
        "1/2-1/2" | "1/2" => GameResult::Draw,
        _ => game.result(),
    };
    record.about = About {
        black: tag("Black"),
        white: tag("White"),
        event: tag("Event"),
        site: tag("Site"),
        date: tag("Date"),
        round: tag("Round"),
        reason: tag("Termination"),
        winner: match result {
            GameResult::WhiteWins => Some(Some(Player::White)),
            GameResult::BlackWins => Some(Some(Player::Black)),
            GameResult::Draw => Some(None),
            GameResult::Unknown => record.about.winner,
        },
        margin: None,
        tags: game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    };
    // A result that only stands at the end of the moves is told like the others.
    if game.tag("Result").is_none() && game.result() != GameResult::Unknown {
        record.about.tags.push(("Result".to_owned(), game.result().to_string()));
    }
    record.source = Some(Source::Pgn(Box::new(game)));
    Ok(record)
}

pub(super) fn epd(line: Epd, rules: &str) -> Result<Record, Refusal> {
    let fen = line.fen();
    let mut record = Start { format: Format::Epd, game: GameKind::Chess, rules, position: Some(&fen) }.alone()?;
    record.source = Some(Source::Epd(line));
    Ok(record)
}

pub(super) fn obf(problem: Problem) -> Result<Record, Refusal> {
    let mut record = othello(Format::Obf, Some(&problem.board.to_string())).alone()?;
    record.source = Some(Source::Obf(problem));
    Ok(record)
}

/// The start of an Othello record: whatever the format, the rules are the usual ones.
pub(super) const fn othello(format: Format, position: Option<&str>) -> Start<'_> {
    Start { format, game: GameKind::Othello, rules: "standard", position }
}

/// A game tree of Go, Othello or chess.
pub(super) fn tree(tree: GameTree, rules: &str) -> Result<Record, Refusal> {
    let number = tree.game_number()?;
    let game = GameKind::of_sgf(number).ok_or_else(|| words::NUMBER_NOT_PLAYED.refuse().with("number", number))?;
    let moves = || tree.main_line().filter_map(|node| sgf_word(game, node));
    let mut record = match game {
        GameKind::Go => Record::of(sgf::from_tree(&tree, rules, None)?.as_ref(), Format::Sgf)?,
        GameKind::Othello => othello(Format::Sgf, None).replay(moves())?,
        GameKind::Chess | GameKind::Breakthrough => {
            Start { format: Format::Sgf, game, rules, position: None }.replay(moves())?
        }
    };
    let root = tree.root();
    let text = |name| said(root.text(name).as_deref());
    let result = root.text("RE").unwrap_or_default();
    record.about = About {
        black: text("PB"),
        white: text("PW"),
        event: text("EV"),
        site: text("PC"),
        date: text("DT"),
        round: text("RO"),
        reason: String::new(),
        winner: sgf_winner(&result).or(record.about.winner),
        margin: sgf_margin(&result),
        tags: root_texts(root),
    };
    record.source = Some(Source::Sgf(tree));
    Ok(record)
}

/// Properties of an SGF root that are the game's own: the board, its stones and moves, and how the file is written.
const STRUCTURE: [&str; 14] = ["FF", "GM", "CA", "AP", "SZ", "KM", "AB", "AW", "AE", "PL", "B", "W", "C", "KO"];

/// Whether a property of an SGF root is the game's own.
pub(super) fn is_structure(name: &str) -> bool {
    STRUCTURE.contains(&name)
}

/// What an SGF root says about the game beside that.
fn root_texts(root: NodeRef<'_>) -> Vec<(String, String)> {
    // A tag holds only one value, so properties with several go to the comments.
    let named = root.properties().filter(|property| property.values().len() == 1);
    let said = named.map(|property| property.name().into_owned()).filter(|name| !is_structure(name));
    said.filter_map(|name| root.text(&name).map(|text| (name, text))).collect()
}

/// What is said about a game that a root of SGF may be given.
pub(super) fn sgf_tags(about: &About) -> impl Iterator<Item = (&str, &str)> {
    let fits = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    let tags = about.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    tags.filter(move |(name, _)| fits(name) && !is_structure(name))
}

pub(super) fn sgf_winner(result: &str) -> Option<Option<Player>> {
    match result.trim().as_bytes() {
        [b'B' | b'b', b'+', ..] => Some(Some(Player::Black)),
        [b'W' | b'w', b'+', ..] => Some(Some(Player::White)),
        [b'0'] | [b'D' | b'd', ..] | [b'J' | b'j', b'i', ..] => Some(None),
        _ => None,
    }
}

fn sgf_margin(result: &str) -> Option<String> {
    let (winner, by) = result.trim().split_once('+')?;
    let points: f64 = by.trim().parse().ok()?;
    Some(if winner.eq_ignore_ascii_case("w") { -points } else { points }.to_string())
}

/// The move of an SGF node in a game whose values are moves as that game writes them, in Othello also two letters.
pub(super) fn sgf_word(game: GameKind, node: NodeRef<'_>) -> Option<String> {
    let value = node.text("B").or_else(|| node.text("W"))?;
    Some(match value.trim().to_ascii_lowercase().as_bytes() {
        b"" | b"pa" | b"pass" => "pass".to_owned(),
        [column @ b'a'..=b'h', row @ b'a'..=b'h'] if game == GameKind::Othello => {
            Square { column: column - b'a', row: row - b'a' }.to_string()
        }
        _ => value.trim().to_owned(),
    })
}

pub(super) fn ggf(game: GgfGame) -> Result<Record, Refusal> {
    let start = game.board()?.to_string();
    let place = |step: &GgfMove| if step.is_pass() { "pass".to_owned() } else { step.place.to_ascii_lowercase() };
    let mut record = othello(Format::Ggf, Some(&start)).replay(game.moves.iter().map(place))?;
    let tag = |name| said(game.tag(name));
    let margin = game.tag("RE").and_then(|text| text.trim().trim_end_matches(':').parse::<f64>().ok());
    let winner = |margin: f64| (margin != 0.0).then_some(if margin > 0.0 { Player::Black } else { Player::White });
    record.about = About {
        black: tag("PB"),
        white: tag("PW"),
        site: tag("PC"),
        date: tag("DT"),
        winner: margin.map(winner).or(record.about.winner),
        margin: margin.map(|margin| margin.to_string()),
        ..About::default()
    };
    record.source = Some(Source::Ggf(game));
    Ok(record)
}

/// A game of the WTHOR database, which numbers its players; their names are in another file.
pub(super) fn wthor(game: &WthorGame) -> Result<Record, Refusal> {
    let moves = game.moves.iter().map(ToString::to_string);
    let mut record = othello(Format::WthorGames, None).replay(moves)?;
    let margin = 2 * i32::from(game.black_discs) - 64;
    record.about = About {
        black: format!("player {}", game.black),
        white: format!("player {}", game.white),
        event: format!("tournament {}", game.tournament),
        winner: Some((margin != 0).then_some(if margin > 0 { Player::Black } else { Player::White })),
        margin: Some(margin.to_string()),
        ..About::default()
    };
    Ok(record)
}

pub(super) fn compact(game: &CompactGame<'_>, rules: &str) -> Result<Record, Refusal> {
    const SIDE: u8 = 19;
    let stone = |point: Point| {
        let square = Square { column: point.column, row: SIDE.saturating_sub(1 + point.row) };
        transcript::Stone::At(square).to_string()
    };
    let moves = game.moves().map(|point| point.map_or_else(|| "pass".to_owned(), stone));
    let rules = sgf::sized(rules.parse()?, Size { columns: SIDE, rows: SIDE })?.to_string();
    let start = Start { format: Format::CompactGo, game: GameKind::Go, rules: &rules, position: None };
    let mut record = start.replay(moves)?;
    record.about.winner = sgf_winner(game.result).or(record.about.winner);
    record.about.margin = sgf_margin(game.result);
    Ok(record)
}
