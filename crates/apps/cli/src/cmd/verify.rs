//! `quadrille verify`: check a certificate without trusting the solver that made it.

use crate::limit_args::parse_threads;
use crate::progress::Progress;
use crate::{output, words};
use anyhow::Context;
use quadrille_breakthrough::twin::Cell;
use quadrille_core::Player;
use quadrille_support::file;
use serde_json::json;
use std::path::PathBuf;

/// Check the certificate of a solved Breakthrough position with an independent implementation of the rules.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  quadrille solve breakthrough --size 4x4 --proof 4x4.proof && quadrille verify 4x4.proof"
)]
pub struct Args {
    /// Certificate, written by `solve --proof`.
    file: PathBuf,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let name = args.file.display().to_string();
    let bytes = std::fs::read(&args.file).map_err(|error| file::refusal(&args.file, &error))?;
    let progress = Progress::begin(args.json, output::say(&words::CHECKING.say().with("name", name.clone())));
    let verified = quadrille_breakthrough_expert::verify::verify(&bytes, args.threads).with_context(|| name)?;
    drop(progress);
    let winner = if verified.winner == Cell::White { "white" } else { "black" };
    if args.json {
        return output::json(&json!({
            "valid": true, "winner": winner, "position": verified.position, "positions": verified.members,
        }));
    }
    let winner = if verified.winner == Cell::White { Player::White } else { Player::Black };
    let valid = words::VALID.say().with("winner", winner).with("position", verified.position);
    output::tell(&valid.with("members", verified.members))
}
