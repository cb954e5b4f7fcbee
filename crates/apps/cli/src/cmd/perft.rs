//! `quadrille perft`: count the leaves of the tree of legal moves.

use crate::game_args::GameArgs;
use crate::progress::Progress;
use crate::{output, words};
use quadrille_engine::PerftOptions;
use serde_json::json;
use std::time::Instant;

/// Count the leaves of the tree of legal moves.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  quadrille perft chess --depth 5 --divide\n  quadrille perft othello --depth 9 --pass-free --json"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Depth in plies.
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Print the count for each root move.
    #[arg(long)]
    divide: bool,
    /// Count the moves of the last ply without playing them.
    #[arg(long)]
    bulk: bool,
    /// Othello: do not count a pass as a ply.
    #[arg(long)]
    pass_free: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    let options = PerftOptions { bulk: args.bulk, pass_free: args.pass_free };
    let start = Instant::now();
    let progress = Progress::begin(args.json, output::say(&words::COUNTING.say()));
    let (rows, nodes) = if args.divide && args.depth > 0 {
        let rows = session.divide(args.depth, options)?;
        let total = rows.iter().map(|(_, count)| count).sum();
        (Some(rows), total)
    } else {
        (None, session.perft(args.depth, options)?)
    };
    let seconds = start.elapsed().as_secs_f64();
    drop(progress);
    if args.json {
        let mut object = json!({ "nodes": nodes, "seconds": seconds });
        if let Some(rows) = rows {
            object["divide"] = rows.into_iter().map(|(m, count)| json!({ "move": m, "nodes": count })).collect();
        }
        return output::json(&object);
    }
    for (m, count) in rows.into_iter().flatten() {
        output::line(format!("{m}: {count}"))?;
    }
    let rate = format!("{:.1}", nodes as f64 / seconds.max(1e-9) / 1e6);
    let leaves = match nodes {
        1 => words::ONE_LEAF.say(),
        _ => words::LEAVES.say().with("nodes", nodes).with("rate", rate),
    };
    output::tell(&leaves.with("seconds", format!("{seconds:.3}")))
}
