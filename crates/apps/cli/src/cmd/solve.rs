//! `quadrille solve`: the exact value of a position.

use crate::game_args::GameArgs;
use crate::limit_args::{parse_duration, parse_threads};
use crate::output;
use crate::progress::Progress;
use crate::words;
use quadrille_core::Outcome;
use quadrille_engine::Stop;
use quadrille_engine::solve::{Solution, SolveOrder, Winner, Worth};
use quadrille_engine::strip::strip;
use std::path::PathBuf;

/// Compute the exact value of a position: Breakthrough, small Othello endgames, small Go boards, chess endgames with up to four men and mates.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille solve breakthrough --size 5x5 --json
  quadrille solve breakthrough --size 4x5 --distance
  quadrille solve breakthrough --size 5x4 --svg line.svg --proof line.proof
  quadrille solve go --size 2 --rules komi=0
  quadrille solve chess --position \"8/8/8/8/8/2k5/8/KR6 w - - 0 1\"
  quadrille solve othello --position \\
    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Breakthrough: auto, table, sweep (winner only, less memory), gpu (a sweep on a GPU), dfpn or both (table and
    /// dfpn).
    #[arg(long, value_name = "METHOD")]
    method: Option<String>,
    /// Compute the distance to the end even where that is expensive.
    #[arg(long)]
    distance: bool,
    /// Breakthrough: recompute a stored result and compare.
    #[arg(long)]
    recompute: bool,
    /// Stop after this time.
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Stop after N nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Memory for tables in MiB [default: 3/4 of free memory for Breakthrough, otherwise 1024].
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// Save progress to this file (sweep: a folder); rerun the command to resume.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Breakthrough: write a certificate that `quadrille verify` checks.
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Draw the principal variation in this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    anyhow::ensure!(args.memory != Some(0), words::NO_MEMORY.refuse());
    let session = args.game.open()?;
    let order = SolveOrder {
        threads: args.threads,
        memory_mib: args.memory,
        time: args.time.as_deref().map(parse_duration).transpose()?,
        nodes: args.nodes,
        method: args.method.clone(),
        distance: args.distance,
        recompute: args.recompute,
        checkpoint: args.checkpoint.clone(),
        proof: args.proof.clone(),
    };
    let progress = Progress::begin(args.json, "");
    let solution = session.solve(&order, &Stop::new(), &mut |words| progress.say(output::say(words)))?;
    drop(progress);
    if let Some(path) = &args.svg {
        output::write(path, &strip(session.as_ref(), &solution.pv)?)?;
    }
    if args.json { output::json(&solution) } else { show(&solution) }
}

fn show(solution: &Solution) -> anyhow::Result<()> {
    let value = match solution.value {
        Worth::Margin(margin) => words::MARGIN_OF_MOVER.say().with("margin", format!("{margin:+}")),
        Worth::Result(Winner::First) => words::MOVER_WINS.say(),
        Worth::Result(Winner::Second) => words::MOVER_LOSES.say(),
        Worth::Result(Winner::Draw) => Outcome::Draw.say(),
    };
    let value = match solution.distance {
        Some(1) => words::IN_ONE_PLY.say().with("value", output::say(&value)),
        Some(plies) => words::IN_PLIES.say().with("value", output::say(&value)).with("plies", plies),
        None => value,
    };
    output::tell(&value)?;
    let best = words::BEST_AND_LINE.say().with("line", solution.pv.join(" "));
    output::tell(&best.with("move", output::or_none(solution.best.as_deref())))?;
    for note in &solution.notes {
        output::tell(&words::NOTE.say().with("note", output::say(note)))?;
    }
    // With a table the node count is 0; a note gives its number of positions.
    let nodes = match solution.nodes {
        0 => None,
        1 => Some(words::ONE_NODE.say()),
        n => Some(words::NODES.say().with("n", n)),
    };
    let nodes = nodes.map(|nodes| output::say(&nodes) + ", ");
    let method = words::SECONDS_BY
        .say()
        .with("seconds", format!("{:.2}", solution.seconds))
        .with("method", words::method::named(solution.method));
    output::line(nodes.unwrap_or_default() + &output::say(&method))
}
