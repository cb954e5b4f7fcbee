//! `quadrille train chess`: the weights of the hand-made evaluation, from games of `quadrille data chess`.

use crate::output;
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
#[command(after_help = "The output replaces crates/games/chess/src/evaluation/weights.rs, \
which is compiled into the program. The same games and options give the same weights. \
Every twentieth game is held out to measure the error.

Example:
  quadrille data chess --out selfplay.bin --moves 1000 --nodes 300 && \\
    quadrille train chess selfplay.bin --out weights.rs --epochs 5")]
pub(super) struct ChessArgs {
    /// Games written by `quadrille data chess`.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Share of a position's own score in its target; the rest comes from later plies and the result.
    #[arg(long, value_name = "X", default_value_t = 0.3)]
    mix: f64,
    /// Weight of each later ply in a position's target, relative to the ply before it.
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
    output::on_the_way(start, &words::report::POSITIONS.say().with("n", lessons.len()));
    let weights = lessons.fit(&plan, |epoch, error| {
        output::on_the_way(start, &words::report::EPOCH.say().with("n", epoch).with("error", format!("{error:.5}")));
    });
    file::write(&args.out, source(&weights).as_bytes()).map_err(|error| file::refusal(&args.out, &error))?;
    Ok(())
}
