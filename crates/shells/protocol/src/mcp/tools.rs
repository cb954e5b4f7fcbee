//! The tools: purpose, arguments and result of each. Their limits keep the machine usable.

use crate::words;
use quadrille_core::{Lang, Refusal};
use quadrille_engine::solve::SolveOrder;
use quadrille_engine::{Limits, MoveReport, Question, Report, Session, Stop, registry};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Seconds per search: default and maximum.
const SEARCH: (f64, f64) = (2.0, 30.0);
/// Seconds of a solver.
const SOLVE: (f64, f64) = (10.0, 60.0);
/// MiB for a solver's tables.
const SOLVER_MEMORY: usize = 512;
/// Lines per analysis: default and maximum.
const LINES: (f64, f64) = (3.0, 10.0);
/// Moves that lead to a position.
const MOST_MOVES: usize = 2_000;
/// Characters of a text.
const LONGEST_TEXT: usize = 20_000;

struct Tool {
    name: &'static str,
    description: &'static str,
    /// Its arguments besides the game and the position.
    own: fn() -> Value,
    run: fn(&Arguments<'_>, &Stop) -> Result<Value, Refusal>,
}

const TOOLS: [Tool; 5] = [
    Tool {
        name: "games",
        description: "Lists the games with their rules, board sizes and the notation of positions.",
        own: || json!({}),
        run: |_, _| Ok(games()),
    },
    Tool {
        name: "legal_moves",
        description: "Shows a position: the board, the side to move, the legal moves in both notations, and the result if the \
            game is over.",
        own: || json!({}),
        run: |arguments, _| Ok(position(arguments.open()?.as_ref())),
    },
    Tool {
        name: "analyse",
        description: "Searches a position and returns the best moves with their values, winning chances (0 to 1, for the side \
            to move) and principal variations.",
        own: || json!({ "seconds": number(SEARCH, "Time to search."), "lines": number(LINES, "Number of principal variations.") }),
        run: analyse,
    },
    Tool {
        name: "solve",
        description: "Computes the exact value of a position where a solver can: small boards, endgames, mates. Reports if the \
            time was too short.",
        own: || json!({ "seconds": number(SOLVE, "Time to solve.") }),
        run: solve,
    },
    Tool {
        name: "explain",
        description: "Compares a move with the best one: the value of each at the same effort, how much the move gives away, and \
            the line that shows why.",
        own: || json!({ "move": text("The move to judge."), "seconds": number(SEARCH, "Time for each of the two searches.") }),
        run: explain,
    },
];

/// The tools as the protocol lists them.
pub(super) fn list() -> Vec<Value> {
    let entry = |tool: &Tool| {
        let schema = tool.schema();
        json!({ "name": tool.name, "description": tool.description, "inputSchema": schema, "annotations": { "readOnlyHint": true } })
    };
    TOOLS.iter().map(entry).collect()
}

/// Whether there is a tool of this name.
pub(super) fn exists(name: &str) -> bool {
    TOOLS.iter().any(|tool| tool.name == name)
}

/// Runs a tool.
pub(super) fn call(name: &str, arguments: &Value, stop: &Stop) -> Result<Value, Refusal> {
    let tool =
        TOOLS.iter().find(|tool| tool.name == name).ok_or_else(|| words::NO_TOOL.refuse().quote("name", name))?;
    let empty = Map::new();
    let given = arguments.as_object().unwrap_or(&empty);
    let schema = tool.schema();
    let known = |name: &&String| schema["properties"].get(name.as_str()).is_none();
    if let Some(unknown) = given.keys().find(known) {
        return Err(words::NO_ARGUMENT.refuse().quote("name", unknown));
    }
    (tool.run)(&Arguments(given), stop)
}

impl Tool {
    fn schema(&self) -> Value {
        let mut properties = if self.name == "games" { json!({}) } else { place() };
        let own = (self.own)();
        let mut required: Vec<&str> = if self.name == "games" { Vec::new() } else { vec!["game"] };
        if own.get("move").is_some() {
            required.push("move");
        }
        if let (Some(all), Value::Object(own)) = (properties.as_object_mut(), own) {
            all.extend(own);
        }
        json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
    }
}

/// The arguments that specify the position.
fn place() -> Value {
    json!({
        "game": { "type": "string", "enum": registry::names().collect::<Vec<_>>(), "description": "The game." },
        "rules": text("Board size and rule set, such as \"9\" or \"chess960\"; the defaults if absent."),
        "position": text("A position in the game's notation (chess: FEN); the start position if absent."),
        "moves": text("Moves played from there, separated by spaces."),
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description, "maxLength": LONGEST_TEXT })
}

fn number((usual, most): (f64, f64), description: &str) -> Value {
    json!({ "type": "number", "description": description, "default": usual, "maximum": most, "exclusiveMinimum": 0 })
}

/// The arguments of a call.
struct Arguments<'a>(&'a Map<String, Value>);

