//! `kill -9` at a hundred random moments of a running match: no game is lost, none is played twice, and what comes out is
//! what an undisturbed match gives.

use quadrille_core::Rng;
use quadrille_support::checksum;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const KILLS: u32 = 100;
const GAMES: &str = "1500";
/// The longest a match is left alone, in milliseconds.
const LONGEST_LIFE: u32 = 25;

fn log_file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("quadrille-kill-{}-{name}", std::process::id()));
    // A file of an earlier run may be there or not.
    let _ = std::fs::remove_file(&path);
    path
}

fn helper(log: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena-helper"));
    command.arg("match").arg(log).arg(GAMES).stdout(Stdio::piped());
    command
}

/// The whole games in a log by their numbers, without times and checksums. A number that comes twice is a failure.
fn games(log: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let mut games = BTreeMap::new();
    let whole = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
    for line in whole {
        let mut game: Value = serde_json::from_str(line).unwrap();
        let body = line.split(",\"check\"").next().unwrap();
        assert_eq!(game["check"], format!("{:016x}", checksum::of(body.as_bytes())));
        let number = game["number"].as_u64().unwrap();
        for field in ["seconds", "slowest", "check"] {
            game.as_object_mut().unwrap().remove(field);
        }
        assert!(games.insert(number, game).is_none(), "game {number} is there twice");
    }
    games
}

#[test]
fn a_hundred_kills_lose_and_double_nothing() {
    let (undisturbed, killed) = (log_file("undisturbed"), log_file("killed"));
    assert!(helper(&undisturbed).stdout(Stdio::null()).status().unwrap().success());
    let mut rng = Rng::new(11);
    let mut before = 0;
    for _ in 0..KILLS {
        let mut child = helper(&killed).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(u64::from(rng.below(LONGEST_LIFE))));
        child.kill().unwrap();
        let mut told = String::new();
        child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
        child.wait().unwrap();
        let after = games(&killed);
        assert!(after.len() >= before, "a finished game was lost");
        before = after.len();
        let told = told.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        for number in told.map(|line| line.trim().parse::<u64>().unwrap()) {
            assert!(after.contains_key(&number), "game {number} was reported but is not on the disk");
        }
    }
    assert!(helper(&killed).stdout(Stdio::null()).status().unwrap().success());
    assert_eq!(games(&killed), games(&undisturbed));
    for log in [undisturbed, killed] {
        std::fs::remove_file(log).unwrap();
    }
}
