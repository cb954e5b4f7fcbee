//! `quadrille data`: training data for networks.

use crate::limit_args::parse_threads;
use crate::output;
use crate::words::report as words;
use quadrille_network::stream::{self, Request};
use std::io;
use std::path::PathBuf;

/// Generate training data for networks.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille data go games.txt --samples 1000 > samples.bin
  quadrille data chess --out selfplay.bin --moves 1000")]
pub struct Args {
    #[command(subcommand)]
    game: DataGame,
}

#[derive(Debug, clap::Subcommand)]
enum DataGame {
    /// Write random positions from Go games as input planes, with the move and the winner.
    Go(GoArgs),
    /// Generate games by self-play, or extract their quiet positions.
    Chess(super::data_chess::ChessArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Reads the compact format (one game per line: result, tab, two letters per move), \
with or without zstd, and writes binary samples to standard output, forever unless --samples or --once is given. \
With one thread, the same seed gives the same output. tools/train_go.py runs this command itself.

Examples:
  quadrille data go games.txt --holdout test.txt --samples 1000 > samples.bin
  quadrille data go test.txt --once --every 4 > test.bin")]
struct GoArgs {
    /// Files of games in the compact format.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Exclude the games of this file; may be repeated.
    #[arg(long, value_name = "PATH")]
    holdout: Vec<PathBuf>,
    /// Seed of the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Number of samples a thread writes at a time.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// Stop after N samples.
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// Write the positions of every game once, in order.
    #[arg(long)]
    once: bool,
    /// With --once: write one position in N.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "once")]
    every: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.game {
        DataGame::Go(args) => go(args),
        DataGame::Chess(args) => super::data_chess::run(args),
    }
}

fn go(args: &GoArgs) -> anyhow::Result<()> {
    let request = Request {
        paths: args.paths.clone(),
        held_out: args.holdout.clone(),
        seed: args.seed,
        threads: args.threads,
        batch: args.batch as usize,
        samples: args.samples,
        once: args.once.then_some(args.every),
    };
    stream::write(&request, io::stdout(), |tally| {
        let stream::Tally { games, moves, unplayable, held_out } = *tally;
        let read = words::SAMPLES.say().with("games", games).with("moves", moves).with("unplayable", unplayable);
        eprintln!("{}", output::say(&read.with("held_out", held_out)));
    })?;
    Ok(())
}
