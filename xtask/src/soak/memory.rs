//! Shared memory: damaged tables, thread interleavings (loom), and sanitizers on a nightly toolchain.

use super::checks::{Check, Checked, interleavings, nightly_has};
use super::table::Row;
use super::{Rows, Trial};
use crate::cargo_command;
use std::process::Command;

/// What Miri interprets: a name, the package, its tests. All unsafe code for shared memory is below these.
const BY_MIRI: [(&str, &str, &[&str]); 2] = [
    ("mapped tables", "quadrille-support", &["memory::"]),
    ("the table and the tree", "quadrille-search", &["eight_threads_never_read", "while_threads_add_more"]),
];

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
    for (name, package, tests) in BY_MIRI {
        let mut command = cargo_command(&["+nightly", "miri", "test", "--package", package, "--lib", "--"]);
        // The size of a table depends on how much memory is free, which is read from a file.
        command.args(tests).env("MIRIFLAGS", "-Zmiri-disable-isolation");
        rows.push(by_nightly(&format!("Miri on {name}"), "miri", &mut command)?);
    }
    rows.push(sanitized(trial)?);
    Ok(rows)
}

/// The tests of the searches under ThreadSanitizer, which take ten minutes with their own standard library.
fn sanitized(trial: &Trial<'_>) -> Result<Row, String> {
    const NAME: &str = "the searches under ThreadSanitizer";
    if trial.quick {
        return Ok(Row::skipped(NAME, "only in the long form"));
    }
    let mut sanitized = cargo_command(&["+nightly", "test", "--package", "quadrille-search", "--test", "searches"]);
    // The sanitizer needs a standard library built with it.
    sanitized.args(["-Zbuild-std", "--target", "x86_64-unknown-linux-gnu"]).env("RUSTFLAGS", "-Zsanitizer=thread");
    sanitized.env("CARGO_TARGET_DIR", crate::target(trial.root).join("sanitizer"));
    by_nightly(NAME, "build", &mut sanitized)
}

/// A test that a nightly toolchain runs, if there is one with this command.
fn by_nightly(name: &str, needs: &str, command: &mut Command) -> Result<Row, String> {
    if !nightly_has(needs) {
        return Ok(Row::skipped(name, "needs a nightly toolchain"));
    }
    let fine = Checked::of(command)?.passed();
    let figure = if fine { "no error" } else { "an error" };
    Ok(Row::new(name, figure, "no error", fine))
}
