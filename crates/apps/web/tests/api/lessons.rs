//! Lessons and watched searches over the interface.

use super::*;
use std::fs;

/// Every field that lessons and traces have.
pub async fn ask_everything(app: &Router) {
    let position = "((+3+12+8)(+2+4+6)(+14+5+2))";
    let tree = json!({"game": "tree", "position": position, "player": "bare", "depth": 3, "nodes": 1000, "most": 500,
        "at": "end"});
    post(app, "/trace", tree).await;
    let moves = json!(["e4"]);
    post(app, "/trace", json!({"game": "chess", "rules": "", "moves": moves, "player": "uct", "playouts": 20})).await;
    post(app, "/trace/board", json!({"game": "breakthrough", "rules": "5x5", "moves": ["a2a3"]})).await;
    post(app, "/trace/board", json!({"game": "chess", "position": "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"})).await;
    let (_, list) = call(app, Method::GET, "/lessons?lang=fr", Value::Null).await;
    for lesson in list["lessons"].as_array().expect("a list") {
        let path = format!("/lessons/{}", lesson["name"].as_str().expect("a name"));
        for lang in ["en", "fr"] {
            call(app, Method::GET, &format!("{path}?lang={lang}"), Value::Null).await;
        }
    }
    post(app, "/lessons/minimax/2", json!({})).await;
    post(app, "/lessons/masters/3", json!({"answer": "men=1 corners=9"})).await;
}

#[tokio::test]
async fn a_trace_is_columns_of_numbers() {
    let app = server();
    let asked = json!({"game": "tree", "position": "((+3+12+8)(+2+4+6)(+14+5+2))", "player": "bare", "depth": 3});
    let trace = post(&app, "/trace", asked).await;
    assert_eq!(
        (&trace["kind"], &trace["found"]["nodes"], &trace["found"]["best"]),
        (&json!("depth"), &json!(11), &json!("a"))
    );
    let rows = trace["events"]["rows"].as_u64().expect("a number") as usize;
    for column in trace["events"]["columns"].as_array().expect("columns") {
        // A letter for the width, then four letters for three bytes.
        let text = column.as_str().expect("text");
        let width = [("z", 0), ("b", 1), ("h", 2), ("i", 4)].iter().find(|(letter, _)| text.starts_with(letter));
        let width = width.expect("a width").1;
        assert_eq!(text.len() - 1, (width * rows).div_ceil(3) * 4);
    }
}

#[tokio::test]
async fn bad_questions_get_one_sentence() {
    let app = server();
    for (path, body, said) in [
        ("/trace", json!({"game": "tree", "position": "(+1", "player": "bare", "depth": 2}), "closing bracket"),
        ("/trace", json!({"game": "tree", "position": "(+1)", "player": "bare"}), "needs a depth"),
        ("/trace", json!({"game": "chess", "player": "random", "depth": 2}), "no steps to show"),
        ("/trace", json!({"game": "chess", "player": "minimax", "depth": 9}), "smaller depth"),
        ("/trace", json!({"game": "chess", "moves": ["e5"], "player": "bare", "depth": 2}), "cannot be played"),
        ("/lessons/nothing/1", json!({"answer": "x"}), "no lesson"),
        ("/lessons/minimax/1", json!({"answer": "x"}), "has no exercise"),
        ("/lessons/minimax/2", json!({"answer": "x".repeat(5_000)}), "too long"),
        ("/lessons/masters/3", json!({"answer": "queens=9"}), "not a weight"),
        ("/lessons/solving/1", json!({"answer": "a1a9"}), "not a square"),
    ] {
        let (status, answer) = call(&app, Method::POST, path, body).await;
        assert!(status.is_client_error(), "{path}: {status}");
        assert!(answer["detail"].as_str().is_some_and(|text| text.contains(said)), "{path}: {answer}");
    }
}

#[tokio::test]
async fn a_teachers_lessons_come_first() {
    let folder = std::env::temp_dir().join(format!("quadrille-own-lessons-{}", std::process::id()));
    fs::create_dir_all(folder.join("mine")).expect("a folder");
    let plan = json!({"steps": [{"exercise": {"kind": "satisfy", "formula": "x1"}}]});
    fs::write(folder.join("mine/lesson.json"), plan.to_string()).expect("written");
    fs::write(folder.join("mine/en.md"), "# Mine\n\nA lesson.\n\n## One\n\nText.\n\n?: Why?\n").expect("written");
    let options = Options { lessons: Some(folder.clone()), ..Options::default() };
    let app = app(AppState::new(&options).expect("a server"));
    let (_, list) = call(&app, Method::GET, "/lessons", Value::Null).await;
    assert_eq!((&list["lessons"][0]["name"], list["lessons"].as_array().map(Vec::len)), (&json!("mine"), Some(13)));
    assert_eq!(post(&app, "/lessons/mine/1", json!({"answer": "x1=1"})).await["right"], true);
    assert_eq!(post(&app, "/lessons/mine/1", json!({"answer": "x1=0"})).await["right"], false);
    fs::write(folder.join("mine/lesson.json"), "{}").expect("written");
    assert!(AppState::new(&options).is_err());
    fs::remove_dir_all(folder).expect("removed");
}
