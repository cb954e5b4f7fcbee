//! Several threads on one tree.
//!
//! *Free-running* (default): each thread simulates until the end, without waiting for the others.
//!
//! *Traced*: the same, but the threads wait for each other once per simulation, when each is at its leaf. Otherwise a
//! short search would be over before the second thread starts, and the effect of virtual losses would not show.
//!
//! *Stepwise* (the scheme of *Le jeu de go*, see docs/sources.md): in each step `nt` threads make one descent each in a
//! tree that does not grow; when all are done, one leaf is expanded. It is found by following the most visited unproven
//! children.

use super::Reporting;
use super::edges::Proof;
use super::meeting::Member;
use super::tally::MOST_VISITS;
use super::trace::Event;
use super::tree::Tree;
use super::worker::{Shared, Worker};
use quadrille_core::{Game, KeyHistory, Playout};
use quadrille_support::clock::Instant;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Simulations between two clock reads: at most a few milliseconds even if they are slow. With a network a single
/// simulation takes longer, so the clock is read before each one, and none is started that would end too late.
const CLOCK_EVERY: u64 = 8;
/// Several threads claim playouts in batches, to avoid contention on the counter.
const PORTION: u64 = 8;

impl<G: Game, P: Playout<G>> Shared<'_, G, P> {
    /// Claims up to `wanted` playouts of the budget.
    fn claim(&self, wanted: u64) -> u64 {
        let before = self.started.fetch_add(wanted, Ordering::Relaxed);
        self.most_playouts.saturating_sub(before).min(wanted)
    }

    /// Simulations between two clock reads.
    const fn clock_every(&self) -> u64 {
        if self.knowledge.judge.is_some() { 1 } else { CLOCK_EVERY }
    }

    /// The expected duration of the next simulation with a network: the mean since `start`. Otherwise zero.
    fn next_takes(&self, start: Instant, simulations: u64) -> Duration {
        let judged = self.knowledge.judge.is_some() && simulations > 0;
        if judged { start.elapsed().div_f64(simulations as f64) } else { Duration::ZERO }
    }

    /// Whether further simulations are pointless.
    fn is_settled(&self) -> bool {
        let root = self.tree.record(self.tree.root);
        root.visits() >= MOST_VISITS || (self.proves && root.proof() != Proof::Unknown)
    }
}

/// Simulates until the search is over; the first thread passes reports to `watch`.
pub(super) fn run_free<G: Game, P: Playout<G>>(
    worker: &mut Worker<'_, G, P>,
    watch: &mut Option<Reporting<'_, '_, G>>,
) {
    let shared = worker.shared;
    let _member = shared.meeting.as_ref().map(Member);
    let portion = if shared.threads > 1 { PORTION } else { 1 };
    let (mut simulations, clock_every, start) = (0_u64, shared.clock_every(), Instant::now());
    'search: while !shared.timer.is_over() {
        let claimed = shared.claim(portion);
        if claimed == 0 {
            break;
        }
        for _ in 0..claimed {
            if simulations.is_multiple_of(clock_every) {
                let next = shared.next_takes(start, simulations);
                if shared.timer.check_before(next) || shared.is_settled() {
                    break 'search;
                }
            }
            worker.simulate();
            simulations += 1;
            if let Some(watch) = watch.as_mut().filter(|_| simulations.is_multiple_of(clock_every)) {
                watch.offer(worker);
            }
        }
    }
}

/// `recherche_arborescente` of *Le jeu de go*: steps of one descent per thread, each followed by one expansion. A step
/// whose favourite line ends in a finished game expands nothing.
pub(super) fn run_steps<G: Game, P: Playout<G>>(workers: &mut [Worker<'_, G, P>], watch: &mut Reporting<'_, '_, G>) {
    let shared = workers[0].shared;
    for worker in &mut *workers {
        worker.expands = false;
    }
    while !shared.timer.check() && !shared.is_settled() {
        let claimed = shared.claim(workers.len() as u64) as usize;
        if claimed == 0 {
            break;
        }
        match &mut workers[..claimed] {
            [alone] => alone.simulate(),
            several => std::thread::scope(|scope| {
                for worker in several {
                    scope.spawn(|| worker.simulate());
                }
            }),
        }
        expand_favourite(&mut workers[0]);
        watch.offer(&workers[0]);
    }
}

/// Follows the most visited children to a leaf and expands it.
fn expand_favourite<G: Game, P: Playout<G>>(worker: &mut Worker<'_, G, P>) {
    let shared = worker.shared;
    let tree: &Tree<G> = shared.tree;
    let mut position = shared.root.clone();
    let mut history: KeyHistory = shared.history.clone();
    let mut number = tree.root;
    for _ in 0..shared.options.tree_depth {
        let record = tree.record(number);
        let undecided = record.edges.iter().enumerate().filter(|(_, edge)| edge.proof() == Proof::Unknown);
        // Ties go to the first child, also when none has been visited.
        let favourite = undecided.rev().max_by_key(|(_, edge)| edge.count().visits);
        let Some((place, edge)) = favourite else { return };
        position.play(edge.m);
        history.push(position.history_key());
        let Some(child) = edge.child() else {
            if crate::past::outcome(&position, &history, shared.history.len()).is_none() {
                std::mem::swap(&mut worker.history, &mut history);
                if let Some(child) = worker.expand(&position) {
                    let child = tree.followed(record, place).link(child);
                    worker.note(|| {
                        let moves = tree.record(child).edges.len();
                        Event::Expand { record: number, edge: place, child, moves }
                    });
                }
                std::mem::swap(&mut worker.history, &mut history);
            }
            return;
        };
        number = child;
    }
}
