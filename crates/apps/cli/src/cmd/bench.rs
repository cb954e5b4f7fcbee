//! `quadrille bench`: benchmarks and the bench signature.

use crate::game_args::{GameName, game_parser};
use crate::progress::Progress;
use crate::{output, words};
use quadrille_engine::bench::{self, Figure};
use serde_json::json;

/// Measure speed on one thread, in CPU time, and print the behaviour signature of the searches.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille bench chess
  quadrille bench --only signature --json")]
pub struct Args {
    /// Measure only this game.
    #[arg(value_parser = game_parser())]
    game: Option<GameName>,
    /// Run only benchmarks whose name contains NAME; `signature` runs none and prints only the signature.
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The name that selects only the signature.
const SIGNATURE: &str = "signature";

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let wanted = |name: &str| {
        args.game.is_none_or(|game| name.starts_with(game.as_str()))
            && args.only.as_deref().is_none_or(|part| name.contains(part))
    };
    let chosen: Vec<_> = bench::measurements().into_iter().filter(|measurement| wanted(&measurement.name)).collect();
    if let Some(part) = args.only.as_deref().filter(|part| chosen.is_empty() && *part != SIGNATURE) {
        let names = bench::measurements().into_iter().map(|measurement| measurement.name);
        anyhow::bail!(words::report::NO_BENCHMARK.refuse().quote("part", part).list("names", names));
    }
    let mut figures = Vec::new();
    for measurement in chosen {
        let progress = begin(args, &measurement.name);
        let figure = measurement.take()?;
        drop(progress);
        if !args.json {
            show(&figure)?;
        }
        figures.push(figure);
    }
    let progress = begin(args, SIGNATURE);
    let signature = format!("{:016x}", bench::signature()?);
    drop(progress);
    if args.json {
        return output::json(&json!({ "signature": signature, "figures": figures }));
    }
    output::line(format!("signature {signature}"))
}

fn begin(args: &Args, name: &str) -> Progress {
    Progress::begin(args.json, output::say(&words::MEASURING.say().with("name", name.to_owned())))
}

fn show(figure: &Figure) -> anyhow::Result<()> {
    output::line(format!("{:<34} {:>14.0} {}", figure.name, figure.value, figure.unit.template(output::language())))
}
