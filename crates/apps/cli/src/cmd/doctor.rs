//! `quadrille doctor`: what this machine offers and what holds the program back; `--version --verbose`.

use super::serve;
use crate::{output, words};
use quadrille_chess_expert::endgame::{Endgames, usual_path};
use quadrille_core::Sentence;
use quadrille_support::cpu::{self, Level};
use quadrille_support::{checksum, memory, threads};
use serde_json::json;
use std::fmt::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

/// Check this machine: processor, memory, folders, port; say what is slow and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille doctor
  quadrille doctor --json")]
pub struct Args {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let rows = [
        Some(build()),
        Some(processor()),
        Some(cores()),
        load(),
        Some(room()),
        Some(folder()),
        Some(endgames()),
        Some(port()),
    ];
    let rows: Vec<Row> = rows.into_iter().flatten().collect();
    if args.json {
        let row = |row: &Row| json!({ "name": row.name, "state": row.state.name(), "text": output::say(&row.text) });
        return output::json(&json!({ "checks": rows.iter().map(row).collect::<Vec<_>>() }));
    }
    for row in &rows {
        output::line(format!("{:<8} {:<10} {}", row.state.name(), row.name, output::say(&row.text)))?;
    }
    let worse = rows.iter().filter(|row| row.state != State::Fine).count();
    let verdict = if worse == 0 { words::ALL_FINE.say() } else { words::SOME_NOT_FINE.say().with("n", worse) };
    output::line(output::say(&verdict))
}

/// One line of the report.
struct Row {
    name: &'static str,
    state: State,
    text: Sentence,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Fine,
    /// It works, but slower than it could.
    Slow,
    /// Something will not work.
    Broken,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Fine => "ok",
            Self::Slow => "slow",
            Self::Broken => "problem",
        }
    }
}

/// A build without optimisation is the first thing to rule out.
fn build() -> Row {
    let text = if cfg!(debug_assertions) { words::BUILD_WITH_CHECKS.say() } else { words::BUILD.say() };
    let state = if cfg!(debug_assertions) { State::Slow } else { State::Fine };
    Row { name: "build", state, text: text.with("version", env!("CARGO_PKG_VERSION")) }
}

fn processor() -> Row {
    let (build, machine) = (Level::of_this_build(), Level::of_this_processor());
    let (state, message) =
        if build < machine { (State::Slow, &words::CPU_UNUSED) } else { (State::Fine, &words::CPU_USED) };
    let text = message.say().with("build", build.name()).with("machine", machine.name());
    Row { name: "processor", state, text: text.with("features", cpu::present().join(" ")) }
}

fn cores() -> Row {
    let cores = threads::available();
    let (state, message) = if cores < 2 { (State::Slow, &words::ONE_CORE) } else { (State::Fine, &words::CORES) };
    Row { name: "cores", state, text: message.say().with("cores", cores) }
}

/// What the others do, where the system says so: half a core at work beside ours is felt.
fn load() -> Option<Row> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split_whitespace().next()?.parse().ok()?;
    let cores = threads::available();
    let (state, message) =
        if load > cores as f64 - 0.5 { (State::Slow, &words::BUSY) } else { (State::Fine, &words::QUIET) };
    Some(Row { name: "load", state, text: message.say().with("load", format!("{load:.1}")).with("cores", cores) })
}

/// Nobody misses the tables until an endgame comes: their absence is only told.
fn endgames() -> Row {
    let name = "endgames";
    let Some(path) = usual_path().filter(|path| path.exists()) else {
        return Row { name, state: State::Fine, text: words::ENDGAMES_MISSING.say() };
    };
    let shown = path.display().to_string();
    match Endgames::open(&path) {
        Ok(_) => Row { name, state: State::Fine, text: words::ENDGAMES_THERE.say().with("path", shown) },
        Err(refusal) => {
            let text = words::ENDGAMES_DAMAGED.say().with("path", shown).with("error", output::say(&refusal));
            Row { name, state: State::Broken, text }
        }
    }
}

/// The largest table, in MiB, that leaves half of the free memory to others.
fn largest_table(free: u64) -> u64 {
    let half = (free / 2) >> 20;
    half.checked_ilog2().map_or(0, |power| 1 << power)
}

fn room() -> Row {
    let Some(free) = memory::available() else {
        return Row { name: "memory", state: State::Fine, text: words::MEMORY_UNKNOWN.say() };
    };
    let table = largest_table(free);
    let state = if table < 64 { State::Slow } else { State::Fine };
    let text = words::MEMORY.say().with("free", free >> 20).with("table", table);
    Row { name: "memory", state, text }
}

fn folder() -> Row {
    let name = "games";
    let Some(folder) = quadrille_web::data_folder() else {
        return Row { name, state: State::Broken, text: words::NO_FOLDER.say() };
    };
    let shown = folder.display().to_string();
    match writable(&folder) {
        Ok(()) => Row { name, state: State::Fine, text: words::FOLDER.say().with("folder", shown) },
        Err(error) => {
            let text = words::FOLDER_REFUSED.say().with("folder", shown).with("error", error.to_string());
            Row { name, state: State::Broken, text }
        }
    }
}

/// Whether a file can be made in the folder, or in the nearest one above it that exists.
fn writable(folder: &Path) -> std::io::Result<()> {
    let there = folder.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("/"));
    let trial = there.join(format!(".quadrille-doctor-{}", std::process::id()));
    std::fs::write(&trial, b"")?;
    std::fs::remove_file(trial)
}

fn port() -> Row {
    let port = serve::PORT;
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    let (state, message) = if free { (State::Fine, &words::PORT_FREE) } else { (State::Broken, &words::PORT_TAKEN) };
    Row { name: "port", state, text: message.say().with("port", port) }
}

/// The features of Cargo that this build has beside the usual ones.
const FEATURES: &str = if cfg!(feature = "cuda") { "cuda" } else { "none" };

/// What `--version --verbose` prints: enough to tell one build from another in a report of a fault.
pub fn version() -> anyhow::Result<()> {
    let mut text = format!("quadrille {}\n", env!("CARGO_PKG_VERSION"));
    let mut row = |name: &str, value: &str| writeln!(text, "{name}: {value}");
    row("commit", option_env!("QUADRILLE_COMMIT").unwrap_or("unknown"))?;
    row("target", &format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS))?;
    row("built for", Level::of_this_build().name())?;
    row("this processor", Level::of_this_processor().name())?;
    row("processor features", &cpu::present().join(" "))?;
    row("optional features", FEATURES)?;
    for (name, bytes) in quadrille_engine::built_in::files() {
        row(&format!("weights {name}"), &format!("{} bytes, XXH3 {:016x}", bytes.len(), checksum::of(&bytes)))?;
    }
    output::line(text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_half_of_the_memory() {
        assert_eq!(largest_table(8 << 30), 4_096);
        assert_eq!(largest_table((8 << 30) - 1), 2_048);
        assert_eq!(largest_table(1 << 20), 0);
    }

    #[test]
    fn a_folder_is_tried_where_it_will_be() {
        let above = std::env::temp_dir();
        assert!(writable(&above.join("not-there/nor-this")).is_ok());
        assert!(writable(Path::new("/proc/quadrille")).is_err());
    }
}
