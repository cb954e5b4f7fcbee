//! A game in its own formats.

use crate::game::view::Export;
use crate::problem::{Kind, Problem};
use quadrille_core::Player;
use quadrille_engine::registry;
use quadrille_records::board::OthelloBoard;
use quadrille_records::ggf::{GgfGame, GgfMove};
use quadrille_records::pgn::{self, GameResult};
use quadrille_records::sgf::GameTree;
use quadrille_records::{Side, transcript};
use std::fmt::Display;

/// Writes the game up to the position on the board.
pub fn write(export: &Export, format: &str) -> Result<String, Problem> {
    let game = export.session.game();
    match (game, format) {
        (_, "position") => Ok(export.session.position() + "\n"),
        (_, "moves") => Ok(transcript::write(export.moves.iter().map(|node| &node.text)) + "\n"),
        ("chess", "pgn") => portable(export),
        ("go", "sgf") => smart(export),
        ("othello", "ggf") => generic(export),
        _ => {
            let names = super::format_names(game);
            Err(Problem::new(Kind::Refused, format!("{game} is not written as {format:?}; expected one of {names}")))
        }
    }
}

fn fault(error: impl Display) -> Problem {
    Problem::new(Kind::Fault, format!("the game could not be written: {error}"))
}

fn portable(export: &Export) -> Result<String, Problem> {
    let mut game = pgn::Game::new();
    let mut tag = |name: &str, value: &str| game.set_tag(name, value).map_err(fault);
    for (name, value) in
        [("Event", "Quadrille"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "-"), ("White", "?"), ("Black", "?")]
    {
        tag(name, value)?;
    }
    if export.session.rules().contains("960") {
        tag("Variant", "Chess960")?;
    }
    if let Some(start) = &export.start {
        tag("SetUp", "1")?;
        tag("FEN", start)?;
    }
    game.set_result(match export.winner {
        Some(Some(Player::White)) => GameResult::WhiteWins,
        Some(Some(Player::Black)) => GameResult::BlackWins,
        Some(None) => GameResult::Draw,
        None => GameResult::Unknown,
    });
    let mut at = game.start().id();
    for node in &export.moves {
        at = game.add_move(at, &node.record).map_err(fault)?;
    }
    Ok(game.to_string())
}

/// The SGF letters of a cell: column and row from the top left.
fn letters(names: &[String], columns: usize, cell: &str) -> Option<[u8; 2]> {
    let index = names.iter().position(|name| name == cell)?;
    let letter = |place: usize| u8::try_from(place).ok().filter(|place| *place < 26).map(|place| b'a' + place);
    Some([letter(index % columns)?, letter(index / columns)?])
}

fn smart(export: &Export) -> Result<String, Problem> {
    let rules = export.session.rules();
    let start = registry::open("go", &rules, export.start.as_deref())?;
    let picture = start.picture().ok_or_else(|| fault("Go has no picture"))?;
    let mut tree = GameTree::new();
    let root = tree.root().id();
    let size = if picture.rows == picture.columns {
        picture.rows.to_string()
    } else {
        format!("{}:{}", picture.columns, picture.rows)
    };
    let komi = rules.split_whitespace().find_map(|word| word.strip_prefix("komi=")).unwrap_or("0");
    for (name, value) in [
        ("FF", "4"),
        ("GM", "1"),
        ("CA", "UTF-8"),
        ("AP", "Quadrille"),
        ("SZ", size.as_str()),
        ("KM", komi),
        ("RU", rules.as_str()),
    ] {
        tree.add_property(root, name, &[value.as_bytes()]).map_err(fault)?;
    }
    for (name, colour) in [("AB", "b"), ("AW", "w")] {
        let cells = picture.names.iter().zip(&picture.pieces).filter(|(_, piece)| piece.as_str() == colour);
        let points: Vec<_> = cells.filter_map(|(cell, _)| letters(&picture.names, picture.columns, cell)).collect();
        let raw: Vec<&[u8]> = points.iter().map(<[u8; 2]>::as_slice).collect();
        if !raw.is_empty() {
            tree.add_property(root, name, &raw).map_err(fault)?;
        }
    }
    if start.to_move() == Player::White {
        tree.add_property(root, "PL", &[b"W"]).map_err(fault)?;
    }
    let mut at = root;
    for node in &export.moves {
        at = tree.add_node(at).map_err(fault)?;
        let name = if node.mover == Player::Black { "B" } else { "W" };
        let point = letters(&picture.names, picture.columns, &node.text);
        tree.add_property(at, name, &[point.as_ref().map_or(&b""[..], |point| &point[..])]).map_err(fault)?;
    }
    String::from_utf8(tree.to_bytes()).map_err(fault)
}

fn generic(export: &Export) -> Result<String, Problem> {
    let start = registry::open("othello", &export.session.rules(), export.start.as_deref())?;
    let board = OthelloBoard::parse(&start.position()).map_err(fault)?;
    let mut game = GgfGame { tags: Vec::new(), moves: Vec::new() };
    for (name, value) in
        [("GM", "Othello"), ("PC", "Quadrille"), ("PB", "?"), ("PW", "?"), ("RE", "?"), ("TI", "0"), ("TY", "8")]
    {
        game.set_tag(name, value);
    }
    game.set_board(&board);
    game.moves = export
        .moves
        .iter()
        .map(|node| GgfMove {
            side: if node.mover == Player::Black { Side::Black } else { Side::White },
            place: if node.text == "pass" { "PA".to_owned() } else { node.text.clone() },
            evaluation: None,
            seconds: None,
        })
        .collect();
    Ok(format!("{game}\n"))
}
