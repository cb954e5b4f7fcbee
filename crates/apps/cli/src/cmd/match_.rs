//! `quadrille match`: two players, many games, Elo with error bars.

use crate::game_args::{GameName, game_parser};
use crate::limit_args::{LimitArgs, parse_duration};
use crate::output;
use crate::progress::Progress;
use crate::words::{self, report};
use anyhow::bail;
use quadrille_arena::event::{DrawRule, Resignation};
use quadrille_arena::pace::{self, Control};
use quadrille_arena::{
    Adjudication, Entrant, Estimate, Event, GameRecord, Openings, Orders, Pace, Sprt, Standings, Tally, Verdict,
    run as play,
};
use quadrille_core::Sentence;
use quadrille_engine::Limits;
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Play a match between two players and report Elo with error bars.
#[derive(Debug, clap::Args)]
#[command(after_help = "PLAYER is one of Quadrille's algorithms with options, ALGORITHM[,key=value…], \
a level (level-1 to level-8), or another program: uci:COMMAND, gtp:COMMAND, nboard:COMMAND. \
Besides the options listed by `quadrille analyse GAME --algorithm A --options`, a player can have \
its own limits: playouts=N, nodes=N, depth=N. Each opening is played twice, with colours swapped. \
Without limits, each move gets 100 ms, except in a match between two levels, where each level keeps \
its own limits.

The same command resumes an interrupted match from its --out file.

Examples:
  quadrille match breakthrough --size 8x8 --a rave --b uct --games 200 --playouts 1000
  quadrille match chess --a alphabeta --b alphabeta,null_move=false --tc 1+0.01 --out match.jsonl
  quadrille match chess --a alphabeta --b uct --sprt 0,50 --nodes 2000 --games 100
  quadrille match othello --a alphabeta,depth=4 --b \"nboard:quadrille nboard\" --time 100ms")]
pub struct Args {
    /// First player; the result is from its point of view.
    #[arg(long, value_name = "PLAYER")]
    a: String,
    /// Second player.
    #[arg(long, value_name = "PLAYER")]
    b: String,
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u32,
    /// Stop early with a sequential test (SPRT): `elo0,elo1[,alpha,beta][,normalised]`.
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true)]
    sprt: Option<String>,
    #[command(flatten)]
    event: EventArgs,
}

/// The options common to matches and tournaments.
#[derive(Debug, clap::Args)]
pub struct EventArgs {
    /// The game.
    #[arg(value_parser = game_parser())]
    game: GameName,
    /// Board size: rows x columns in Breakthrough (5x5), one number in Go (9).
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Rule set, such as chess960, white-first, misere or tromp-taylor.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Time control: [MOVES/]SECONDS[+INCREMENT], such as 60+0.6.
    #[arg(long, value_name = "TC", conflicts_with = "time")]
    tc: Option<String>,
    /// Grace period before a late move loses [default: 100ms].
    #[arg(long, value_name = "TIME")]
    margin: Option<String>,
    /// Openings: start, random:PLIES, or a file of games or positions [default: random:N, depending on the game].
    #[arg(long, value_name = "FROM")]
    openings: Option<String>,
    /// Use only the first N moves of each game in the file.
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// Adjudicate a loss when a side's score is at most -SCORE for MOVES moves in a row.
    #[arg(long, value_name = "MOVES,SCORE")]
    resign: Option<String>,
    /// Adjudicate a draw when both scores stay within SCORE for MOVES moves, from ply AFTER on.
    #[arg(long, value_name = "MOVES,SCORE,AFTER")]
    draw: Option<String>,
    /// Adjudicate a draw after PLIES plies.
    #[arg(long, alias = "longest", value_name = "PLIES")]
    max_plies: Option<usize>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games played at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
    /// Log of finished games, one JSON object per line; a rerun resumes from it.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also save the games as .pgn (chess), .sgf (Go), .ggf (Othello) or .txt.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// The default time per move.
const USUAL_TIME: Duration = Duration::from_millis(100);

impl EventArgs {
    /// The event between these players.
    pub fn event(&self, players: &[String]) -> anyhow::Result<Event> {
        let entrants: Vec<Entrant> = players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
        let words: Vec<&str> = [&self.size, &self.rules].into_iter().flatten().map(String::as_str).collect();
        let (game, rules) = (self.game.as_str(), words.join(" "));
        let pace = self.pace(&entrants)?;
        let openings = self.openings(&rules)?;
        let adjudication = self.adjudication()?;
        Ok(Event { pace, openings, adjudication, seed: self.seed, ..Event::new(game, &rules, entrants) })
    }

