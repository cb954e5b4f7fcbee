//! Refusals that people meet are said in both languages.

use super::*;

#[tokio::test]
async fn refusals_are_said_in_french() {
    let app = server();
    let check = |status: StatusCode, answer: &Value| {
        let said = &answer["said"];
        assert!(status.is_client_error(), "{status}: {answer}");
        // Crates below still say some things in English alone.
        assert!(said["en"] != said["fr"] || said["code"] == "words.plain", "{answer}");
    };
    let moves: [(&str, &str, &[&str], &[&str]); 6] = [
        ("chess", "", &[], &["Ke5", "e5", "a7a6", "zz", "", "Nd2", "e2e5", "O-O", "b1d2"]),
        ("othello", "standard", &[], &["a1", "z9", "d4", "pass", "hello"]),
        ("breakthrough", "", &[], &["b2b4", "b5b4", "zz", "b2xc3", "c3c4", "a1a2", "a9a8", "b2"]),
        ("go", "5", &["C3"], &["C3", "Z9", "I5", "T19", "3C", "!"]),
        ("go", "5 simplified", &[], &["pass"]),
        ("go", "5", &["B1", "pass", "A2", "pass", "B2"], &["A1"]),
    ];
    for (game, rules, before, refused) in moves {
        let state = post(&app, "/games", json!({"game": game, "rules": rules, "moves": before})).await;
        for text in refused {
            let path = format!("/games/{}/moves", id(&state));
            let (status, answer) = call(&app, Method::POST, &path, json!({"move": text})).await;
            check(status, &answer);
        }
    }
    let mated = post(&app, "/games", json!({"game": "chess", "moves": ["f3", "e5", "g4", "Qh4#"]})).await;
    for action in ["moves", "resign", "hint", "redo"] {
        let path = format!("/games/{}/{action}", id(&mated));
        let (status, answer) = call(&app, Method::POST, &path, json!({"move": "a3"})).await;
        check(status, &answer);
    }
    let setups = [
        ("chess", "", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("chess", "", "8/8 w"),
        ("chess", "", "k7/8/8/8/8/8/8/KK6 w - - 0 1"),
        ("chess", "", "k7/8/8/8/8/8/8/K6P w - - 0 1"),
        ("chess", "", "kR6/8/8/8/8/8/8/K7 w - - 0 1"),
        ("chess", "", "k7/8/8/8/8/8/8/K7 x - - 0 1"),
        ("chess", "", "k7/8/8/8/8/8/8/K7 w KQ - 0 1"),
        ("chess", "", "k7/8/8/8/8/8/8/K9 w - - 0 1"),
        ("chess", "fischer", ""),
        ("othello", "", "XO"),
        ("othello", "reversed", ""),
        ("breakthrough", "9x9", ""),
        ("breakthrough", "5x5 4x4", ""),
        ("breakthrough", "draughts", ""),
        ("breakthrough", "", "bbb/3/www"),
        ("breakthrough", "", "bbb/4/www w"),
        ("breakthrough", "", "bxb/3/www w"),
        ("breakthrough", "", "3/3/3 w"),
        ("go", "100", ""),
        ("go", "9 ing", ""),
        ("go", "9 komi=x", ""),
        ("go", "9 handicap=77", ""),
        ("go", "5 handicap=9", ""),
        ("go", "9 simplified komi=3", ""),
        ("go", "3", "XXX/XXX/XXX X"),
        ("go", "3", "X2/3/3"),
        ("go", "3", "X2/3/3 Q"),
        ("go", "3", "X2/4/3 X"),
        ("checkers", "", ""),
    ];
    for (game, rules, position) in setups {
        let position = Some(position).filter(|text| !text.is_empty());
        let body = json!({"game": game, "rules": rules, "position": position});
        let (status, answer) = call(&app, Method::POST, "/compose", body).await;
        check(status, &answer);
    }
    let players =
        ["deep-thought", "alphabeta,threads=many", "alphabeta,magic=1", "uct,exploration", "uct,playout=slow"];
    for player in players {
        let seats = json!({"black": {"kind": "engine", "player": player}});
        let (status, answer) = call(&app, Method::POST, "/games", json!({"game": "go", "seats": seats})).await;
        check(status, &answer);
    }
    let pasted = [
        "nothing of the kind",
        "",
        "(;GM[1]SZ[9];B[ee];W[ee])",
        "(;GM[7])",
        "(;GM[1",
        "(;GM[1]SZ[9];B[ee]",
        "[Event \"x\"]\n\n1. e4 (",
        "[Event \"x\"]\n\n1. e4 )",
        "[Event \"x\"]\n\n1. e4 e5 2. Ke3 *",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    for text in pasted {
        let (status, answer) = call(&app, Method::POST, "/detect", json!({"text": text})).await;
        check(status, &answer);
    }
}
