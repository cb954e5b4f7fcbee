//! The position editor: turns pieces into a position in the game's notation, checked by the rules.

use crate::problem::{Body, Problem};
use crate::words;
use axum::Json;
use quadrille_core::{Picture, Piece, Player};
use quadrille_engine::{Session, registry};
use serde::{Deserialize, Serialize};

/// The input: pieces cell by cell, a position as text, or only rules (then the start position).
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    game: String,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    pieces: Option<Vec<Option<String>>>,
    #[serde(default)]
    to_move: Option<Player>,
}

/// What it is.
#[derive(Serialize)]
pub struct Composed {
    game: &'static str,
    rules: String,
    position: String,
    to_move: Player,
    picture: Picture,
}

/// Reads a drawing.
pub async fn compose(Body(drawing): Body<Drawing>) -> Result<Json<Composed>, Problem> {
    let start = registry::open(&drawing.game, &drawing.rules, None)?;
    let text = match (&drawing.pieces, drawing.position) {
        (Some(pieces), _) => Some(write(start.as_ref(), pieces, drawing.to_move.unwrap_or(Player::White))?),
        (None, position) => position,
    };
    let session = registry::open(&drawing.game, &drawing.rules, text.as_deref())?;
    Ok(Json(Composed {
        game: session.descriptor().name,
        rules: session.rules(),
        position: session.position(),
        to_move: session.to_move(),
        picture: session.picture(),
    }))
}

fn write(start: &dyn Session, pieces: &[Option<String>], to_move: Player) -> Result<String, Problem> {
    let picture = start.picture();
    let cells = picture.rows * picture.columns;
    if pieces.len() != cells {
        return Err(words::PIECES_ON_BOARD.refuse().with("pieces", pieces.len()).with("cells", cells).into());
    }
    let pieces: Vec<Option<Piece>> = pieces.iter().map(|text| text.as_deref()?.parse().ok()).collect();
    let game = start.descriptor().in_text;
    start.compose(&pieces, to_move).ok_or_else(|| words::NOT_DRAWN.refuse().with("game", game).into())
}
