//! UCT and RAVE with and without transpositions, on 5x5 and 8x8 Breakthrough.
//!
//! Speed and distinct positions are measured on the same positions with the same number of playouts, in processor time.
//! Strength is measured twice: at equal playouts and at equal time per move.

use super::laboratory::{Duel, Findings, Laboratory, SHARES, point, share_cell, share_point};
use crate::pace::Pace;
use crate::plot::{Axis, Panel, Plot, Point, Scale, Series};
use crate::stats::geometric_mean;
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::Limits;
use std::time::Duration;

const GAME: &str = "breakthrough";
const SIZES: [&str; 2] = ["5x5", "8x8"];
/// Name, without and with the table.
const RULES: [(&str, &str, &str); 2] = [("UCT", "uct", "uct-tt"), ("RAVE", "rave", "rave,shape=graph")];

/// How much is measured.
struct Extent {
    positions: usize,
    playouts_measured: u64,
    games: u32,
    playouts: u64,
    time: Duration,
}

const QUICK: Extent =
    Extent { positions: 6, playouts_measured: 40_000, games: 40, playouts: 300, time: Duration::from_millis(4) };
const FULL: Extent =
    Extent { positions: 20, playouts_measured: 100_000, games: 300, playouts: 1_000, time: Duration::from_millis(8) };

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let extent = laboratory.choose(QUICK, FULL);
    let mut speeds = Table::new(
        format!(
            "Speed and size of the tree after {} playouts, geometric mean of {} positions",
            extent.playouts_measured, extent.positions
        ),
        &["board", "search", "playouts per CPU second", "positions held", "ratio of speeds"],
    );
    let mut strengths = Table::new(
        format!("Share of points with the table against without, {} games", extent.games),
        &["board", "search", "condition", "share of points", "wins", "losses"],
    );
    let mut panels = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for (at, size) in SIZES.into_iter().enumerate() {
        for (name, without, with) in RULES {
            let [plain, shared] = measure(laboratory, size, [without, with], &extent)?;
            let ratios: Vec<f64> = shared.speeds.iter().zip(&plain.speeds).map(|(a, b)| a / b).collect();
            for (label, sample, ratio) in
                [(name.to_owned(), &plain, None), (format!("{name} + table"), &shared, Some(&ratios))]
            {
                speeds.add(vec![
                    Cell::text(size),
                    Cell::text(&label),
                    Cell::interval(geometric_mean(&sample.speeds), 0),
                    Cell::interval(geometric_mean(&sample.held), 0),
                    ratio.map_or_else(|| Cell::text("1"), |ratios| Cell::interval(geometric_mean(ratios), 2)),
                ]);
                add(&mut panels[0], &label, point(at as f64, geometric_mean(&sample.speeds)));
                add(&mut panels[1], &label, point(at as f64, geometric_mean(&sample.held)));
            }
            let conditions = [
                (format!("{} playouts", extent.playouts), Pace::every_move(Limits::playouts(extent.playouts))),
                (format!("{} ms", extent.time.as_millis()), Pace::every_move(Limits::time(extent.time))),
            ];
            for (panel, (condition, pace)) in conditions.into_iter().enumerate() {
                let duel = Duel { game: GAME, rules: size, a: with, b: without, pace, games: extent.games };
                let tally = laboratory.duel(&duel)?;
                strengths.add(vec![
                    Cell::text(size),
                    Cell::text(name),
                    Cell::text(condition),
                    share_cell(&tally),
                    Cell::Number(tally.wins.into(), 0),
                    Cell::Number(tally.losses.into(), 0),
                ]);
                add(&mut panels[2 + panel], &format!("{name} + table"), share_point(at as f64, &tally));
            }
        }
    }
    Ok(Findings { tables: vec![speeds, strengths], plot: plot(panels, &extent), remarks: remarks() })
}

fn remarks() -> Vec<String> {
    vec![
        SHARES.to_owned(),
        "Positions held: records of the tree or of the graph; in the graph every position has one record, in the tree one for every path to it.".to_owned(),
    ]
}

#[derive(Default)]
struct Sample {
    speeds: Vec<f64>,
    held: Vec<f64>,
}

/// Both players on every position in turn, so that a change in machine load affects both.
fn measure(
    laboratory: &mut Laboratory<'_>,
    size: &str,
    players: [&str; 2],
    extent: &Extent,
) -> Result<[Sample; 2], Refusal> {
    let mut samples = [Sample::default(), Sample::default()];
    // Some moves into the game; fewer on a small board.
    let plies = if size == "5x5" { 2 } else { 8 };
    for (index, session) in laboratory.positions(GAME, size, plies, extent.positions)?.iter().enumerate() {
        for (sample, player) in samples.iter_mut().zip(players) {
            let place = format!("position {} of {}", index + 1, extent.positions);
            (laboratory.tell)(&format!("{GAME} {size}: speed of {player}, {place}"));
            // Proofs end a search early on a small board, so the solver is off when speed is measured.
            let player = format!("{player},solver=false");
            let limits = Limits::playouts(extent.playouts_measured);
            let (report, seconds) = laboratory.search(session.as_ref(), &player, limits)?;
            sample.speeds.push(report.playouts.unwrap_or(0) as f64 / seconds.max(SHORTEST));
            sample.held.push(report.nodes.unwrap_or(0) as f64);
        }
    }
    Ok(samples)
}

/// The system counts CPU time in steps of several milliseconds: measure nothing shorter.
const SHORTEST: f64 = 1e-3;

fn add(series: &mut Vec<Series>, name: &str, point: Point) {
    match series.iter_mut().find(|series| series.name == name) {
        Some(series) => series.points.push(point),
        None => series.push(Series { name: name.to_owned(), points: vec![point] }),
    }
}

fn plot(panels: [Vec<Series>; 4], extent: &Extent) -> Plot {
    let [speed, held, playouts, time] = panels;
    let boards = || Axis::new("board", Scale::Names(SIZES.map(str::to_owned).to_vec()));
    let panel = |title: String, y: Axis, reference, series| Panel { title, x: boards(), y, reference, series };
    let share = || Axis::new("share of points", Scale::Range(0.0, 1.0));
    Plot {
        title: "Transpositions in Monte-Carlo tree search, Breakthrough".to_owned(),
        panels: vec![
            panel("Speed".to_owned(), Axis::new("playouts per CPU second", Scale::Linear), None, speed),
            panel(
                format!("Positions held after {} playouts", extent.playouts_measured),
                Axis::new("records", Scale::Linear),
                None,
                held,
            ),
            panel(
                format!("With the table against without, {} playouts a move", extent.playouts),
                share(),
                Some(0.5),
                playouts,
            ),
            panel(
                format!("With the table against without, {} ms a move", extent.time.as_millis()),
                share(),
                Some(0.5),
                time,
            ),
        ],
    }
}
