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
    output::line(output::say(&words::OCCURRENCES.say().with("n", report.occurrences)))?;
    output::line(output::say(&words::HALF_MOVES.say().with("n", report.halfmove_clock)))?;
    let verdict = match (report.draw, session.end()) {
        (Some(reason), _) => words::DRAW_BY.say().with("reason", reason),
        (None, Some(end)) => {
            words::NO_DRAW_BUT.say().with("outcome", end.outcome).with("reason", end.reason)
        }
        (None, None) => {
            let (repetitions, moves) = (report.missing_repetitions, report.missing_halfmoves);
            words::NO_DRAW.say().with("repetitions", repetitions).with("moves", moves)
        }
    };
    output::line(output::say(&verdict))
}
