//! The server asked without a port: games of every kind, refusals, hardening.

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
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
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
async fn the_engine_answers_and_undo_goes_back_to_my_turn() {
    let app = server();
    let seats = json!({"white": {"kind": "human"}, "black": {"kind": "engine", "limits": {"time_ms": 50, "depth": 2}}});
    let state = post(&app, "/games", json!({"game": "othello", "rules": "white-first", "seats": seats})).await;
    let path = format!("/games/{}", id(&state));
    let mine = post(&app, &format!("{path}/moves"), json!({"move": "f4"})).await;
    assert_eq!(mine["thinking"]["side"], "black");
    assert!(!mine["last"]["changes"].as_array().expect("flips").is_empty());
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
    // No goodbye: a second server on the same folder is what a killed one leaves behind.
    let second = app(AppState::new(&options).expect("a server"));
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
    std::fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn records_go_out_and_come_back() {
    let app = server();
    let games = [
        ("chess", "standard", vec!["e4", "e5", "Nf3", "Nc6"], vec!["pgn", "moves"]),
        ("othello", "standard", vec!["f5", "d6", "c3", "d3"], vec!["ggf", "moves"]),
        ("go", "9", vec!["E5", "C3", "pass", "G7"], vec!["sgf"]),
        ("breakthrough", "5x5", vec!["b2b3", "c4c3"], vec!["moves"]),
    ];
    for (game, rules, moves, formats) in games {
        let state = post(&app, "/games", json!({"game": game, "rules": rules, "moves": moves})).await;
        for format in formats {
            let path = format!("/api/v1/games/{}/record?format={format}", id(&state));
            let (status, _, text) = send(&app, request(&Method::GET, &path, &Value::Null)).await;
            assert_eq!(status, StatusCode::OK);
            let text = String::from_utf8(text).expect("text");
            let found = post(&app, "/detect", json!({"text": text, "game": game})).await;
            assert_eq!(
                (&found["game"], found["moves"].as_array().map(Vec::len)),
                (&json!(game), Some(moves.len())),
                "{text}"
            );
        }
    }
}

#[tokio::test]
async fn drawings_become_positions() {
    let app = server();
    for game in ["breakthrough", "chess", "othello", "go"] {
        let start = post(&app, "/compose", json!({"game": game})).await;
        let drawing = json!({"game": game, "pieces": start["picture"]["pieces"], "to_move": start["to_move"]});
        let drawn = post(&app, "/compose", drawing).await;
        assert_eq!(drawn["position"], start["position"], "{game}");
    }
    let (status, refused) =
        call(&app, Method::POST, "/compose", json!({"game": "chess", "pieces": vec![""; 64]})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
}

#[tokio::test]
async fn bad_requests_get_a_sentence() {
    let app = server();
    let state = post(&app, "/games", json!({"game": "chess"})).await;
    let path = format!("/api/v1/games/{}", id(&state));
    let json_post = |path: &str, body: &str| {
        Request::post(path)
            .header(header::HOST, "localhost")
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(body.to_owned()))
            .expect("a request")
    };
    let large = format!("{{\"text\":\"{}\"}}", "x".repeat(2 << 20));
    let cases = [
        (json_post("/api/v1/games", "{"), 400),
        (json_post("/api/v1/games", "[]"), 400),
        (json_post("/api/v1/games", "{\"game\":\"checkers\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"colour\":1}"), 400),
        (json_post("/api/v1/games", "{\"game\":\"go\",\"rules\":\"100000\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"breakthrough\",\"rules\":\"99x99\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"position\":\"8/8/8/8/8/8/8/8 w - - 0 1\"}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"moves\":[\"e5\"]}"), 422),
        (json_post("/api/v1/games", "{\"game\":\"chess\",\"clock\":{\"limit\":0}}"), 422),
        (
            json_post("/api/v1/games", "{\"game\":\"chess\",\"seats\":{\"black\":{\"kind\":\"engine\",\"level\":99}}}"),
            422,
        ),
        (
            json_post(
                "/api/v1/games",
                "{\"game\":\"chess\",\"seats\":{\"black\":{\"kind\":\"engine\",\"player\":\"deep-thought\"}}}",
            ),
            422,
        ),
        (json_post("/api/v1/detect", &large), 413),
        (json_post("/api/v1/detect", "{\"text\":\"what is this?\"}"), 422),
        (json_post(&format!("{path}/moves"), "{\"move\":\"Ke5\"}"), 422),
        (json_post(&format!("{path}/moves"), &format!("{{\"move\":\"{}\"}}", "e".repeat(100))), 422),
        (json_post(&format!("{path}/moves"), "{}"), 400),
        (json_post(&format!("{path}/goto"), "{\"node\":77}"), 422),
        (json_post(&format!("{path}/goto"), "{\"node\":-1}"), 400),
        (json_post(&format!("{path}/undo"), "{}"), 422),
        (json_post(&format!("{path}/dance"), "{}"), 404),
        (json_post("/api/v1/games/aaaaaaaaaaaaaaaa/undo", "{}"), 404),
        (json_post("/api/v1/nothing", "{}"), 404),
        (request(&Method::GET, &format!("{path}/record?format=exe"), &Value::Null), 422),
        (request(&Method::GET, &format!("{path}/record"), &Value::Null), 400),
        (request(&Method::PUT, "/api/v1/games", &Value::Null), 405),
        (
            Request::post("/api/v1/games")
                .header(header::HOST, "localhost")
                .header(header::CONTENT_TYPE, "text/plain")
                .body(Body::from("{\"game\":\"chess\"}"))
                .expect("a request"),
            400,
        ),
    ];
    for (request, expected) in cases {
        let what = format!("{} {}", request.method(), request.uri());
        let (status, kind, body) = send(&app, request).await;
        let text = String::from_utf8_lossy(&body).into_owned();
        assert_eq!(status.as_u16(), expected, "{what}: {text}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"), "{what}");
        let problem: Value = serde_json::from_slice(&body).expect("a problem");
        assert!(problem["detail"].as_str().is_some_and(|sentence| sentence.len() > 10), "{what}: {text}");
    }
}

