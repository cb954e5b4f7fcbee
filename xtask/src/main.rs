//! Development commands. `cargo xtask test` runs everything that is tested on every change.
#![forbid(unsafe_code)]

mod assistant;
mod bill;
mod browser;
mod dist;
mod measure;
mod peers;
mod site;
mod soak;
mod tidy;
mod wheel;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

const USAGE: &str = "usage: cargo xtask <chore>

  test      format, lints, every test, the documentation, the Python package, the page in a browser, an assistant's client
  tidy      only the invariants of ARCHITECTURE.md that a machine can check
  browser   only the browser tests
  assistant only the test of `quadrille mcp` with another program's client
  python    only the Python package, as the development build has it
  wheel     the Python wheel, built and tested; wheel [--portable]
  dist      what is published: program, Debian package, site, wheel, checksums; dist [PART…]
  site      the page without a server, as a folder of files; site [--out FOLDER] [--test]
  soak      long trials of the program: kill -9, floods, damaged files; soak [--quick] [--list] [NAME…]
  measure   the measuring tools by name; one of them with its arguments: measure NAME [ARGUMENT…];
            measure peers [ARGUMENT…] compares our speed with that of other programs";

fn main() -> ExitCode {
    let chore = env::args().nth(1).unwrap_or_default();
    let result = match chore.as_str() {
        "test" => test(),
        "tidy" => tidy::check(&root()),
        "browser" => browser::built(&root()).and_then(|program| browser::test(&root(), &program)),
        "assistant" => browser::built(&root()).and_then(|program| assistant::test(&root(), &program)),
        "python" => wheel::module().and_then(|()| wheel::test(&root())),
        "wheel" => wheel::build(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        "dist" => dist::build(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        "site" => site::build(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        "soak" => soak::run(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        "measure" => measure::run_tool(&root(), &env::args().skip(2).collect::<Vec<_>>()),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Result<(), String> {
    let root = root();
    step("format", || cargo(&["fmt", "--all", "--check"]))?;
    step("tidy", || tidy::check(&root))?;
    // Everything at once, so that no crate is compiled twice with different features. Examples are long manual runs: they
    // are linted but not built, which would take minutes.
    step("build", || cargo(&["build", "--workspace", "--lib", "--tests", "--quiet"]))?;
    // Not `--lib`: it would also run the tests of what says that it has none, the whole engine among it.
    step("tests", || cargo(&["test", "--workspace", "--tests", "--quiet"]))?;
    step("examples in the documentation", || cargo(&["test", "--workspace", "--doc", "--quiet"]))?;
    // It takes longer to build than everything else, and downloads the advisory database.
    if cargo_command(&["deny", "--version"]).output().is_ok_and(|output| output.status.success()) {
        step("licences and weaknesses of dependencies", || cargo(&["deny", "check"]))?;
    } else {
        eprintln!("== licences and weaknesses of dependencies: skipped, needs `cargo install cargo-deny`");
    }
    step("Python package", || wheel::test(&root))?;
    let program = browser::already_built(&root);
    // The browser tests wait more than they compute, and from a cold cache the lints take as long.
    thread::scope(|scope| {
        let read = scope.spawn(|| {
            step("lints", lints)?;
            step("documentation", documentation)
        });
        step("browser", || browser::test(&root, &program))?;
        read.join().map_err(|_| "the lints panicked")?
    })?;
    step("assistant", || assistant::test(&root, &program))
}

fn lints() -> Result<(), String> {
    run(&mut in_the_background(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]))
}

fn documentation() -> Result<(), String> {
    let mut command = in_the_background(&["doc", "--workspace", "--no-deps", "--quiet"]);
    run(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// A cargo command that leaves the processor to what runs beside it, where the system can say so.
fn in_the_background(arguments: &[&str]) -> Command {
    let cargo = cargo_command(arguments);
    if cfg!(not(unix)) {
        return cargo;
    }
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(cargo.get_program()).args(cargo.get_args()).current_dir(root());
    command
}

fn step(name: &str, work: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    eprintln!("== {name}");
    let start = Instant::now();
    work().map_err(|message| format!("{name} failed: {message}"))?;
    eprintln!("== {name}: fine ({:.0} s)", start.elapsed().as_secs_f64());
    Ok(())
}

fn cargo(arguments: &[&str]) -> Result<(), String> {
    run(&mut cargo_command(arguments))
}

fn cargo_command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command; an error names it.
fn run(command: &mut Command) -> Result<(), String> {
    let name = format!("`{command:?}`");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}

/// The folder that holds the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Where cargo puts what it builds.
fn target(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}
