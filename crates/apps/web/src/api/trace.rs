//! Traced searches: every step of a search as columns of numbers, and the boards of its nodes.
//!
//! A column is sent as base64 with as few bytes per number as needed, so that a page holds a million events in a few
//! dozen megabytes. Searches are limited, and one is traced at a time, off the server's threads.

use crate::compression;
use crate::lessons::{Place, Traced};
use crate::problem::{Body, Problem};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use quadrille_core::{Picture, Player, Refusal};
use quadrille_engine::trace::{CANDIDATE, EVENT, EVENTS, Found, HOW, Kind, NODE, REASONS};
use quadrille_engine::{MoveInfo, Trace};
use serde::Serialize;

/// A table: its columns by name.
#[derive(Serialize)]
struct Table {
    rows: usize,
    names: &'static [&'static str],
    /// A letter, then little-endian numbers in base64: `b` for one byte each, `h` for two, `i` for four. `z` alone: zeros.
    columns: Vec<String>,
}

/// What the page steps through.
#[derive(Serialize)]
struct TraceView<'a> {
    kind: Kind,
    player: &'a str,
    position: &'a str,
    names: &'a [String],
    nodes: Table,
    events: Table,
    candidates: Table,
    /// The meaning of the numbers in `kind`, `reason` and leaves.
    kinds: &'static [&'static str],
    reasons: &'static [&'static str],
    how: &'static [&'static str],
    missed: u64,
    found: &'a Found,
}

fn table(names: &'static [&'static str], columns: &[Vec<i32>]) -> Table {
    Table {
        rows: columns.first().map_or(0, Vec::len),
        names,
        columns: columns.iter().map(|column| packed(column)).collect(),
    }
}

/// A column in as few bytes as it needs.
fn packed(column: &[i32]) -> String {
    let (least, most) = column.iter().fold((0, 0), |(least, most), &n| (n.min(least), n.max(most)));
    let fits = |low: i32, high: i32| least >= low && most <= high;
    let (letter, width) = if fits(0, 0) {
        ("z", 0)
    } else if fits(i8::MIN.into(), i8::MAX.into()) {
        ("b", 1)
    } else if fits(i16::MIN.into(), i16::MAX.into()) {
        ("h", 2)
    } else {
        ("i", 4)
    };
    let bytes: Vec<u8> = column.iter().flat_map(|number| number.to_le_bytes().into_iter().take(width)).collect();
    letter.to_owned() + &BASE64.encode(bytes)
}

fn json(trace: &Trace) -> String {
    let view = TraceView {
        kind: trace.kind,
        player: &trace.player,
        position: &trace.position,
        names: &trace.names,
        nodes: table(&NODE, &trace.nodes),
        events: table(&EVENT, &trace.events),
        candidates: table(&CANDIDATE, &trace.candidates),
        kinds: &EVENTS,
        reasons: &REASONS,
        how: &HOW,
        missed: trace.missed,
        found: &trace.found,
    };
    serde_json::to_string(&view).unwrap_or_default()
}

/// Watches a search.
pub async fn watch(
    State(state): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<Traced>,
) -> Result<Response, Problem> {
    let made = state.traces.run(move || asked.run().map(|trace| json(&trace))).await??;
    Ok(compression::json(&headers, made))
}

/// How a position looks.
#[derive(Serialize)]
pub struct Looked {
    picture: Picture,
    rules: String,
    to_move: Player,
    last: Option<MoveInfo>,
    legal: Vec<MoveInfo>,
    /// The key, and before the last move, as binary numbers.
    key: String,
    previous: Option<String>,
    /// The keys whose XOR turns one into the other.
    changed: Vec<Changed>,
}

/// A part of the key that the last move added or removed.
#[derive(Serialize)]
struct Changed {
    part: String,
    key: String,
}

/// Shows the position after some moves.
pub async fn board(State(state): State<AppState>, Body(place): Body<Place>) -> Result<Json<Looked>, Problem> {
    Ok(Json(state.imports.run(move || looked(&place)).await??))
}

fn looked(place: &Place) -> Result<Looked, Refusal> {
    let session = place.open()?;
    let binary = |key: u64| format!("{key:064b}");
    let before = session.previous_key();
    let parts = session.key_parts();
    let changed = before.iter().flat_map(|(_, old)| {
        let gone = old.iter().filter(|part| !parts.contains(part));
        let come = parts.iter().filter(|part| !old.contains(part));
        gone.chain(come).map(|(part, key)| Changed { part: part.to_string(), key: binary(*key) })
    });
    Ok(Looked {
        picture: session.picture(),
        rules: session.rules(),
        to_move: session.to_move(),
        last: session.last_move(),
        legal: session.legal_moves(),
        key: binary(session.key()),
        previous: before.as_ref().map(|(key, _)| binary(*key)),
        changed: changed.collect(),
    })
}
