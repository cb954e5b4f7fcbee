//! Records, positions and formulas: out and in.

use super::*;

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

async fn exported(app: &Router, id: &str, format: &str) -> String {
    let path = format!("/api/v1/games/{id}/record?format={format}");
    let (status, _, text) = send(app, request(&Method::GET, &path, &Value::Null)).await;
    assert_eq!(status, StatusCode::OK);
    String::from_utf8(text).expect("text")
}

/// A game goes out with its side lines and comments, whatever position is on the board, and comes back the same.
#[tokio::test]
async fn side_lines_go_out_and_come_back() {
    let app = server();
    let chess = "1. e4 {[a] (good) move} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 *";
    let go = "(;GM[1]SZ[9];B[ee]C[a \\] b \\\\ c](;W[gc];B[cg])(;W[cc](;B[];W[gg])(;B[aa])))";
    for (text, game, format) in [(chess, "chess", "pgn"), (go, "go", "sgf")] {
        let found = post(&app, "/detect", json!({"text": text})).await;
        let setup = json!({"game": game, "rules": found["rules"], "tree": found["tree"]});
        let state = post(&app, "/games", setup).await;
        post(&app, &format!("/games/{}/goto", id(&state)), json!({"node": 1})).await;
        let written = exported(&app, id(&state), format).await;
        let again = post(&app, "/detect", json!({"text": written})).await;
        assert_eq!((&again["tree"], &again["moves"]), (&found["tree"], &found["moves"]), "{written}");
        // Another line on the board changes nothing until it is made the main line; nothing is lost then.
        let last = state["tree"].as_array().expect("nodes").len() - 1;
        post(&app, &format!("/games/{}/goto", id(&state)), json!({"node": last})).await;
        assert_eq!(exported(&app, id(&state), format).await, written);
        post(&app, &format!("/games/{}/promote", id(&state)), json!({"node": last})).await;
        let turned = post(&app, "/detect", json!({"text": exported(&app, id(&state), format).await})).await;
        assert_eq!(turned["tree"].as_array().map(Vec::len), found["tree"].as_array().map(Vec::len));
        assert_ne!(turned["moves"], found["moves"]);
    }
}

/// Players need not claim a draw: a record that goes on is read, shown and written to its end.
#[tokio::test]
async fn records_go_on_after_a_draw_nobody_claimed() {
    let app = server();
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 (5... c5) 1-0";
    let found = post(&app, "/detect", json!({"text": text})).await;
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(10));
    let state = post(&app, "/games", json!({"game": "chess", "tree": found["tree"]})).await;
    assert_eq!((&state["ply"], &state["end"]), (&json!(10), &Value::Null));
    let path = format!("/games/{}", id(&state));
    let drawn = post(&app, &format!("{path}/goto"), json!({"node": 8})).await;
    assert_eq!(drawn["end"]["reason"]["code"], "chess.repetition");
    let (status, _) = call(&app, Method::POST, &format!("{path}/moves"), json!({"move": "d4"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "at the board, the draw ends the game");
    let after = post(&app, &format!("{path}/redo"), json!({})).await;
    assert_eq!((&after["ply"], &after["last"]["to"]), (&json!(9), &json!("e4")));
    assert!(exported(&app, id(&state), "pgn").await.contains("5. e4 e5 (5... c5)"));
    for setup in [
        json!({"game": "chess", "moves": ["f3", "e5", "g4", "Qh4#", "a3"]}),
        json!({"game": "go", "rules": "9", "moves": ["pass", "pass", "E5"]}),
        json!({"game": "breakthrough", "rules": "3x3 one-row", "moves": ["a1a2", "a3b2", "c1b2", "c3c2", "b2b3", "c2c1"]}),
    ] {
        let (status, refused) = call(&app, Method::POST, "/games", setup).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "after a true end nothing is played: {refused}");
    }
}