    /// How the event is run.
    pub fn orders(&self, games: u32) -> anyhow::Result<Orders> {
        if self.concurrency == 0 {
            bail!(words::NOTHING_TO_PLAY.refuse().with("option", "--concurrency"));
        }
        let (log, save) = (self.out.clone(), self.save.clone());
        Ok(Orders { concurrency: self.concurrency, log, save, ..Orders::games(games) })
    }

    fn pace(&self, entrants: &[Entrant]) -> anyhow::Result<Pace> {
        let mut per_move = self.limits.limits()?;
        let bounded = |entrant: &Entrant| matches!(entrant, Entrant::Ours(own) if own.is_bounded());
        if per_move == Limits::default() && self.tc.is_none() && !entrants.iter().all(bounded) {
            per_move = Limits::time(USUAL_TIME);
        }
        Ok(Pace {
            control: self.tc.as_deref().map(str::parse::<Control>).transpose()?,
            per_move,
            margin: self.margin.as_deref().map(parse_duration).transpose()?.unwrap_or(pace::USUAL_MARGIN),
        })
    }

    fn openings(&self, rules: &str) -> anyhow::Result<Openings> {
        let game = self.game.as_str();
        match self.openings.as_deref() {
            None => Ok(Openings::usual(game, rules)),
            Some("start") => Ok(Openings::Start),
            Some(text) => match text.strip_prefix("random:") {
                Some(plies) => {
                    let plies = plies.parse().ok().filter(|plies| *plies <= MOST_RANDOM_PLIES);
                    let plies = plies
                        .ok_or_else(|| words::OPENINGS.refuse().quote("text", text).with("most", MOST_RANDOM_PLIES))?;
                    Ok(Openings::Random { plies })
                }
                None => Ok(Openings::read(text.as_ref(), game, rules, self.opening_plies)?),
            },
        }
    }

    fn adjudication(&self) -> anyhow::Result<Adjudication> {
        let usual = Adjudication::default();
        let resign = self.resign.as_deref().map(|text| match numbers(text)[..] {
            [moves, score] if moves >= 1.0 => Ok(Resignation { moves: moves as u32, score }),
            _ => bail!(words::RESIGN.refuse().quote("text", text)),
        });
        let draw = self.draw.as_deref().map(|text| match numbers(text)[..] {
            [moves, score, after] if moves >= 1.0 => Ok(DrawRule { moves: moves as u32, score, after: after as usize }),
            _ => bail!(words::DRAW.refuse().quote("text", text)),
        });
        Ok(Adjudication {
            resign: resign.transpose()?,
            draw: draw.transpose()?,
            longest: self.max_plies.unwrap_or(usual.longest),
        })
    }
}

/// The maximum number of random plies.
const MOST_RANDOM_PLIES: usize = 200;

/// Comma-separated non-negative numbers; an empty list if one is invalid.
fn numbers(text: &str) -> Vec<f64> {
    let number = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    text.split(',').map(number).collect::<Option<_>>().unwrap_or_default()
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let event = args.event.event(&[args.a.clone(), args.b.clone()])?;
    if args.games == 0 {
        bail!(words::NOTHING_TO_PLAY.refuse().with("option", "--games"));
    }
    let sprt: Option<Sprt> = args.sprt.as_deref().map(str::parse).transpose()?;
    let orders = Orders { sprt, ..args.event.orders(args.games)? };
    let start = Instant::now();
    let so_far = Games::new(args.event.json, args.games);
    let standings = play(&event, &orders, &mut |standings, game| so_far.tell(standings, game))?;
    drop(so_far);
    let seconds = start.elapsed().as_secs_f64();
    if args.event.json { show_json(&standings, sprt, seconds) } else { show(&event, &standings, sprt, seconds) }
}

fn show_json(standings: &Standings, sprt: Option<Sprt>, seconds: f64) -> anyhow::Result<()> {
    let tally = standings.between(0, 1);
    let estimate = tally.estimate();
    let sum = |count: fn(&quadrille_arena::Faults) -> u32| standings.faults.iter().map(count).sum::<u32>();
    let mut value = json!({
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "score": estimate.score,
        "elo": estimate.elo,
        "error": estimate.elo_error,
        "normalised_elo": estimate.normalised,
        "los": estimate.superiority,
        "pairs": tally.pairs,
        "time_losses": sum(|faults| faults.time_losses),
        "illegal": sum(|faults| faults.illegal),
        "crashes": sum(|faults| faults.crashes),
        "faults": {"a": standings.faults[0], "b": standings.faults[1]},
        "seconds": seconds,
    });
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        value["sprt"] = json!({
            "llr": sprt.llr(&tally), "lower": lower, "upper": upper, "verdict": sprt.verdict(&tally),
        });
    }
    output::json(&value)
}