#[tokio::test]
async fn strangers_are_refused() {
    let app = server();
    let get = |headers: &[(&str, &str)]| {
        let builder = headers
            .iter()
            .fold(Request::get("/api/v1/catalogue"), |builder, (name, value)| builder.header(*name, *value));
        builder.body(Body::empty()).expect("a request")
    };
    let hosts = [
        "evil.example",
        "evil.example:8610",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "0.0.0.0",
        "10.0.0.1:8610",
        "[::2]",
        "[::1",
        "localhost:",
        "localhost:99999",
        "localhost:8610:1",
        "user@localhost",
        "localhost/",
        "",
    ];
    for host in hosts {
        let (status, _, _) = send(&app, get(&[("host", host)])).await;
        assert!(matches!(status.as_u16(), 400 | 403), "host {host:?}: {status}");
    }
    let origins = [
        "http://evil.example",
        "https://evil.example:8610",
        "null",
        "http://localhost.evil.example",
        "http://127.0.0.1:9999",
        "file://",
        "http://localhost:8610@evil.example",
        "chrome-extension://abc",
        "",
        "ftp://localhost:8610",
    ];
    for origin in origins {
        let (status, _, _) = send(&app, get(&[("host", "localhost:8610"), ("origin", origin)])).await;
        assert_eq!(status, StatusCode::FORBIDDEN, "origin {origin:?}");
    }
    for site in ["cross-site", "same-site"] {
        let (status, _, _) = send(&app, get(&[("host", "localhost:8610"), ("sec-fetch-site", site)])).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
    }
    let (status, _, _) = send(&app, get(&[])).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "no host at all");
    let (status, _, _) = send(&app, get(&[("host", "localhost"), ("host", "evil.example")])).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "two hosts");
    for good in ["localhost", "localhost:8610", "127.0.0.1:1", "[::1]:8610", "LOCALHOST"] {
        let (status, _, _) = send(&app, get(&[("host", good), ("sec-fetch-site", "same-origin")])).await;
        assert_eq!(status, StatusCode::OK, "host {good:?}");
    }
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let app = server();
    let paths = [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/%2e%2e%2fCargo.toml",
        "/view/../../Cargo.toml",
        "/view/..%5c..%5cCargo.toml",
        "/....//Cargo.toml",
        "/./index.html",
        "//index.html",
        "///etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/%00",
        "/index.html%00.js",
        "/index.html/",
        "/view",
        "/view/",
        "/i18n",
        "/.git/config",
        "/.env",
        "/Cargo.toml",
        "/src/lib.rs",
        "/c:/windows/win.ini",
        "/..\\Cargo.toml",
        "/%c0%ae%c0%ae/Cargo.toml",
        "/%252e%252e/Cargo.toml",
        "/api/v1/games/..%2f..%2fetc%2fpasswd",
        "/api/v1/games/%2e%2e",
        "/api/v1/../../etc/passwd",
        "/api/v1/games/aaaaaaaaaaaaaaa.",
        "/INDEX.HTML",
    ];
    let mut sent = 0;
    for path in paths {
        let Ok(uri) = path.parse::<axum::http::Uri>() else { continue };
        sent += 1;
        let request = Request::get(uri).header(header::HOST, "localhost").body(Body::empty()).expect("a request");
        let (status, kind, _) = send(&app, request).await;
        assert!(status.is_client_error(), "{path}: {status}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"), "{path}");
    }
    assert!(sent >= 30, "{sent} of the attempts could be sent at all");
}

