//! What the server says has French words: refusals that people meet, help of options, parts of keys, the play on formulas.

use super::*;
use std::collections::BTreeMap;

/// The page's book of sentences; `{name}` stands for anything, `{word}` for anything without spaces.
struct Book(BTreeMap<String, String>);

impl Book {
    async fn of(app: &Router) -> Self {
        let (status, _, bytes) = send(app, request(&Method::GET, "/i18n/sentences.fr.json", &Value::Null)).await;
        assert_eq!(status, StatusCode::OK);
        Self(serde_json::from_slice(&bytes).expect("pairs of sentences"))
    }

    /// Whether a sentence is in the book, and every sentence in its gaps too: by the template with most words of its own.
    fn knows(&self, sentence: &str) -> bool {
        let own = |template: &str| template.len() - gaps(template).iter().map(|name| name.len() + 2).sum::<usize>();
        let fitting = self.0.keys().filter_map(|template| Some((own(template), fill(template, sentence)?)));
        let best = fitting.max_by_key(|(own, _)| *own);
        best.is_some_and(|(_, parts)| parts.iter().all(|part| !is_sentence(part) || self.knows(part)))
    }
}

/// What fills the gaps of a template in a text, each as short as can be; nothing if the text is another.
fn fill<'a>(template: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let Some((literal, rest)) = template.split_once('{') else { return (template == text).then(Vec::new) };
    let (name, rest) = rest.split_once('}').expect("a closed gap");
    let after = text.strip_prefix(literal)?;
    let ends = after.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let filled = |end: &usize| name != "word" || !after[..*end].contains(' ');
    let whole = |end: usize| {
        let mut parts = fill(rest, &after[end..])?;
        parts.insert(0, &after[..end]);
        Some(parts)
    };
    ends.take_while(filled).find_map(whole)
}

/// Names, moves and lists stay as they are; what has a verb or an article is said.
fn is_sentence(text: &str) -> bool {
    const WORDS: [&str; 12] =
        ["is", "has", "are", "the", "turns", "can", "must", "expected", "there", "whole", "enter", "stay"];
    let quoted = text.starts_with(['"', '\'']) && text.ends_with(['"', '\'']);
    !quoted && text.split(' ').any(|word| WORDS.contains(&word))
}

/// The names of a template's gaps.
fn gaps(template: &str) -> Vec<&str> {
    let mut names: Vec<&str> =
        template.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[tokio::test]
async fn every_gap_is_filled_in_both_languages() {
    let book = Book::of(&server()).await;
    assert!(book.0.len() > 300);
    for (english, french) in &book.0 {
        assert_eq!(gaps(english), gaps(french), "{english}");
    }
}

#[tokio::test]
async fn help_and_keys_are_known_in_french() {
    let app = server();
    let book = Book::of(&app).await;
    let (_, catalogue) = call(&app, Method::GET, "/catalogue", Value::Null).await;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut said: Vec<Value> = Vec::new();
    for game in list(&catalogue["games"]) {
        let algorithms = list(&game["algorithms"]);
        said.extend(algorithms.iter().flat_map(|a| list(&a["options"])).map(|option| option["help"].clone()));
        let moves = match game["name"].as_str() {
            Some("go") => json!(["E5", "pass"]),
            Some("chess") => json!(["e4"]),
            Some("breakthrough") => json!(["b2b3"]),
            _ => json!([]),
        };
        let state = post(&app, "/games", json!({"game": game["name"], "moves": moves})).await;
        said.extend(list(&state["parts"]).iter().map(|part| part["name"].clone()));
    }
    for formula in ["x1 x3 x4; x1 x2 x3; -x1 -x2 -x4", "x1; -x1", "x1 x2 x3; x1 x2; -x3 -x2"] {
        let shown = post(&app, "/formula", json!({"formula": formula})).await;
        said.extend(list(&shown["moves"]).iter().map(|step| step["comment"].clone()));
        said.push(shown["summary"].clone());
    }
    for sentence in said.iter().filter_map(Value::as_str).filter(|sentence| !sentence.is_empty()) {
        assert!(book.knows(sentence), "no French for: {sentence}");
    }
}

#[tokio::test]
async fn refusals_are_known_in_french() {
    let app = server();
    let book = Book::of(&app).await;
    let mut unknown = Vec::new();
    let mut check = |status: StatusCode, answer: &Value| {
        let sentence = answer["detail"].as_str().unwrap_or_default();
        assert!(status.is_client_error(), "{status}: {answer}");
        if !book.knows(sentence) {
            unknown.push(sentence.to_owned());
        }
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
        ("go", "9 japanese", ""),
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
    for formula in ["", "x1 -x2", "x1 x2 x3 x4", "+", "a b c; b c d; c d a; d a b; a c d; a b d"] {
        let (status, answer) = call(&app, Method::POST, "/formula", json!({"formula": formula})).await;
        check(status, &answer);
    }
    assert!(unknown.is_empty(), "no French for:\n{}", unknown.join("\n"));
}
