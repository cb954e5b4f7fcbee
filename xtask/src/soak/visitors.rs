//! Visitors: hostile requests alongside an ordinary player, abandoned games, a school class.

use super::load::ROOM;
use super::program::{Random, processor_time};
use super::server::{Client, Server, legal, path, playing, text};
use super::table::{Row, percentile, pretty};
use super::{Rows, Trial};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// An ordinary request beside hostile ones.
const PROMPT: Duration = Duration::from_secs(1);
/// A request may hold a worker this long, and a little more to notice it.
const LONGEST_WORK: Duration = Duration::from_secs(25);
/// The server's messages to waiting visitors.
const WAITING: &str = "web.waiting";
/// Memory of the tables of one player on the server, in MiB: what `memory` and `hash` are cut to, and what they are unasked.
const GREEDY_PLAYER: u64 = 256 + 32;
const USUAL_PLAYER: u64 = 128 + 32;

/// Somebody who looks at the games and plays a move ten times a second while `work` goes on: their waits.
fn beside<T>(client: Client, work: impl FnOnce() -> Result<T, String>) -> Result<(T, Vec<Duration>), String> {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let player = scope.spawn(|| {
            let mut random = Random(3);
            let mut state = client.create(&json!({"game": "othello"}))?;
            let mut waits = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let moves = legal(&state);
                let answer = if moves.is_empty() {
                    client.post("/games", &json!({"game": "othello"}))?
                } else {
                    let chosen = &moves[random.below(moves.len())];
                    client.post(&format!("{}/moves", path(&state)), &playing(chosen))?
                };
                waits.push(answer.took);
                state = answer.good()?;
                thread::sleep(Duration::from_millis(100));
            }
            Ok(waits)
        });
        let done = work();
        over.store(true, Ordering::Relaxed);
        let waits: Result<Vec<Duration>, String> = player.join().map_err(|_| "the player failed")?;
        Ok((done?, waits?))
    })
}

fn longest(waits: &[Duration]) -> Duration {
    waits.iter().copied().max().unwrap_or_default()
}

fn beside_row(what: &str, waits: &[Duration]) -> Row {
    Row::time(format!("{what}: an ordinary move, longest of {}", waits.len()), longest(waits), PROMPT)
}

pub fn hostile(trial: &Trial<'_>) -> Rows {
    let mut rows = Vec::new();
    let start = |name: &str| Server::start(trial.program, &trial.folder.join(name));
    greedy(trial, &start("greedy")?, &mut rows)?;
    pastes(&start("pastes")?, &mut rows)?;
    formulas(&start("formulas")?, &mut rows)?;
    abandoned(&start("abandoned")?, &mut rows)?;
    Ok(rows)
}

/// An analysis that asks for a terabyte.
fn greedy(trial: &Trial<'_>, server: &Server, rows: &mut Vec<Row>) -> Result<(), String> {
    let client = server.client;
    let state = client.create(&json!({"game": "othello"}))?;
    let before = server.memory()?;
    let analysis =
        json!({"mode": "shown", "player": "uct,expand_after=0,memory=1048576", "limits": {"time_ms": 600_000}});
    client.post(&format!("{}/analysis", path(&state)), &analysis)?.good()?;
    let ((), waits) = beside(client, || {
        thread::sleep(trial.scale(Duration::from_secs(20), Duration::from_secs(120)));
        Ok(())
    })?;
    rows.push(beside_row("analysis with memory=1048576", &waits));
    let grown = server.memory()?.saturating_sub(before);
    rows.push(Row::memory("… memory", grown, GREEDY_PLAYER + ROOM));
    Ok(())
}

/// Texts that are slow to recognise, two at a time.
fn pastes(server: &Server, rows: &mut Vec<Row>) -> Result<(), String> {
    let client = server.client;
    let before = server.memory()?;
    let most = (1 << 20) - 100;
    let texts = [
        ("a million empty nodes", format!("(;{})", ";".repeat(most))),
        ("115,000 rectangles of stones", format!("(;SZ[19]{})", "AB[aa:ss]".repeat(most / 9))),
        ("half a million variations", format!("(;{}{})", "(;B[aa]".repeat(most / 8), ")".repeat(most / 8))),
    ];
    for (what, pasted) in texts {
        let body = json!({"text": pasted});
        let (slowest, waits) = beside(client, || {
            thread::scope(|scope| {
                let ask = || client.post("/detect", &body).map(|answer| (answer.status, answer.took));
                let both = [scope.spawn(ask), scope.spawn(ask)];
                let mut slowest = Duration::ZERO;
                for paste in both {
                    let (status, took) = paste.join().map_err(|_| "a paste failed")??;
                    if status == 400 || status == 413 || status == 500 {
                        return Err(format!("{what}: status {status}"));
                    }
                    slowest = slowest.max(took);
                }
                Ok(slowest)
            })
        })?;
        rows.push(beside_row(&format!("two pastes of {what}"), &waits));
        rows.push(Row::time("… the pastes", slowest, LONGEST_WORK));
    }
    rows.push(Row::memory("memory after the pastes", server.memory()?.saturating_sub(before), 2 * ROOM));
    Ok(())
}

