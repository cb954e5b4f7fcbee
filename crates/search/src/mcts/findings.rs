//! The report of a Monte-Carlo search.

use super::edges::{Edge, Proof};
use super::tree::{Record, Tree};
use super::worker::{Shared, Worker};
use crate::words;
use crate::{Branch, Limits, MoveReport, Report, Request, TableCounters};
use quadrille_core::{Game, Playout, Score};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// At most this many records are visited to count the plies of a proof.
const PROOF_RECORDS: u32 = 200_000;

/// How long a tree search may take. It has no iterations, so with a clock it uses the soft bound; the soft bound of the
/// last move before a time control (every move of a byo-yomi period for one stone) leaves room for an iteration that is
/// not finished, which a tree search does not need.
pub(super) fn time_for(limits: &Limits) -> Option<Duration> {
    let budget = limits.budget()?;
    Some(match limits.clock {
        None => budget.hard,
        Some(clock) if clock.moves_to_go == Some(1) => budget.hard * 19 / 20,
        Some(_) => (budget.soft * 10 / 9).min(budget.hard),
    })
}

/// The number of playouts if only a depth was given, which does not apply to tree search.
const USUAL_PLAYOUTS: u64 = 20_000;

/// The playout limit; a node limit counts as playouts. With a running clock, a forced move is played at once.
pub(super) fn playouts_for(limits: &Limits, choices: usize) -> u64 {
    const FORCED: u64 = 100;
    let counted = limits.playouts.or(limits.nodes);
    let depth_only = limits.depth.is_some() && limits.budget().is_none() && !limits.infinite;
    let most = counted.unwrap_or(if depth_only { USUAL_PLAYOUTS } else { u64::MAX });
    if choices == 1 && limits.clock.is_some() && !limits.infinite { most.min(FORCED) } else { most }
}

impl<G: Game, P> Shared<'_, G, P> {
    fn knows_priors(&self) -> bool {
        self.knowledge.prior.is_some() || self.knowledge.judge.is_some()
    }
}

