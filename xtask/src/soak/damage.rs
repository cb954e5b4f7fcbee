//! Damaged records and protocol lines: the tests of the readers with more rounds, or libFuzzer where it is installed.

use super::table::Row;
use super::{Rows, Trial};
use crate::cargo_command;
use std::fs;
use std::process::Command;

pub fn all(trial: &Trial<'_>) -> Rows {
    let mut rows = if has_fuzzer() { fuzz(trial)? } else { vec![records(trial)?] };
    rows.push(conversations(trial)?);
    Ok(rows)
}

fn has_fuzzer() -> bool {
    Command::new("cargo").args(["+nightly", "fuzz", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Every target of `fuzz`, each for its time.
fn fuzz(trial: &Trial<'_>) -> Rows {
    let seconds = trial.scale("30", "600");
    let mut rows = Vec::new();
    for entry in fs::read_dir(trial.root.join("fuzz/fuzz_targets")).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        let target = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut command = Command::new("cargo");
        command.args(["+nightly", "fuzz", "run", &target, "--", &format!("-max_total_time={seconds}")]);
        let output = command.current_dir(trial.root).output().map_err(|error| error.to_string())?;
        let figure = if output.status.success() { "no panic" } else { "a panic or an abort" };
        rows.push(Row::new(format!("fuzz target {target}, {seconds} s"), figure, "no panic", output.status.success()));
    }
    Ok(rows)
}

/// Runs a test with a larger count and returns what it printed.
fn test(package: &str, name: &str, variable: &str, count: &str) -> Result<(bool, String), String> {
    let mut command = cargo_command(&["test", "--quiet", "--package", package, "--test", name, "--", "--nocapture"]);
    let output = command.env(variable, count).output().map_err(|error| error.to_string())?;
    let said = [output.stdout, output.stderr].concat();
    Ok((output.status.success(), String::from_utf8_lossy(&said).into_owned()))
}

/// The damage test of the record readers: seeded damage to valid records.
fn records(trial: &Trial<'_>) -> Result<Row, String> {
    let seconds = trial.scale("10", "600");
    let (fine, said) = test("quadrille-records", "damage", "DAMAGE_SECONDS", seconds)?;
    // The harness puts dots before what the tests print.
    let count = |line: &str| line.split_once(" damaged inputs")?.0.rsplit([' ', '.']).next()?.parse::<u64>().ok();
    let inputs: u64 = said.lines().filter_map(count).sum();
    let figure = format!("{inputs} inputs, {}", if fine { "no panic" } else { "a panic" });
    Ok(Row::new(format!("damaged records, {seconds} s for each reader"), figure, "no panic", fine && inputs > 0))
}

/// Conversations of random commands and garbage in all three protocols.
fn conversations(trial: &Trial<'_>) -> Result<Row, String> {
    let seeds = trial.scale("50", "1000");
    let (fine, said) = test("quadrille-protocol", "garbage", "GARBAGE_SEEDS", seeds)?;
    if !fine {
        eprintln!("{said}");
    }
    let figure = if fine { "all survived" } else { "a failure" };
    Ok(Row::new(format!("{seeds} conversations of garbage in each protocol"), figure, "all survived", fine))
}
