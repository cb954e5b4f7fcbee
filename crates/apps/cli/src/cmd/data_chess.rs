//! `quadrille data chess`: self-play games, and positions from them to train the network.

use crate::output;
use crate::words;
use anyhow::bail;
use quadrille_chess::Position;
use quadrille_chess::evaluation::{Network, network::Weights};
use quadrille_chess_expert::record;
use quadrille_chess_expert::selfplay::{self, Plan};
use quadrille_core::{Evaluation, Playable, Refusal};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug, clap::Args)]
#[command(after_help = "Every game begins with eight or nine random moves; \
a game depends only on the seed and its number. An interrupted run keeps the blocks of games written so far, 64 KiB \
each. With --from, the command writes the quiet positions of such games for tools/train_chess.py, 32 bytes each.

Examples:
  quadrille data chess --out selfplay.bin --moves 1000 --nodes 300 --threads 2
  quadrille data chess --from selfplay.bin --out positions.bin")]
pub(super) struct ChessArgs {
    /// Output file: games, or positions with --from.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the quiet positions of these games; may be repeated.
    #[arg(long, value_name = "FILE")]
    from: Vec<PathBuf>,
    /// With --from: weight of each later ply in a position's target, relative to the ply before it.
    #[arg(long, value_name = "X", default_value_t = 0.95)]
    decay: f64,
    /// Play at least N moves.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    moves: u64,
    /// Start no new search iteration after N nodes.
    #[arg(long, value_name = "N", default_value_t = 300)]
    nodes: u64,
    /// Number of games played at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// After the opening, play one move in N at random; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 0)]
    one_random_in: u32,
    /// Seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Evaluation to play with [default: network].
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// Play with the network in this file, written by tools/train_chess.py.
    #[arg(long, value_name = "FILE", conflicts_with = "evaluation")]
    network: Option<PathBuf>,
}

/// Runs the command.
pub(super) fn run(args: &ChessArgs) -> anyhow::Result<()> {
    let out = BufWriter::new(File::create(&args.out).map_err(about(&args.out))?);
    if args.from.is_empty() { play(args, out) } else { expand(args, out) }
}

fn about(path: &Path) -> impl Fn(io::Error) -> Refusal {
    |error| quadrille_support::file::refusal(path, &error)
}

fn play(args: &ChessArgs, out: impl Write + Send) -> anyhow::Result<()> {
    let evaluation = evaluation(args)?;
    let (moves, nodes, threads, seed) = (args.moves, args.nodes, args.threads, args.seed);
    let plan = Plan { moves, nodes, threads, one_random_in: args.one_random_in, seed, options: selfplay::options() };
    let start = Instant::now();
    selfplay::play(&plan, evaluation.as_ref(), out, &|tally| {
        let seconds = start.elapsed().as_secs_f64();
        let [white, drawn, black] = tally.results;
        let nodes = tally.nodes as f64 / tally.moves.max(1) as f64;
        let speed = tally.moves as f64 / seconds;
        let played = words::report::PLAYED.say().with("moves", tally.moves).with("games", tally.games);
        let played = played.with("white", white).with("drawn", drawn).with("black", black);
        let played = played.with("nodes", format!("{nodes:.0}")).with("speed", format!("{speed:.0}"));
        output::on_the_way(start, &played);
    })?;
    Ok(())
}

fn evaluation(args: &ChessArgs) -> anyhow::Result<Arc<dyn Evaluation<Position>>> {
    if let Some(path) = &args.network {
        let weights = Weights::read(&fs::read(path).map_err(about(path))?)?;
        return Ok(Arc::new(Network::new(weights)));
    }
    let wanted = args.evaluation.as_deref();
    let evaluations = Position::evaluations();
    let found = evaluations.iter().find(|evaluation| wanted.is_none_or(|name| name == evaluation.name()));
    let Some(evaluation) = found else {
        let names: Vec<_> = evaluations.iter().map(|evaluation| evaluation.name()).collect();
        bail!(
            words::NO_EVALUATION.refuse().quote("name", wanted.unwrap_or_default()).with("expected", names.join(", "))
        );
    };
    Ok(Arc::clone(evaluation))
}

fn expand(args: &ChessArgs, mut out: impl Write) -> anyhow::Result<()> {
    let (mut positions, mut written) = (0_u64, Ok(()));
    for path in &args.from {
        let input = BufReader::new(File::open(path).map_err(about(path))?);
        let good = record::read(input, |game| {
            game.quiet_positions(args.decay.clamp(0.0, 1.0), |sample| {
                positions += 1;
                if written.is_ok() {
                    written = out.write_all(&sample.bytes());
                }
            });
        });
        if !good.map_err(about(path))? {
            bail!(words::NOT_GAMES.refuse().with("path", path.display().to_string()));
        }
    }
    written.and_then(|()| out.flush()).map_err(about(&args.out))?;
    eprintln!("{}", output::say(&words::report::POSITIONS.say().with("n", positions)));
    Ok(())
}
