//! The JSON API under `/api/v1`: routes and body shapes. `openapi.json` is its machine-readable description.

mod compose;
mod formula;
mod import;
mod lessons;
mod ownership;
mod patterns;
mod trace;

use crate::compression;
use crate::game::command::Command;
use crate::game::seat::Seats;
use crate::game::tree::{MOST_NODES, NodeId};
use crate::game::view::Step;
use crate::game::{Analysis, Setup};
use crate::games::Listed;
#[cfg(not(target_family = "wasm"))]
use crate::page;
use crate::problem::{Body, Kind, Problem};
use crate::state::AppState;
use crate::visitor::Visitor;
use crate::words;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use quadrille_engine::exchange::{self, Target};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Games in a list.
const LISTED: usize = 50;

/// The OpenAPI description.
pub const OPENAPI: &str = include_str!("openapi.json");

/// All addresses below `/api/v1`.
pub fn routes() -> Router<AppState> {
    let routes = Router::new();
    #[cfg(not(target_family = "wasm"))]
    let routes = routes.route("/games/{id}/events", get(events));
    routes
        .route("/openapi.json", get(|| async { json(StatusCode::OK, OPENAPI) }))
        .route("/catalogue", get(offered))
        .route("/detect", post(import::detect))
        .route("/compose", post(compose::compose))
        .route("/formula", post(formula::show))
        .route("/trace", post(trace::watch))
        .route("/trace/board", post(trace::board))
        .route("/lessons", get(lessons::list))
        .route("/lessons/{name}", get(lessons::look))
        .route("/lessons/{name}/{step}", post(lessons::answer))
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(look).delete(remove))
        .route("/games/{id}/record", get(record))
        .route("/games/{id}/patterns", get(patterns::look))
        .route("/games/{id}/ownership", get(ownership::look))
        .route("/games/{id}/steps", post(steps))
        .route("/games/{id}/{action}", post(act))
        .fallback(|request: Request| async move { missing(&request) })
        .method_not_allowed_fallback(|request: Request| async move {
            let refusal = words::NO_METHOD.refuse().with("path", request.uri().path());
            Problem::new(Kind::Method, refusal.with("method", request.method().as_str()))
        })
}

fn missing(request: &Request) -> Problem {
    Problem::new(Kind::NotFound, words::NO_ADDRESS.refuse().quote("path", request.uri().path()))
}

/// GET serves the page's files; anything else gets a problem document.
#[cfg(not(target_family = "wasm"))]
pub async fn page_or_problem(request: Request) -> Response {
    if matches!(*request.method(), axum::http::Method::GET | axum::http::Method::HEAD) {
        return page::serve(request.uri().path(), request.headers());
    }
    missing(&request).into_response()
}

async fn offered(State(state): State<AppState>, headers: HeaderMap) -> Response {
    compression::respond("application/json", state.catalogue, &headers)
}

fn json(status: StatusCode, text: impl Into<String>) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

#[derive(Serialize)]
struct List {
    games: Vec<Listed>,
}

async fn list(State(state): State<AppState>, Extension(visitor): Extension<Visitor>) -> axum::Json<List> {
    axum::Json(List { games: state.games.list(LISTED, visitor).await })
}

async fn create(
    State(state): State<AppState>,
    Extension(visitor): Extension<Visitor>,
    Body(setup): Body<Setup>,
) -> Result<Response, Problem> {
    let games = state.games.clone();
    let made = state.creations.run(move || games.create(setup, visitor.into_owner()));
    let (id, handle) = made.await??;
    match handle.begin().await {
        Ok(text) => Ok(json(StatusCode::CREATED, &*text)),
        Err(problem) => {
            // A game that cannot be saved is not created.
            let _ = state.games.remove(&id).await;
            Err(problem)
        }
    }
}

async fn look(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, &*state.games.get(&id)?.execute(Command::Look).await?))
}

