//! `quadrille trace`: records a search step by step in a file.

use crate::game_args::{GameName, play_all};
use crate::limit_args::LimitArgs;
use crate::{output, words};
use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille_engine::trace::{self, DRAWN, Kind, MOST_EVENTS, TREE};
use quadrille_engine::{PlayerSpec, Trace, TraceOrder, registry};
use serde_json::json;
use std::path::PathBuf;

/// Record a search step by step: events as JSON lines, or the tree as SVG or DOT.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  quadrille trace tree --position \"((+3+12+8)(+2+4+6)(+14+5+2))\" --depth 3 --out tree.svg
  quadrille trace breakthrough --size 5x5 --algorithm alphabeta --depth 3 --out steps.jsonl
  quadrille trace othello --algorithm uct --playouts 40 --out tree.dot

The game `tree` is a tree written as text: parentheses enclose a position, +3 is a leaf where Black wins by 3.
Besides the usual algorithms there are minimax (searches the full tree) and bare (alpha-beta without refinements).")]
pub struct Args {
    /// The game, or tree.
    #[arg(value_name = "GAME", value_parser = games())]
    game: String,
    /// Board size: rows x columns in Breakthrough (5x5), one number in Go (9).
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Rule set.
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Start from this position, in the game's notation.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these moves first, separated by spaces.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// Algorithm with options, ALGORITHM[,key=value…].
    #[arg(long, value_name = "A", default_value = "bare")]
    algorithm: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Keep only the first N events.
    #[arg(long, alias = "most", value_name = "N", default_value_t = 100_000)]
    max_events: usize,
    /// Output file; the extension selects the format: .jsonl, .svg or .dot.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn games() -> PossibleValuesParser {
    let games = registry::names().map(PossibleValue::new);
    PossibleValuesParser::new(games.chain([PossibleValue::new(TREE)]).collect::<Vec<_>>())
}

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let ending = args.out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !["jsonl", "svg", "dot"].contains(&ending) {
        bail!(words::TRACE_ENDING.refuse().quote("file", args.out.display().to_string()));
    }
    let trace = args.trace()?;
    let text = match ending {
        "svg" => trace::svg(&trace),
        "dot" => trace::dot(&trace),
        _ => lines(&trace, &args.game)?,
    };
    output::write(&args.out, &text)?;
    let found = &trace.found;
    let said = words::TRACED.say().with("events", trace.event_count()).with("nodes", found.nodes);
    let said = said.with("best", found.best.clone().unwrap_or_default());
    output::tell(&said.with("file", args.out.display().to_string()))?;
    if trace.missed > 0 {
        let said = words::TRACE_CUT_OFF.say().with("missed", trace.missed).with("most", trace.event_count());
        output::tell(&said)?;
    }
    if ending != "jsonl" && trace.node_count() > DRAWN {
        let said = words::TRACE_DRAWN.say().with("drawn", DRAWN).with("nodes", trace.node_count());
        output::tell(&said)?;
    }
    Ok(())
}

impl Args {
    fn trace(&self) -> anyhow::Result<Trace> {
        if self.max_events == 0 || self.max_events > MOST_EVENTS {
            bail!(words::TRACE_MOST.refuse().with("given", self.max_events).with("most", MOST_EVENTS));
        }
        let player: PlayerSpec = self.algorithm.parse()?;
        let order = TraceOrder { player, limits: self.limits.limits_or_default()?, most: self.max_events };
        if self.game == TREE {
            let text = self.position.as_deref().ok_or_else(|| words::NO_TREE.refuse())?;
            return Ok(trace::trace_tree(text, &order)?);
        }
        let game: GameName = self.game.parse()?;
        let rules = [&self.size, &self.rules].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
        let mut session = registry::open(game.as_str(), &rules, self.position.as_deref())?;
        if let Some(moves) = &self.moves {
            play_all(session.as_mut(), moves)?;
        }
        Ok(session.trace(&order)?)
    }
}

/// The trace as JSON lines: the request, every event, the result.
fn lines(trace: &Trace, game: &str) -> anyhow::Result<String> {
    let kind = if trace.kind == Kind::Depth { "depth" } else { "tree" };
    let head = json!({ "version": 1, "game": game, "position": trace.position, "player": trace.player, "kind": kind });
    let mut out = format!("{head}\n");
    for at in 0..trace.event_count() {
        out += &serde_json::to_string(&trace.fields(at))?;
        out.push('\n');
    }
    let mut end = serde_json::to_value(&trace.found)?;
    end["missed"] = trace.missed.into();
    Ok(out + &json!({ "found": end }).to_string() + "\n")
}
