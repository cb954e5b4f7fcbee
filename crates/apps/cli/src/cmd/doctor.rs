//! `quadrille doctor`: checks the machine for anything that slows the program down; `--version --verbose`.

use super::serve;
use crate::output;
use crate::words::{self, report};
use quadrille_chess_expert::endgame::{Endgames, usual_path};
use quadrille_core::{Lang, Message, Sentence};
use quadrille_support::cpu::{self, Level};
use quadrille_support::{checksum, file, memory, threads};
use serde_json::json;
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;

/// Check this machine: processor, memory, folders, port; report what is slow and why.
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
        let row =
            |row: &Row| json!({ "name": row.name.en, "state": row.state.name().en, "text": output::say(&row.text) });
        return output::json(&json!({ "checks": rows.iter().map(row).collect::<Vec<_>>() }));
    }
    for row in &rows {
        let [state, name] = [row.state.name(), row.name].map(|message| message.template(output::language()));
        output::line(format!("{state:<8} {name:<10} {}", output::say(&row.text)))?;
    }
    let worse = rows.iter().filter(|row| row.state != State::Fine).count();
    let verdict = if worse == 0 { words::ALL_FINE.say() } else { words::SOME_NOT_FINE.say().with("n", worse) };
    output::tell(&verdict)
}

/// One line of the report.
struct Row {
    name: &'static Message,
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
    fn name(self) -> &'static Message {
        match self {
            Self::Fine => &report::OK,
            Self::Slow => &report::SLOW,
            Self::Broken => &report::PROBLEM,
        }
    }
}

/// A build without optimisation is the first thing to rule out.
fn build() -> Row {
    let text = if cfg!(debug_assertions) { words::BUILD_WITH_CHECKS.say() } else { words::BUILD.say() };
    let state = if cfg!(debug_assertions) { State::Slow } else { State::Fine };
    Row { name: &report::BUILD, state, text: text.with("version", env!("CARGO_PKG_VERSION")) }
}

fn processor() -> Row {
    let (build, machine) = (Level::of_this_build(), Level::of_this_processor());
    let (state, message) =
        if build < machine { (State::Slow, &words::CPU_UNUSED) } else { (State::Fine, &words::CPU_USED) };
    let text = message.say().with("build", build.name()).with("machine", machine.name());
    Row { name: &report::PROCESSOR, state, text: text.with("features", cpu::present().join(" ")) }
}

fn cores() -> Row {
    let cores = threads::available();
    let (state, message) = if cores < 2 { (State::Slow, &words::ONE_CORE) } else { (State::Fine, &words::CORES) };
    Row { name: &report::CORES, state, text: message.say().with("cores", cores) }
}

/// The load of other programs, if the system reports it: half a busy core is noticeable.
fn load() -> Option<Row> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let load: f64 = text.split_whitespace().next()?.parse().ok()?;
    let cores = threads::available();
    let (state, message) =
        if load > cores as f64 - 0.5 { (State::Slow, &words::BUSY) } else { (State::Fine, &words::QUIET) };
    Some(Row {
        name: &report::LOAD,
        state,
        text: message.say().with("load", format!("{load:.1}")).with("cores", cores),
    })
}

/// Missing tables are only reported, not a problem.
fn endgames() -> Row {
    let name = &report::ENDGAMES;
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

/// The largest table, in MiB, that leaves half of the free memory.
fn largest_table(free: u64) -> u64 {
    let half = (free / 2) >> 20;
    half.checked_ilog2().map_or(0, |power| 1 << power)
}

fn room() -> Row {
    let Some(free) = memory::available() else {
        return Row { name: &report::MEMORY, state: State::Fine, text: words::MEMORY_UNKNOWN.say() };
    };
    let table = largest_table(free);
    let state = if table < 64 { State::Slow } else { State::Fine };
    let text = words::MEMORY.say().with("free", free >> 20).with("table", table);
    Row { name: &report::MEMORY, state, text }
}

fn folder() -> Row {
    let name = &report::SAVED_GAMES;
    let Some(folder) = quadrille_web::data_folder() else {
        return Row { name, state: State::Broken, text: words::NO_FOLDER.say() };
    };
    let shown = folder.display().to_string();
    match writable(&folder) {
        Ok(()) => Row { name, state: State::Fine, text: words::FOLDER.say().with("folder", shown) },
        Err(error) => {
            let text = words::FOLDER_REFUSED.say().with("folder", shown).with("error", file::reason(&error));
            Row { name, state: State::Broken, text }
        }
    }
}

/// Whether a file can be created in the folder, or in its nearest existing ancestor.
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
    Row { name: &report::PORT, state, text: message.say().with("port", port) }
}

/// What `--version --verbose` prints: enough to identify a build in a bug report.
pub fn version() -> anyhow::Result<()> {
    let lang = output::language();
    output::line(concat!("quadrille ", env!("CARGO_PKG_VERSION")))?;
    let row = |name: String, value: &str| {
        output::line(format!("{name}{} {value}", if lang == Lang::French { " :" } else { ":" }))
    };
    let word = |message: &Message| message.template(lang).to_owned();
    row(word(&report::COMMIT), option_env!("QUADRILLE_COMMIT").unwrap_or(report::UNKNOWN.template(lang)))?;
    row(word(&report::TARGET), &format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS))?;
    row(word(&report::BUILT_FOR), Level::of_this_build().name())?;
    row(word(&report::THIS_PROCESSOR), Level::of_this_processor().name())?;
    row(word(&report::CPU_FEATURES), &cpu::present().join(" "))?;
    // The enabled Cargo features that are not default.
    row(word(&report::FEATURES), if cfg!(feature = "cuda") { "cuda" } else { report::NO_FEATURES.template(lang) })?;
    for (name, bytes) in quadrille_engine::built_in::files() {
        let sum = format!("{:016x}", checksum::of(&bytes));
        let about = report::FILE.say().with("bytes", bytes.len()).with("checksum", sum);
        row(output::say(&report::WEIGHTS.say().with("name", name)), &output::say(&about))?;
    }
    Ok(())
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
