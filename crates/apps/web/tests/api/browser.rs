//! A host asked without a browser: the test is the page, its threads are the workers that think.

use quadrille_engine::Stop;
use quadrille_web::browser::{Engine, FromPage, Host, Inbox, Name, Outbox, Stored, ToPage};
use quadrille_web::runtime;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// The page's JavaScript, in Rust: carries orders to engines and keeps what is to be kept.
struct Page {
    host: Host,
    inbox: Inbox,
    /// What the workers have to tell.
    news: mpsc::UnboundedReceiver<(ToPage, String)>,
    workers: Outbox,
    next: u64,
    kept: HashMap<String, String>,
    orders: Vec<(u64, Stop)>,
    events: Vec<(u64, String, Value)>,
}

const LONG: Duration = Duration::from_secs(60);

impl Page {
    fn new(games: Vec<Stored>) -> Self {
        let (host, inbox) = Host::new(games, || 1_000).expect("a host");
        let (workers, news) = mpsc::unbounded_channel();
        Self { host, inbox, news, workers, next: 0, kept: HashMap::new(), orders: Vec::new(), events: Vec::new() }
    }

    /// Carries messages until one is as wanted.
    async fn until<T>(&mut self, mut wanted: impl FnMut(&mut Self, &ToPage, &str) -> Option<T>) -> T {
        let end = Instant::now() + LONG;
        loop {
            let (message, text) = tokio::select! {
                biased;
                () = runtime::sleep_until(end) => panic!("waited in vain"),
                message = self.inbox.recv() => message,
                message = self.news.recv() => message,
            }
            .expect("a message");
            self.carry(&message, &text);
            if let Some(found) = wanted(self, &message, &text) {
                return found;
            }
        }
    }

    fn carry(&mut self, message: &ToPage, text: &str) {
        match message.clone() {
            ToPage::Order { job, .. } => {
                let (stop, workers, order) = (Stop::new(), self.workers.clone(), text.to_owned());
                self.orders.push((job, stop.clone()));
                std::thread::spawn(move || {
                    let mut tell = |message, text| _ = workers.send((message, text));
                    Engine::default().work(job, &order, &stop, &mut tell);
                });
            }
            ToPage::Halt { job } => {
                self.orders.iter().filter(|(order, _)| *order == job).for_each(|(_, stop)| stop.request());
            }
            ToPage::Keep { number, game, gone } => {
                if gone {
                    self.kept.remove(&game);
                } else {
                    self.kept.insert(game.clone(), text.to_owned());
                }
                self.host.receive(FromPage::Kept { number, game, error: None }, String::new());
            }
            ToPage::News { job, name } => self.host.receive(FromPage::News { job, name }, text.to_owned()),
            ToPage::Event { stream, name } => {
                self.events.push((stream, name, serde_json::from_str(text).expect("JSON")));
            }
            ToPage::Answer { .. } => {}
        }
    }

    async fn ask(&mut self, method: &str, path: &str, body: Value) -> (u16, Value) {
        self.next += 1;
        let id = self.next;
        let request = FromPage::Request { id, method: method.to_owned(), path: format!("/api/v1{path}") };
        self.host.receive(request, if body.is_null() { String::new() } else { body.to_string() });
        let answered = |_: &mut Self, message: &ToPage, text: &str| match message {
            ToPage::Answer { id: answered, status, .. } if *answered == id => {
                Some((*status, serde_json::from_str(text).unwrap_or(Value::Null)))
            }
            _ => None,
        };
        self.until(answered).await
    }
}

const ENGINE: &str = "engine";

#[tokio::test]
async fn a_game_is_played_heard_of_and_kept() {
    let mut page = Page::new(Vec::new());
    let black = json!({ "kind": ENGINE, "player": "uct", "limits": { "playouts": 50 } });
    let setup =
        json!({ "game": "othello", "rules": "white-first", "seats": { "black": black, "white": { "kind": "human" } } });
    let (status, state) = page.ask("POST", "/games", setup).await;
    assert_eq!(status, 201, "{state}");
    let game = state["id"].as_str().expect("an id").to_owned();
    page.host.receive(FromPage::Listen { stream: 7, game: game.clone() }, String::new());
    let (status, state) = page.ask("POST", &format!("/games/{game}/moves"), json!({ "move": "f4" })).await;
    assert_eq!((status, &state["ply"]), (200, &json!(1)));
    // The answer of the engine, which another worker thinks about.
    let answered = |page: &mut Page, _: &ToPage, _: &str| {
        let ply = |(stream, name, state): &(u64, String, Value)| *stream == 7 && name == "state" && state["ply"] == 2;
        page.events.iter().any(ply).then_some(())
    };
    page.until(answered).await;
    let (status, refused) = page.ask("POST", &format!("/games/{game}/moves"), json!({ "move": "a1" })).await;
    assert_eq!((status, &refused["type"]), (422, &json!("/problems/refused")), "{refused}");
    assert_eq!(page.ask("GET", "/games/abcdefgh01234567", Value::Null).await.0, 404);
    assert_eq!(page.ask("GET", "/catalogue", Value::Null).await.1["games"][0]["name"], "breakthrough");

    let text = page.kept[&game].clone();
    let mut next = Page::new(vec![Stored { id: game.clone(), changed: 999, text }]);
    let (_, again) = next.ask("GET", &format!("/games/{game}"), Value::Null).await;
    assert_eq!((&again["ply"], &again["line"]), (&json!(2), &json!([0, 1, 2])));
    let (_, list) = next.ask("GET", "/games", Value::Null).await;
    assert_eq!(list["games"][0]["id"].as_str(), Some(game.as_str()));
    assert_eq!(next.ask("DELETE", &format!("/games/{game}"), Value::Null).await.0, 204);
    assert!(next.kept.is_empty() && next.ask("GET", &format!("/games/{game}"), Value::Null).await.0 == 404);
}

