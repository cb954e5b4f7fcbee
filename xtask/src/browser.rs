//! Browser tests: installs what is missing, builds the program, runs the tests.

use crate::{cargo_command, run, target};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the browser tests live, relative to the root.
const FOLDER: &str = "crates/apps/web/tests/browser";

/// Debian packages by the program they bring.
const PROGRAMS: [(&str, &[&str]); 2] = [("node", &["nodejs", "npm"]), ("chromium", &["chromium"])];

/// Installs the tools that are missing, then runs the browser tests against a program.
pub fn test(root: &Path, program: &Path) -> Result<(), String> {
    drive(root, "--binary", program)
}

/// The development build of the program, built if necessary.
pub fn built(root: &Path) -> Result<PathBuf, String> {
    run(&mut cargo_command(&["build", "--quiet", "--package", "quadrille"]))?;
    Ok(already_built(root))
}

/// The program as built by the workspace tests. A separate build would recompile much of it, since the program alone
/// needs fewer features of its dependencies than the tests.
pub fn already_built(root: &Path) -> PathBuf {
    target(root).join("debug/quadrille")
}

/// The same tests, as far as they apply, against the page without a server.
pub fn test_site(root: &Path, site: &Path) -> Result<(), String> {
    drive(root, "--site", &site.canonicalize().map_err(|error| format!("{}: {error}", site.display()))?)
}

fn drive(root: &Path, what: &str, path: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    install_packages(&folder)?;
    run(Command::new("node").arg("run.mjs").arg(what).arg(path).current_dir(&folder))
}

/// Installs Node, a browser and the packages that a folder of tests names, as far as they are missing.
pub fn install_packages(folder: &Path) -> Result<(), String> {
    install_missing_programs()?;
    if folder.join("node_modules").exists() {
        return Ok(());
    }
    run(Command::new("npm").args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder))
}

fn install_missing_programs() -> Result<(), String> {
    let missing: Vec<&str> = PROGRAMS
        .iter()
        .filter(|(program, _)| !is_on_path(program))
        .flat_map(|(_, packages)| packages.iter().copied())
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("installing {}", missing.join(", "));
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(&missing)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_on_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(program).is_file()))
}
