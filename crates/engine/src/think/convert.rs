//! From a search's typed report to text.

use super::report::{BranchRow, DepthRow, MoveReport, TextReport};
use crate::playable::Playable;
use quadrille_core::Score;
use quadrille_search::{Branch, Report};

/// Writes a report about `position` in text.
pub fn to_text<G: Playable>(report: &Report<G>, position: &G) -> TextReport {
    let some = |count: u64| (count > 0).then_some(count);
    TextReport {
        algorithm: report.algorithm.to_owned(),
        best: report.best.map(|m| position.format_move(m)),
        score: number(report.score, report.value),
        score_text: words(report.score, report.value),
        proven: report.score.and_then(proven),
        pv: line(position, &report.pv),
        depth: (report.depth > 0).then_some(report.depth),
        selective_depth: (report.seldepth > 0).then_some(report.seldepth),
        nodes: some(report.nodes),
        cuts: some(report.cuts),
        first_move_cuts: some(report.first_move_cuts),
        table_probes: some(report.table.probes),
        table_hits: some(report.table.hits),
        playouts: some(report.playouts),
        hashfull: (report.table.probes > 0).then_some(report.table.hashfull),
        seconds: report.elapsed.as_secs_f64(),
        moves: report.moves.iter().map(|m| move_to_text(m, position)).collect(),
        depths: report.history.iter().map(|row| row_to_text(row, position)).collect(),
        tree: branches_to_text(&report.branches, position),
        notes: report.notes.clone(),
    }
}

fn move_to_text<G: Playable>(m: &quadrille_search::MoveReport<G::Move>, position: &G) -> MoveReport {
    MoveReport {
        text: position.format_move(m.m),
        visits: (m.visits > 0).then_some(m.visits),
        value: m.value.map(f64::from),
        prior: m.prior.map(f64::from),
        amaf: m.amaf.map(f64::from),
        score: m.score.map(units),
        score_text: words(m.score, m.value),
        pv: line(position, &m.pv),
    }
}

fn row_to_text<G: Playable>(row: &quadrille_search::DepthRow<G::Move>, position: &G) -> DepthRow {
    DepthRow {
        depth: row.depth,
        nodes: row.nodes,
        cuts: row.cuts,
        table_hits: row.table_hits,
        first_move_cut_rate: row.first_move_rate.into(),
        score: units(row.score),
        pv: line(position, &row.pv),
        seconds: row.elapsed.as_secs_f64(),
    }
}

/// Every branch written in the position where its move is played.
fn branches_to_text<G: Playable>(branches: &[Branch<G::Move>], root: &G) -> Vec<BranchRow> {
    let mut rows = Vec::with_capacity(branches.len());
    // The position after each branch, and where its row is; none where the branch cannot be played.
    let mut after: Vec<Option<(G, usize)>> = Vec::with_capacity(branches.len());
    for branch in branches {
        let parent = branch.parent.map(|parent| after[parent].as_ref());
        let before = match parent {
            None => Some((root, None)),
            Some(parent) => parent.map(|(position, row)| (position, Some(*row))),
        };
        let Some((position, parent)) = before.filter(|(position, _)| position.is_legal(branch.m)) else {
            after.push(None);
            continue;
        };
        let text = position.format_move(branch.m);
        let mut next = position.clone();
        next.play(branch.m);
        after.push(Some((next, rows.len())));
        let value = branch.value.map(f64::from);
        rows.push(BranchRow { parent, text, visits: branch.visits, value, answers: branch.answers });
    }
    rows
}

/// The moves of a line, each written in the position where it is played.
pub fn line<G: Playable>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        // A line read from a shared table may end in a move that another thread put there for another position.
        if !position.is_legal(m) {
            break;
        }
        texts.push(position.format_move(m));
        position.play(m);
    }
    texts
}

fn units(score: Score) -> f64 {
    f64::from(score.raw()) / 100.0
}

fn proven(score: Score) -> Option<i32> {
    let plies = i32::try_from(score.plies_to_end()?).ok()?;
    Some(if score.is_win() { plies } else { -plies })
}

fn number(score: Option<Score>, value: Option<f32>) -> Option<f64> {
    score.map(units).or(value.map(f64::from))
}

fn words(score: Option<Score>, value: Option<f32>) -> String {
    match (score, value) {
        (Some(score), _) => score.to_string(),
        (None, Some(value)) => format!("{:.1} %", 100.0 * value),
        (None, None) => String::new(),
    }
}
