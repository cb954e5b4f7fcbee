//! Stress tests of the built program: kills, floods, overload and damaged files, checked against `docs/reliability.md`.
//! Each scenario is a function that returns rows of the table printed at the end.

mod checks;
mod clocks;
mod crashes;
mod damage;
mod folders;
mod guests;
mod inputs;
mod load;
mod memory;
mod program;
mod protocols;
mod rules;
mod server;
mod table;
mod twice;
mod visitors;

use crate::{cargo, target};
use program::Program;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use table::Row;

/// What a scenario gets.
struct Trial<'a> {
    program: Program<'a>,
    /// The workspace.
    root: &'a Path,
    /// An empty folder, removed afterwards.
    folder: &'a Path,
    quick: bool,
}

impl Trial<'_> {
    /// One number for the quick form, another for the long one.
    fn scale<T>(&self, quick: T, long: T) -> T {
        if self.quick { quick } else { long }
    }
}

/// The rows of a scenario, or why there are none.
type Rows = Result<Vec<Row>, String>;

struct Scenario {
    name: &'static str,
    about: &'static str,
    run: fn(&Trial<'_>) -> Rows,
}

const SCENARIOS: [Scenario; 19] = [
    Scenario { name: "kill-server", about: "no acknowledged move is lost by kill -9", run: crashes::server },
    Scenario { name: "kill-match", about: "a killed match goes on to the same games", run: crashes::matches },
    Scenario { name: "kill-learn", about: "a killed learning ends in the same bytes", run: crashes::learning },
    Scenario { name: "kill-solve", about: "a killed solving ends in the same answer", run: crashes::solving },
    Scenario { name: "stop", about: "UCI `stop` at 1, 2 and 8 threads, and the end of input", run: protocols::stop },
    Scenario { name: "clocks", about: "no game is lost on time while every core is busy", run: clocks::hogged },
    Scenario { name: "connections", about: "idle, slow and many connections", run: load::connections },
    Scenario { name: "listeners", about: "listeners that never read", run: load::listeners },
    Scenario { name: "requests", about: "hostile requests beside an ordinary player", run: visitors::hostile },
    Scenario { name: "games", about: "games created, dropped and deleted while they think", run: visitors::games },
    Scenario { name: "class", about: "a class plays against level 4", run: visitors::class },
    Scenario { name: "guests", about: "other machines need the code", run: guests::code },
    Scenario {
        name: "folders",
        about: "shared, missing and read-only folders, a disk that refuses",
        run: folders::all,
    },
    Scenario { name: "inputs", about: "files over 64 KiB for every reader, counts exact", run: inputs::large },
    Scenario { name: "commands", about: "commands with hostile numbers, files and names", run: inputs::hostile },
    Scenario { name: "damage", about: "damaged records and protocol lines", run: damage::all },
    Scenario { name: "rules", about: "random games beside slow twins and other programs", run: rules::differential },
    Scenario { name: "memory", about: "damaged tables, interleavings, sanitizers", run: memory::all },
    Scenario { name: "twice", about: "the same question gives the same answer", run: twice::all },
];

const USAGE: &str = "usage: cargo xtask soak [--quick] [--binary PATH] [--list] [NAME…]

  --quick         fewer rounds: under 20 minutes on two cores
  --binary PATH   the program to try; by default a release build is made
  --list          the scenarios by name
  NAME            only these scenarios";

struct Options {
    quick: bool,
    list: bool,
    binary: Option<PathBuf>,
    names: Vec<String>,
}

fn options(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options { quick: false, list: false, binary: None, names: Vec::new() };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => options.quick = true,
            "--list" => options.list = true,
            "--binary" => options.binary = Some(rest.next().ok_or(USAGE)?.into()),
            name if SCENARIOS.iter().any(|scenario| scenario.name == name) => options.names.push(name.to_owned()),
            _ => return Err(format!("{argument:?} is not a scenario or an option\n{USAGE}")),
        }
    }
    Ok(options)
}

/// Runs the scenarios and prints the table; an error if a row failed.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let options = options(arguments)?;
    if options.list {
        SCENARIOS.iter().for_each(|scenario| println!("{:<12} {}", scenario.name, scenario.about));
        return Ok(());
    }
    let binary = match options.binary {
        Some(path) => path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?,
        None => {
            cargo(&["build", "--release", "--quiet", "--package", "quadrille"])?;
            target(root).join("release/quadrille")
        }
    };
    let start = Instant::now();
    let share = program::share_of_cores() * 100.0;
    let mut rows = Vec::new();
    let wanted = |scenario: &&Scenario| options.names.is_empty() || options.names.iter().any(|n| n == scenario.name);
    for scenario in SCENARIOS.iter().filter(wanted) {
        eprintln!("== {}: {}", scenario.name, scenario.about);
        let begun = Instant::now();
        let new = run_one(scenario, root, &binary, options.quick);
        let failed = new.iter().filter(|row| !row.ok).count();
        eprintln!(
            "== {}: {failed} of {} rows failed ({:.0} s)",
            scenario.name,
            new.len(),
            begun.elapsed().as_secs_f64()
        );
        rows.extend(new);
    }
    print!("{}", table::text(&rows));
    let failed = rows.iter().filter(|row| !row.ok).count();
    println!("{} rows, {failed} failed, {:.0} s", rows.len(), start.elapsed().as_secs_f64());
    println!("At the start this process got {share:.0} % of the cores: below 90 %, times say little.");
    if failed == 0 { Ok(()) } else { Err(format!("{failed} rows failed")) }
}

fn run_one(scenario: &Scenario, root: &Path, binary: &Path, quick: bool) -> Vec<Row> {
    let folder = env::temp_dir().join(format!("quadrille-soak-{}-{}", std::process::id(), scenario.name));
    let made = fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()));
    let trial = Trial { program: Program { binary }, root, folder: &folder, quick };
    let rows = made.and_then(|()| (scenario.run)(&trial));
    // Ignore files that cannot be removed.
    let _ = fs::remove_dir_all(&folder);
    rows.unwrap_or_else(|error| vec![Row::fails(scenario.name, error)])
}
