//! `quadrille history`: the positions of a game with their hashes.

use crate::game_args::GameArgs;
use crate::output;
use crate::words::report as words;
use serde_json::json;

/// List the positions of a game with their keys.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quadrille history othello --moves \"f5 d6 c3\"")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    let rows = session.history();
    if args.json {
        let row = |row: &quadrille_engine::HistoryRow| {
            json!({
                "ply": row.ply, "move": row.played.as_ref().map(|name| &name.text),
                "record": row.played.as_ref().map(|name| &name.record),
                "hash": output::hex(row.key), "position": row.position,
            })
        };
        return output::json(&json!({ "positions": rows.iter().map(row).collect::<Vec<_>>() }));
    }
    let start = words::START.template(output::language());
    for row in rows {
        let played = row.played.as_ref().map_or(start, |name| &name.record);
        output::line(format!("{:>4}  {played:<8} {}  {}", row.ply, output::hex(row.key), row.position))?;
    }
    Ok(())
}
