//! The winner of a large board by a sweep over coded levels, in time slices: run it again with the same folder to
//! resume.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example sweep -- BOARD THREADS SECONDS [FOLDER]` Without a
//! folder everything stays in memory, and a stopped run is lost. Each level prints a line as it ends.

use quadrille_breakthrough::{Position, Rules};
use quadrille_breakthrough_expert::solver::{Crew, LevelReport, Sweep, Swept};
use quadrille_core::{Game, Notation, Refusal};
use quadrille_search::Stop;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, threads, seconds, folder @ ..] = &arguments[..] else {
        return Err("expected BOARD THREADS SECONDS [FOLDER]".into());
    };
    let start = Position::start(&board.parse::<Rules>()?);
    let threads = threads.parse()?;
    let seconds = Duration::from_secs(seconds.parse()?);
    let folder = folder.first().map(PathBuf::from);
    let answer = run(&start, threads, seconds, folder.as_deref())?;
    match answer {
        Some(swept) => {
            println!("{board}: the {} player wins", if swept.mover_wins { "first" } else { "second" });
            for (from, to, wins) in swept.steps {
                let name = |square: u32| start.square_name(square as u8);
                println!("  {}{} {}", name(from), name(to), if wins { "wins" } else { "loses" });
            }
        }
        None => println!("time is up; run again with the same folder to go on"),
    }
    Ok(())
}

fn run(start: &Position, threads: usize, limit: Duration, folder: Option<&Path>) -> Result<Option<Swept>, Refusal> {
    let sweep = Sweep::of(start)?;
    println!(
        "{} words a half; needs {:.1} GB{}",
        sweep.words(),
        sweep.bytes_needed(folder.is_some()) as f64 / 1e9,
        if folder.is_some() { " and the folder" } else { "" },
    );
    let stop = Stop::new();
    let _deadline = stop.finish_after(limit);
    let mut busy = 0.0;
    sweep.run(Crew { threads, stop: &stop }, folder, &mut |report| {
        busy += report.seconds;
        print(&report, busy, threads);
        for (position, winner) in &report.spot_checks {
            println!("check {} {winner}", position.format_position());
        }
    })
}

fn print(report: &LevelReport, busy: f64, threads: usize) {
    let millions = report.words as f64 / 1e6;
    println!(
        "level {}/{} ({} rows to go, {} pawns): {millions:.1} M words in {:.1} s ({:.0} thread-ns a word), {:.2} % and {:.2} % escaped; {:.1} of {:.1} G words, {:.0} s busy, {:.1} GB in memory",
        report.level,
        report.last,
        report.rows_to_go,
        report.pawns,
        report.seconds,
        report.seconds * 1e9 * threads as f64 / report.words as f64,
        100.0 * report.escapes[0] as f64 / report.words as f64,
        100.0 * report.escapes[1] as f64 / report.words as f64,
        report.done as f64 / 1e9,
        report.total as f64 / 1e9,
        busy,
        report.bytes as f64 / 1e9,
    );
}