async fn remove(
    State(state): State<AppState>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    if !state.games.belongs_to(&id, &visitor) {
        return Err(Problem::new(Kind::Foreign, words::NOT_YOURS.refuse()));
    }
    state.games.remove(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A game's updates as an event stream; in a browser they come as messages.
#[cfg(not(target_family = "wasm"))]
async fn events(State(state): State<AppState>, Path(id): Path<String>) -> Result<Response, Problem> {
    crate::events::stream(state.listeners.listen(&state.games.get(&id)?)?)
}

#[derive(Deserialize)]
struct RecordQuery {
    format: String,
}

async fn record(
    State(state): State<AppState>,
    Path(id): Path<String>,
    query: Result<Query<RecordQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query?;
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
    /// Milliseconds a position.
    #[serde(default = "usual_sweep")]
    time_ms: u64,
}

fn usual_sweep() -> u64 {
    500
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PauseBody {
    on: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeadBody {
    cell: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RemarkBody {
    node: NodeId,
    #[serde(default)]
    comment: String,
    #[serde(default)]
    nags: Vec<u8>,
}

/// A line of moves after a position of the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepsBody {
    node: NodeId,
    #[serde(default)]
    moves: Vec<String>,
}

async fn steps(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Body(body): Body<StepsBody>,
) -> Result<axum::Json<Vec<Step>>, Problem> {
    if body.moves.len() > MOST_NODES {
        let refusal = words::MANY_MOVES.refuse().with("moves", body.moves.len());
        return Err(refusal.with("most", MOST_NODES).into());
    }
    Ok(axum::Json(state.games.get(&id)?.steps(body.node, body.moves).await?))
}

/// The maximum length of a move.
const LONGEST_MOVE: usize = 40;
/// The actions of a game.
const ACTIONS: [&str; 14] = [
    "moves", "undo", "redo", "goto", "resign", "seats", "analysis", "sweep", "hint", "pause", "promote", "delete",
    "remark", "dead",
];

fn command(action: &str, body: serde_json::Value) -> Result<Command, Problem> {
    fn read<T: serde::de::DeserializeOwned>(body: serde_json::Value) -> Result<T, Problem> {
        serde_json::from_value(body)
            .map_err(|error| Problem::new(Kind::Malformed, words::BODY.refuse().error("error", error)))
    }
    Ok(match action {
        "moves" => {
            let body: PlayBody = read(body)?;
            if body.text.len() > LONGEST_MOVE {
                let refusal = words::LONG_MOVE.refuse().with("length", body.text.len());
                return Err(refusal.with("most", LONGEST_MOVE).into());
            }
            Command::Play { text: body.text, node: body.node }
        }
        "undo" => Command::Undo,
        "redo" => Command::Redo,
        "goto" => Command::Goto(read::<GotoBody>(body)?.node),
        "resign" => Command::Resign,
        "seats" => Command::Seats(Box::new(read::<Seats>(body)?)),
        "analysis" => Command::Analyse(Box::new(read::<Analysis>(body)?)),
        "sweep" => {
            let SweepBody { on, time_ms } = read(body)?;
            Command::Sweep(on.then(|| Duration::from_millis(time_ms)))
        }
        "hint" => Command::Hint,
        "pause" => Command::Pause(read::<PauseBody>(body)?.on),
        "promote" => Command::Promote(read::<GotoBody>(body)?.node),
        "delete" => Command::Delete(read::<GotoBody>(body)?.node),
        "dead" => Command::Dead(read::<DeadBody>(body)?.cell),
        "remark" => {
            let RemarkBody { node, comment, nags } = read(body)?;
            Command::Remark { node, comment, nags }
        }
        _ => {
            let refusal = words::NO_ACTION.refuse().quote("action", action).list("expected", ACTIONS);
            return Err(Problem::new(Kind::NotFound, refusal));
        }
    })
}

async fn act(
    State(state): State<AppState>,
    Path((id, action)): Path<(String, String)>,
    Body(body): Body<serde_json::Value>,
) -> Result<Response, Problem> {
    let command = command(&action, body)?;
    Ok(json(StatusCode::OK, &*state.games.get(&id)?.execute(command).await?))
}
