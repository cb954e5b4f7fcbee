//! Shared memory: damaged tables, thread interleavings (loom), and sanitizers on a nightly toolchain.

use super::checks::{Check, interleavings, nightly_has};
use super::table::Row;
use super::{Rows, Trial};
use crate::cargo_command;
use std::process::Command;

pub fn all(trial: &Trial<'_>) -> Rows {
    let games = trial.scale("200", "2000");
    let check = Check {
        package: "quadrille-search",
        file: "searches",
        test: "games_with_a_damaged_table_stay_legal",
        settings: &[("DAMAGED_GAMES", games)],
    };
    let legal = check.run()?.passed();
    let figure = if legal { "every move legal" } else { "an illegal move or a panic" };
    let name = format!("{games} games with 1 % of the table's answers damaged");
    let mut rows = vec![Row::new(name, figure, "every move legal", legal)];
    let whole = interleavings(trial.root)?.passed();
    let figure = if whole { "no torn entry accepted" } else { "a torn entry accepted" };
    rows.push(Row::new("slots of the table, every interleaving (loom)", figure, "no torn entry accepted", whole));
    let miri = ["miri", "test", "--package", "quadrille-search", "--lib", "slot"];
    rows.push(by_nightly("Miri on the table", "miri", &mut cargo_command(&[&["+nightly"][..], &miri].concat()))?);
    let mut sanitized = cargo_command(&["+nightly", "test", "--package", "quadrille-search", "--test", "searches"]);
    // The sanitizer needs a standard library built with it.
    sanitized.args(["-Zbuild-std", "--target", "x86_64-unknown-linux-gnu"]).env("RUSTFLAGS", "-Zsanitizer=thread");
    sanitized.env("CARGO_TARGET_DIR", crate::target(trial.root).join("sanitizer"));
    rows.push(by_nightly("the searches under ThreadSanitizer", "build", &mut sanitized)?);
    Ok(rows)
}

/// A test that a nightly toolchain runs, if there is one with this command.
fn by_nightly(name: &str, needs: &str, command: &mut Command) -> Result<Row, String> {
    if !nightly_has(needs) {
        return Ok(Row::skipped(name, "needs a nightly toolchain"));
    }
    let output = command.output().map_err(|error| error.to_string())?;
    let figure = if output.status.success() { "no error" } else { "an error" };
    Ok(Row::new(name, figure, "no error", output.status.success()))
}
