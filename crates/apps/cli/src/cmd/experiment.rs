//! `quadrille experiment`: the reproducible experiments.

use crate::output;
use crate::progress::Progress;
use crate::words::report as words;
use quadrille_arena::experiment::{Laboratory, RECIPES, find};
use quadrille_support::file;
use std::path::PathBuf;

/// Run a reproducible experiment: tables, a JSON file and a plot.
#[derive(Debug, clap::Args)]
#[command(after_help = "Without a name, quadrille lists the experiments. Each writes NAME.json and NAME.svg. \
Tables are in English. The seed determines the games; speeds, and games played at equal time, depend on the machine.

Examples:
  quadrille experiment
  quadrille experiment hash --quick --out results
  quadrille experiment transpositions --quick")]
pub struct Args {
    /// Name of the experiment.
    name: Option<String>,
    /// Use fewer games and positions: minutes instead of hours.
    #[arg(long)]
    quick: bool,
    /// Folder for the JSON file and the plot.
    #[arg(long, value_name = "FOLDER", default_value = "experiments")]
    out: PathBuf,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of untimed games played at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Some(name) = &args.name else {
        return RECIPES.iter().try_for_each(|recipe| {
            output::line(format!("{:<16} {}", recipe.name, recipe.about.template(output::language())))
        });
    };
    let recipe = find(name)?;
    let progress = Progress::begin(args.json, "");
    let mut tell = |words: &str| progress.say(words.to_owned());
    let mut laboratory =
        Laboratory { quick: args.quick, seed: args.seed, concurrency: args.concurrency.max(1), tell: &mut tell };
    let report = recipe.carry_out(&mut laboratory)?;
    drop(progress);
    let paths = report.write(&args.out).map_err(|error| file::refusal(&args.out, &error))?;
    if args.json {
        return output::json(&report.to_json());
    }
    output::line(report.text(output::language()))?;
    output::tell(&words::WRITTEN.say().list("paths", paths.iter().map(|path| path.display())))
}
