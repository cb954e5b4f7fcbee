//! `quadrille completions`: completion scripts for shells.

use clap_complete::{Shell, generate};

/// Print a shell completion script.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quadrille completions bash > quadrille.bash")]
pub struct Args {
    /// Shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args, command: &mut clap::Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    generate(args.shell, command, "quadrille", &mut script);
    crate::output::line(String::from_utf8_lossy(&script).trim_end())
}
