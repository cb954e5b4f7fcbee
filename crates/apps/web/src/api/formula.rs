//! A formula as a goban with the forced game on it: the output of `sat2go` for the page.
//!
//! The whole board is sent, and the moves with their comments and one stone of each captured chain. Board sizes are
//! limited, and one formula is compiled at a time, off the server's threads.

use crate::compression;
use crate::problem::{Body, Problem};
use crate::state::AppState;
use crate::words;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use quadrille_core::{Lang, Player, Refusal};
use quadrille_reduction::{Compiled, Formula, Game, Options, Point, Reserve, Script, command, play, satisfy};
use serde::{Deserialize, Serialize};

/// The maximum length of a formula.
const LONGEST_FORMULA: usize = 20_000;
/// The largest board; larger ones need the command line.
const MOST_POINTS: usize = 2_000_000;

/// A formula, the choices of both players, and the kind of reserve.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    formula: String,
    #[serde(default)]
    choices: String,
    #[serde(default)]
    comb: bool,
    /// The language tag of the comments.
    #[serde(default)]
    lang: String,
}

/// What the page shows.
#[derive(Serialize)]
struct Shown {
    formula: String,
    variables: Vec<String>,
    clauses: Vec<Vec<String>>,
    satisfiable: bool,
    valuation: Vec<bool>,
    clause: usize,
    literal: usize,
    rows: usize,
    columns: usize,
    /// Row by row: `#` black, `O`, `E` and `G` white, `.` empty.
    board: String,
    gadgets: Vec<GadgetView>,
    moves: Vec<MoveView>,
    winner: Player,
    summary: String,
}

#[derive(Serialize)]
struct GadgetView {
    kind: &'static str,
    colour: &'static str,
    label: String,
    first: [usize; 2],
    last: [usize; 2],
}

#[derive(Serialize)]
struct MoveView {
    side: Player,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// One stone of each captured chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    captured: Vec<[usize; 2]>,
}

/// Compiles a formula and plays on it.
pub async fn show(
    State(state): State<AppState>,
    headers: HeaderMap,
    Body(asked): Body<Asked>,
) -> Result<Response, Problem> {
    let length = asked.formula.len() + asked.choices.len();
    if length > LONGEST_FORMULA {
        return Err(words::LONG_FORMULA.refuse().with("length", length).with("most", LONGEST_FORMULA).into());
    }
    let answer = state.formulas.run(move || compiled(&asked)).await??;
    Ok(compression::json(&headers, answer))
}

/// Whether a text of no other format is a formula: its variables are letters with numbers, not words.
pub fn is_formula(text: &str) -> bool {
    let variable = |name: &String| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        name.len() <= digits.len() + 1 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    Formula::parse(text).is_ok_and(|formula| formula.names().iter().all(variable))
}

fn compiled(asked: &Asked) -> Result<String, Refusal> {
    let refused = |why: Refusal| words::FORMULA_REFUSED.refuse().with("why", why);
    let reserve = if asked.comb { Reserve::Comb } else { Reserve::Small };
    let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == asked.lang).unwrap_or_default();
    let options = Options { reserve, lang, ..Options::default() };
    let compiled = command::prepare(&asked.formula, false, options).map_err(refused)?;
    let grid = &compiled.position.grid;
    if grid.rows() * grid.columns() > MOST_POINTS {
        let refusal = words::LARGE_BOARD.refuse().with("rows", grid.rows()).with("columns", grid.columns());
        return Err(refusal.with("most", MOST_POINTS));
    }
    let script = Script::parse(&asked.choices, &compiled.drawing.formula).map_err(refused)?;
    let game = play(&compiled, &asked.choices).map_err(refused)?;
    Ok(serde_json::to_string(&shown(&compiled, script, game)).unwrap_or_default())
}

fn shown(compiled: &Compiled, script: Script, game: Game) -> Shown {
    let formula = &compiled.drawing.formula;
    let grid = &compiled.position.grid;
    let literals = |(index, clause): (usize, &quadrille_reduction::Clause)| {
        (0..clause.legs.len()).map(|literal| formula.literal_text(index, literal)).collect()
    };
    let gadgets = compiled.netlist.gadgets.iter().zip(&compiled.frames).filter_map(|(gadget, frame)| {
        Some(GadgetView {
            kind: compiled.title(gadget),
            colour: gadget.tile.colour()?,
            label: compiled.label(gadget),
            first: pair(frame.first),
            last: pair(frame.last),
        })
    });
    Shown {
        formula: formula.to_string(),
        variables: formula.names().to_vec(),
        clauses: formula.clauses().iter().enumerate().map(literals).collect(),
        satisfiable: satisfy(formula).is_some(),
        valuation: script.valuation,
        clause: script.clause,
        literal: script.literal,
        rows: grid.rows(),
        columns: grid.columns(),
        board: grid.to_string(),
        gadgets: gadgets.collect(),
        winner: game.winner,
        moves: moves(compiled, &game),
        summary: game.summary,
    }
}

/// The moves of a game with what each captures.
fn moves(compiled: &Compiled, game: &Game) -> Vec<MoveView> {
    let grid = &compiled.position.grid;
    let mut board = compiled.position.board();
    let view = |played: &quadrille_reduction::Played| {
        let mut captured = Vec::new();
        match played.point {
            None => board.pass(),
            Some(point) => {
                let enemy =
                    |near: &Point| board.stone(board.spot(near.row, near.column)) == Some(played.player.opponent());
                let enemies: Vec<Point> = grid.around(point).filter(enemy).collect();
                // The game was played by the rules, so every move is legal here.
                let _ = board.play(compiled.position.spot(&board, point), played.player);
                let gone = |near: &Point| board.is_empty(board.spot(near.row, near.column));
                captured = enemies.into_iter().filter(gone).map(pair).collect();
            }
        }
        MoveView { side: played.player, point: played.point.map(pair), comment: played.comment.clone(), captured }
    };
    game.moves.iter().map(view).collect()
}

const fn pair(point: Point) -> [usize; 2] {
    [point.row, point.column]
}
