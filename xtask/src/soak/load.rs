//! Connections: idle, slow, many, and listeners that never read, while a normal client is served.

use super::server::{Client, Server, legal, path, playing, text};
use super::table::{Row, percentile, pretty};
use super::{Rows, Trial};
use serde_json::json;
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// The maximum additional memory of the server without engine work, in MiB.
pub const ROOM: u64 = 150;
/// Files this process needs at once.
const FILES: usize = 4_096;
/// A request beside a flood.
const PROMPT: Duration = Duration::from_secs(1);
/// The server closes silent connections after 20 s; then a locked out client gets in.
const TIME_OUT: Duration = Duration::from_secs(25);

/// Every socket is a file: the usual limit of 1,024 is too low for a flood.
fn raise_limit_of_files() -> Result<(), String> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap_or_default();
    let current = line.split_whitespace().nth(3).and_then(|text| text.parse::<usize>().ok());
    if current.is_some_and(|current| current >= FILES) {
        return Ok(());
    }
    let own = std::process::id().to_string();
    let raised = Command::new("prlimit").args(["--pid", &own, &format!("--nofile={FILES}:")]).status();
    if raised.is_ok_and(|status| status.success()) { Ok(()) } else { Err(format!("needs `ulimit -n {FILES}`")) }
}

/// Whether a client gets the page within `most`, and how long it took.
fn served_within(client: Client, most: Duration) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < most {
        if client.get("/catalogue").is_ok_and(|answer| answer.status == 200) {
            return Some(begun.elapsed());
        }
        thread::sleep(Duration::from_millis(100));
    }
    None
}

fn served_row(name: &str, client: Client, most: Duration) -> Row {
    let served = served_within(client, most.max(TIME_OUT));
    let figure = served.map_or_else(|| "not served".to_owned(), |took| format!("served after {}", pretty(took)));
    Row::new(name, figure, format!("within {}", pretty(most)), served.is_some_and(|took| took <= most))
}

fn idle(client: Client, count: usize, first: &[u8]) -> Result<Vec<TcpStream>, String> {
    let mut streams = Vec::with_capacity(count);
    for _ in 0..count {
        let mut stream = client.connect()?;
        // A connection closed by the server counts as an answer too.
        let _ = stream.write_all(first);
        streams.push(stream);
    }
    Ok(streams)
}

pub fn connections(trial: &Trial<'_>) -> Rows {
    raise_limit_of_files()?;
    let mut server = Server::start(trial.program, &trial.folder.join("games"))?;
    let client = server.client;
    served_within(client, TIME_OUT).ok_or("the server does not answer")?;
    let before = server.memory()?;
    let mut rows = Vec::new();
    let silent = idle(client, 1_100, b"")?;
    let slow = idle(client, 200, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-")?;
    rows.push(served_row("beside 1,100 silent connections and 200 half-sent heads", client, PROMPT));
    let more = idle(client, 400, b"")?;
    rows.push(served_row("after 1,700 silent connections", client, TIME_OUT));
    drop((silent, slow, more));
    let count = trial.scale(1_000, 10_000);
    let mut failed = 0;
    let mut times = Vec::with_capacity(count);
    for _ in 0..count {
        match client.get("/games") {
            Ok(answer) if answer.status == 200 => times.push(answer.took),
            _ => failed += 1,
        }
    }
    rows.push(Row::none_of(format!("{count} connections one after the other"), failed, count, "refused"));
    rows.push(Row::time("… their answers, p99", percentile(&mut times, 0.99), PROMPT));
    rows.push(Row::memory("memory after all connections", server.memory()?.saturating_sub(before), ROOM));
    rows.push(Row::new("the server after all connections", alive(&mut server), "alive", server.lives()));
    Ok(rows)
}

fn alive(server: &mut Server) -> &'static str {
    if server.lives() { "alive" } else { "dead" }
}

/// Games that change under listeners that never read.
pub fn listeners(trial: &Trial<'_>) -> Rows {
    raise_limit_of_files()?;
    let mut server = Server::start(trial.program, &trial.folder.join("games"))?;
    let client = server.client;
    let mut games = Vec::new();
    for _ in 0..50 {
        games.push(client.create(&json!({"game": "othello"}))?);
    }
    let before = server.memory()?;
    let mut deaf = Vec::new();
    for at in 0..200 {
        let id = text(&games[at % games.len()], "id");
        deaf.push(client.send("GET", &format!("/games/{id}/events"), "")?);
    }
    let mut times = Vec::new();
    for _ in 0..trial.scale(10, 30) {
        for state in &mut games {
            if let Some(first) = legal(state).first() {
                let answer = client.post(&format!("{}/moves", path(state)), &playing(first))?;
                times.push(answer.took);
                *state = answer.good()?;
            }
        }
    }
    let count = times.len();
    let rows = vec![
        Row::time(
            format!("{count} moves in 50 games with 200 deaf listeners, p99"),
            percentile(&mut times, 0.99),
            PROMPT,
        ),
        Row::memory("memory with 200 deaf listeners", server.memory()?.saturating_sub(before), ROOM),
        Row::new("the server with 200 deaf listeners", alive(&mut server), "alive", server.lives()),
    ];
    drop(deaf);
    Ok(rows)
}
