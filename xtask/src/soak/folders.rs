//! Folders and files: shared, missing, damaged, on a failing disk.

use super::program::write;
use super::server::{Server, path, playing};
use super::table::Row;
use super::{Rows, Trial};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(120);

pub fn all(trial: &Trial<'_>) -> Rows {
    let mut rows = two_servers(trial)?;
    rows.extend(bad_folders(trial)?);
    rows.extend(disk_refuses(trial)?);
    rows.push(damaged_game(trial)?);
    rows.extend(checkpoints(trial)?);
    rows.extend(match_logs(trial)?);
    rows.push(learners(trial)?);
    Ok(rows)
}

/// The row of a server that must not start.
fn refused_server(name: &str, started: &Result<Server, String>) -> Row {
    let said = started.as_ref().err().map_or("it started", String::as_str);
    Row::refused(name, started.is_err(), said)
}

fn two_servers(trial: &Trial<'_>) -> Rows {
    let data = trial.folder.join("shared");
    let first = Server::start(trial.program, &data)?;
    let second = refused_server("a second server on one folder", &Server::start(trial.program, &data));
    first.kill();
    let third = Server::start(trial.program, &data);
    let figure = if third.is_ok() { "starts" } else { "refused" };
    Ok(vec![second, Row::new("… after `kill -9` of the first", figure, "starts", third.is_ok())])
}

fn bad_folders(trial: &Trial<'_>) -> Rows {
    write(&trial.folder.join("file"), "not a folder")?;
    let below = refused_server("games below a file", &Server::start(trial.program, &trial.folder.join("file/games")));
    // Where even root cannot write.
    let outside = refused_server("games where nobody can write", &Server::start(trial.program, "/proc/games".as_ref()));
    Ok(vec![below, outside])
}

/// A folder that is gone refuses every file, as a full disk does.
fn disk_refuses(trial: &Trial<'_>) -> Rows {
    let (data, away) = (trial.folder.join("disk"), trial.folder.join("away"));
    let server = Server::start(trial.program, &data)?;
    let client = server.client;
    let state = client.create(&json!({"game": "chess"}))?;
    let moves = format!("{}/moves", path(&state));
    client.post(&moves, &playing("e4"))?.good()?;
    fs::rename(&data, &away).map_err(|error| error.to_string())?;
    let played = client.post(&moves, &playing("e5"))?;
    let made = client.post("/games", &json!({"game": "go"}))?;
    let seen = client.get(&path(&state))?.good()?;
    fs::rename(&away, &data).map_err(|error| error.to_string())?;
    let again = client.post(&moves, &playing("c5"))?.good()?;
    let honest = |what: &str, status: u16| Row::new(what, format!("status {status}"), "status 500", status == 500);
    Ok(vec![
        honest("a move that the disk refuses", played.status),
        honest("a new game that the disk refuses", made.status),
        Row::new("… moves on the board", &seen["ply"], "1: the refused one was not played", seen["ply"] == 1),
        Row::new("… when the disk is back", &again["ply"], "2: the game goes on", again["ply"] == 2),
    ])
}

fn damaged_game(trial: &Trial<'_>) -> Result<Row, String> {
    let data = trial.folder.join("damaged");
    let server = Server::start(trial.program, &data)?;
    write(&data.join("abcdefgh01234567.game"), "quadrille-game 2 0000")?;
    let answer = server.client.get("/games/abcdefgh01234567")?;
    let said = answer.body["detail"].as_str().unwrap_or_default();
    Ok(Row::refused("a damaged game", answer.status == 500 && said.contains("damaged"), said))
}

/// Waits until another process has made a file with something in it, or a lock.
fn wait_for(path: &Path) {
    let there = || fs::metadata(path).is_ok_and(|file| file.len() > 0 || path.to_string_lossy().ends_with("lock"));
    for _ in 0..2_000 {
        if there() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Two solvers of one checkpoint, one of another board, and one for a game that keeps none.
fn checkpoints(trial: &Trial<'_>) -> Rows {
    let sweep = |size: &'static str| {
        ["solve", "breakthrough", "--size", size, "--method", "sweep", "--checkpoint", "levels", "--json"]
    };
    let mut first = trial.program.start(trial.folder, &sweep("4x6"))?;
    wait_for(&trial.folder.join("levels/lock"));
    let second = trial.program.run(trial.folder, &sweep("4x6"), LONGEST)?;
    let at_work = matches!(first.try_wait(), Ok(None));
    let _ = first.kill();
    let _ = first.wait();
    let mut rows =
        vec![Row::refused("two solvers of one checkpoint", at_work && second.refused(), &(second.err + &second.out))];
    // Both boards in one folder: whichever comes second is refused.
    let mut small = sweep("4x4");
    small[7] = "small";
    trial.program.run(trial.folder, &small, LONGEST)?.output()?;
    small[3] = "4x5";
    let other = trial.program.run(trial.folder, &small, LONGEST)?;
    rows.push(Row::refused("a checkpoint of another board", other.refused(), &other.err));
    let none = trial.program.run(trial.folder, &["solve", "chess", "--checkpoint", "x"], LONGEST)?;
    rows.push(Row::refused("a checkpoint for a solver that keeps none", none.refused(), &none.err));
    Ok(rows)
}

/// Two learnings of one model.
fn learners(trial: &Trial<'_>) -> Result<Row, String> {
    write(&trial.folder.join("games.sgf"), super::crashes::go_games(1_500))?;
    let learn = ["learn", "games.sgf", "--zooms", "5", "--out", "model.bin", "--json"];
    let mut first = trial.program.start(trial.folder, &learn)?;
    wait_for(&trial.folder.join("model.bin.lock"));
    let second = trial.program.run(trial.folder, &learn, LONGEST)?;
    let at_work = matches!(first.try_wait(), Ok(None));
    let _ = first.kill();
    let _ = first.wait();
    Ok(Row::refused("two learnings of one model", at_work && second.refused(), &second.err))
}

/// A log belongs to one match at a time, with its settings.
fn match_logs(trial: &Trial<'_>) -> Rows {
    let play = |player: &'static str, games: &'static str| {
        ["match", "othello", "--a", player, "--b", "random", "--games", games, "--out", "log"]
    };
    let mut first = trial.program.start(trial.folder, &play("random", "100000"))?;
    wait_for(&trial.folder.join("log"));
    let second = trial.program.run(trial.folder, &play("random", "100000"), LONGEST)?;
    let at_work = matches!(first.try_wait(), Ok(None));
    let _ = first.kill();
    let _ = first.wait();
    let other = trial.program.run(trial.folder, &play("uct,playouts=1", "2"), LONGEST)?;
    Ok(vec![
        Row::refused("two matches with one log", at_work && second.refused(), &second.err),
        Row::refused("a match that goes on from another's log", other.refused(), &other.err),
    ])
}
