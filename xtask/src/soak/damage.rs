//! Damaged records and protocol lines: the tests of the readers with more rounds, or libFuzzer where it is installed.

use super::checks::{Check, nightly_has};
use super::table::Row;
use super::{Rows, Trial};
use std::fs;
use std::process::Command;

pub fn all(trial: &Trial<'_>) -> Rows {
    let mut rows = if nightly_has("fuzz") { fuzz(trial)? } else { vec![records(trial)?] };
    rows.push(conversations(trial)?);
    Ok(rows)
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

/// The damage test of the record readers: seeded damage to valid records.
fn records(trial: &Trial<'_>) -> Result<Row, String> {
    let seconds = trial.scale("10", "600");
    let settings = [("DAMAGE_SECONDS", seconds)];
    let checked = Check { package: "quadrille-records", file: "damage", test: "", settings: &settings }.run()?;
    let (fine, said) = (checked.passed(), checked.said);
    // The harness puts dots before what the tests print.
    let count = |line: &str| line.split_once(" damaged inputs")?.0.rsplit([' ', '.']).next()?.parse::<u64>().ok();
    let inputs: u64 = said.lines().filter_map(count).sum();
    let figure = format!("{inputs} inputs, {}", if fine { "no panic" } else { "a panic" });
    Ok(Row::new(format!("damaged records, {seconds} s for each reader"), figure, "no panic", fine && inputs > 0))
}

/// Conversations of random commands and garbage in all three protocols.
fn conversations(trial: &Trial<'_>) -> Result<Row, String> {
    let seeds = trial.scale("50", "1000");
    let settings = [("GARBAGE_SEEDS", seeds)];
    let fine = Check { package: "quadrille-protocol", file: "garbage", test: "", settings: &settings }.run()?.passed();
    let figure = if fine { "all survived" } else { "a failure" };
    Ok(Row::new(format!("{seeds} conversations of garbage in each protocol"), figure, "all survived", fine))
}
