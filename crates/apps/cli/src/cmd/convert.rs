//! `quadrille convert`: game records from one format to another, replayed through the rules on the way.

use crate::game_args::{GameName, game_parser};
use crate::output;
use crate::progress::Progress;
use crate::words::{self, report};
use anyhow::{Context, bail};
use quadrille_core::Refusal;
use quadrille_engine::exchange::{Format, Hints, Record, Records, Target, Writer};
use quadrille_support::file::{self, AtomicFile};
use serde_json::json;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The name of standard input and output.
const PIPE: &str = "-";

/// Convert game records: PGN, SGF, GGF, WTHOR, EPD, FEN, OBF, move lists and boards.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Formats: pgn, epd, position (.fen, .board), sgf, ggf, wthor (.wtb), obf, compact, moves (.txt).

Converting to the same format keeps variations and comments. Other conversions keep only the main line.

Examples:
  quadrille convert games.pgn moves.txt
  quadrille convert WTH_2004.wtb - --to moves | head
  quadrille convert games.pgn positions.epd --every"
)]
pub struct Args {
    /// Input file, or - for standard input.
    input: PathBuf,
    /// Output file, or - for standard output.
    output: PathBuf,
    /// Input format [default: by extension or content].
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Output format [default: by extension].
    #[arg(long, value_name = "FORMAT")]
    to: Option<String>,
    /// Game, if a list of moves could belong to several.
    #[arg(long, value_parser = game_parser())]
    game: Option<GameName>,
    /// Rules, if the format does not give them, such as 8x8 or "9 chinese".
    #[arg(long, value_name = "RULES", default_value = "", hide_default_value = true)]
    rules: String,
    /// Write every position of each game, not only the last (position formats only).
    #[arg(long)]
    every: bool,
    /// Skip records that cannot be read and report how many.
    #[arg(long)]
    skip: bool,
    /// Print a summary of the conversion as one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let target = target(args)?;
    if args.every && !matches!(target, Target::Position | Target::Epd | Target::Obf) {
        bail!(words::EVERY.refuse().with("target", target.to_string()));
    }
    if args.json && is_pipe(&args.output) {
        bail!(words::JSON_TO_PIPE.refuse());
    }
    let name = if is_pipe(&args.input) { "standard input".to_owned() } else { args.input.display().to_string() };
    let from = source(args)?;
    let hints = Hints { game: args.game.map(GameName::as_str), rules: args.rules.clone() };
    let input: Box<dyn BufRead> = if is_pipe(&args.input) {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(1 << 16, file::open(&args.input)?))
    };
    let records = Records::open(input, from, hints).with_context(|| name.clone())?;
    let format = records.format();
    let tally = if is_pipe(&args.output) {
        let mut out = BufWriter::new(io::stdout().lock());
        convert(args, records, target, &mut out).with_context(|| name)?
    } else {
        into_file(args, records, target, &name)?
    };
    tell(args, &tally, format, target)
}

/// Records between two progress updates.
const SHOWN_EVERY: u64 = 1_000;

/// What was done.
#[derive(Default)]
struct Tally {
    records: u64,
    skipped: u64,
    first_problem: Option<Refusal>,
}

fn is_pipe(path: &Path) -> bool {
    path.as_os_str() == PIPE
}

fn by_extension(path: &Path) -> Option<Target> {
    path.extension().and_then(|extension| extension.to_str()).and_then(Target::of_extension)
}

fn target(args: &Args) -> anyhow::Result<Target> {
    if let Some(name) = &args.to {
        return Target::named(name).context("--to");
    }
    let refusal = || words::NO_TARGET.refuse().quote("name", args.output.display().to_string());
    Ok(by_extension(&args.output).ok_or_else(refusal)?)
}

/// The input format, unless it is to be detected.
fn source(args: &Args) -> anyhow::Result<Option<Format>> {
    match &args.from {
        Some(name) => Ok(Target::named(name).context("--from")?.read_as()),
        // Lists of moves and bare PGN share an extension, so the content decides.
        None => Ok(by_extension(&args.input).and_then(Target::read_as).filter(|format| *format != Format::Transcript)),
    }
}

/// A file is renamed into place when complete, so that after an error an older one is untouched.
fn into_file(args: &Args, records: Records<Box<dyn BufRead>>, target: Target, name: &str) -> anyhow::Result<Tally> {
    let refused = |error: io::Error| file::refusal(&args.output, &error);
    let file = AtomicFile::create(&args.output).map_err(refused)?;
    let mut out = BufWriter::new(file.file());
    let tally = convert(args, records, target, &mut out).with_context(|| name.to_owned())?;
    out.flush().map_err(refused)?;
    drop(out);
    file.commit().map_err(refused)?;
    Ok(tally)
}

fn convert(
    args: &Args,
    records: Records<Box<dyn BufRead>>,
    target: Target,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    let mut writer = Writer::new(out, target);
    let mut tally = Tally::default();
    let progress = Progress::begin(args.json, "");
    for record in records {
        let written = match record {
            Err(refusal) if refusal.fatal => bail!(refusal.error),
            Err(refusal) => Err(refusal.error),
            Ok(record) => {
                let all = if args.every { record.every_position()? } else { vec![record] };
                all.iter().try_fold(Ok(()), |done, record: &Record| match done {
                    Ok(()) => writer.add(record),
                    refused => Ok(refused),
                })?
            }
        };
        match written {
            Ok(()) => {
                tally.records += 1;
                if tally.records.is_multiple_of(SHOWN_EVERY) {
                    progress.say(output::say(&words::CONVERTED.say().with("n", tally.records)));
                }
            }
            Err(error) if args.skip => {
                tally.skipped += 1;
                tally.first_problem.get_or_insert(error);
            }
            Err(error) => bail!(error),
        }
    }
    writer.finish()?;
    if tally.records == 0 && tally.skipped == 0 {
        bail!(words::NO_RECORDS.refuse());
    }
    Ok(tally)
}

fn tell(args: &Args, tally: &Tally, format: Format, target: Target) -> anyhow::Result<()> {
    if args.json {
        return output::json(&json!({
            "records": tally.records, "skipped": tally.skipped, "from": format.to_string(), "to": target.to_string(),
            "first_problem": tally.first_problem.as_ref().map(Refusal::to_string),
        }));
    }
    if let Some(problem) = &tally.first_problem {
        let skipped = report::SKIPPED.say().with("n", tally.skipped).with("problem", problem.clone());
        eprintln!("{}", output::say(&skipped));
    }
    if is_pipe(&args.output) {
        return Ok(());
    }
    let records = match tally.records {
        1 => report::ONE_RECORD.say(),
        n => words::CONVERTED.say().with("n", n),
    };
    let done = report::INTO_FILE.say().with("records", records).with("from", format.term());
    output::tell(&done.with("to", target.to_string()).with("path", args.output.display().to_string()))
}
