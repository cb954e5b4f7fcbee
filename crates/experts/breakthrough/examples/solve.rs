//! Solves boards and prints time and memory.
//!
//! `cargo run --release -p quadrille-breakthrough-expert --example solve -- METHOD THREADS MEMORY_GB [distance] BOARD...`

use quadrille_breakthrough::{Position, Rules};
use quadrille_breakthrough_expert::solver::{Method, Options, solve};
use quadrille_core::{Game, Notation};
use quadrille_search::Stop;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let method: Method = arguments.next().unwrap_or_default().parse()?;
    let threads = arguments.next().unwrap_or_default().parse()?;
    let memory = arguments.next().unwrap_or_default().parse::<u64>()? << 30;
    let always_distance = arguments.next_if(|word| word == "distance").is_some();
    let options = Options { threads, memory, always_distance, ..Options::default() };
    for board in arguments {
        let start = Position::start(&board.parse::<Rules>()?);
        let (begin, cpu) = (Instant::now(), cpu_seconds());
        match solve(&start, method, &options, &Stop::new(), &mut |_| ()) {
            Ok(solution) => println!(
                "{board}: {} wins ({}), distance {:?}, {} nodes, {} table positions, by {}, best {}; {:.2} s, {:.2} CPU s, peak {} MB",
                solution.winner,
                if solution.mover_wins { "first" } else { "second" },
                solution.distance,
                solution.nodes,
                solution.table_positions,
                solution.method,
                solution.best.map_or_else(String::new, |m| start.format_move(m)),
                begin.elapsed().as_secs_f64(),
                cpu_seconds() - cpu,
                peak_megabytes(),
            ),
            Err(error) => println!("{board}: {error}"),
        }
    }
    Ok(())
}

/// User and system time of this process, if the system tells.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() >> 10
}
