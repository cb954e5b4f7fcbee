//! The server asked without a port: games of every kind, refusals, hardening.

mod browser;
mod french;
mod glass;
mod kept;
mod lessons;
mod records;
mod refusals;
mod schema;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use quadrille_web::{AppState, Options, app};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tower::ServiceExt;

fn server() -> Router {
    app(AppState::new(&Options::default()).expect("the server's state"))
}

async fn send(app: &Router, request: Request<Body>) -> (StatusCode, Option<String>, Vec<u8>) {
    let response = app.clone().oneshot(request).await.expect("an answer");
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map(|kind| kind.to_str().expect("text").to_owned());
    let body = response.into_body().collect().await.expect("a body").to_bytes().to_vec();
    (status, kind, body)
}

fn request(method: &Method, path: &str, body: &Value) -> Request<Body> {
    let builder = Request::builder().method(method).uri(path).header(header::HOST, "127.0.0.1:8610");
    if *method == Method::POST {
        return builder
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_string()))
            .expect("a request");
    }
    builder.body(Body::empty()).expect("a request")
}

async fn call(app: &Router, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
    let (status, _, bytes) = send(app, request(&method, &format!("/api/v1{path}"), &body)).await;
    let answer = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
    schema::check(&method, path, &body, (status, &answer));
    (status, answer)
}