#[tokio::test]
async fn every_answer_carries_the_policy_and_files_are_cached_by_tag() {
    let app = server();
    let response = app.clone().oneshot(request(&Method::GET, "/", &Value::Null)).await.expect("the page");
    let header =
        |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert!(header("content-security-policy").contains("script-src 'self'"));
    assert!(!header("content-security-policy").contains("unsafe"));
    assert_eq!(header("x-content-type-options"), "nosniff");
    let tag = header("etag");
    let again = Request::get("/")
        .header(header::HOST, "localhost")
        .header(header::IF_NONE_MATCH, tag)
        .body(Body::empty())
        .expect("a request");
    assert_eq!(send(&app, again).await.0, StatusCode::NOT_MODIFIED);
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
        let path = path.replace("{id}", id(&state));
        for method in operations.as_object().expect("operations").keys() {
            if path.ends_with("/events") || method == "delete" {
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

#[tokio::test]
async fn records_keep_their_side_lines() {
    let app = server();
    let text = "1. e4 e5 (1... c5 {sharp}) 2. Nf3 *";
    let found = post(&app, "/detect", json!({"text": text})).await;
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(3));
    let state = post(&app, "/games", json!({"game": "chess", "tree": found["tree"]})).await;
    assert_eq!((state["ply"].as_u64(), state["tree"].as_array().map(Vec::len)), (Some(3), Some(5)));
    assert_eq!(state["tree"][4]["comment"], "sharp");
    for tree in [json!([{"parent": 1, "move": "e4"}]), json!([{"parent": 0, "move": "e5"}]), json!([{"move": "e4"}])] {
        let body = json!({"game": "chess", "tree": tree});
        let (status, answer) = call(&app, Method::POST, "/games", body).await;
        assert!(status.is_client_error() && answer["detail"].is_string(), "{tree}: {status}");
    }
}

#[tokio::test]
async fn formulas_become_boards_with_their_game() {
    let app = server();
    let shown = post(&app, "/formula", json!({"formula": "x1; -x1"})).await;
    assert_eq!((shown["satisfiable"].as_bool(), shown["winner"].as_str()), (Some(false), Some("black")));
    let (rows, columns) = (shown["rows"].as_u64().unwrap_or(0), shown["columns"].as_u64().unwrap_or(0));
    assert_eq!(shown["board"].as_str().map(str::len), Some((rows * (columns + 1)) as usize));
    let moves = shown["moves"].as_array().expect("moves");
    assert!(moves.iter().any(|step| step["captured"].is_array()), "the reserve is captured");
    let chosen = post(&app, "/formula", json!({"formula": "x1 x2", "choices": "x1=0 x2=1; literal 1"})).await;
    assert_eq!(chosen["winner"], "black", "White picks a false literal");
    let found = post(&app, "/detect", json!({"text": "x1 x2; -x1 -x2"})).await;
    assert_eq!(found["formula"], "x1 x2; -x1 -x2");
    let many: Vec<String> = (0..40).map(|i| format!("x{i} x{} x{}", i + 1, i + 2)).collect();
    for body in [
        json!({"formula": ""}),
        json!({"formula": "x1 -x2"}),
        json!({"formula": "x1", "choices": "clause 7"}),
        json!({"formula": "x1 ".repeat(10_000)}),
        json!({"formula": many.join("; "), "comb": true}),
    ] {
        let (status, answer) = call(&app, Method::POST, "/formula", body).await;
        assert!(status.is_client_error() && answer["detail"].is_string(), "{status}: {answer}");
    }
}