impl Arguments<'_> {
    fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.len() <= LONGEST_TEXT => Ok(Some(text)),
            Some(_) => Err(words::BAD_ARGUMENT.refuse().with("name", name)),
        }
    }

    fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.text(name)?.ok_or_else(|| words::NEEDS_ARGUMENT.refuse().with("name", name))
    }

    /// A number above zero; too large a one is clamped to the maximum.
    fn number(&self, name: &str, (usual, most): (f64, f64)) -> Result<f64, Refusal> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(usual),
            Some(value) => {
                let number = value.as_f64().filter(|number| *number > 0.0);
                number.map(|number| number.min(most)).ok_or_else(|| words::BAD_ARGUMENT.refuse().with("name", name))
            }
        }
    }

    fn seconds(&self, bounds: (f64, f64)) -> Result<Duration, Refusal> {
        self.number("seconds", bounds).map(Duration::from_secs_f64)
    }

    fn open(&self) -> Result<Box<dyn Session>, Refusal> {
        let (rules, position) = (self.text("rules")?.unwrap_or_default(), self.text("position")?);
        let mut session = registry::open(self.required("game")?, rules, position)?;
        for (index, word) in self.text("moves")?.unwrap_or_default().split_whitespace().enumerate() {
            if index >= MOST_MOVES {
                return Err(words::TOO_MANY_MOVES.refuse().with("most", MOST_MOVES));
            }
            session
                .play(word)
                .map_err(|why| words::MOVE_OF_GAME.refuse().with("number", index + 1).with("why", why))?;
        }
        Ok(session)
    }
}

fn games() -> Value {
    let game = |entry: &registry::Entry| {
        let game = entry.descriptor;
        let rules =
            game.variants.iter().map(|(name, help)| json!({ "name": name, "meaning": help.template(Lang::English) }));
        json!({
            "game": game.name,
            "summary": game.summary.template(Lang::English),
            "rules": rules.collect::<Vec<_>>(),
            "sizes": game.sizes,
            "position_example": game.position_example,
            "unit": game.unit.template(Lang::English),
        })
    };
    json!({ "games": registry::GAMES.iter().map(game).collect::<Vec<_>>() })
}

fn position(session: &dyn Session) -> Value {
    let both = |name: &quadrille_engine::MoveInfo| json!({ "move": name.text, "record": name.record });
    let mut shown = json!({
        "position": session.position(),
        "board": session.diagram(),
        "to_move": session.to_move().to_string(),
        "moves": session.legal_moves().iter().map(both).collect::<Vec<_>>(),
    });
    if let Some(end) = session.end() {
        shown["result"] = json!(end.outcome.to_string());
        shown["reason"] = json!(end.reason.template(Lang::English));
    }
    shown
}

fn refuse_the_end(session: &dyn Session) -> Result<(), Refusal> {
    if session.end().is_some() { Err(words::GAME_IS_OVER.refuse()) } else { Ok(()) }
}

fn search(session: &dyn Session, question: &Question<'_>) -> Result<Report, Refusal> {
    session.thinker(&session.best_player())?.think(session, question, &mut |_| {})
}

fn analyse(arguments: &Arguments<'_>, stop: &Stop) -> Result<Value, Refusal> {
    let session = arguments.open()?;
    refuse_the_end(session.as_ref())?;
    let lines = arguments.number("lines", LINES)?.ceil() as usize;
    let question = Question { multipv: lines, ..Question::new(Limits::time(arguments.seconds(SEARCH)?), stop) };
    let report = search(session.as_ref(), &question)?;
    let moves: Vec<Value> = report.moves.iter().take(lines).map(judged).collect();
    Ok(json!({
        "to_move": session.to_move().to_string(),
        "best": report.best.as_ref().map(|name| &name.record),
        "value": report.verdict.map(|verdict| verdict.value.say().to_string()),
        "chance": report.verdict.map(|verdict| verdict.chance),
        "line": report.line.records(),
        "moves": moves,
        "algorithm": report.algorithm,
        "depth": report.depth,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "seconds": report.seconds,
        "notes": report.notes.0.iter().map(ToString::to_string).collect::<Vec<_>>(),
    }))
}

fn judged(m: &MoveReport) -> Value {
    json!({
        "move": m.name.record,
        "value": m.verdict.map(|verdict| verdict.value.say().to_string()),
        "chance": m.chance(),
        "visits": m.visits,
        "line": m.line.records(),
    })
}

fn solve(arguments: &Arguments<'_>, stop: &Stop) -> Result<Value, Refusal> {
    let session = arguments.open()?;
    refuse_the_end(session.as_ref())?;
    let time = Some(arguments.seconds(SOLVE)?);
    let order = SolveOrder { time, threads: 1, memory_mib: Some(SOLVER_MEMORY), ..SolveOrder::default() };
    let solution = session.solve(&order, stop, &mut |_| {})?;
    Ok(serde_json::to_value(solution).unwrap_or_default())
}

fn explain(arguments: &Arguments<'_>, stop: &Stop) -> Result<Value, Refusal> {
    let session = arguments.open()?;
    refuse_the_end(session.as_ref())?;
    let asked = session.duplicate().play(arguments.required("move")?)?;
    let limits = Limits::time(arguments.seconds(SEARCH)?);
    let best = search(session.as_ref(), &Question::new(limits, stop))?;
    let alone = Question { root_moves: Some(vec![asked.text.clone()]), ..Question::new(limits, stop) };
    let of_move = search(session.as_ref(), &alone)?;
    let side = |report: &Report| {
        json!({
            "move": report.best.as_ref().map(|name| &name.record),
            "value": report.verdict.map(|verdict| verdict.value.say().to_string()),
            "chance": report.verdict.map(|verdict| verdict.chance),
            "line": report.line.records(),
        })
    };
    let chance = |report: &Report| report.verdict.map(|verdict| verdict.chance);
    let loss = chance(&best).zip(chance(&of_move)).map(|(best, of_move)| (best - of_move).max(0.0));
    let is_best = best.best.as_ref().is_some_and(|name| name.text == asked.text);
    Ok(json!({
        "to_move": session.to_move().to_string(),
        "is_best": is_best,
        "chance_given_away": if is_best { Some(0.0) } else { loss },
        "asked": side(&of_move),
        "best": side(&best),
    }))
}
