//! From a drawing to a position: the editor's pieces in the game's own notation, checked by the rules.

use crate::problem::{Body, Kind, Problem};
use axum::Json;
use quadrille_engine::{Picture, registry};
use serde::{Deserialize, Serialize};

/// What is drawn: pieces cell by cell, or a position as text, or only rules (then it is the start position).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    pieces: Option<Vec<String>>,
    #[serde(default)]
    to_move: Option<String>,
}

/// What it is.
#[derive(Serialize)]
pub struct Composed {
    game: &'static str,
    rules: String,
    position: String,
    to_move: String,
    picture: Option<Picture>,
}

/// Reads a drawing.
pub async fn compose(Body(drawing): Body<Drawing>) -> Result<Json<Composed>, Problem> {
    let start = registry::open(&drawing.game, &drawing.rules, None)?;
    let text = match (&drawing.pieces, drawing.position) {
        (Some(pieces), _) => {
            let missing = || Problem::new(Kind::Refused, format!("{} has no picture to draw on", drawing.game));
            let picture = start.picture().ok_or_else(missing)?;
            Some(write(&drawing.game, &picture, pieces, drawing.to_move.as_deref())?)
        }
        (None, position) => position,
    };
    let session = registry::open(&drawing.game, &drawing.rules, text.as_deref())?;
    Ok(Json(Composed {
        game: session.game(),
        rules: session.rules(),
        position: session.position(),
        to_move: session.to_move().to_string(),
        picture: session.picture(),
    }))
}

fn write(game: &str, picture: &Picture, pieces: &[String], to_move: Option<&str>) -> Result<String, Problem> {
    let cells = picture.rows * picture.columns;
    if pieces.len() != cells {
        return Err(Problem::new(
            Kind::Refused,
            format!("{} pieces were drawn on a board of {cells} cells", pieces.len()),
        ));
    }
    let black = match to_move {
        Some("black") => true,
        Some("white") | None => false,
        Some(other) => {
            return Err(Problem::new(
                Kind::Refused,
                format!("{other:?} is not a side to move: expected \"black\" or \"white\""),
            ));
        }
    };
    let rows = pieces.chunks(picture.columns);
    Ok(match game {
        "othello" => {
            let board: String = pieces.iter().map(|piece| disc(piece, '-')).collect();
            format!("{board} {}", if black { 'X' } else { 'O' })
        }
        "go" => format!("{} {}", runs(rows, |piece| disc(piece, '.')), if black { 'X' } else { 'O' }),
        "chess" => {
            let rights = castling(picture, pieces);
            format!("{} {} {rights} - 0 1", runs(rows, man), if black { 'b' } else { 'w' })
        }
        _ => format!("{} {}", runs(rows, |piece| piece.chars().next().unwrap_or('.')), if black { 'b' } else { 'w' }),
    })
}

fn disc(piece: &str, empty: char) -> char {
    match piece.as_bytes().first() {
        Some(b'b') => 'X',
        Some(b'w') => 'O',
        _ => empty,
    }
}

/// `wN` is `N`, `bN` is `n`.
fn man(piece: &str) -> char {
    let mut letters = piece.chars();
    match (letters.next(), letters.next()) {
        (Some('w'), Some(kind)) => kind.to_ascii_uppercase(),
        (Some('b'), Some(kind)) => kind.to_ascii_lowercase(),
        _ => '.',
    }
}

/// Rows separated by `/`, runs of empty cells as numbers.
fn runs<'a>(rows: impl Iterator<Item = &'a [String]>, letter: impl Fn(&str) -> char) -> String {
    let row_text = |row: &[String]| {
        let mut text = String::new();
        let mut cells = row.iter().map(|piece| letter(piece)).peekable();
        while let Some(first) = cells.next() {
            if first != '.' {
                text.push(first);
                continue;
            }
            let mut run = 1;
            while cells.next_if_eq(&'.').is_some() {
                run += 1;
            }
            text.push_str(&run.to_string());
        }
        text
    };
    rows.map(row_text).collect::<Vec<_>>().join("/")
}

/// Kings and rooks on their first squares may castle.
fn castling(picture: &Picture, pieces: &[String]) -> String {
    let stands = |piece: &str, cell: &str| {
        picture.names.iter().zip(pieces).any(|(name, drawn)| name == cell && man(drawn) == man(piece))
    };
    let rights = [
        ("wK", "e1", "wR", "h1", 'K'),
        ("wK", "e1", "wR", "a1", 'Q'),
        ("bK", "e8", "bR", "h8", 'k'),
        ("bK", "e8", "bR", "a8", 'q'),
    ];
    let held = rights.into_iter().filter(|(king, home, rook, corner, _)| stands(king, home) && stands(rook, corner));
    let text: String = held.map(|(_, _, _, _, letter)| letter).collect();
    if text.is_empty() { "-".to_owned() } else { text }
}
