//! Tests of the crates with larger counts, and the tools that some of them need.

use crate::{cargo_command, target};
use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

/// A test of a crate.
pub struct Check<'a> {
    pub package: &'a str,
    /// The file in the crate's `tests`.
    pub file: &'a str,
    /// The tests whose names contain this; all of the file if it is empty.
    pub test: &'a str,
    /// Environment variables.
    pub settings: &'a [(&'a str, &'a str)],
}

/// How the tests ended, and what they said.
pub struct Checked {
    fine: bool,
    pub said: String,
}

impl Check<'_> {
    pub fn run(&self) -> Result<Checked, String> {
        let Self { package, file, test, settings } = *self;
        let mut command =
            cargo_command(&["test", "--quiet", "--package", package, "--test", file, "--", "--nocapture"]);
        command.args(Some(test).filter(|test| !test.is_empty())).envs(settings.iter().copied());
        Checked::of(&mut command)
    }
}

impl Checked {
    pub fn of(command: &mut Command) -> Result<Self, String> {
        let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let fine = output.status.success();
        if !fine {
            eprintln!("{said}");
        }
        Ok(Self { fine, said })
    }

    /// Whether there were such tests, and all passed.
    pub fn passed(&self) -> bool {
        let count = |line: &str| line.strip_prefix("test result: ok. ")?.split(' ').next()?.parse::<usize>().ok();
        self.fine && self.said.lines().filter_map(count).sum::<usize>() > 0
    }
}

/// The tests of every interleaving of threads, in a build of their own.
pub fn interleavings(root: &Path) -> Result<Checked, String> {
    let mut command =
        cargo_command(&["test", "--quiet", "--release", "--package", "quadrille-search", "--lib", "model"]);
    command.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", target(root).join("loom"));
    Checked::of(&mut command)
}

/// A Python that has this module: the one that `PYTHON` names, or the usual one.
pub fn python_with(module: &str) -> Option<String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut command = Command::new(&python);
    command.args(["-c", &format!("import {module}")]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()).then_some(python)
}

/// Whether there is a nightly toolchain with this command.
pub fn nightly_has(command: &str) -> bool {
    let asked = Command::new("cargo").args(["+nightly", command, "--help"]).output();
    asked.is_ok_and(|output| output.status.success())
}
