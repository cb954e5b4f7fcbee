//! The Model Context Protocol, message by message.

use serde_json::{Value, json};

/// The answers to some messages, by their ids.
fn ask(messages: &[Value]) -> Vec<Value> {
    let input: String = messages.iter().map(|message| format!("{message}\n")).collect();
    raw(&input)
}

fn raw(input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    quadrille_protocol::serve_mcp(input.as_bytes(), &mut output).expect("in memory");
    let text = String::from_utf8(output).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn call(name: &str, arguments: &Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    let answers = ask(&[json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params })]);
    assert_eq!(answers.len(), 1);
    assert_eq!(answers[0]["id"], 1);
    answers[0]["result"].clone()
}

/// What a call answers, which must not be an error.
fn content(name: &str, arguments: &Value) -> Value {
    let result = call(name, arguments);
    assert_eq!(result["isError"], false, "{result}");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(text, result["structuredContent"]);
    text
}

#[test]
fn a_session_begins_as_the_protocol_says() {
    let answers = ask(&[
        json!({ "jsonrpc": "2.0", "id": "a", "method": "initialize", "params": { "protocolVersion": "2025-03-26" } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "initialize", "params": { "protocolVersion": "1999-01-01" } }),
    ]);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(answers[0]["result"]["serverInfo"]["name"], "quadrille");
    let tools = answers[1]["result"]["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    assert_eq!(names, ["games", "legal_moves", "analyse", "solve", "explain"]);
    assert!(tools.iter().all(|tool| tool["inputSchema"]["type"] == "object"));
    assert_ne!(answers[2]["result"]["protocolVersion"], "1999-01-01");
}

#[test]
fn positions_are_shown() {
    let shown = content("legal_moves", &json!({ "game": "chess", "moves": "e4 e5" }));
    assert_eq!(shown["to_move"], "white");
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(29));
    let mated = content("legal_moves", &json!({ "game": "chess", "moves": "f3 e5 g4 Qh4#" }));
    assert_eq!(mated["moves"], json!([]));
    assert!(mated["result"].is_string() && mated["reason"].is_string(), "{mated}");
    assert!(content("games", &json!({}))["games"].as_array().is_some_and(|games| games.len() >= 4));
}

#[test]
fn moves_are_found_solved_and_explained() {
    let mate = json!({ "game": "chess", "position": "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "seconds": 0.2 });
    let found = content("analyse", &mate);
    assert_eq!(found["best"], "Ra8#");
    assert_eq!(found["chance"], 1.0);
    let solved = content("solve", &json!({ "game": "breakthrough", "rules": "3x3" }));
    assert!(solved["winner"].is_string(), "{solved}");
    let mut question = mate;
    question["move"] = json!("Ra2");
    let explained = content("explain", &question);
    assert_eq!(explained["is_best"], false);
    assert_eq!(explained["best"]["move"], "Ra8#");
    assert_eq!(explained["asked"]["move"], "Ra2");
    assert!(explained["chance_given_away"].as_f64().is_some_and(|loss| loss > 0.0), "{explained}");
}

#[test]
fn mistakes_are_answers() {
    for (name, arguments, part) in [
        ("analyse", json!({}), "game is missing"),
        ("analyse", json!({ "game": "ludo" }), "ludo"),
        ("analyse", json!({ "game": "chess", "seconds": -1 }), "seconds"),
        ("analyse", json!({ "game": "chess", "depth": 3 }), "unknown argument"),
        ("analyse", json!({ "game": "chess", "moves": "f3 e5 g4 Qh4#" }), "over"),
        ("legal_moves", json!({ "game": "go", "rules": "9", "moves": "E5 E5" }), "move 2"),
        ("explain", json!({ "game": "chess", "seconds": 0.1 }), "move is missing"),
        ("explain", json!({ "game": "chess", "move": "e5" }), "e5"),
    ] {
        let result = call(name, &arguments);
        assert_eq!(result["isError"], true, "{result}");
        let message = result["structuredContent"]["error"].as_str().expect("a sentence");
        assert!(message.contains(part), "{message}");
    }
    let codes: Vec<Value> = raw("{\n[]\n{\"id\":1}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"dance\"}\n\n")
        .iter()
        .map(|answer| answer["error"]["code"].clone())
        .collect();
    assert_eq!(codes, [-32_700, -32_600, -32_600, -32_601]);
}

#[test]
fn a_cancelled_call_is_not_answered() {
    let slow = json!({ "name": "analyse", "arguments": { "game": "go", "rules": "9", "seconds": 30 } });
    let answers = ask(&[
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": slow }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": slow }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "ping" }),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } }),
    ]);
    assert_eq!(answers, [json!({ "jsonrpc": "2.0", "id": 3, "result": {} })]);
}
