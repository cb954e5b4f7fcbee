//! A formula as a goban, and the forced game on it: what `sat2go` writes, for the page to show at any size.
//!
//! The board goes out whole, the moves with their comments and one stone of each chain they capture: the page draws and
//! decides nothing. Boards are bounded, one formula is compiled at a time, and never on the server's own threads.

use crate::AppState;
use crate::problem::{Body, Kind, Problem};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use quadrille_core::Player;
use quadrille_reduction::{Compiled, Formula, Game, Options, Point, Reserve, Script, command, play, satisfy};
use serde::{Deserialize, Serialize};

/// A longer text is no formula for a page.
const LONGEST_FORMULA: usize = 20_000;
/// Boards with more points are for the command line.
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
    winner: String,
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
    side: String,
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
    if asked.formula.len() + asked.choices.len() > LONGEST_FORMULA {
        let sentence = format!(
            "the formula and its choices have {} characters; {LONGEST_FORMULA} are the most",
            asked.formula.len() + asked.choices.len()
        );
        return Err(Problem::new(Kind::Refused, sentence));
    }
    let Ok(_turn) = state.formulas.acquire().await else {
        return Err(Problem::new(Kind::Busy, "the server is about to end"));
    };
    let work = tokio::task::spawn_blocking(move || compiled(&asked));
    let fault = |_| Problem::new(Kind::Fault, "the formula could not be compiled: that is a fault of the compiler");
    let json = work.await.map_err(fault)??;
    super::maybe_compressed(&headers, json)
}

/// Whether a text nobody else knows is meant as a formula: its variables are letters with numbers, not words.
pub fn is_formula(text: &str) -> bool {
    let variable = |name: &String| {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        name.len() <= digits.len() + 1 && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    Formula::parse(text).is_ok_and(|formula| formula.names().iter().all(variable))
}

fn compiled(asked: &Asked) -> Result<String, Problem> {
    let refused = |sentence: quadrille_core::Refusal| Problem::new(Kind::Refused, sentence.to_string());
    let reserve = if asked.comb { Reserve::Comb } else { Reserve::Small };
    let compiled =
        command::prepare(&asked.formula, false, Options { reserve, ..Options::default() }).map_err(refused)?;
    let grid = &compiled.position.grid;
    let points = grid.rows() * grid.columns();
    if points > MOST_POINTS {
        let sentence = format!(
            "the board has {} rows and {} columns: more than the {MOST_POINTS} points a page can show; \
             `quadrille sat2go` compiles it",
            grid.rows(),
            grid.columns()
        );
        return Err(Problem::new(Kind::Refused, sentence));
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
        winner: game.winner.to_string(),
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
                // The game was played by the rules before, so every move is legal here.
                let _ = board.play(compiled.position.spot(&board, point), played.player);
                let gone = |near: &Point| board.is_empty(board.spot(near.row, near.column));
                captured = enemies.into_iter().filter(gone).map(pair).collect();
            }
        }
        let side = if played.player == Player::Black { "black" } else { "white" };
        MoveView { side: side.to_owned(), point: played.point.map(pair), comment: played.comment.clone(), captured }
    };
    game.moves.iter().map(view).collect()
}

const fn pair(point: Point) -> [usize; 2] {
    [point.row, point.column]
}