/// The report as things stand.
pub(super) fn report<G: Game, P: Playout<G>>(
    shared: &Shared<'_, G, P>,
    workers: &[Worker<'_, G, P>],
    request: &Request<'_, G>,
) -> Report<G> {
    let tree = shared.tree;
    let root = tree.record(tree.root);
    let playouts: u64 = workers.iter().map(|worker| worker.playouts).sum();
    let depth_sum: u64 = workers.iter().map(|worker| worker.depth_sum).sum();
    let mut ranked: Vec<usize> = (0..root.edges.len()).collect();
    // Other threads keep updating, so each merit is read once: a sort may panic if the order changes during it.
    let merits: Vec<_> = ranked.iter().map(|&edge| root.merit(edge)).collect();
    ranked.sort_by(|&a, &b| merits[b].partial_cmp(&merits[a]).unwrap_or(std::cmp::Ordering::Equal));
    let moves: Vec<MoveReport<G::Move>> =
        ranked.iter().map(|&i| move_report(tree, root, i, shared.knows_priors())).collect();
    let best = moves.first();
    let mut report = Report {
        depth: (depth_sum / playouts.max(1)) as u32,
        seldepth: workers.iter().map(|worker| worker.deepest).max().unwrap_or(0),
        nodes: u64::from(tree.records.len()),
        playouts,
        best: best.map(|line| line.m),
        value: best.and_then(|line| line.value),
        score: best.and_then(|line| line.score),
        pv: best.map(|line| line.pv.clone()).unwrap_or_default(),
        elapsed: shared.timer.elapsed(),
        table: TableCounters {
            probes: tree.counters.lookups.load(Ordering::Relaxed),
            hits: tree.counters.shared_positions.load(Ordering::Relaxed),
            collisions: tree.counters.collisions.load(Ordering::Relaxed),
            hashfull: (tree.records.bytes() as u64 * 1000 / (shared.options.memory << 20) as u64).min(1000) as u32,
            entry_bytes: (tree.records.bytes() / tree.records.len().max(1) as usize) as u32,
        },
        moves,
        branches: branches(tree, request.branches),
        ..Report::new(shared.options.name())
    };
    if request.threads != shared.threads {
        report.notes.push(words::threads_changed(request.threads, shared.threads));
    }
    if shared.most_playouts == USUAL_PLAYOUTS && request.limits.playouts.or(request.limits.nodes).is_none() {
        report.notes.push(words::NO_DEPTH_LIMIT.refuse().with("playouts", USUAL_PLAYOUTS));
    }
    if tree.records.bytes() >= shared.options.memory << 20 {
        report.notes.push(words::TREE_FULL.refuse().with("mib", shared.options.memory));
    }
    report
}

/// The most visited nodes of the tree: a node's children become candidates once the node is in the list.
fn branches<G: Game>(tree: &Tree<G>, most: usize) -> Vec<Branch<G::Move>> {
    let mut branches: Vec<Branch<G::Move>> = Vec::new();
    let mut heap = BinaryHeap::new();
    let tried = |record: u32| {
        let edges = tree.record(record).edges.iter().enumerate();
        edges.map(|(i, edge)| (edge.count().visits, i)).filter(|&(visits, _)| visits > 0)
    };
    let push = |heap: &mut BinaryHeap<_>, record: u32, parent: Option<usize>| {
        // Ties: the earlier branch and the earlier move first.
        heap.extend(tried(record).map(|(visits, i)| (visits, Reverse(parent), Reverse(i), record)));
    };
    if most > 0 {
        push(&mut heap, tree.root, None);
    }
    while branches.len() < most
        && let Some((visits, Reverse(parent), Reverse(i), record)) = heap.pop()
    {
        let edge = tree.record(record).edges.at(i);
        let (visits, value) = (u64::from(visits), edge.count().mean());
        if let Some(child) = edge.child() {
            push(&mut heap, child, Some(branches.len()));
        }
        let answers = edge.child().map_or(0, |child| tried(child).count());
        branches.push(Branch { parent, m: edge.m, visits, value, answers });
    }
    branches
}

fn move_report<G: Game>(tree: &Tree<G>, root: &Record<G>, i: usize, has_priors: bool) -> MoveReport<G::Move> {
    let edge = root.edges.at(i);
    let count = edge.count();
    let mut pv = vec![edge.m];
    if let Some(child) = edge.child() {
        tree.line(child, &mut pv);
    }
    let proof = edge.proof();
    let mut records = PROOF_RECORDS;
    let plies = if proof == Proof::Unknown { 0 } else { plies_below(tree, &edge, &mut records) };
    let (score, proven_value) = match proof {
        Proof::Unknown => (None, None),
        Proof::Win => (Some(Score::win_in(plies)), Some(1.0)),
        Proof::Loss => (Some(Score::loss_in(plies)), Some(0.0)),
        Proof::Draw => (Some(Score::DRAW), Some(0.5)),
    };
    let amaf = root.amaf.as_ref().map(|amaf| amaf.tallies[i].count());
    MoveReport {
        visits: u64::from(count.visits),
        value: proven_value.or_else(|| count.mean()),
        prior: has_priors.then_some(edge.prior),
        amaf: amaf.and_then(super::tally::Count::mean),
        amaf_visits: amaf.map(|count| u64::from(count.visits)),
        score,
        pv,
        ..MoveReport::new(edge.m)
    }
}

/// How many plies a proof takes at most, the winner taking the shortest way known and the loser the longest.
fn plies_below<G: Game>(tree: &Tree<G>, edge: &Edge<'_, G::Move>, records: &mut u32) -> u32 {
    let Some(child) = edge.child() else { return 1 };
    if *records == 0 {
        return 1;
    }
    *records -= 1;
    let edges = &tree.record(child).edges;
    let proven = |wanted: Proof| edges.iter().filter(move |edge| edge.proof() == wanted);
    let shortest = proven(Proof::Win).map(|edge| plies_below(tree, &edge, records)).min();
    let longest = shortest.or_else(|| edges.iter().map(|edge| plies_below(tree, &edge, records)).max());
    1 + longest.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameClock;

    #[test]
    fn a_period_for_one_move_is_used_up() {
        let overhead = Duration::from_millis(50);
        let clock = GameClock { moves_to_go: Some(1), overhead, ..GameClock::sudden_death(Duration::from_secs(5)) };
        let limits = |clock| Limits { clock: Some(clock), ..Limits::default() };
        let time = time_for(&limits(clock)).expect("a time");
        assert!((4_600..=4_950).contains(&time.as_millis()), "{time:?}");
        let before = time_for(&limits(GameClock { moves_to_go: Some(2), ..clock })).expect("a time");
        assert!(before < time * 2 / 3, "{before:?}");
    }
}
