//! Speed and strength with 1 to N threads.
//!
//! Speed is playouts per second of wall-clock time, summed over all threads; on a shared machine it is a lower bound.
//! Strength is at equal time per move against one thread.

use super::laboratory::{Duel, Findings, Laboratory, SHARES, point, share_cell, share_point};
use crate::pace::Pace;
use crate::plot::{Axis, Panel, Plot, Scale, Series};
use crate::stats::geometric_mean;
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::Limits;
use quadrille_support::threads;
use std::time::Duration;

const FIELDS: [(&str, &str, usize); 2] = [("breakthrough", "8x8", 8), ("go", "9", 4)];
/// Playouts of one measurement, by game: about as much work in each.
const WORK: [u64; 2] = [4, 1];

/// The numbers of threads worth trying on this machine: powers of two and all of them.
pub(super) fn counts() -> Vec<usize> {
    let most = threads::available().max(2);
    let mut counts: Vec<usize> = (0..).map(|power| 1_usize << power).take_while(|&count| count <= most).collect();
    if counts.last() != Some(&most) {
        counts.push(most);
    }
    counts
}

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let (positions, work, games, time) =
        laboratory.choose((4, 5_000, 20, Duration::from_millis(5)), (8, 20_000, 60, Duration::from_millis(10)));
    let counts = counts();
    let mut table = Table::new(
        format!("UCT with several threads; strength at {} ms a move against one thread", time.as_millis()),
        &["game", "threads", "playouts per second", "speed-up", "share of points"],
    );
    let (mut speed_series, mut share_series) = (Vec::new(), Vec::new());
    for ((game, rules, plies), factor) in FIELDS.into_iter().zip(WORK) {
        let sessions = laboratory.positions(game, rules, plies, positions)?;
        let players: Vec<String> = counts.iter().map(|count| format!("uct,solver=false,threads={count}")).collect();
        let speeds = laboratory.speeds(&sessions, &players, work * factor)?;
        let name = format!("{game} {rules}");
        let (mut speed_points, mut share_points) = (Vec::new(), Vec::new());
        for (index, &threads) in counts.iter().enumerate() {
            let ratios: Vec<f64> = speeds[index].iter().zip(&speeds[0]).map(|(a, b)| a / b).collect();
            speed_points.push(point(threads as f64, geometric_mean(&ratios)));
            let share = if threads == 1 {
                Cell::text("-")
            } else {
                let player = format!("uct,threads={threads}");
                let pace = Pace::every_move(Limits::time(time));
                let tally = laboratory.duel(&Duel { game, rules, a: &player, b: "uct", pace, games })?;
                share_points.push(share_point(threads as f64, &tally));
                share_cell(&tally)
            };
            table.add(vec![
                Cell::text(&name),
                Cell::Number(threads as f64, 0),
                Cell::interval(geometric_mean(&speeds[index]), 0),
                Cell::interval(geometric_mean(&ratios), 2),
                share,
            ]);
        }
        speed_series.push(Series { name: name.clone(), points: speed_points });
        share_series.push(Series { name, points: share_points });
    }
    let threads = || Axis::new("threads", Scale::Linear);
    let panels = vec![
        Panel {
            title: "Speed-up".to_owned(),
            x: threads(),
            y: Axis::new("playouts per second, one thread = 1", Scale::Linear),
            reference: Some(1.0),
            series: speed_series,
        },
        Panel {
            title: format!("Against one thread, {} ms a move", time.as_millis()),
            x: threads(),
            y: Axis::new("share of points", Scale::Range(0.0, 1.0)),
            reference: Some(0.5),
            series: share_series,
        },
    ];
    let plot = Plot { title: "Parallel tree search".to_owned(), panels };
    let machine = format!("This machine offers {} threads.", counts.last().unwrap_or(&1));
    Ok(Findings { tables: vec![table], plot, remarks: vec![SHARES.to_owned(), machine] })
}
