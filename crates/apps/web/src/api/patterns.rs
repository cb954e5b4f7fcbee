//! Pattern predictions for a Go position: every point, and the nearest recorded positions.
//!
//! The position is copied from its game and looked up on a separate thread, so neither the game nor the server waits.

use crate::game::tree::NodeId;
use crate::problem::{Kind, Problem};
use crate::runtime;
use crate::state::AppState;
use crate::words;
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use quadrille_core::Picture;
use quadrille_engine::{Library, Session};
use serde::{Deserialize, Serialize};

/// The default and the maximum number of neighbours.
const USUAL_NEIGHBOURS: usize = 6;
const MOST_NEIGHBOURS: usize = 50;

/// How many neighbours are wanted.
#[derive(Deserialize)]
pub struct Wanted {
    #[serde(default)]
    k: Option<usize>,
}

/// The predictions for the current position.
#[derive(Serialize)]
pub struct Patterns {
    node: NodeId,
    known: Known,
    points: Vec<Point>,
    neighbours: Vec<Neighbour>,
}

/// What it is said from.
#[derive(Serialize)]
struct Known {
    /// Patterns with counts.
    patterns: usize,
    /// Their largest zoom.
    zooms: usize,
    /// Recorded positions; none if no games are loaded.
    records: Option<usize>,
}

#[derive(Serialize)]
struct Point {
    #[serde(rename = "move")]
    text: String,
    probability: f32,
    known_zoom: usize,
    zoom: usize,
    n: u64,
    v: u64,
}

#[derive(Serialize)]
struct Neighbour {
    distance: u32,
    game: u32,
    turn: u16,
    #[serde(rename = "move")]
    text: String,
    board: String,
}

/// Looks up the current position.
pub async fn look(
    State(state): State<AppState>,
    Path(id): Path<String>,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Patterns>, Problem> {
    let Query(wanted) = query?;
    let k = wanted.k.unwrap_or(USUAL_NEIGHBOURS).min(MOST_NEIGHBOURS);
    let (node, session) = state.games.get(&id)?.copy().await?;
    if !session.has_insight() {
        return Err(words::NO_PATTERNS.refuse().with("game", session.descriptor().in_text).into());
    }
    let _turn = state.lookups.acquire().await.map_err(Problem::shutting_down)?;
    let library = state.library.clone();
    let found = runtime::blocking(move || patterns(node, session.as_ref(), library.get(), k)).await;
    let found = found.map_err(|_| Problem::new(Kind::Fault, words::PATTERNS_FAILED.refuse()))?;
    found.map(Json).ok_or_else(|| words::OTHER_BOARD.refuse().into())
}

fn patterns(node: NodeId, session: &dyn Session, library: &Library, k: usize) -> Option<Patterns> {
    let picture = session.picture();
    let insight = session.insight(library, k)?;
    let cell = |row: usize, column: usize| name(&picture, row, column);
    let point = |view: &quadrille_engine::PointView| Point {
        text: cell(view.row, view.column),
        probability: view.probability,
        known_zoom: view.known_zoom,
        zoom: view.zoom,
        n: view.n,
        v: view.v,
    };
    let neighbour = |view: quadrille_engine::NeighbourView| Neighbour {
        text: cell(view.row, view.column),
        distance: view.distance,
        game: view.game,
        turn: view.turn,
        board: view.board,
    };
    Some(Patterns {
        node,
        known: Known {
            patterns: library.tables.patterns(),
            zooms: library.tables.zooms(),
            records: library.records.as_ref().map(|records| records.len()),
        },
        points: insight.points.iter().map(point).collect(),
        neighbours: insight.neighbours.into_iter().map(neighbour).collect(),
    })
}

fn name(picture: &Picture, row: usize, column: usize) -> String {
    picture.names.get(row * picture.columns + column).cloned().unwrap_or_default()
}
