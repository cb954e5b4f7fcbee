//! The glass box over Go: patterns at each point and the nearest recorded positions.

use super::*;
use quadrille_engine::Library;

/// A server that knows two recorded games of Go.
pub fn server_with_records(name: &str) -> Router {
    let file = std::env::temp_dir().join(format!("quadrille-records-{name}-{}.txt", std::process::id()));
    // One game a line: result, tab, two letters a move, columns and rows from the top left.
    std::fs::write(&file, "B+\tpdddppdqcdqf\nW+\tqdppddqqcq\n").expect("written");
    let library = Library::built_in().with_records(std::slice::from_ref(&file), 1_000, 1).expect("two games");
    std::fs::remove_file(file).expect("removed");
    app(AppState::new(&Options { library: Some(library), ..Options::default() }).expect("a server"))
}

async fn patterns(app: &Router, id: &str) -> (StatusCode, Value) {
    call(app, Method::GET, &format!("/games/{id}/patterns?k=3"), Value::Null).await
}

#[tokio::test]
async fn patterns_speak_of_every_point() {
    let app = server();
    let state = post(&app, "/games", json!({"game": "go", "rules": "19", "moves": ["Q16", "D4", "D16"]})).await;
    let (status, seen) = patterns(&app, id(&state)).await;
    assert_eq!((status, &seen["node"]), (StatusCode::OK, &json!(3)));
    let points = seen["points"].as_array().expect("points");
    assert_eq!(points.len(), 19 * 19 - 3);
    // Professionals answer in the last empty corner, never on the edge.
    let best: Vec<&str> = points.iter().take(4).filter_map(|point| point["move"].as_str()).collect();
    assert!(best.iter().any(|point| ["Q4", "R4", "Q3", "C3", "R3", "Q5", "P3", "P4"].contains(point)), "{best:?}");
    assert!(points.iter().any(|p| p["zoom"].as_u64() > Some(0) && p["n"].as_u64() >= p["v"].as_u64()));
    assert!(seen["known"]["records"].is_null() && seen["known"]["patterns"].as_u64() > Some(1_000));
    let other = post(&app, "/games", json!({"game": "chess"})).await;
    let (status, refused) = patterns(&app, id(&other)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
}

#[tokio::test]
async fn recorded_positions_are_found_again() {
    let app = server_with_records("found");
    let moves = ["Q16", "D16", "Q4"];
    let state = post(&app, "/games", json!({"game": "go", "rules": "19", "moves": moves})).await;
    let (_, seen) = patterns(&app, id(&state)).await;
    let near = &seen["neighbours"][0];
    assert_eq!(
        (&near["distance"], &near["game"], &near["turn"], &near["move"]),
        (&json!(0), &json!(0), &json!(3), &json!("D3"))
    );
    let board = near["board"].as_str().expect("a board");
    let stones: Vec<_> = board.char_indices().filter(|(_, letter)| *letter != '.').collect();
    assert_eq!(stones, [(3 * 19 + 3, 'O'), (3 * 19 + 15, 'X'), (15 * 19 + 15, 'X')]);
    assert_eq!(seen["known"]["records"], 11);
}