async fn post(app: &Router, path: &str, body: Value) -> Value {
    let (status, answer) = call(app, Method::POST, path, body).await;
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

fn id(state: &Value) -> &str {
    state["id"].as_str().expect("an id")
}

/// Asks until the game is as wanted; searches have their own threads.
async fn until(app: &Router, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let (_, state) = call(app, Method::GET, &format!("/games/{id}"), Value::Null).await;
        if wanted(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the game never became what was waited for");
}

#[tokio::test]
async fn two_people_play_every_game() {
    let app = server();
    let openings = [
        ("breakthrough", "6x6", vec!["b2b3", "b5b4"]),
        ("chess", "standard", vec!["e4", "e7e5", "Nf3"]),
        ("othello", "white-first", vec!["f4", "f3"]),
        ("go", "9", vec!["E5", "c3", "pass"]),
    ];
    for (game, rules, moves) in openings {
        let state = post(&app, "/games", json!({"game": game, "rules": rules})).await;
        let path = format!("/games/{}", id(&state));
        let mut last = state.clone();
        for text in &moves {
            last = post(&app, &format!("{path}/moves"), json!({"move": text})).await;
        }
        assert_eq!(last["ply"], moves.len(), "{game}");
        let back = post(&app, &format!("{path}/undo"), json!({})).await;
        assert_eq!(back["ply"], moves.len() - 1);
        let again = post(&app, &format!("{path}/redo"), json!({})).await;
        assert_eq!(again["position"], last["position"]);
        assert_eq!(again["key"], last["key"]);
        let first = post(&app, &format!("{path}/goto"), json!({"node": 0})).await;
        assert_eq!((&first["position"], &first["key"]), (&state["position"], &state["key"]));
        let parts = first["parts"].as_array().expect("parts").iter();
        let xor = parts
            .map(|part| u64::from_str_radix(part["key"].as_str().expect("hex"), 16).expect("a key"))
            .fold(0, |a, b| a ^ b);
        assert_eq!(format!("{xor:016x}"), first["key"], "{game}: the parts make the key");
    }
}

#[tokio::test]
async fn prisoners_are_counted() {
    let app = server();
    let corner = json!({"game": "go", "rules": "5", "moves": ["A2", "A1", "B1", "C3", "pass"]});
    let state = post(&app, "/games", corner).await;
    assert_eq!(state["captures"], json!([1, 0]), "Black took the stone in the corner");
    let set_up = json!({"game": "go", "rules": "3", "position": "3/3/OX1 X", "moves": ["pass"]});
    assert_eq!(post(&app, "/games", set_up).await["captures"], json!([0, 0]), "what was set up was not taken");
    assert!(post(&app, "/games", json!({"game": "othello"})).await["captures"].is_null());
}

#[tokio::test]
async fn the_engine_answers_and_undo_goes_back_to_my_turn() {
    let app = server();
    let seats = json!({"white": {"kind": "human"}, "black": {"kind": "engine", "limits": {"time_ms": 50, "depth": 2}}});
    let state = post(&app, "/games", json!({"game": "othello", "rules": "white-first", "seats": seats})).await;
    let path = format!("/games/{}", id(&state));
    let mine = post(&app, &format!("{path}/moves"), json!({"move": "f4"})).await;
    assert_eq!(mine["thinking"]["side"], "black");
    assert!(!mine["last"]["turned"].as_array().expect("flips").is_empty());
    let answered = until(&app, id(&state), |state| state["ply"] == 2).await;
    assert!(answered["stats"]["black"]["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    let (status, refused) = call(&app, Method::POST, &format!("{path}/moves"), json!({"move": "d6", "node": 0})).await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    let back = post(&app, &format!("{path}/undo"), json!({})).await;
    assert_eq!(back["ply"], 0);
}

#[tokio::test]
async fn engines_play_a_game_to_its_end() {
    let app = server();
    let engine = json!({"kind": "engine", "level": 1});
    let state = post(
        &app,
        "/games",
        json!({"game": "breakthrough", "rules": "4x4", "seats": {"white": engine, "black": engine}}),
    )
    .await;
    let ended = until(&app, id(&state), |state| !state["end"].is_null()).await;
    assert!(ended["end"]["winner"].is_string());
    assert!(ended["legal"].as_array().expect("moves").is_empty());
}

#[tokio::test]
async fn analysis_reports_and_hints() {
    let app = server();
    let state = post(&app, "/games", json!({"game": "othello", "rules": "standard"})).await;
    let path = format!("/games/{}", id(&state));
    let analysis = json!({"mode": "shown", "player": "", "limits": {"time_ms": 200}, "multipv": 2});
    post(&app, &format!("{path}/analysis"), analysis).await;
    let analysed = until(&app, id(&state), |state| state["analysing"] == false && !state["report"].is_null()).await;
    assert!(analysed["report"]["black_value"].is_number());
    assert!(analysed["tree"][0]["value"].is_number());
    post(&app, &format!("{path}/analysis"), json!({"mode": "off"})).await;
    post(&app, &format!("{path}/hint"), json!({})).await;
    let hinted = until(&app, id(&state), |state| !state["hint"].is_null()).await;
    let legal = hinted["legal"].as_array().expect("moves");
    assert!(legal.iter().any(|legal| legal["move"] == hinted["hint"]["move"]));
    for text in ["f5", "d6", "c3"] {
        post(&app, &format!("{path}/moves"), json!({"move": text})).await;
    }
    post(&app, &format!("{path}/sweep"), json!({"on": true})).await;
    let swept = until(&app, id(&state), |state| state["sweep"].is_null()).await;
    assert!(swept["tree"].as_array().expect("nodes").iter().all(|node| node["value"].is_number()));
}

#[tokio::test]
async fn games_come_back_from_the_store() {
    let folder: PathBuf = std::env::temp_dir().join(format!("quadrille-web-{}", std::process::id()));
    let options = Options { data: Some(folder.clone()), ..Options::default() };
    let first = app(AppState::new(&options).expect("a server"));
    let mut kept = Vec::new();
    for (game, moves) in
        [("chess", ["e4", "c5"]), ("othello", ["f5", "d6"]), ("go", ["E5", "C3"]), ("breakthrough", ["b2b3", "b4b3"])]
    {
        let rules = if game == "othello" { "standard" } else { "" };
        let state = post(&first, "/games", json!({"game": game, "rules": rules, "moves": [moves[0]]})).await;
        if game == "breakthrough" {
            kept.push(state);
            continue;
        }
        kept.push(post(&first, &format!("/games/{}/moves", id(&state)), json!({"move": moves[1]})).await);
    }
    // A list is of what is on disk: once it is there, the disk has caught up, however slow it is.
    call(&first, Method::GET, "/games", Value::Null).await;
    // No goodbye: a copy of the folder is what a killed server leaves behind.
    let copy = folder.with_extension("copy");
    std::fs::create_dir_all(&copy).expect("a folder");
    for file in std::fs::read_dir(&folder).expect("games").flatten() {
        std::fs::copy(file.path(), copy.join(file.file_name())).expect("copied");
    }
    let second = app(AppState::new(&Options { data: Some(copy.clone()), ..Options::default() }).expect("a server"));
    for state in &kept {
        let (status, back) = call(&second, Method::GET, &format!("/games/{}", id(state)), Value::Null).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(
            (&back["position"], &back["tree"], &back["seats"]),
            (&state["position"], &state["tree"], &state["seats"])
        );
    }
    let (_, list) = call(&second, Method::GET, "/games", Value::Null).await;
    assert_eq!(list["games"].as_array().map(Vec::len), Some(4));
    let (status, _) = call(&second, Method::DELETE, &format!("/games/{}", id(&kept[0])), Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    for folder in [folder, copy] {
        std::fs::remove_dir_all(folder).expect("removed");
    }
}

#[tokio::test]
async fn the_interface_is_described() {
    let app = server();
    let (status, document) = call(&app, Method::GET, "/openapi.json", Value::Null).await;
    assert_eq!((status, document["openapi"].as_str()), (StatusCode::OK, Some("3.1.0")));
    let state = post(&app, "/games", json!({"game": "chess"})).await;
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() > 15);
    for (path, operations) in paths {
        let path = path.replace("{id}", id(&state)).replace("{name}", "minimax").replace("{step}", "2");
        for method in operations.as_object().expect("operations").keys() {
            if path.ends_with("/events") || method == "delete" || method == "parameters" {
                continue;
            }
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).expect("a method");
            let (status, answer) = call(&app, method.clone(), &path, json!({})).await;
            assert!(!matches!(status.as_u16(), 404 | 405), "{method} {path}: {status} {answer}");
        }
    }
}

#[tokio::test]
async fn listeners_hear_the_state_first() {
    let app = server();
    let state = post(&app, "/games", json!({"game": "go", "rules": "5"})).await;
    let path = format!("/api/v1/games/{}/events", id(&state));
    let response = app.clone().oneshot(request(&Method::GET, &path, &Value::Null)).await.expect("a stream");
    assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
    let mut body = response.into_body();
    let first = body.frame().await.expect("a frame").expect("data").into_data().expect("data");
    assert!(first.starts_with(b"event: state\ndata: {"));
    post(&app, &format!("/games/{}/moves", id(&state)), json!({"move": "C3"})).await;
    let second = body.frame().await.expect("a frame").expect("data").into_data().expect("data");
    assert!(String::from_utf8_lossy(&second).contains("\"ply\":1"));
}
