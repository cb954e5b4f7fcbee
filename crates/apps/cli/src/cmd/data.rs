//! `quadrille data`: samples to train networks from.

use crate::limit_args::parse_threads;
use quadrille_network::stream::{self, Request};
use std::io;
use std::path::PathBuf;

/// Make samples to train networks from.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    game: DataGame,
}

#[derive(Debug, clap::Subcommand)]
enum DataGame {
    /// Random positions of Go games, as planes with the move and the winner.
    Go(GoArgs),
    /// Chess games of the program against itself, and their quiet positions.
    Chess(super::data_chess::ChessArgs),
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: quadrille data go games.txt.zst --holdout test.txt.zst --samples 1000000 > samples.bin
Example: quadrille data go test.txt.zst --once --every 4 > test.bin

Reads the compact form (a game a line: result, tab, two letters a move), packed with zstd or not, and writes binary samples
to standard output, without end unless --samples or --once is given. With one thread, the same seed gives the same samples.
tools/train_go.py starts this command itself."
)]
struct GoArgs {
    /// Files of games in the compact form.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Leave out the games that are in this file, too; may be repeated.
    #[arg(long, value_name = "PATH")]
    holdout: Vec<PathBuf>,
    /// The seed of the random order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many threads make samples.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// How many samples a thread writes at a time.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    /// Stop after N samples.
    #[arg(long, value_name = "N")]
    samples: Option<u64>,
    /// Write the positions of every game once, in order.
    #[arg(long)]
    once: bool,
    /// With --once: only one position in N.
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
        eprintln!("{games} games, {moves} moves; {unplayable} games cannot be replayed, {held_out} are held out");
    })?;
    Ok(())
}
