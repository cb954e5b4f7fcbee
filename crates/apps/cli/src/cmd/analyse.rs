//! `quadrille analyse`: the best move with its reasons.

use crate::game_args::GameArgs;
use crate::limit_args::{LimitArgs, parse_threads};
use crate::progress::Progress;
use crate::{output, words};
use quadrille_core::{Player, Settlement};
use quadrille_engine::{Line, MoveReport, PlayerSpec, Question, Report, Session, Stop, Verdict};
use serde::Serialize;

/// Find the best move and show the search behind it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille analyse chess --moves \"e4 e5\" --time 2s --multipv 3
  quadrille analyse go --size 9 --algorithm rave --playouts 20000 --json
  quadrille analyse othello --algorithm alphabeta --options

Without limits, a search runs for one second.")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Algorithm with options, ALGORITHM[,key=value…] [default: the game's best].
    #[arg(long, value_name = "A")]
    algorithm: Option<String>,
    /// Evaluation, by name [default algorithm: alphabeta, if the game's best has an evaluation of its own].
    #[arg(long, value_name = "E")]
    evaluation: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Number of principal variations.
    #[arg(long, value_name = "K", default_value_t = 1)]
    multipv: usize,
    /// Number of threads.
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Size of the transposition table in MiB.
    #[arg(long, alias = "table", value_name = "MIB")]
    hash: Option<usize>,
    /// List the algorithms of this game and exit.
    #[arg(long)]
    algorithms: bool,
    /// List the options of the algorithm and exit.
    #[arg(long)]
    options: bool,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.game.open()?;
    if args.algorithms {
        for (name, help) in session.algorithms() {
            output::line(format!("{name:<13} {}", help.template(output::language())))?;
        }
        return Ok(());
    }
    let mut thinker = session.thinker(&args.player(session.as_ref())?)?;
    if args.options {
        for option in thinker.options() {
            let (help, expected) = (option.help.template(output::language()), output::say(&option.domain.expected()));
            output::line(format!("{:<24} {:<10} {help} ({expected})", option.name, option.value))?;
        }
        return Ok(());
    }
    if args.multipv == 0 {
        anyhow::bail!(words::NOTHING_TO_SEARCH.refuse().with("option", "--multipv"));
    }
    let stop = Stop::new();
    let question = Question { multipv: args.multipv, ..Question::new(args.limits.limits_or_default()?, &stop) };
    let progress = Progress::begin(args.json, "");
    let report = thinker.think(session.as_ref(), &question, &mut |report| progress.say(so_far(report)))?;
    drop(progress);
    let board = session.settle(None);
    if args.json {
        return output::json(&Answer::new(&report, board.as_ref(), session.to_move()));
    }
    show(&report)?;
    board.map_or(Ok(()), |board| show_board(&board, session.picture().columns))
}

/// What `--json` prints: the report and, in games that count territory, lead and ownership.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// By how many points the side to move leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    lead: Option<f32>,
    /// The owner of each point, from -1 (the opponent) to 1, row by row from the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    ownership: Option<Vec<f32>>,
}

impl<'a> Answer<'a> {
    fn new(report: &'a Report, board: Option<&Settlement>, mover: Player) -> Self {
        Self {
            report,
            lead: board.map(|board| board.lead(mover)),
            ownership: board.map(|board| board.ownership(mover)),
        }
    }
}

impl Args {
    fn player(&self, session: &dyn Session) -> anyhow::Result<PlayerSpec> {
        let mut player = match &self.algorithm {
            Some(text) => text.parse()?,
            None => self.usual_player(session)?,
        };
        let given = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
        player.options.extend(given("evaluation", self.evaluation.clone()));
        player.options.extend(given("threads", self.threads.map(|n| n.to_string())));
        player.options.extend(given("seed", self.seed.map(|n| n.to_string())));
        player.options.extend(given("hash", self.hash.map(|n| n.to_string())));
        Ok(player)
    }

    /// The game's best player, or alpha-beta if an evaluation is given that this player does not take.
    fn usual_player(&self, session: &dyn Session) -> anyhow::Result<PlayerSpec> {
        let best = session.best_player();
        if self.evaluation.is_none() {
            return Ok(best);
        }
        let takes_evaluations = session.thinker(&best)?.options().iter().any(|setting| setting.name == "evaluation");
        Ok(if takes_evaluations { best } else { PlayerSpec::new("alphabeta") })
    }
}

