//! `quadrille train`: the weights of Othello's pattern evaluation, from WTHOR games; chess in `train_chess`.

use super::train_chess;
use crate::limit_args::parse_threads;
use crate::output;
use crate::words;
use anyhow::bail;
use quadrille_core::Sentence;
use quadrille_othello::evaluation::patterns::Weights;
use quadrille_othello_expert::training::{Perfect, Record, TrainOptions, TrainReport, train};
use quadrille_records::{RecordError, wthor};
use quadrille_support::file;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Train an evaluation for Othello or chess.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quadrille train othello WTH_2004.wtb --out small.bin --games 10")]
pub struct Args {
    #[command(subcommand)]
    game: TrainGame,
}

#[derive(Debug, clap::Subcommand)]
enum TrainGame {
    /// Train the pattern evaluation from WTHOR files.
    Othello(Box<OthelloArgs>),
    /// Train the weights of the chess evaluation from self-play.
    Chess(train_chess::ChessArgs),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "With --work, an interrupted run resumes from the scores in that folder. \
The same games and options give the same weights.

Examples:
  quadrille train othello WTH_2004.wtb --out small.bin --games 10
  quadrille train othello wthor/ --out patterns.bin --work scores --games 10")]
struct OthelloArgs {
    /// WTHOR files (.wtb) or folders of them.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Keep the scores of positions in this folder.
    #[arg(long, value_name = "FOLDER")]
    work: Option<PathBuf>,
    /// Solve positions with at most N empty squares.
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().exact_empties, value_parser = clap::value_parser!(u32).range(1..=24))]
    exact: u32,
    /// Search other positions to N plies, or half as many with more than 24 empty squares.
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().search_depth, value_parser = clap::value_parser!(u32).range(0..=12))]
    depth: u32,
    /// Number of fitting iterations for each phase.
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().iterations)]
    iterations: usize,
    /// Regularisation towards the weights of the next phase, in positions.
    #[arg(long, value_name = "X", default_value_t = TrainOptions::default().ridge)]
    ridge: f32,
    /// Share of the games' positions to train on.
    #[arg(long, value_name = "SHARE", default_value_t = TrainOptions::default().share)]
    share: f64,
    /// Positions from variations, per game and number of discs: X at 21 to 23 empty squares, 6X at 24, about X/2 with
    /// fewer, X/5 with more.
    #[arg(long, value_name = "X", default_value_t = TrainOptions::default().variants)]
    variants: f64,
    /// Hold out every Nth game to measure the error; 0 for none.
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().holdout)]
    holdout: usize,
    /// Train on about N games, spread evenly over the files.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match &args.game {
        TrainGame::Othello(args) => othello(args),
        TrainGame::Chess(args) => train_chess::run(args),
    }
}

fn othello(args: &OthelloArgs) -> anyhow::Result<()> {
    let start = Instant::now();
    for (name, number, most) in
        [("--share", args.share, 1.0), ("--variants", args.variants, 100.0), ("--ridge", f64::from(args.ridge), 1e6)]
    {
        if !(0.0..=most).contains(&number) {
            bail!(words::NUMBER_RANGE.refuse().with("option", name).with("number", number).with("most", most));
        }
    }
    let mut records = read(&args.paths)?;
    if let Some(games) = args.games {
        records = records.iter().step_by(records.len().div_ceil(games.max(1)).max(1)).cloned().collect();
    }
    if records.is_empty() {
        bail!(words::NO_WTHOR.refuse().list("paths", args.paths.iter().map(|path| path.display())));
    }
    let tell = |line: &Sentence| output::on_the_way(start, line);
    let (weights, report) = train(&records, &args.options(), &tell)?;
    let bytes = save(&weights, &args.out)?;
    args.report(&report, bytes, start)
}

impl OthelloArgs {
    fn options(&self) -> TrainOptions {
        TrainOptions {
            threads: self.threads.max(1),
            exact_empties: self.exact,
            search_depth: self.depth,
            iterations: self.iterations,
            ridge: self.ridge,
            variants: self.variants,
            share: self.share,
            holdout: self.holdout,
            folder: self.work.clone(),
        }
    }

    fn report(&self, report: &TrainReport, bytes: usize, start: Instant) -> anyhow::Result<()> {
        let TrainReport { games, samples, held_out, mean_error } = *report;
        let seconds = start.elapsed().as_secs_f64();
        if self.json {
            return output::json(&json!({
                "games": games, "positions": samples, "held_out": held_out, "mean_error": mean_error, "bytes": bytes,
                "seconds": seconds,
            }));
        }
        let trained = words::report::TRAINED.say().with("games", games).with("samples", samples).with("bytes", bytes);
        let trained = trained.with("seconds", format!("{seconds:.1}")).with("error", format!("{mean_error:.2}"));
        output::tell(&trained.with("held_out", held_out))
    }
}

/// Writes the weights atomically.
fn save(weights: &Weights, path: &Path) -> anyhow::Result<usize> {
    let bytes = weights.to_bytes();
    file::write(path, &bytes).map_err(|error| file::refusal(path, &error))?;
    Ok(bytes.len())
}

/// The games of all files, in order of file name.
fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<Record>> {
    let mut files = Vec::new();
    for path in paths {
        let refused = |error| file::refusal(path, &error);
        if path.is_dir() {
            for entry in fs::read_dir(path).map_err(refused)? {
                files.push(entry.map_err(refused)?.path());
            }
        } else {
            fs::metadata(path).map_err(refused)?;
            files.push(path.clone());
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")));
    files.sort();
    let mut records = Vec::new();
    for path in &files {
        let refused = |error: RecordError| file::about(path, error.into());
        let bytes = fs::read(path).map_err(|error| file::refusal(path, &error))?;
        let (header, games) = wthor::games(&bytes).map_err(refused)?;
        for game in games {
            let game = game.map_err(refused)?;
            let squares = game.moves.iter().map(|square| square.row * 8 + square.column).collect();
            let black_margin = 2 * i32::from(game.theoretical_black_discs) - 64;
            let perfect = Perfect { empties: u32::from(header.depth), black_margin };
            records.push(Record { squares, perfect: Some(perfect) });
        }
    }
    Ok(records)
}
