//! `quadrille bundle`: join the builds of a release into one file. Releases are made with it; help does not show it.

use crate::builds;
use quadrille_support::file;
use std::path::PathBuf;

/// Join builds for x86-64, x86-64-v4 and x86-64-v3 into one program.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The build for any x86-64.
    baseline: PathBuf,
    /// The build for x86-64-v4.
    v4: PathBuf,
    /// The build for x86-64-v3.
    v3: PathBuf,
    /// Where to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let read = |path: &PathBuf| std::fs::read(path).map_err(|error| file::refusal(path, &error));
    let joined = builds::join(&read(&args.baseline)?, &read(&args.v4)?, &read(&args.v3)?)?;
    file::write(&args.out, &joined).map_err(|error| file::refusal(&args.out, &error))?;
    Ok(())
}