/// What is shown while the search runs.
fn so_far(report: &Report) -> String {
    let best = report.best.as_ref().map_or("-", |name| &name.text);
    let so_far = words::report::AFTER.say().with("move", best).with("value", value(report.verdict));
    output::say(&so_far.with("work", report.work()))
}

/// A value in the user's language.
pub fn value(verdict: Option<Verdict>) -> String {
    verdict.map(|verdict| output::say(&verdict.value.say())).unwrap_or_default()
}

/// A line in standard notation.
fn line(line: &Line) -> String {
    line.texts().join(" ")
}

fn show(report: &Report) -> anyhow::Result<()> {
    for note in &report.notes.0 {
        output::tell(&words::NOTE.say().with("note", output::say(note)))?;
    }
    let best = output::or_none(report.best.as_ref().map(|name| name.text.as_str()));
    output::tell(&words::BEST.say().with("move", best).with("value", value(report.verdict)))?;
    if !report.line.0.is_empty() {
        output::tell(&words::LINE.say().with("line", line(&report.line)))?;
    }
    let counts = [
        (&words::DEPTH, report.depth.map(u64::from)),
        (&words::NODES_COUNT, report.nodes),
        (&words::CUTS, report.cuts),
        (&words::TABLE_HITS, report.table_hits),
        (&words::COLLISIONS, report.collisions),
        (&words::KNOWN, report.known),
        (&words::PLAYOUTS, report.playouts),
        (&words::ENTRY_BYTES, report.entry_bytes.map(u64::from)),
    ];
    let shown = counts.iter().filter_map(|(name, count)| Some(output::say(&name.say().with("n", (*count)?))));
    let seconds = format!("{:.2}", report.seconds);
    let by = output::say(&words::SECONDS_BY.say().with("seconds", seconds).with("method", report.algorithm));
    output::line(shown.chain([by]).collect::<Vec<_>>().join(", "))?;
    if !report.moves.is_empty() {
        let effort = if report.playouts.is_some() { &words::VISITS_COLUMN } else { &words::NODES_COLUMN };
        let [name, value, effort, line] =
            [&words::MOVE_COLUMN, &words::VALUE_COLUMN, effort, &words::LINE_COLUMN].map(|it| output::say(&it.say()));
        output::line(format!("  {name:<6} {value:>10} {effort:>10}  {line}"))?;
    }
    for m in report.moves.iter().take(MOVES_SHOWN) {
        let visits = m.visits.map_or_else(String::new, |n| n.to_string());
        let amaf = amaf(m).unwrap_or_default();
        output::line(format!("  {:<6} {:>10} {:>10}  {amaf}{}", m.name.text, value(m.verdict), visits, line(&m.line)))?;
    }
    Ok(())
}

/// Lead and ownership.
fn show_board(board: &Settlement, columns: usize) -> anyhow::Result<()> {
    let lead = board.lead(Player::Black);
    let leader = if lead < 0.0 { Player::White } else { Player::Black };
    let points = format!("{:.1}", lead.abs());
    output::line(output::say(&words::LEAD.say().with("player", leader).with("points", points)))?;
    output::line(output::say(&words::OWNERSHIP.say()))?;
    for row in board.ownership(Player::Black).chunks(columns.max(1)) {
        output::line(format!("  {}", row.iter().map(|&share| owner(share)).collect::<Vec<_>>().join(" ")))?;
    }
    Ok(())
}

/// A symbol for Black's share of a point, from -1 to 1.
fn owner(share: f32) -> &'static str {
    const LIKELY: f32 = 0.3;
    const SURE: f32 = 0.8;
    match share {
        SURE.. => "X",
        LIKELY.. => "x",
        _ if share <= -SURE => "O",
        _ if share <= -LIKELY => "o",
        _ => ".",
    }
}

/// The AMAF statistics of a move's code, if the search has them.
fn amaf(m: &MoveReport) -> Option<String> {
    let (share, visits, code) = (m.amaf?, m.amaf_visits?, m.code?);
    let known = words::report::CODE.say().with("code", format!("{code:>4}")).with("n", format!("{visits:<7}"));
    Some(output::say(&known.with("percent", format!("{:>5.1}", 100.0 * share))) + " ")
}

/// How many root moves are shown; JSON has them all.
const MOVES_SHOWN: usize = 8;
