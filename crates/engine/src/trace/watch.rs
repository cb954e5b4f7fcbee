//! Traced searches: runs a search and turns its log into columns. Players use this module, so it names none of them.

use super::build;
use super::{Found, MOST_EVENTS, Trace, TraceOrder};
use crate::words;
use quadrille_core::{Evaluation, Game, KeyHistory, Refusal, perft};
use quadrille_search::alphabeta::{self, Steps};
use quadrille_search::{Log, Report, Request, mcts};

pub(crate) use super::build::Name;

/// Plain minimax is for small trees: only its depth limits it.
const DEEPEST_MINIMAX: u32 = 12;
/// The maximum number of leaves, counted first.
const MOST_MINIMAX: u64 = 1_000_000;

/// Minimax with its trace.
pub(crate) fn minimax<G: Game, E: Evaluation<G> + ?Sized>(
    (position, history): (&G, &KeyHistory),
    evaluation: &E,
    order: &TraceOrder,
    name: Name<G>,
) -> Result<Trace, Refusal> {
    let depth = order.limits.depth.filter(|depth| (1..=DEEPEST_MINIMAX).contains(depth));
    let depth = depth.ok_or_else(|| words::MINIMAX_DEPTH.refuse().with("most", DEEPEST_MINIMAX))?;
    for depth in 1..=depth {
        let leaves = perft::count_after(position, &mut history.clone(), depth, true);
        if leaves > MOST_MINIMAX {
            return Err(words::LARGE_MINIMAX.refuse().with("leaves", leaves).with("most", MOST_MINIMAX));
        }
    }
    let mut log: Steps<G::Move> = Log::new(order.most.min(MOST_EVENTS));
    let (score, best) = alphabeta::trace_minimax(position, history, evaluation, depth, &mut log);
    let mut trace = build::depth_first(position, log.events(), name);
    let sum = alphabeta::replay(log.events()).unwrap_or_default();
    trace.missed = log.missed();
    trace.found = Found {
        best: best.map(|m| name(position, m)),
        score: Some(score.raw()),
        pv: build::found(&Report { pv: sum.pv, ..Report::new("minimax") }, position, name).pv,
        nodes: sum.nodes,
        depth,
        ..Found::default()
    };
    Ok(trace)
}

/// Alpha-beta with cutoffs only.
pub(crate) fn bare() -> alphabeta::Options {
    alphabeta::Options { deepening: false, ..alphabeta::Options::bare() }
}

/// Watches alpha-beta.
pub(crate) fn depth_trace<G: quadrille_core::Tactics, E: Evaluation<G> + ?Sized>(
    searcher: &mut alphabeta::Searcher<G>,
    request: &Request<'_, G>,
    evaluation: &E,
    (most, name): (usize, Name<G>),
) -> Trace {
    let (report, log) = searcher.trace(request, evaluation, Log::new(most));
    let mut trace = build::depth_first(request.position, log.events(), name);
    trace.missed = log.missed();
    trace.found = build::found(&report, request.position, name);
    trace
}

/// Watches a tree search.
pub(crate) fn tree_trace<G: Game, P: quadrille_core::Playout<G>>(
    searcher: &mut mcts::Searcher<G>,
    request: &Request<'_, G>,
    knowledge: &mcts::Knowledge<'_, G, P>,
    (most, name): (usize, Name<G>),
) -> Trace {
    let (report, log) = searcher.trace(request, knowledge, Log::new(most));
    let mut trace = build::tree(request.position, log.events(), name);
    trace.missed = log.missed();
    trace.found = build::found(&report, request.position, name);
    trace
}