/// Formulas whose clients disconnect must not be compiled.
fn formulas(server: &Server, rows: &mut Vec<Row>) -> Result<(), String> {
    let client = server.client;
    let clause = |at: usize| format!("x{} x{} x{}", at, at + 1, at + 2);
    let formula: Vec<String> = (1..=24).map(clause).collect();
    let body = json!({"formula": formula.join("; ")}).to_string();
    let before = server.memory()?;
    let (answer, waits) = beside(client, || {
        for _ in 0..40 {
            let stream = client.send("POST", "/formula", &body)?;
            // Long enough for the work to begin.
            thread::sleep(Duration::from_millis(200));
            drop(stream);
        }
        // Somebody with a small formula comes after them.
        client.post("/formula", &json!({"formula": "x1 x2; -x1; -x2"}))
    })?;
    rows.push(beside_row("40 formulas whose senders hang up", &waits));
    let took = answer.took;
    answer.good()?;
    rows.push(Row::time("… a small formula after them", took, LONGEST_WORK));
    rows.push(Row::memory("… memory", server.memory()?.saturating_sub(before), ROOM));
    Ok(())
}

/// When the process has used no processor time for two seconds.
fn until_at_rest(process: u32, most: Duration) -> Option<Instant> {
    let begun = Instant::now();
    let (mut used, mut since) = (processor_time(process), begun);
    while begun.elapsed() < most {
        thread::sleep(Duration::from_millis(100));
        let now = processor_time(process);
        // A tick of the system's own accounts does not count.
        if now - used > 0.011 {
            (used, since) = (now, Instant::now());
        } else if since.elapsed() > Duration::from_secs(2) {
            return Some(since);
        }
    }
    None
}

/// Two abandoned games with ten minutes per move, and a visitor who plays level 1.
fn abandoned(server: &Server, rows: &mut Vec<Row>) -> Result<(), String> {
    let client = server.client;
    let slow = json!({"kind": "engine", "player": "uct", "limits": {"time_ms": 600_000}});
    for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
        client.create(&json!({"game": "othello", "seats": {"black": slow, "white": slow}}))?;
    }
    thread::sleep(Duration::from_secs(1));
    let level = json!({"kind": "engine", "level": 1});
    let state = client.create(&json!({"game": "othello", "seats": {"black": {"kind": "human"}, "white": level}}))?;
    let mut pupil = Pupil::new(client, &state)?;
    let turn = pupil.turn(Duration::from_secs(60))?;
    rows.push(Row::time(
        "abandoned games on every core: level 1 answers after",
        turn.answered,
        Duration::from_secs(15),
    ));
    rows.push(Row::time("… and until something is said", turn.silent, PROMPT));
    Ok(())
}

/// Games made and dropped, and games deleted while they think.
pub fn games(trial: &Trial<'_>) -> Rows {
    let mut server = Server::start(trial.program, &trial.folder.join("games"))?;
    let client = server.client;
    client.create(&json!({"game": "go"}))?;
    let before = server.memory()?;
    let mut rows = Vec::new();
    let (failed, waits) = beside(client, || {
        let made: Vec<_> = (0..500).map(|_| client.create(&json!({"game": "go"}))).collect();
        let gone = |state: &Value| client.delete(&path(state)).is_ok_and(|answer| answer.status == 204);
        Ok(made.iter().filter(|state| !state.as_ref().is_ok_and(gone)).count())
    })?;
    rows.push(beside_row("500 games made and deleted", &waits));
    rows.push(Row::none_of("… games not made or not deleted", failed, 500, "games"));
    rows.push(Row::memory("… memory", server.memory()?.saturating_sub(before), ROOM));
    let uct = json!({"kind": "engine", "player": "uct,expand_after=0", "limits": {"time_ms": 600_000}});
    for _ in 0..trial.scale(4, 40) {
        let state = client.create(&json!({"game": "othello", "seats": {"black": uct, "white": uct}}))?;
        thread::sleep(Duration::from_secs(3));
        client.delete(&path(&state))?.good()?;
    }
    let begun = Instant::now();
    let rested = until_at_rest(server.process(), LONGEST_WORK).map_or(LONGEST_WORK, |end| end - begun);
    rows.push(Row::time("games deleted while they think: at rest after", rested, Duration::from_secs(5)));
    let grown = server.memory()?.saturating_sub(before);
    rows.push(Row::memory("… memory", grown, USUAL_PLAYER + ROOM));
    rows.push(Row::new(
        "the server afterwards",
        if server.lives() { "alive" } else { "dead" },
        "alive",
        server.lives(),
    ));
    Ok(rows)
}

