//! Plots: the learning curve, accuracy by rank, calibration.

use anyhow::Context;
use quadrille_arena::plot::{Axis, Panel, Plot, Point, Scale, Series};
use quadrille_patterns::evaluation::Accuracy;
use std::path::Path;

fn point(x: f64, y: f64) -> Point {
    Point { x, y, low: y, high: y }
}

fn axis(label: &str, scale: Scale) -> Axis {
    Axis { label: label.to_owned(), scale }
}

fn write(path: &Path, plot: &Plot) -> anyhow::Result<()> {
    std::fs::write(path, plot.to_svg()).with_context(|| path.display().to_string())
}

/// The mean loss of positions before learning from them, by the number of games learned so far.
pub fn learning_curve(path: &Path, losses: &[(u64, f64)]) -> anyhow::Result<()> {
    let points = losses.iter().map(|&(games, loss)| point(games as f64, loss)).collect();
    let panel = Panel {
        title: "Loss of moves not yet learned from".to_owned(),
        x: axis("games learned from", Scale::Linear),
        y: axis("mean loss in natural units", Scale::Linear),
        reference: None,
        series: vec![Series { name: "model".to_owned(), points }],
    };
    write(path, &Plot { title: "Learning curve".to_owned(), panels: vec![panel] })
}

/// Top-N accuracy, and calibration of the first choice.
pub fn accuracy(path: &Path, name: &str, accuracy: &Accuracy) -> anyhow::Result<()> {
    let mut sum = 0;
    let among = |(rank, count): (usize, &u64)| {
        sum += count;
        point((rank + 1) as f64, 100.0 * sum as f64 / accuracy.positions.max(1) as f64)
    };
    let ranks = accuracy.ranks.iter().enumerate().map(among).collect();
    let filled = accuracy.calibration.iter().filter(|bin| bin.0 > 0);
    let bins = filled.map(|&(count, promised, played)| point(promised / count as f64, played as f64 / count as f64));
    let series = |points| vec![Series { name: name.to_owned(), points }];
    let panels = vec![
        Panel {
            title: "Played moves among the first".to_owned(),
            x: axis("number of moves proposed", Scale::Linear),
            y: axis("share of positions in %", Scale::Range(0.0, 100.0)),
            reference: None,
            series: series(ranks),
        },
        Panel {
            title: "Calibration of first choices".to_owned(),
            x: axis("probability given", Scale::Range(0.0, 1.0)),
            y: axis("share played", Scale::Range(0.0, 1.0)),
            reference: None,
            series: series(bins.collect()),
        },
    ];
    write(path, &Plot { title: format!("Predicted moves, {} positions", accuracy.positions), panels })
}
