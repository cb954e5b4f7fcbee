//! Othello's six-term evaluation against every other one the engine has, by depth.

use super::laboratory::{Duel, Findings, Laboratory, SHARES, share_cell, share_point};
use crate::pace::Pace;
use crate::plot::{Axis, Panel, Plot, Scale, Series};
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::{Domain, Limits, PlayerSpec, registry};

const GAME: &str = "othello";
const OURS: &str = "six-term";

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let (depths, games) = laboratory.choose((1..=4, 20), (1..=6, 100));
    let mut table = Table::new(
        format!("Share of points of the {OURS} evaluation, alpha-beta at equal depth, {games} games"),
        &["against", "depth", "share of points", "wins", "draws", "losses"],
    );
    let mut series = Vec::new();
    for other in others()? {
        let mut points = Vec::new();
        for depth in depths.clone() {
            let (a, b) = (player(OURS), player(other));
            let duel =
                Duel { game: GAME, rules: "", a: &a, b: &b, pace: Pace::every_move(Limits::depth(depth)), games };
            let tally = laboratory.duel(&duel)?;
            let number = |count: u32| Cell::Number(count.into(), 0);
            table.add(vec![
                Cell::text(other),
                number(depth),
                share_cell(&tally),
                number(tally.wins),
                number(tally.draws),
                number(tally.losses),
            ]);
            points.push(share_point(depth.into(), &tally));
        }
        series.push(Series { name: format!("against {other}"), points });
    }
    let panel = Panel {
        title: "Alpha-beta at equal depth".to_owned(),
        x: Axis::new("depth in plies", Scale::Linear),
        y: Axis::new("share of points", Scale::Range(0.0, 1.0)),
        reference: Some(0.5),
        series,
    };
    let plot = Plot { title: format!("Othello: the {OURS} evaluation"), panels: vec![panel] };
    Ok(Findings { tables: vec![table], plot, remarks: vec![SHARES.to_owned()] })
}

/// Alpha-beta with this evaluation. These searches are small; a small table saves clearing a large one for every game.
fn player(evaluation: &str) -> String {
    format!("alphabeta,hash=4,evaluation={evaluation}")
}

/// The names of the other evaluations, as the engine lists them.
fn others() -> Result<Vec<&'static str>, Refusal> {
    let thinker = registry::open(GAME, "", None)?.thinker(&PlayerSpec::new("alphabeta"))?;
    let listed = thinker.options().into_iter().find(|option| option.name == "evaluation");
    let names = match listed.map(|option| option.domain) {
        Some(Domain::OneOf { names }) => names,
        _ => Vec::new(),
    };
    Ok(names.into_iter().filter(|name| *name != OURS).collect())
}