/// One move of a pupil and its outcome.
struct Turn {
    /// The move is acknowledged.
    acknowledged: Duration,
    /// The engine has answered.
    answered: Duration,
    /// Until something is said: the place in the queue, what the engine thinks, or its answer.
    silent: Duration,
    over: bool,
}

/// Somebody who plays the engine in the browser: moves by request, news by the stream.
struct Pupil {
    client: Client,
    path: String,
    news: super::server::News,
    moves: Vec<String>,
    random: Random,
}

impl Pupil {
    fn new(client: Client, state: &Value) -> Result<Self, String> {
        let mut news = client.listen(&text(state, "id"))?;
        news.next().ok_or("no news")?;
        Ok(Self { client, path: path(state), news, moves: legal(state), random: Random(5) })
    }

    /// Plays a move and waits for the engine's.
    fn turn(&mut self, most: Duration) -> Result<Turn, String> {
        let chosen = self.moves[self.random.below(self.moves.len())].clone();
        let answer = self.client.post(&format!("{}/moves", self.path), &playing(&chosen))?;
        let acknowledged = answer.took;
        let ply = answer.good()?["ply"].as_u64().unwrap_or_default();
        let begun = Instant::now();
        let mut silent = None;
        while begun.elapsed() < most {
            let (kind, news) = self.news.next().ok_or("the news ended")?;
            let over = !news["end"].is_null();
            let mine = news["seats"][text(&news, "to_move")]["kind"] == "human";
            let answer = kind == "state" && (over || mine && news["ply"].as_u64() > Some(ply));
            if answer || kind == "report" || news["notice"]["code"] == WAITING {
                silent.get_or_insert_with(|| begun.elapsed());
            }
            if answer {
                self.moves = legal(&news);
                let (answered, silent) = (begun.elapsed(), silent.unwrap_or_default());
                return Ok(Turn { acknowledged, answered, silent, over });
            }
        }
        Ok(Turn { acknowledged, answered: most, silent: silent.unwrap_or(most), over: true })
    }
}

pub fn class(trial: &Trial<'_>) -> Rows {
    let pupils = trial.scale(10, 40);
    let time = trial.scale(Duration::from_secs(60), Duration::from_secs(600));
    let server = Server::start(trial.program, &trial.folder.join("games"))?;
    let client = server.client;
    let before = server.memory()?;
    let turns: Vec<Turn> = thread::scope(|scope| {
        let play = |seed: u64| scope.spawn(move || pupil(client, seed, time));
        let threads: Vec<_> = (0..pupils).map(play).collect();
        let ended = threads.into_iter().map(|thread| thread.join().map_err(|_| "a pupil failed".to_owned())?);
        ended.collect::<Result<Vec<_>, String>>()
    })?
    .into_iter()
    .flatten()
    .collect();
    let mut acknowledged: Vec<Duration> = turns.iter().map(|turn| turn.acknowledged).collect();
    let mut answered: Vec<Duration> = turns.iter().map(|turn| turn.answered).collect();
    let silent = turns.iter().map(|turn| turn.silent).max().unwrap_or_default();
    let name = format!("a class of {pupils} at level 4, {} moves", turns.len());
    let half = percentile(&mut answered, 0.5);
    let budget = 1_024;
    Ok(vec![
        Row::time(
            format!("{name}: acknowledged, p99"),
            percentile(&mut acknowledged, 0.99),
            Duration::from_millis(200),
        ),
        Row::time("… the engine's answer, median", half, Duration::from_secs(2)),
        Row::new("… the engine's answer, longest", pretty(longest(&answered)), "told", true),
        Row::time("… longest time without a word", silent, Duration::from_secs(15)),
        Row::memory("… memory", server.memory()?.saturating_sub(before), budget + ROOM),
    ])
}

/// A pupil thinks four to eight seconds about each move.
fn pupil(client: Client, seed: u64, time: Duration) -> Result<Vec<Turn>, String> {
    let begun = Instant::now();
    let mut random = Random(seed);
    let mut turns = Vec::new();
    let game = ["breakthrough", "chess", "othello", "go"][seed as usize % 4];
    let engine = json!({"kind": "engine", "level": 4});
    // In two of the games White begins.
    let seats = if seed % 4 < 2 {
        json!({"white": {"kind": "human"}, "black": engine})
    } else {
        json!({"black": {"kind": "human"}, "white": engine})
    };
    'games: loop {
        let state = client.create(&json!({"game": game, "seats": seats}))?;
        let mut pupil = Pupil::new(client, &state)?;
        pupil.random = Random(seed);
        loop {
            thread::sleep(random.duration(Duration::from_secs(4), Duration::from_secs(8)));
            if begun.elapsed() > time {
                break 'games;
            }
            let turn = pupil.turn(Duration::from_secs(60))?;
            let over = turn.over || pupil.moves.is_empty();
            turns.push(turn);
            if over {
                continue 'games;
            }
        }
    }
    Ok(turns)
}
