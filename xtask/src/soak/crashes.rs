//! `kill -9` at random moments: acknowledged changes survive, and interrupted work resumes with the same result.

use super::program::{Random, write};
use super::server::{Client, Server, legal, path, playing, text};
use super::table::Row;
use super::{Rows, Trial};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The time limit of every step, even on a busy machine.
const LONGEST: Duration = Duration::from_secs(300);
const GAMES: [&str; 4] = ["breakthrough", "chess", "othello", "go"];

/// A game played while servers are killed.
struct Played {
    path: String,
    game: &'static str,
    /// The acknowledged moves.
    moves: Vec<String>,
    random: Random,
}

impl Played {
    /// Plays until the server is gone; returns the number of acknowledged moves.
    fn play(&mut self, client: Client) -> usize {
        let mut acknowledged = 0;
        let Ok(mut state) = client.get(&self.path).and_then(super::server::Answer::good) else { return 0 };
        loop {
            let moves = legal(&state);
            if moves.is_empty() || self.moves.len() >= 150 {
                let Ok(new) = client.create(&json!({"game": self.game})) else { return acknowledged };
                (self.path, self.moves, state) = (path(&new), Vec::new(), new);
                continue;
            }
            let chosen = &moves[self.random.below(moves.len())];
            let answer = client.post(&format!("{}/moves", self.path), &playing(chosen));
            let Ok(new) = answer.and_then(super::server::Answer::good) else { return acknowledged };
            self.moves.push(chosen.clone());
            acknowledged += 1;
            state = new;
        }
    }

    /// How many acknowledged moves the server lost; additional ones become part of the game.
    fn lost(&mut self, client: Client) -> usize {
        let Ok(state) = client.get(&self.path).and_then(super::server::Answer::good) else { return self.moves.len() };
        let kept: Vec<String> =
            state["tree"].as_array().into_iter().flatten().skip(1).map(|node| text(node, "move")).collect();
        let same = self.moves.iter().zip(&kept).take_while(|(mine, theirs)| mine == theirs).count();
        let lost = self.moves.len() - same;
        self.moves = kept;
        lost
    }
}

/// Four people play; the server is killed and started again on the same folder.
pub fn server(trial: &Trial<'_>) -> Rows {
    let kills = trial.scale(10, 100);
    let data = trial.folder.join("games");
    let mut random = Random(1);
    let mut server = Server::start(trial.program, &data)?;
    let mut people = Vec::new();
    for (seed, game) in GAMES.into_iter().enumerate() {
        let state = server.client.create(&json!({"game": game}))?;
        people.push(Played { path: path(&state), game, moves: Vec::new(), random: Random(seed as u64) });
    }
    let (mut acknowledged, mut lost) = (0, 0);
    for _ in 0..kills {
        let client = server.client;
        let moment = random.duration(Duration::from_millis(300), Duration::from_millis(2_500));
        acknowledged += thread::scope(|scope| {
            let playing: Vec<_> = people.iter_mut().map(|person| scope.spawn(|| person.play(client))).collect();
            thread::sleep(moment);
            server.kill();
            playing.into_iter().map(|thread| thread.join().unwrap_or(0)).sum::<usize>()
        });
        server = Server::start(trial.program, &data)?;
        lost += people.iter_mut().map(|person| person.lost(server.client)).sum::<usize>();
    }
    let name = format!("server killed {kills} times while four people play");
    let files: Vec<_> = fs::read_dir(&data).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
    let unfinished = files.iter().filter(|name| name.to_string_lossy().ends_with(".part")).count();
    Ok(vec![
        Row::none_of(name, lost, acknowledged, "acknowledged moves lost"),
        Row::none_of("… files in the folder afterwards", unfinished, files.len(), "unfinished"),
    ])
}

/// Kills a command at random moments, then lets it finish. If the work was already finished, it starts again without
/// `results`, the files and folders that it leaves.
fn interrupt(trial: &Trial<'_>, arguments: &[&str], results: &[&str], whole: Duration) -> Result<usize, String> {
    let kills = trial.scale(10, 100);
    let mut random = Random(kills as u64);
    let mut caught = 0;
    for _ in 0..10 * kills {
        let moment = random.duration(Duration::ZERO, whole / 2);
        if trial.program.kill_after(trial.folder, arguments, moment)? {
            caught += 1;
        } else {
            results.iter().map(|name| trial.folder.join(name)).for_each(|path| {
                // Each of them is a file or a folder, and may be missing.
                let _ = fs::remove_file(&path);
                let _ = fs::remove_dir_all(&path);
            });
        }
        if caught == kills {
            break;
        }
    }
    trial.program.run(trial.folder, arguments, LONGEST)?.output()?;
    Ok(caught)
}

