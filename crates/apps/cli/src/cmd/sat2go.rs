//! `quadrille sat2go`: compiles a formula to a Go position that White wins if and only if the formula is satisfiable.

use crate::output;
use crate::words;
use anyhow::Context;
use quadrille_core::{Lang, Outcome, Player};
use quadrille_reduction::{Compiled, Game, Limits, Options, Played, Point, Reserve, Value as Winner, command, play};
use quadrille_support::file;
use serde_json::{Value, json};
use std::fs;
use std::io::{ErrorKind, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// Compile a planar monotone formula to a Go position that White, to move, wins if and only if it is satisfiable.
#[derive(Debug, clap::Args)]
#[command(after_help = "FORMULA is a file, - for standard input, or the formula itself. \
A formula is a list of clauses, one per line or separated by `;`; the literals of a clause are all positive or \
all negated. It can also be JSON that includes the drawing.

Examples:
  quadrille sat2go \"x1 x2; -x1; -x2\" --verify
  quadrille sat2go formula.json --out board.sgf --svg board.svg
  quadrille sat2go \"x1 x2\" --play \"x1=1 x2=0; clause 1; literal 1\" --out played.sgf")]
pub struct Args {
    /// Formula, or a file that contains it.
    #[arg(allow_hyphen_values = true)]
    formula: String,
    /// Write the board (with --play: the game) as SGF; boards with more than 52 lines are split into parts.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a picture (SVG).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Solve the game on the board and check that the result agrees with the formula.
    #[arg(long)]
    verify: bool,
    /// Play the forced line with these choices.
    #[arg(long, value_name = "CHOICES")]
    play: Option<String>,
    /// Require exactly three literals in each clause.
    #[arg(long)]
    strict: bool,
    /// comb: the reserve fills more than half of the board and decides the score; small: easier to read, but the
    /// reserve does not decide the score.
    #[arg(long, value_name = "KIND", default_value = "comb", value_parser = ["small", "comb"])]
    reserve: String,
    /// With --verify: stop after N nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The maximum length of a formula.
const LONGEST_FORMULA: u64 = 1 << 20;

/// Runs the command.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let text = read_formula(&args.formula)?;
    // Programs read English.
    let lang = if args.json { Lang::English } else { output::language() };
    let reserve = if args.reserve == "comb" { Reserve::Comb } else { Reserve::Small };
    let compiled = command::prepare(&text, args.strict, Options { reserve, lang, ..Options::default() });
    let path = Path::new(&args.formula);
    let compiled = compiled.map_err(|why| if path.is_file() { file::about(path, why) } else { why })?;
    let limits =
        args.verify.then(|| Limits { nodes: args.nodes.unwrap_or(Limits::default().nodes), ..Limits::default() });
    let report = command::report(&compiled, limits)?;
    let game = args.play.as_deref().map(|choices| play(&compiled, choices)).transpose()?;
    if let Some(path) = &args.out {
        let sgf = game.as_ref().map_or_else(|| compiled.to_sgf(), |game| game.to_sgf(&compiled));
        output::write(path, &sgf)?;
    }
    if let Some(path) = &args.svg {
        output::write(path, &game.as_ref().map_or_else(|| compiled.to_svg(), |game| compiled.game_to_svg(game)))?;
    }
    if args.json {
        return output::json(&as_json(&report, game.as_ref())?);
    }
    show(args, &compiled, &report)?;
    if let Some(game) = &game {
        for played in &game.moves {
            let player = played.player.name().template(lang);
            output::line(format!("{player:<5} {:<8} {}", place(played.point), played.comment))?;
        }
        output::line(&game.summary)?;
    }
    Ok(())
}

/// Row and column, from 1 at the top left.
fn place(point: Option<Point>) -> String {
    point.map_or_else(|| "pass".to_owned(), |point| format!("{},{}", point.row + 1, point.column + 1))
}

fn as_json(report: &command::Report, game: Option<&Game>) -> anyhow::Result<Value> {
    let mut answer = serde_json::to_value(report)?;
    if let Some(game) = game {
        let row =
            |played: &Played| json!({ "player": played.player, "at": place(played.point), "why": played.comment });
        answer["moves"] = game.moves.iter().map(row).collect();
        answer["winner"] = json!(game.winner);
        answer["summary"] = json!(game.summary);
    }
    Ok(answer)
}

fn show(args: &Args, compiled: &Compiled, report: &command::Report) -> anyhow::Result<()> {
    if args.out.is_none() && args.svg.is_none() && args.play.is_none() {
        output::line(compiled.to_text().trim_end())?;
    }
    let size = words::report::COMPILED.say().with("formula", report.formula.clone()).with("rows", report.rows);
    output::tell(&size.with("columns", report.columns).with("gadgets", report.gadgets))?;
    let comb = args.reserve == "comb";
    output::tell(&if comb { &words::report::WINS_THE_GAME } else { &words::report::SAVES_THE_RESERVE }.say())?;
    let Some(found) = &report.verification else { return Ok(()) };
    let satisfiable = if found.satisfiable { &words::report::SATISFIABLE } else { &words::report::UNSATISFIABLE };
    let value = match found.value {
        Winner::White => Outcome::Win(Player::White).say(),
        Winner::Black => Outcome::Win(Player::Black).say(),
        Winner::Unknown => words::report::UNDECIDED_VALUE.say(),
    };
    let verified = words::report::VERIFIED.say().with("satisfiable", satisfiable).with("value", value);
    output::tell(&verified.with("nodes", found.nodes))
}

fn read_formula(argument: &str) -> anyhow::Result<String> {
    let path = Path::new(argument);
    let mut text = String::new();
    if argument == "-" {
        anyhow::ensure!(!std::io::stdin().is_terminal(), words::NO_FORMULA.refuse());
        std::io::stdin().lock().take(LONGEST_FORMULA).read_to_string(&mut text).context("standard input")?;
    } else if path.is_file() {
        let file = fs::File::open(path).with_context(|| argument.to_owned())?;
        file.take(LONGEST_FORMULA).read_to_string(&mut text).with_context(|| argument.to_owned())?;
    } else {
        // No literal has these letters.
        let is_file_name = argument.contains(['.', '/', '\\']) && !argument.contains([';', ' ', '{', '\n']);
        anyhow::ensure!(!is_file_name, file::refusal(path, &ErrorKind::NotFound.into()));
        text.push_str(argument);
    }
    Ok(text)
}
