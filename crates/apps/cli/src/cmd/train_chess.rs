//! `quadrille train chess`: the weights of the hand-made evaluation, from games of `quadrille data chess`.

use crate::words;
use anyhow::bail;
use quadrille_chess_expert::record;
use quadrille_chess_expert::tuning::{Lessons, Plan, source};
use quadrille_support::file;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example: quadrille data chess --out games.bin --moves 1000000 --threads 2
Example: quadrille train chess games.bin --out weights.rs

The result is crates/games/chess/src/evaluation/weights.rs: the program is compiled with it. The same games and options
give the same weights. Progress goes to stderr: the epoch, and the mean squared error of every twentieth game, which is
kept aside.")]
pub(super) struct ChessArgs {
    /// Games of `quadrille data chess`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where the weights go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How often all positions are looked at.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// The share of a position's own score in what it is worth; the rest is its outlook.
    #[arg(long, value_name = "X", default_value_t = 0.3)]
    mix: f64,
    /// How much each later ply of a game weighs in the outlook of a position, compared to the one before.
    #[arg(long, value_name = "X", default_value_t = 0.98)]
    decay: f64,
}

/// Runs the command.
pub(super) fn run(args: &ChessArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    let plan = Plan { epochs: args.epochs as usize, mix: args.mix.clamp(0.0, 1.0), decay: args.decay.clamp(0.0, 1.0) };
    let mut lessons = Lessons::default();
    for path in &args.games {
        let input = BufReader::new(File::open(path).map_err(|error| file::refusal(path, &error))?);
        let good = record::read(input, |game| lessons.add(game, &plan)).map_err(|error| file::refusal(path, &error))?;
        if !good {
            bail!(words::NOT_GAMES.refuse().with("path", path.display().to_string()));
        }
    }
    if lessons.is_empty() {
        bail!(words::NO_QUIET_POSITION.refuse());
    }
    eprintln!("{:8.1} s  {} positions", start.elapsed().as_secs_f64(), lessons.len());
    let weights = lessons.fit(&plan, |epoch, error| {
        eprintln!("{:8.1} s  epoch {epoch}  error {error:.5}", start.elapsed().as_secs_f64());
    });
    file::write(&args.out, source(&weights).as_bytes()).map_err(|error| file::refusal(&args.out, &error))?;
    Ok(())
}
