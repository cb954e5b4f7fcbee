//! Sequential halving for flat Monte-Carlo: the budget is spent in rounds, and after each round the worse half of the
//! moves is dropped (Karnin, Koren and Somekh, *Almost optimal exploration in multi-armed bandits*, 2013).

use super::tree::Record;
use quadrille_core::Game;

/// The move to play out next: the least tried of the surviving moves. Without a known budget no move is dropped.
pub(super) fn select<G: Game>(record: &Record<G>, budget: u64) -> Option<usize> {
    let edges = &record.edges;
    let mean = |&i: &usize| edges.at(i).count().mean().unwrap_or(1.0);
    let mut survivors: Vec<usize> = (0..edges.len()).collect();
    let rounds = edges.len().next_power_of_two().ilog2().max(1);
    let round =
        (u64::from(record.visits()).saturating_mul(u64::from(rounds)) / budget.max(1)).min(u64::from(rounds) - 1);
    for _ in 0..round {
        survivors.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        survivors.truncate(survivors.len().div_ceil(2));
    }
    survivors.into_iter().min_by_key(|&i| edges.at(i).count().visits)
}
