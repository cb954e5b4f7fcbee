//! Virtual losses 0, 1, 3, 5 and 10: speed of many threads, and strength at equal playouts against one thread.

use super::laboratory::{Duel, Findings, Laboratory, SHARES, point, share_cell, share_point};
use super::threads;
use crate::pace::Pace;
use crate::plot::{Axis, Panel, Plot, Scale, Series};
use crate::stats::geometric_mean;
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::Limits;

const LOSSES: [u32; 5] = [0, 1, 3, 5, 10];
const GAME: &str = "breakthrough";
const BOARD: &str = "8x8";
/// Threads share a tree badly only if there are some.
const FEWEST_THREADS: usize = 4;

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let (positions, work, games, playouts) = laboratory.choose((4, 10_000, 30, 300), (8, 50_000, 200, 1_000));
    let threads = threads::counts().last().copied().unwrap_or(1).max(FEWEST_THREADS);
    let mut table = Table::new(
        format!(
            "UCT with {threads} threads on {BOARD} {GAME}; strength at {playouts} playouts a move against one thread"
        ),
        &["virtual loss", "playouts per second", "share of points"],
    );
    let sessions = laboratory.positions(GAME, BOARD, 8, positions)?;
    let players = LOSSES.map(|loss| format!("uct,solver=false,threads={threads},virtual_loss={loss}"));
    let speeds = laboratory.speeds(&sessions, &players, work)?;
    let (mut speed_points, mut share_points) = (Vec::new(), Vec::new());
    for (index, loss) in LOSSES.into_iter().enumerate() {
        let player = format!("uct,threads={threads},virtual_loss={loss}");
        let pace = Pace::every_move(Limits::playouts(playouts));
        let tally = laboratory.duel(&Duel { game: GAME, rules: BOARD, a: &player, b: "uct", pace, games })?;
        let speed = geometric_mean(&speeds[index]);
        table.add(vec![Cell::Number(loss.into(), 0), Cell::interval(speed, 0), share_cell(&tally)]);
        speed_points.push(point(index as f64, speed));
        share_points.push(share_point(index as f64, &tally));
    }
    let losses = || Axis::new("virtual loss", Scale::Names(LOSSES.map(|loss| loss.to_string()).to_vec()));
    let panel = |title: String, y: Axis, reference, points| Panel {
        title,
        x: losses(),
        y,
        reference,
        series: vec![Series { name: format!("{threads} threads"), points }],
    };
    let speed_axis = Axis::new("playouts per second", Scale::Linear);
    let share_axis = Axis::new("share of points", Scale::Range(0.0, 1.0));
    let panels = vec![
        panel(format!("Speed of {threads} threads"), speed_axis, None, speed_points),
        panel(format!("Against one thread, {playouts} playouts a move"), share_axis, Some(0.5), share_points),
    ];
    let plot = Plot { title: format!("Virtual loss, UCT on {BOARD} {GAME}"), panels };
    Ok(Findings { tables: vec![table], plot, remarks: vec![SHARES.to_owned()] })
}
