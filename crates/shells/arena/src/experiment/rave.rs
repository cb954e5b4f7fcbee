//! AMAF, RAVE and GRAVE against UCT as the playouts grow.

use super::laboratory::{Duel, Findings, Laboratory, SHARES, share_cell, share_point};
use crate::pace::Pace;
use crate::plot::{Axis, Panel, Plot, Scale, Series};
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::Limits;

/// Game, rules, playouts per move, games for each.
type Field = (&'static str, &'static str, &'static [u64], u32);

const QUICK: [Field; 2] = [("breakthrough", "6x6", &[50, 150, 500], 40), ("othello", "", &[50, 150, 500], 20)];
const FULL: [Field; 3] = [
    ("breakthrough", "8x8", &[100, 300, 1_000, 3_000], 200),
    ("go", "9", &[50, 150, 500], 60),
    ("othello", "", &[100, 300, 1_000], 100),
];

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let fields: &[Field] = laboratory.choose(&QUICK, &FULL);
    let mut table = Table::new(
        "Share of points against UCT at equal playouts",
        &["game", "playouts", "search", "share of points", "games"],
    );
    let mut panels = Vec::new();
    for &(game, rules, steps, games) in fields {
        let mut series = Vec::new();
        for (name, player) in [("AMAF", "amaf"), ("RAVE", "rave"), ("GRAVE", "grave")] {
            let mut points = Vec::new();
            for &playouts in steps {
                let pace = Pace::every_move(Limits::playouts(playouts));
                let tally = laboratory.duel(&Duel { game, rules, a: player, b: "uct", pace, games })?;
                table.add(vec![
                    Cell::text(format!("{game} {rules}").trim_end()),
                    Cell::Number(playouts as f64, 0),
                    Cell::text(name),
                    share_cell(&tally),
                    Cell::Number(games.into(), 0),
                ]);
                points.push(share_point(playouts as f64, &tally));
            }
            series.push(Series { name: name.to_owned(), points });
        }
        panels.push(Panel {
            title: format!("{game} {rules}").trim_end().to_owned(),
            x: Axis::new("playouts per move", Scale::Log),
            y: Axis::new("share of points against UCT", Scale::Range(0.0, 1.0)),
            reference: Some(0.5),
            series,
        });
    }
    let plot = Plot { title: "All moves as first, against UCT".to_owned(), panels };
    Ok(Findings { tables: vec![table], plot, remarks: vec![SHARES.to_owned()] })
}
