//! Alpha-beta's nodes at a fixed depth with each ordering and pruning rule switched off.
//!
//! A ratio of 2 means that the search without the rule visits twice as many nodes. Heuristic pruning also changes the
//! result: this experiment counts nodes, not strength. Ratios are averaged geometrically.

use super::laboratory::{Findings, Laboratory, point};
use crate::plot::{Axis, Panel, Plot, Scale, Series};
use crate::stats::geometric_mean;
use crate::table::{Cell, Table};
use quadrille_core::Refusal;
use quadrille_engine::Limits;

const RULES: [&str; 16] = [
    "table",
    "scout",
    "aspiration",
    "killers",
    "history",
    "countermoves",
    "quiescence_pruning",
    "extensions",
    "singular",
    "reductions",
    "internal_reduction",
    "null_move",
    "reverse_futility",
    "futility",
    "late_move_pruning",
    "exchange_pruning",
];
/// Game, rules, random plies before the search, depth quick and full.
const FIELDS: [(&str, &str, usize, u32, u32); 3] =
    [("breakthrough", "8x8", 8, 6, 8), ("chess", "", 10, 6, 8), ("othello", "", 12, 6, 8)];
/// The node limit of each search; a rule with a larger effect is shown as a lower bound.
const MOST_NODES: u64 = 20_000_000;

pub(super) fn run(laboratory: &mut Laboratory<'_>) -> Result<Findings, Refusal> {
    let positions = laboratory.choose(4, 10);
    let mut table = Table::new(
        format!("Nodes without a rule divided by nodes with all, geometric mean of {positions} positions"),
        &["game", "depth", "without", "ratio of nodes"],
    );
    let mut panels = Vec::new();
    for (game, rules, plies, quick, full) in FIELDS {
        let depth = laboratory.choose(quick, full);
        let limits = Limits { nodes: Some(MOST_NODES), ..Limits::depth(depth) };
        let sessions = laboratory.positions(game, rules, plies, positions)?;
        let mut nodes = |player: &str| -> Result<Vec<f64>, Refusal> {
            (laboratory.tell)(&format!("{game}: {player}"));
            let mut counts = Vec::with_capacity(sessions.len());
            for session in &sessions {
                let (report, _) = laboratory.search(session.as_ref(), player, limits)?;
                counts.push(report.nodes.unwrap_or(1) as f64);
            }
            Ok(counts)
        };
        let all = nodes("alphabeta")?;
        let mut points = Vec::new();
        for (index, rule) in RULES.into_iter().enumerate() {
            let without = nodes(&format!("alphabeta,{rule}=false"))?;
            let ratios: Vec<f64> = without.iter().zip(&all).map(|(a, b)| a / b).collect();
            let ratio = geometric_mean(&ratios);
            points.push(point(index as f64, ratio));
            table.add(vec![
                Cell::text(game),
                Cell::Number(depth.into(), 0),
                Cell::text(rule),
                Cell::interval(ratio, 2),
            ]);
        }
        let names = RULES.map(|rule| rule.replace('_', " ")).to_vec();
        panels.push(Panel {
            title: format!("{game}, depth {depth}"),
            x: Axis::new("", Scale::Names(names)),
            y: Axis::new("nodes without / nodes with", Scale::Log),
            reference: Some(1.0),
            series: vec![Series { name: game.to_owned(), points }],
        });
    }
    let plot = Plot { title: "What each rule of alpha-beta saves".to_owned(), panels };
    let remark = "A rule of no use to a game (null move and captures in Othello) has a ratio of 1. Intervals are 95 % (Student, over logarithms).";
    Ok(Findings { tables: vec![table], plot, remarks: vec![remark.to_owned()] })
}
