//! The description of the interface against what the server really answers.
//!
//! [`check`] sees every answer of every test here: it must have all that `openapi.json` requires, and nothing that is not
//! described there.

use super::*;
use serde_json::Map;
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../src/api/openapi.json")).expect("JSON"));

/// The fields met so far: the name of the schema, a dot, the name of the field.
static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// A part of the description with its references followed, and the last name on the way.
fn resolve<'a>(schema: &'a Value, name: &'a str) -> (&'a Value, &'a str) {
    match schema["$ref"].as_str() {
        None => (schema, name),
        Some(reference) => {
            let found = DOCUMENT.pointer(&reference[1..]).unwrap_or_else(|| panic!("{reference} is missing"));
            resolve(found, reference.rsplit('/').next().unwrap_or(reference))
        }
    }
}

/// The objects that a schema joins, with their names.
fn objects<'a>(schema: &'a Value, name: &'a str) -> Vec<(&'a Value, &'a str)> {
    let (schema, name) = resolve(schema, name);
    match schema["allOf"].as_array() {
        Some(parts) => parts.iter().flat_map(|part| objects(part, name)).collect(),
        None => vec![(schema, name)],
    }
}

fn strings(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().chain(list.is_string().then_some(list)).filter_map(Value::as_str)
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("there is no type {kind}"),
    }
}

/// Whether a value is as described: the fields met in it, or what is wrong. Patterns and ranges are not looked at.
fn fit(schema: &Value, value: &Value, name: &str) -> Result<Vec<String>, String> {
    let (schema, name) = resolve(schema, name);
    if let Some(choices) = schema["oneOf"].as_array() {
        let (fitting, wrong): (Vec<_>, Vec<_>) =
            choices.iter().map(|choice| fit(choice, value, name)).partition(Result::is_ok);
        let complaints: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
        return fitting.into_iter().next().unwrap_or_else(|| Err(format!("either {}", complaints.join(", or "))));
    }
    let listed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    let typed = schema["type"].is_null() || strings(&schema["type"]).any(|kind| is_a(value, kind));
    if !listed || !typed {
        return Err(format!("{value} is not a {name} {schema}"));
    }
    match value {
        Value::Object(fields) => fit_object(schema, fields, name),
        Value::Array(items) => {
            let bound = |key: &str, usual: usize| schema[key].as_u64().map_or(usual, |bound| bound as usize);
            if items.len() < bound("minItems", 0) || items.len() > bound("maxItems", usize::MAX) {
                return Err(format!("{} items in a {name}", items.len()));
            }
            let seen: Result<Vec<_>, _> = items.iter().map(|item| fit(&schema["items"], item, name)).collect();
            seen.map(|seen| seen.concat())
        }
        _ => Ok(Vec::new()),
    }
}

fn fit_object(schema: &Value, fields: &Map<String, Value>, name: &str) -> Result<Vec<String>, String> {
    let objects = objects(schema, name);
    let mut required = objects.iter().flat_map(|(object, _)| strings(&object["required"]));
    if let Some(missing) = required.find(|field| !fields.contains_key(*field)) {
        return Err(format!("a {name} without {missing}"));
    }
    if name == "Said" && !fields.values().all(is_filled) {
        return Err(format!("the sentence {fields:?}"));
    }
    let mut seen = Vec::new();
    for (field, value) in fields {
        let described = objects.iter().find_map(|(object, owner)| Some((object["properties"].get(field)?, owner)));
        let (property, owner) = described.ok_or_else(|| format!("a {name} with {field}"))?;
        seen.extend(fit(property, value, name).map_err(|wrong| format!("{field}: {wrong}"))?);
        seen.push(format!("{owner}.{field}"));
    }
    Ok(seen)
}

/// Whether a sentence says something and none of its places is empty.
fn is_filled(sentence: &Value) -> bool {
    let place = |part: &str| part.split_once('}').is_some_and(|(name, _)| name.bytes().all(|b| b.is_ascii_lowercase()));
    sentence.as_str().is_some_and(|text| !text.is_empty() && !text.split('{').skip(1).any(place))
}

/// The operation behind an address, its query left off.
fn operation(method: &Method, path: &str) -> Option<&'static Value> {
    let steps: Vec<&str> = path.split('?').next().unwrap_or(path).split('/').collect();
    let fits = |template: &str| {
        let places: Vec<&str> = template.split('/').collect();
        let same = |(place, step): (&&str, &&str)| place == step || place.starts_with('{');
        places.len() == steps.len() && places.iter().zip(&steps).all(same)
    };
    let (_, found) = DOCUMENT["paths"].as_object()?.iter().find(|(template, _)| fits(template))?;
    found.get(method.as_str().to_lowercase())
}

