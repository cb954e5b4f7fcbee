//! `quadrille draws`: the draw counters of a chess game.

use crate::game_args::GameArgs;
use crate::output;
use crate::words;
use quadrille_core::{Outcome, Player, Refusal, Sentence};
use quadrille_engine::{DrawReport, Session};
use serde::Serialize;

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

/// What `--json` prints. A game that is already won is not a draw, whatever the counters say.
#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    report: DrawReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Player>,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    if args.json {
        let winner = session.end().and_then(|end| match end.outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        });
        return output::json(&Answer { report: report(session.as_ref())?, winner });
    }
    lines(session.as_ref())?.iter().try_for_each(output::tell)
}

fn report(session: &dyn Session) -> Result<DrawReport, Refusal> {
    session.draws().ok_or_else(|| words::DRAWS_OF.refuse().with("game", session.descriptor().in_text))
}

/// The draw counters, in sentences.
pub fn lines(session: &dyn Session) -> Result<[Sentence; 3], Refusal> {
    let report = report(session)?;
    let verdict = match (&report.draw, session.end()) {
        (Some(_), Some(end)) => words::DRAW_BY.say().with("reason", end.reason),
        (Some(reason), None) => words::DRAW_BY.say().with("reason", reason.as_str()),
        (None, Some(end)) => words::NO_DRAW_BUT.say().with("outcome", end.outcome).with("reason", end.reason),
        (None, None) => {
            let (repetitions, moves) = (report.missing_repetitions, report.missing_halfmoves);
            words::NO_DRAW.say().with("repetitions", repetitions).with("moves", moves)
        }
    };
    let occurrences = words::OCCURRENCES.say().with("n", report.occurrences);
    Ok([occurrences, words::HALF_MOVES.say().with("n", report.halfmove_clock), verdict])
}
