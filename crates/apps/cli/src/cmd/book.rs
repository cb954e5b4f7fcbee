//! `quadrille book`: an opening book for chess, built from searches.

use crate::output;
use crate::words;
use quadrille_chess::evaluation::Network;
use quadrille_chess_expert::book::{Plan, build};
use quadrille_records::polyglot::write_book;
use quadrille_support::file::{self, AtomicFile};
use std::path::PathBuf;
use std::time::Instant;

/// Build a chess opening book from Quadrille's own searches.
#[derive(Debug, clap::Args)]
#[command(after_help = "The book covers the positions most likely to arise from good play. \
A move is added if its score is within --margin of the best; better moves are played more often. \
The file is in the Polyglot format: other programs that support Polyglot books can read it. \
The same options give the same book.

Example:
  quadrille book --out book.bin --positions 100 --nodes 5000")]
pub struct Args {
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of positions in the book.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Nodes to search in each position.
    #[arg(long, value_name = "N", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How much worse than the best a move may be, in hundredths of a pawn.
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(i32).range(0..=1_000))]
    margin: i32,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    // Check the folder before the work.
    drop(AtomicFile::create(&args.out).map_err(|error| file::refusal(&args.out, &error))?);
    let plan = Plan { positions: args.positions as usize, nodes: args.nodes, margin: args.margin };
    let every = (plan.positions / 20).max(1);
    let entries = build(&plan, &Network::default(), &mut |done| {
        if done % every == 0 {
            output::on_the_way(start, &words::report::BOOK_SO_FAR.say().with("done", done).with("all", plan.positions));
        }
    })?;
    file::write(&args.out, &write_book(&entries)).map_err(|error| file::refusal(&args.out, &error))?;
    let written = words::BOOK_WRITTEN.say().with("path", args.out.display().to_string());
    output::tell(&written.with("positions", plan.positions).with("moves", entries.len()))
}
