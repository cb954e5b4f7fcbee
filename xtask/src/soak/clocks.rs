//! Short clocks while every core is busy with something else.

use super::table::Row;
use super::{Rows, Trial};
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const LONGEST: Duration = Duration::from_secs(3_600);
/// The games with short clocks, and the small board whose table must not be built on the clock.
const MATCHES: [(&str, &[&str]); 5] = [
    ("breakthrough", &["--a", "alphabeta", "--b", "uct"]),
    ("breakthrough", &["--size", "5x5", "--a", "specialist", "--b", "random"]),
    ("chess", &["--a", "alphabeta", "--b", "alphabeta,threads=2"]),
    ("othello", &["--a", "specialist", "--b", "alphabeta"]),
    ("go", &["--size", "9", "--a", "rave", "--b", "uct"]),
];

pub fn hogged(trial: &Trial<'_>) -> Rows {
    let over = AtomicBool::new(false);
    let cores = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let rows = MATCHES.iter().map(|(game, players)| lost_on_time(trial, game, players)).collect();
        over.store(true, Ordering::Relaxed);
        rows
    })
}

fn lost_on_time(trial: &Trial<'_>, game: &str, players: &[&str]) -> Result<Row, String> {
    let games = trial.scale("4", "200");
    let command = [&["match", game, "--tc", "1+0.01", "--games", games, "--json"], players].concat();
    let output = trial.program.run(trial.folder, &command, LONGEST)?.output()?;
    let result: Value = serde_json::from_str(&output).map_err(|error| format!("{output}: {error}"))?;
    let number = |member: &str| result[member].as_u64().unwrap_or(u64::MAX) as usize;
    let name = format!("{game} at 1 s + 0.01 s, cores busy: {}", players.join(" "));
    let [late, illegal, crashed] = ["time_losses", "illegal", "crashes"].map(number);
    let figure = format!("of {} games {late} lost on time, {illegal} illegal, {crashed} crashed", number("games"));
    Ok(Row::new(name, figure, "none", late == 0 && illegal == 0 && crashed == 0))
}