fn show(event: &Event, standings: &Standings, sprt: Option<Sprt>, seconds: f64) -> anyhow::Result<()> {
    let tally = standings.between(0, 1);
    let estimate = tally.estimate();
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    output::line(format!("{} {}", event.game, event.rules).trim_end())?;
    output::line(format!("  a  {}\n  b  {}", standings.names[0], standings.names[1]))?;
    let result = report::RESULT.say().with("games", tally.games()).with("wins", tally.wins).with("draws", tally.draws);
    let result = result.with("losses", tally.losses).with("seconds", format!("{seconds:.1}"));
    output::tell(&result)?;
    let score = report::SCORE.say().with("score", percent(estimate.score)).with("error", percent(estimate.score_error));
    let score = score.with("superiority", percent(estimate.superiority));
    output::tell(&score.with("elo", elo(&estimate)))?;
    output::tell(&report::PAIRS.say().list("counts", tally.pairs))?;
    if let Some(sprt) = sprt {
        output::tell(&tested(sprt, &tally))?;
    }
    for (name, faults) in ["a", "b"].into_iter().zip(&standings.faults) {
        let line = report::FAULTS.say().with("player", name).with("late", faults.time_losses);
        let line = line.with("stalls", faults.stalls).with("illegal", faults.illegal).with("crashes", faults.crashes);
        output::tell(&line)?;
    }
    Ok(())
}

/// The Elo difference, and the normalised one if available.
fn elo(estimate: &Estimate) -> Sentence {
    let elo = estimate.elo_in_words();
    if !estimate.elo.is_finite() || !estimate.normalised.is_finite() {
        return elo;
    }
    report::WITH_NORMALISED.say().with("elo", elo).with("normalised", format!("{:+.1}", estimate.normalised))
}

/// What the sequential test says.
fn tested(sprt: Sprt, tally: &Tally) -> Sentence {
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Verdict::H0 => report::ACCEPTED.say().with("hypothesis", "H0"),
        Verdict::H1 => report::ACCEPTED.say().with("hypothesis", "H1"),
        Verdict::Continue => report::UNDECIDED.say(),
    };
    let number = |number: f64| format!("{number:.2}");
    let line = report::SPRT.say().with("elo0", sprt.elo0.to_string()).with("elo1", sprt.elo1.to_string());
    let line = line.with("ratio", number(sprt.llr(tally))).with("lower", number(lower)).with("upper", number(upper));
    line.with("verdict", verdict)
}

/// The standings after each game.
pub struct Games {
    progress: Progress,
    games: u32,
}

impl Games {
    /// Progress towards this many games.
    pub fn new(quiet: bool, games: u32) -> Self {
        Self { progress: Progress::begin(quiet, ""), games }
    }

    /// Prints the standings after a game; the event continues.
    pub fn tell(&self, standings: &Standings, game: &GameRecord) -> bool {
        let so_far = report::SO_FAR.say().with("done", standings.games()).with("games", self.games);
        let so_far = so_far.with("elo", standings.total(0).estimate().elo_in_words()).with("number", game.number + 1);
        self.progress.say(output::say(&so_far.with("reason", game.reason.chars().take(40).collect::<String>())));
        true
    }
}
