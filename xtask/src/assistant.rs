//! An assistant's client, as its makers publish it, against `quadrille mcp`.

use crate::{browser, cargo_command, run, target};
use std::path::Path;
use std::process::Command;

/// Where the test lives, relative to the root.
const FOLDER: &str = "crates/shells/protocol/tests/mcp";

/// Installs the client if it is missing and has it talk to a fresh build of the program.
pub fn test(root: &Path) -> Result<(), String> {
    run(&mut cargo_command(&["build", "--quiet", "--package", "quadrille"]))?;
    let folder = root.join(FOLDER);
    browser::install_packages(&folder)?;
    run(Command::new("node").arg("client.mjs").arg(target(root).join("debug/quadrille")).current_dir(&folder))
}
