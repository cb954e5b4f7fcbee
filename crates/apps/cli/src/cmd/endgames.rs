//! `quadrille endgames`: builds the chess endgame tables and stores them in one file.

use crate::limit_args::parse_threads;
use crate::output;
use crate::words;
use quadrille_chess_expert::endgame::{Endgames, Material, Packer, usual_path};
use quadrille_core::Refusal;
use quadrille_engine::Stop;
use quadrille_support::file;
use std::path::PathBuf;
use std::time::Instant;

/// Build exact tables for chess endgames with up to four men.
#[derive(Debug, clap::Args)]
#[command(after_help = "The tables give the result and the distance to mate for every position with \
three or four men. Building all 35 takes a few minutes; the file is 30 MB. \
Players and `quadrille solve` load the file the next time they start; \
oracle=false makes alphabeta ignore it. \
The file is written only at the end, so an interrupted run keeps the old file.

Without --out, the file is $QUADRILLE_ENDGAMES, or quadrille/endgames.bin in the user's data folder.

Example:
  quadrille endgames KRK KPK --out endgames.bin")]
pub struct Args {
    /// Build only these tables, such as KRK or KQKR, and those they need [default: all].
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,
    /// Output file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let classes = wanted(&args.tables)?;
    let path = args.out.clone().or_else(usual_path).ok_or_else(|| words::NO_DATA_FOLDER.refuse())?;
    // Check the folder before the work.
    if let Some(folder) = path.parent().filter(|_| args.out.is_none()) {
        std::fs::create_dir_all(folder).map_err(|error| file::refusal(folder, &error))?;
    }
    let (endgames, mut packer) = (Endgames::default(), Packer::default());
    for (done, &class) in classes.iter().enumerate() {
        endgames.build(class, args.threads, &Stop::new())?;
        let bytes = packer.add(&endgames, class);
        let tally = endgames.tally(class).unwrap_or_default();
        let built = words::report::TABLE_BUILT.say().with("done", format!("{:2}", done + 1)).with("all", classes.len());
        let built = built.with("class", format!("{class:<5}")).with("wins", format!("{:>9}", tally.wins));
        let built = built.with("draws", format!("{:>9}", tally.draws)).with("losses", format!("{:>9}", tally.losses));
        let built = built.with("longest", format!("{:>2}", tally.longest)).with("bytes", format!("{bytes:>8}"));
        output::on_the_way(start, &built);
    }
    let bytes = packer.finish();
    file::write(&path, &bytes).map_err(|error| file::refusal(&path, &error))?;
    let written = words::ENDGAMES_WRITTEN.say().with("path", path.display().to_string()).with("bytes", bytes.len());
    let seconds = format!("{:.1}", start.elapsed().as_secs_f64());
    output::tell(&written.with("tables", classes.len()).with("seconds", seconds))
}

/// The tables to build, in dependency order.
fn wanted(names: &[String]) -> Result<Vec<Material>, Refusal> {
    let named = names.iter().map(|name| name.parse()).collect::<Result<Vec<Material>, _>>()?;
    let parts: Vec<Material> = named.iter().flat_map(Material::with_parts).collect();
    Ok(Material::all().into_iter().filter(|class| names.is_empty() || parts.contains(class)).collect())
}
