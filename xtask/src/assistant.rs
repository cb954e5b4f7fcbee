//! Tests `quadrille mcp` with the official MCP client.

use crate::{browser, run};
use std::path::Path;
use std::process::Command;

/// Where the test lives, relative to the root.
const FOLDER: &str = "crates/shells/protocol/tests/mcp";

/// Installs the client if it is missing and has it talk to the program.
pub fn test(root: &Path, program: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    browser::install_packages(&folder)?;
    run(Command::new("node").arg("client.mjs").arg(program).current_dir(&folder))
}