/// Checks a request and its answer.
pub fn check(method: &Method, path: &str, body: &Value, (status, answer): (StatusCode, &Value)) {
    let Some(operation) = operation(method, path) else {
        assert!(status.is_client_error(), "{method} {path} is not described");
        return;
    };
    let kind = if status.is_success() { "application~1json" } else { "application~1problem+json" };
    let content = |part: &'static Value| resolve(part, "").0.pointer(&format!("/content/{kind}/schema"));
    let responses = &operation["responses"];
    let asked = content(&operation["requestBody"]).filter(|_| *method == Method::POST && status.is_success());
    let answered = content(responses.get(status.as_str()).unwrap_or(&responses["default"]));
    for (schema, value) in [(asked, body), (answered.filter(|_| path != "/openapi.json"), answer)] {
        let seen = schema.map_or(Ok(Vec::new()), |schema| fit(schema, value, ""));
        let seen = seen.unwrap_or_else(|wrong| panic!("{method} {path} {status}: {wrong}"));
        SEEN.lock().expect("the fields").extend(seen);
    }
}

/// Whatever is not about one game.
async fn ask_around() {
    let folder = std::env::temp_dir().join(format!("quadrille-schema-{}", std::process::id()));
    let options = Options { data: Some(folder.clone()), ..Options::default() };
    let app = app(AppState::new(&options).expect("a server"));
    call(&app, Method::GET, "/catalogue", Value::Null).await;
    call(&app, Method::POST, "/detect", json!({"text": "what is this?"})).await;
    post(&app, "/detect", json!({"text": "x1 x2; -x1 -x2", "game": "go"})).await;
    let found = post(&app, "/detect", json!({"text": "[Event \"x\"]\n\n1. e4! {good} e5 (1... c5) 2. Nf3 *"})).await;
    post(&app, "/games", json!({"game": "chess", "tree": found["tree"], "tags": found["tags"]})).await;
    let judged = json!({"parent": 0, "move": "e4", "value": 0.4, "score": {"kind": "score", "amount": 0.3},
        "loss": 0.1, "best": "e7e5", "best_record": "e5"});
    let opening = json!({"best": "e2e4", "best_record": "e4"});
    post(&app, "/games", json!({"game": "chess", "tree": [judged], "opening": opening})).await;
    let go = "(;GM[1]SZ[9]C[a game]TR[aa][bb];B[ee]LB[ee:1])";
    let found = post(&app, "/detect", json!({"text": go})).await;
    post(&app, "/games", json!({"game": "go", "rules": "9", "tree": found["tree"], "opening": found["opening"]})).await;
    let before = post(&app, "/detect", json!({"text": "[Event \"x\"]\n\n1. e4 ({sharp} 1. d4) 1... e5 *"})).await;
    post(&app, "/games", json!({"game": "chess", "tree": before["tree"]})).await;
    call(&app, Method::GET, "/games", Value::Null).await;
    let drawing = json!({"game": "go", "rules": "3", "position": "X2/3/3 O", "pieces": null, "to_move": "white"});
    post(&app, "/compose", drawing).await;
    post(&app, "/formula", json!({"formula": "x1; -x1", "choices": "x1=1", "comb": true, "lang": "fr"})).await;
    lessons::ask_everything(&app).await;
    std::fs::remove_dir_all(folder).expect("removed");
}

/// Analyses the position on the board with each of these players.
async fn analyse(app: &Router, id: &str, players: &[&str]) {
    for player in players {
        let limits = json!({"time_ms": 300, "depth": 999, "nodes": 1_000_000_000, "playouts": 1_000_000});
        let analysis = json!({"mode": "shown", "player": player, "limits": limits, "multipv": 2});
        post(app, &format!("/games/{id}/analysis"), analysis).await;
        until(app, id, |state| state["analysing"] == false && !state["report"].is_null()).await;
    }
}

