//! `quadrille corpus stats`: statistics of a collection of Go games.

use crate::output;
use crate::progress::Progress;
use crate::words::{self, report};
use quadrille_patterns::{Corpus, corpus};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Print statistics about a collection of Go games.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quadrille corpus stats games.txt game.sgf")]
pub struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    /// Print the number of games read and skipped, their mean length and the mean number of legal moves.
    Stats(StatsArgs),
}

/// Count games read and skipped, mean length, mean number of legal moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "Reads folders, SGF files of one or many games, the compact format \
(one game per line: result, tab, two letters per move), and .zst, .gz, .tar and .zip archives of these.

Example:
  quadrille corpus stats games.txt --json")]
struct StatsArgs {
    /// Files and folders of games.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Figures {
    games: u64,
    skipped: u64,
    reasons: BTreeMap<String, u64>,
    observations: u64,
    mean_length: f64,
    mean_legal_moves: f64,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Question::Stats(args) = &args.question;
    let names: Vec<String> = args.paths.iter().map(|path| path.display().to_string()).collect();
    let reading = words::READING.say().with("name", names.join(" "));
    let progress = Progress::begin(args.json, output::say(&reading));
    let stats = corpus::stats(&Corpus::open(&args.paths)?)?;
    drop(progress);
    let figures = Figures {
        games: stats.tally.games,
        skipped: stats.tally.skipped,
        reasons: stats.tally.reasons.iter().map(|(reason, count)| (reason.to_string(), *count)).collect(),
        observations: stats.observations,
        mean_length: stats.mean_length,
        mean_legal_moves: stats.mean_legal_moves,
    };
    if args.json {
        return output::json(&figures);
    }
    output::tell(&report::READ_GAMES.say().with("n", figures.games))?;
    output::tell(&report::SKIPPED_GAMES.say().with("n", figures.skipped))?;
    for (reason, count) in &stats.tally.reasons {
        output::line(format!("  {count:>6}  {}", output::say(reason)))?;
    }
    output::tell(&report::OBSERVATIONS.say().with("n", figures.observations))?;
    output::tell(&report::MEAN_LENGTH.say().with("n", format!("{:.1}", figures.mean_length)))?;
    output::tell(&report::MEAN_LEGAL.say().with("n", format!("{:.1}", figures.mean_legal_moves)))
}