/// What a record says about its game, and of its moves, goes out as it came in.
#[tokio::test]
async fn tags_and_signs_go_out_and_come_back() {
    let app = server();
    let chess = "[Event \"Casual\"]\n[White \"Morphy\"]\n[Black \"Allies\"]\n[WhiteElo \"2600\"]\n[Result \"1-0\"]\n\n\
                 1. e4! e5 $14 (1... c5 $2) 2. Nf3 1-0";
    let go = "(;GM[1]SZ[9]KM[7]RU[Chinese]PB[Lee]BR[9p]PW[Gu]RE[W+R];B[ee]TE[2];W[gc]BM[1])";
    for (text, game, format) in [(chess, "chess", "pgn"), (go, "go", "sgf")] {
        let found = post(&app, "/detect", json!({"text": text})).await;
        let setup = json!({"game": game, "rules": found["rules"], "tree": found["tree"], "tags": found["tags"]});
        let state = post(&app, "/games", setup).await;
        assert_eq!(state["tags"], found["tags"]);
        let written = exported(&app, id(&state), format).await;
        let again = post(&app, "/detect", json!({"text": written})).await;
        assert_eq!(again["tree"], found["tree"], "{written}");
        for tag in found["tags"].as_array().expect("tags") {
            assert!(again["tags"].as_array().expect("tags").contains(tag), "{tag} is kept: {written}");
        }
    }
}

/// Stones set up in mid-game stand on the board, are stepped to and over, and go out as they came in.
#[tokio::test]
async fn positions_set_up_in_mid_game_are_shown_and_kept() {
    let app = server();
    let text = "(;GM[1]SZ[9]KM[7];B[ee];AB[aa][ba]AE[ee]C[set up];W[gc](;B[cg])(;AW[ii]PL[W];W[cc]))";
    let found = post(&app, "/detect", json!({"text": text})).await;
    let setup = json!({"game": "go", "rules": found["rules"], "tree": found["tree"]});
    let state = post(&app, "/games", setup).await;
    let path = format!("/games/{}", id(&state));
    let pieces = |state: &Value, cells: &[usize]| -> Vec<Value> {
        cells.iter().map(|&cell| state["picture"]["pieces"][cell].clone()).collect()
    };
    let placed = post(&app, &format!("{path}/goto"), json!({"node": 2})).await;
    assert_eq!(pieces(&placed, &[0, 1, 40]), [json!("b"), json!("b"), Value::Null]);
    assert_eq!((&placed["ply"], &placed["to_move"], &placed["last"]), (&json!(2), &json!("white"), &Value::Null));
    let before = post(&app, &format!("{path}/goto"), json!({"node": 1})).await;
    assert_eq!(pieces(&before, &[0, 40]), [Value::Null, json!("b")]);
    let aside = post(&app, &format!("{path}/goto"), json!({"node": 6})).await;
    assert_eq!(pieces(&aside, &[0, 20, 80]), [json!("b"), json!("w"), json!("w")]);
    let moves: Vec<_> = aside["line"].as_array().expect("a line")[1..]
        .iter()
        .map(|node| aside["tree"][node.as_u64().unwrap_or(0) as usize]["move"].clone())
        .collect();
    let steps = post(&app, &format!("{path}/steps"), json!({"node": 0, "moves": moves.clone()})).await;
    assert_eq!(steps.as_array().map(Vec::len), Some(moves.len() + 1), "the page steps without asking: {steps}");
    let written = exported(&app, id(&state), "sgf").await;
    let again = post(&app, "/detect", json!({"text": written})).await;
    assert_eq!(again["tree"], found["tree"], "{written}");
    // A link holds the moves as words.
    let linked = post(&app, "/games", json!({"game": "go", "rules": found["rules"], "moves": moves})).await;
    assert_eq!(linked["picture"], aside["picture"]);
    let (status, refused) = call(&app, Method::POST, &format!("{path}/moves"), json!({"move": "{A1=b}"})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "nobody places stones instead of a move: {refused}");
}