#[tokio::test]
async fn a_search_ends_when_it_is_not_wanted_and_a_worker_that_ends_is_no_harm() {
    let mut page = Page::new(Vec::new());
    let (_, state) = page.ask("POST", "/games", json!({ "game": "chess", "moves": ["e4", "e5"] })).await;
    let game = state["id"].as_str().expect("an id").to_owned();
    let analysis = |mode: &str| json!({ "mode": mode, "player": "alphabeta", "limits": { "time_ms": 600_000 } });
    let address = format!("/games/{game}/analysis");
    page.ask("POST", &address, analysis("shown")).await;
    let progress = |_: &mut Page, message: &ToPage, text: &str| match message {
        ToPage::News { name: Name::Progress, .. } => Some(text.to_owned()),
        _ => None,
    };
    page.until(progress).await;
    page.ask("POST", &address, analysis("off")).await;
    let done = |_: &mut Page, message: &ToPage, _: &str| {
        matches!(message, ToPage::News { name: Name::Done, .. }).then_some(())
    };
    page.until(done).await;

    page.ask("POST", &address, analysis("shown")).await;
    page.until(progress).await;
    let job = page.orders.last().expect("a search").0;
    page.host.receive(FromPage::News { job, name: Name::Ended }, String::new());
    loop {
        let (_, state) = page.ask("GET", &format!("/games/{game}"), Value::Null).await;
        if state["analysing"] == false {
            assert_eq!(state["report"]["algorithm"], "alphabeta", "the last report counts: {state}");
            break;
        }
    }
    page.orders.iter().for_each(|(_, stop)| stop.request());
}

#[tokio::test]
async fn what_cannot_be_kept_has_not_happened() {
    let (host, mut inbox) = Host::new(Vec::new(), || 0).expect("a host");
    let body = json!({ "game": "go" }).to_string();
    host.receive(FromPage::Request { id: 1, method: "POST".into(), path: "/api/v1/games".into() }, body);
    loop {
        match inbox.recv().await.expect("a message").0 {
            ToPage::Keep { number, game, .. } => {
                host.receive(FromPage::Kept { number, game, error: Some("full".into()) }, String::new());
            }
            ToPage::Answer { status, .. } => return assert_eq!(status, 500),
            _ => {}
        }
    }
}

/// What crosses from one worker to another says the same there.
#[test]
fn reports_are_read_back_as_they_were() {
    let kept = |games: &[(&str, &str, &str)]| {
        for &(game, player, limit) in games {
            let order = json!({ "address": "a", "game": game, "rules": "", "start": null, "moves": [], "player": player,
                "limits": { limit: 300 }, "lines": 3, "only": null });
            let mut told = Vec::new();
            Engine::default()
                .work(1, &order.to_string(), &Stop::new(), &mut |message, text| told.push((message, text)));
            let (last, text) = told.pop().expect("an end");
            assert_eq!(last, ToPage::News { job: 1, name: Name::Done }, "{game} {player}: {text}");
            let report: quadrille_engine::Report = serde_json::from_str(&text).expect("a report");
            let report = report.named();
            assert_eq!(report.best.as_ref(), report.line.0.first(), "both spellings of the best move");
            let (before, after) = (serde_json::from_str::<Value>(&text), serde_json::to_value(report));
            same(&before.expect("JSON"), &after.expect("JSON"));
        }
    };
    kept(&[("chess", "alphabeta", "nodes"), ("othello", "uct", "playouts"), ("go", "rave", "playouts")]);
    kept(&[("breakthrough", "alphabeta", "nodes"), ("chess", "uct,threads=1,seed=2", "playouts")]);
}

/// Equal, numbers up to the last place.
fn same(one: &Value, other: &Value) {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().expect("a number"), other.as_f64().expect("a number"));
            assert!((one - other).abs() <= 1e-12 * one.abs(), "{one} {other}");
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            one.iter().zip(other).for_each(|(one, other)| same(one, other));
        }
        (Value::Object(one), Value::Object(other)) if one.len() == other.len() => {
            one.iter().for_each(|(name, value)| same(value, other.get(name).unwrap_or(&Value::Null)));
        }
        _ => assert_eq!(one, other),
    }
}
