//! `quadrille draws`: how near a game of chess is to a draw.

use crate::game_args::GameArgs;
use crate::output;
use crate::words;

/// Show how often the position has occurred, the count of the fifty-move rule, and whether the game is drawn.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  quadrille draws chess --moves \"g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\"")]
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
    let report = session.draws().ok_or_else(|| words::DRAWS_OF.refuse().with("game", session.descriptor().name))?;
    if args.json {
        return output::json(&report);
    }
    output::line(format!("occurrences of this position: {} (3 allow a claim)", report.occurrences))?;
    output::line(format!("half-moves without capture or pawn move: {} (100 allow a claim)", report.halfmove_clock))?;
    output::line(match (report.draw, session.end()) {
        (Some(reason), _) => format!("draw: {reason}"),
        (None, Some(end)) => format!("no draw: {} ({})", end.outcome, end.reason.template(output::language())),
        (None, None) => format!(
            "no draw: {} or {} needed",
            output::count(u64::from(report.missing_repetitions), "more occurrence"),
            output::count(u64::from(report.missing_halfmoves), "more half-move")
        ),
    })
}