/// A game with its clock, its searches, castling, promotions, a draw to claim and a mate to find.
async fn play_chess(app: &Router) {
    let position = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let seats = json!({"white": {"kind": "human"}, "black": {"kind": "engine", "level": 1}});
    let clock = json!({"limit": 600, "increment": 1});
    let state =
        post(app, "/games", json!({"game": "chess", "position": position, "seats": seats, "clock": clock})).await;
    let path = format!("/games/{}", id(&state));
    post(app, &format!("{path}/moves"), json!({"move": "O-O", "node": 0})).await;
    until(app, id(&state), |state| state["ply"] == 2).await;
    let engine = json!({"kind": "engine", "player": "alphabeta", "limits": {"depth": 2}});
    post(app, &format!("{path}/seats"), json!({"white": engine})).await;
    until(app, id(&state), |state| state["ply"] == 3).await;
    post(app, &format!("{path}/seats"), json!({})).await;
    post(app, &format!("{path}/goto"), json!({"node": 0})).await;
    analyse(app, id(&state), &["alphabeta", "rave"]).await;
    post(app, &format!("{path}/hint"), json!({})).await;
    until(app, id(&state), |state| !state["hint"].is_null()).await;
    post(app, &format!("{path}/sweep"), json!({"on": true, "time_ms": 400})).await;
    until(app, id(&state), |state| state["sweep"].is_null()).await;
    post(app, &format!("{path}/remark"), json!({"node": 1, "comment": "castles", "nags": [1]})).await;
    post(app, &format!("{path}/steps"), json!({"node": 0, "moves": ["O-O"]})).await;
    post(app, &format!("{path}/promote"), json!({"node": 1})).await;
    post(app, &format!("{path}/pause"), json!({"on": false})).await;
    post(app, &format!("{path}/delete"), json!({"node": 2})).await;
    let knights = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"];
    post(app, "/games", json!({"game": "chess", "moves": knights})).await;
    let mate = json!({"game": "chess", "position": "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"});
    let mate = post(app, "/games", mate).await;
    analyse(app, id(&mate), &["alphabeta"]).await;
    // A queen is left standing: many moves were better.
    let blunder = json!({"game": "chess", "position": "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "moves": ["Ra1"]});
    let blunder = post(app, "/games", blunder).await;
    // The shortest sweeps of a busy machine end before they come to the good answers.
    let mut also = Value::Null;
    for time_ms in [400, 4_000, 30_000] {
        post(app, &format!("/games/{}/sweep", id(&blunder)), json!({"on": true, "time_ms": time_ms})).await;
        also = until(app, id(&blunder), |state| state["sweep"].is_null()).await["tree"][0]["also"].take();
        if also.is_array() {
            break;
        }
    }
    let also = also.as_array().expect("good answers");
    assert!(also.iter().all(|text| text != "d1a1") && also.contains(&json!("d1d5")), "{also:?}");
}

/// Answered only where endgame tables are installed; the tests of UCI see it as `tbhits`.
const ONLY_WITH_TABLES: &str = "Report.known";

/// Everything described is really answered.
#[tokio::test]
async fn every_described_field_occurs() {
    ask_around().await;
    let app = glass::server_with_records("schema");
    play_chess(&app).await;
    let territory = json!({"game": "go", "rules": "5", "moves": ["A2", "A1", "B1", "pass", "pass"]});
    post(&app, "/games", territory).await;
    let counted = json!({"game": "go", "rules": "5 chinese", "moves": ["A2", "A1", "B1", "pass", "pass"]});
    let counted = post(&app, "/games", counted).await;
    post(&app, &format!("/games/{}/dead", id(&counted)), json!({"cell": "A2"})).await;
    let go = post(&app, "/games", json!({"game": "go", "rules": "19", "moves": ["Q16", "D16"]})).await;
    call(&app, Method::GET, &format!("/games/{}/patterns?k=1", id(&go)), Value::Null).await;
    call(&app, Method::GET, &format!("/games/{}/ownership", id(&go)), Value::Null).await;
    analyse(&app, id(&go), &["prior"]).await;
    let path = format!("/games/{}", id(&go));
    post(&app, &format!("{path}/steps"), json!({"node": 1})).await;
    // On a small board playouts are quick, however busy the machine is.
    let small = post(&app, "/games", json!({"game": "go", "rules": "5", "moves": ["C3"]})).await;
    post(&app, &format!("/games/{}/sweep", id(&small)), json!({"on": true, "time_ms": 800})).await;
    until(&app, id(&small), |state| state["sweep"].is_null()).await;
    post(&app, "/games", json!({"game": "othello", "rules": "standard", "moves": ["f5"]})).await;

    let schemas = DOCUMENT["components"]["schemas"].as_object().expect("schemas").iter();
    let fields = |(object, name): (&'static Value, &'static str)| {
        let fields = object["properties"].as_object().into_iter().flat_map(Map::keys);
        fields.map(move |field| format!("{name}.{field}"))
    };
    let described: BTreeSet<String> =
        schemas.flat_map(|(name, schema)| objects(schema, name)).flat_map(fields).collect();
    let seen = SEEN.lock().expect("the fields");
    let missing: Vec<&String> = described.difference(&seen).filter(|field| *field != ONLY_WITH_TABLES).collect();
    assert!(missing.is_empty(), "described but never seen: {missing:?}");
}
