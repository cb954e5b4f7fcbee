//! The JSON interface under `/api/v1`: addresses and the shapes of bodies. `openapi.json` says the same for programs.

mod compose;
mod formula;
mod import;
mod patterns;

use crate::AppState;
use crate::assets;
use crate::game::Analysis;
use crate::game::Setup;
use crate::game::actor::Json;
use crate::game::command::Command;
use crate::game::seat::Seats;
use crate::game::tree::NodeId;
use crate::problem::{Body, Kind, Problem};
use crate::store::Summary;
use axum::Router;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use quadrille_engine::exchange::{self, Target};
use serde::{Deserialize, Serialize};

/// Games in a list.
const LISTED: usize = 50;

/// The description of this interface for programs.
pub const OPENAPI: &str = include_str!("openapi.json");

/// All addresses below `/api/v1`.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/openapi.json", get(|| async { json(OPENAPI) }))
        .route("/catalogue", get(offered))
        .route("/detect", post(import::detect))
        .route("/compose", post(compose::compose))
        .route("/formula", post(formula::show))
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(look).delete(remove))
        .route("/games/{id}/events", get(events))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/patterns", get(patterns::look))
        .route("/games/{id}/{action}", post(act))
        .fallback(|request: Request| async move { missing(&request) })
        .method_not_allowed_fallback(|request: Request| async move {
            let sentence = format!(
                "{} does not take {}; /api/v1/openapi.json lists what there is",
                request.uri().path(),
                request.method()
            );
            Problem::plain(Kind::Method, sentence)
        })
}

fn missing(request: &Request) -> Problem {
    let sentence = format!("there is nothing at {:?}; /api/v1/openapi.json lists what there is", request.uri().path());
    Problem::plain(Kind::NotFound, sentence)
}

/// The page's files for readers, a problem for everything else.
pub async fn page_or_problem(request: Request) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return assets::serve(request).await;
    }
    missing(&request).into_response()
}

/// What the engine offers: long and repetitive, so it goes out compressed where the client reads that.
async fn offered(State(state): State<AppState>, headers: HeaderMap) -> Response {
    if !reads_gzip(&headers) {
        return json(state.catalogue.to_string());
    }
    gzip_json(state.catalogue_gzip.to_vec())
}

/// Whether the client reads gzip.
pub fn reads_gzip(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("gzip"))
}

fn gzip_json(bytes: Vec<u8>) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json"), (header::CONTENT_ENCODING, "gzip")];
    (kind, [(header::VARY, "accept-encoding")], bytes).into_response()
}

/// A long JSON text, compressed where the client reads that.
fn maybe_compressed(headers: &HeaderMap, text: String) -> Result<Response, Problem> {
    if !reads_gzip(headers) {
        return Ok(json(text));
    }
    crate::compressed(text.as_bytes()).map(gzip_json).map_err(|error| Problem::plain(Kind::Fault, error.to_string()))
}

fn json(text: impl Into<String>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

fn state_response(status: StatusCode, state: &Json) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], state.to_string()).into_response()
}

#[derive(Serialize)]
struct List {
    games: Vec<Summary>,
}

async fn list(State(state): State<AppState>) -> axum::Json<List> {
    axum::Json(List { games: state.games.list(LISTED).await })
}

async fn create(State(state): State<AppState>, Body(setup): Body<Setup>) -> Result<Response, Problem> {
    let stub = state.games.create(setup)?;
    Ok(state_response(StatusCode::CREATED, &stub.obey(Command::Look).await?))
}

async fn look(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(state_response(StatusCode::OK, &state.games.get(&id)?.obey(Command::Look).await?))
}

async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    state.games.remove(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn events(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    state.listeners.listen(&state.games.get(&id)?)
}

#[derive(Deserialize)]
struct RecordQuery {
    format: String,
}

async fn record(
    State(state): State<AppState>,
    Path(id): Path<String>,
    query: Result<Query<RecordQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|error| Problem::plain(Kind::Malformed, error.body_text()))?;
    let target = Target::named(&query.format)?;
    let export = state.games.get(&id)?.export(matches!(target, Target::Position | Target::Epd | Target::Obf)).await?;
    let text = exchange::write(&export, target)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayBody {
    #[serde(rename = "move")]
    text: String,
    #[serde(default)]
    node: Option<NodeId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GotoBody {
    node: NodeId,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SweepBody {
    on: bool,
}

/// A longer text is no move.
const LONGEST_MOVE: usize = 40;

fn command(action: &str, body: serde_json::Value) -> Result<Command, Problem> {
    fn read<T: serde::de::DeserializeOwned>(body: serde_json::Value) -> Result<T, Problem> {
        serde_json::from_value(body)
            .map_err(|error| Problem::plain(Kind::Malformed, format!("the body does not fit: {error}")))
    }
    Ok(match action {
        "moves" => {
            let body: PlayBody = read(body)?;
            if body.text.len() > LONGEST_MOVE {
                let sentence =
                    format!("a text of {} characters is no move; {LONGEST_MOVE} are the most", body.text.len());
                return Err(Problem::plain(Kind::Refused, sentence));
            }
            Command::Play { text: body.text, node: body.node }
        }
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "goto" => Command::Goto(read::<GotoBody>(body)?.node),
        "resign" => Command::Resign,
        "seats" => Command::Seats(Box::new(read::<Seats>(body)?)),
        "analysis" => Command::Analyse(Box::new(read::<Analysis>(body)?)),
        "sweep" => Command::Sweep(read::<SweepBody>(body)?.on),
        "hint" => Command::Hint,
        _ => {
            let sentence = format!(
                "a game has no action {action:?}; expected moves, undo, redo, goto, resign, seats, analysis, sweep or hint"
            );
            return Err(Problem::plain(Kind::NotFound, sentence));
        }
    })
}

async fn act(
    State(state): State<AppState>,
    Path((id, action)): Path<(String, String)>,
    Body(body): Body<serde_json::Value>,
) -> Result<Response, Problem> {
    let command = command(&action, body)?;
    Ok(state_response(StatusCode::OK, &state.games.get(&id)?.obey(command).await?))
}