fn same_row(what: &str, caught: usize, same: bool) -> Row {
    let figure = if same { "the same" } else { "NOT the same" };
    Row::new(format!("{what}, killed {caught} times"), figure, "the same as uninterrupted", same && caught > 0)
}

/// The games of a match without their times, in order.
fn games(log: &Path) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(log).map_err(|error| format!("{}: {error}", log.display()))?;
    let mut games = Vec::new();
    for line in text.lines().skip(1) {
        let game: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", log.display()))?;
        let number = game["number"].as_u64().unwrap_or_default();
        let played = ["black", "white", "opening", "moves", "winner"].map(|member| &game[member]);
        games.push(format!("{number:06} {}", json!(played)));
    }
    games.sort();
    Ok(games)
}

pub fn matches(trial: &Trial<'_>) -> Rows {
    let count = "40";
    let command = |log: &'static str| {
        let players = ["--a", "alphabeta", "--b", "random", "--nodes", "100"];
        [&["match", "othello", "--games", count, "--concurrency", "2", "--out", log][..], &players].concat()
    };
    let whole = trial.program.run(trial.folder, &command("whole.jsonl"), LONGEST)?;
    let took = whole.took;
    whole.output()?;
    let caught = interrupt(trial, &command("killed.jsonl"), &["killed.jsonl"], took)?;
    let expected = games(&trial.folder.join("whole.jsonl"))?;
    let same = expected == games(&trial.folder.join("killed.jsonl"))? && expected.len().to_string() == count;
    Ok(vec![same_row(&format!("match of {count} games"), caught, same)])
}

/// Go games of random stones that never touch: legal whatever the rules.
pub fn go_games(count: usize) -> String {
    let mut random = Random(7);
    let mut text = String::new();
    let letter = |at: usize| char::from(b'a' + at as u8);
    for _ in 0..count {
        // Every second point of every second line, in random order.
        let mut points: Vec<(usize, usize)> = (0..100).map(|at| (at % 10 * 2, at / 10 * 2)).collect();
        text.push_str("(;GM[1]FF[4]SZ[19]KM[7.5]RE[B+R]");
        for turn in 0..80 {
            let (column, row) = points.swap_remove(random.below(points.len()));
            let side = if turn % 2 == 0 { 'B' } else { 'W' };
            text.push_str(&format!(";{side}[{}{}]", letter(column), letter(row)));
        }
        text.push_str(")\n");
    }
    text
}

pub fn learning(trial: &Trial<'_>) -> Rows {
    write(&trial.folder.join("games.sgf"), go_games(150))?;
    let command = |out: &'static str| {
        ["learn", "games.sgf", "--zooms", "5", "--min-count", "2", "--save-every", "15", "--epochs", "2", "--out", out]
    };
    let whole = trial.program.run(trial.folder, &command("whole.bin"), LONGEST)?;
    let took = whole.took;
    whole.output()?;
    let caught =
        interrupt(trial, &command("killed.bin"), &["killed.bin", "killed.bin.records", "killed.bin.progress"], took)?;
    let read = |name: &str| fs::read(trial.folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let same = read("whole.bin")? == read("killed.bin")? && read("whole.bin.records")? == read("killed.bin.records")?;
    Ok(vec![same_row("learning from 150 games", caught, same)])
}

pub fn solving(trial: &Trial<'_>) -> Rows {
    let command = |folder: &'static str| {
        ["solve", "breakthrough", "--size", "4x5", "--method", "sweep", "--json", "--checkpoint", folder]
    };
    let answer = |output: &str| -> Result<[Value; 4], String> {
        let value: Value = serde_json::from_str(output).map_err(|error| format!("{output}: {error}"))?;
        Ok(["value", "winner", "best", "pv"].map(|member| value[member].clone()))
    };
    let whole = trial.program.run(trial.folder, &command("whole"), LONGEST)?;
    let took = whole.took;
    let expected = answer(&whole.output()?)?;
    let caught = interrupt(trial, &command("killed"), &["killed"], took)?;
    let resumed = trial.program.run(trial.folder, &command("killed"), LONGEST)?.output()?;
    let files = |name: &str| -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(trial.folder.join(name)).into_iter().flatten().flatten();
        let mut files: Vec<_> = entries
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap_or_default()))
            .collect();
        files.sort();
        files
    };
    let (whole, killed) = (files("whole"), files("killed"));
    // What was being written when it was killed is left over, under another name.
    let same = expected == answer(&resumed)? && !whole.is_empty() && whole.iter().all(|file| killed.contains(file));
    Ok(vec![same_row("solving Breakthrough 4x5 by sweep", caught, same)])
}
