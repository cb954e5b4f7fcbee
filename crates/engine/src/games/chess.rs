//! The capabilities of chess: draw counters, endgame tables, search options, opening book.

use crate::capabilities::{Capabilities, DrawReport, Registered};
use crate::matches::Match;
use crate::solve::{self, SolveOrder, Solved};
use crate::words;
use quadrille_chess::{Move, Position, draws};
use quadrille_chess_expert::endgame::{Endgames, Material, Value};
use quadrille_chess_expert::known::Known;
use quadrille_chess_expert::{book, search};
use quadrille_core::{Refusal, Sentence};
use quadrille_search::{Oracle, Stop};
use std::sync::LazyLock;

impl Registered for Position {
    fn capabilities() -> Capabilities<Self> {
        Capabilities {
            best: |_| "alphabeta",
            alphabeta: search::options,
            ratings: &[690, 1000, 1290, 1670, 1830, 2020, 2250, 2520],
            solver: solve,
            oracle: || Ok(Known::installed()?.oracle()),
            opening: Some(|position, rng| book::choose(book::own(), position, rng)),
            draws: Some(|position, seen| {
                let status = draws::status(position, seen);
                DrawReport {
                    occurrences: status.occurrences,
                    halfmove_clock: status.halfmove_clock,
                    missing_repetitions: draws::THREEFOLD.saturating_sub(status.occurrences),
                    missing_halfmoves: status.plies_to_fifty,
                    draw: status.draw.map(|reason| reason.to_string()),
                }
            }),
            ..Capabilities::default()
        }
    }
}

/// Looks up positions with few men in a table and proves the others by search. The tables ignore the fifty-move rule:
/// if it may come before the mate, the position is searched too.
fn solve(
    game: &Match<Position>,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Solved<Move>, Refusal> {
    let by_table = match Material::of(game.position()) {
        Some(material) => solve_by_table(game.position(), material, order, stop, tell)?,
        None => None,
    };
    by_table.map_or_else(|| solve::by_proof(game, order, stop), Ok)
}

/// Tables built on demand because no file has them; each is built once.
static BUILT: LazyLock<Endgames> = LazyLock::new(Endgames::default);

fn solve_by_table(
    position: &Position,
    material: Material,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<Option<Solved<Move>>, Refusal> {
    order.refuse_extras()?;
    let installed = Endgames::installed()?.filter(|endgames| endgames.knows(position));
    // A node limit asks for a search, so no table is built.
    if position.castling_rooks() != 0 || installed.is_none() && order.nodes.is_some() {
        return Ok(None);
    }
    let endgames = match &installed {
        Some(installed) => installed,
        None => build(material, order, stop, tell)?,
    };
    let (Some(value), Some(moves)) = (Oracle::value(endgames, position), endgames.moves(position)) else {
        return Ok(None);
    };
    let best = moves.first().map(|&(m, _)| m);
    let (winner, pv) = match endgames.value(position) {
        Some(Value::Win(_)) => (Some(position.turn()), endgames.line(position)),
        Some(Value::Loss(_)) => (Some(position.turn().opponent()), endgames.line(position)),
        _ => (None, best.into_iter().collect()),
    };
    let class = words::ENDGAME_CLASS.say().with("class", material.to_string());
    let (distance, nodes, method, notes) = (value.plies_to_end(), 0, "endgame table", vec![class]);
    Ok(Some(Solved { margin: None, winner, distance, best, pv, nodes, method, notes }))
}

fn build(
    material: Material,
    order: &SolveOrder,
    stop: &Stop,
    tell: &mut dyn FnMut(&Sentence),
) -> Result<&'static Endgames, Refusal> {
    let _deadline = order.time.map(|time| stop.finish_after(time));
    let parts = material.with_parts();
    for (done, &class) in parts.iter().enumerate() {
        let sentence = words::ENDGAME_BUILDING.say().with("class", class.to_string());
        tell(&sentence.with("done", done).with("total", parts.len()));
        BUILT.build(class, order.threads, stop)?;
    }
    Ok(&BUILT)
}
