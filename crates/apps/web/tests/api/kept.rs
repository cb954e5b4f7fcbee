//! What the server promises about the disk: nothing is answered for that was not kept, and one server has the folder.

use super::*;
use std::fs;
use std::path::Path;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("quadrille-kept-{name}-{}", std::process::id()));
    // It may be missing.
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn server_in(folder: &Path) -> Router {
    app(AppState::new(&Options { data: Some(folder.to_path_buf()), ..Options::default() }).expect("a server"))
}

#[tokio::test]
async fn a_second_server_on_one_folder_is_refused() {
    let folder = folder("lock");
    let first = server_in(&folder);
    let second = AppState::new(&Options { data: Some(folder.clone()), ..Options::default() });
    assert!(second.err().expect("refused").to_string().ends_with("another program is using it"));
    drop(first);
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn what_the_disk_refuses_has_not_happened() {
    let folder = folder("full");
    let app = server_in(&folder);
    let state = post(&app, "/games", json!({"game": "chess"})).await;
    let path = format!("/games/{}", id(&state));
    post(&app, &format!("{path}/moves"), json!({"move": "e4"})).await;
    // A folder that is gone refuses every file, as a full disk does.
    let away = folder.with_extension("away");
    fs::rename(&folder, &away).expect("moved");
    let (status, problem) = call(&app, Method::POST, &format!("{path}/moves"), json!({"move": "e5"})).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{problem}");
    let (status, problem) = call(&app, Method::POST, "/games", json!({"game": "go"})).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{problem}");
    let seen = until(&app, id(&state), |state| state["ply"] == 1).await;
    assert_eq!(seen["tree"].as_array().map(Vec::len), Some(2));
    fs::rename(&away, &folder).expect("moved back");
    let played = post(&app, &format!("{path}/moves"), json!({"move": "c5"})).await;
    assert_eq!((&played["ply"], played["tree"].as_array().map(Vec::len)), (&json!(2), Some(3)));
    let (_, list) = call(&app, Method::GET, "/games", Value::Null).await;
    assert_eq!(list["games"].as_array().map(Vec::len), Some(1));
    fs::remove_dir_all(folder).expect("removed");
}

#[tokio::test]
async fn a_damaged_game_is_called_damaged() {
    let folder = folder("damaged");
    let app = server_in(&folder);
    fs::write(folder.join("abcdefgh01234567.game"), "quadrille-game 2 0000").expect("written");
    let (status, problem) = call(&app, Method::GET, "/games/abcdefgh01234567", Value::Null).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("is damaged")), "{problem}");
    fs::remove_dir_all(folder).expect("removed");
}
