//! Monte-Carlo tree search.
//!
//! Read `simulate.rs` first: one simulation is descend, expand, play out, back up. The parts are independent:
//! `selection.rs` holds the selection rules (UCT, PUCT, RAVE, GRAVE, …), `expansion.rs` the expansion of leaves,
//! `tree.rs` the statistics (a tree, or a graph in which equal positions share them), `parallel.rs` the threads,
//! `reuse.rs` the reuse of the tree for the next move, and `trace.rs` the event trace. `options.rs` names the
//! algorithms.
//!
//! The answer is the most visited move, except that a proven win comes first.

mod arena;
mod edges;
mod expansion;
mod findings;
mod flat;
mod knowledge;
mod meeting;
mod notes;
mod options;
mod parallel;
mod reuse;
mod selection;
mod simulate;
mod tally;
mod trace;
mod tree;
mod worker;

pub use knowledge::{Judge, Knowledge};
pub use options::{NAMES, Options, Rule, Scheme, Shape};
pub use trace::{Candidate, Drawn, Event, How, Noted, Replayed, Steps, replay};

use crate::words;
use crate::{Apart, Report, Reporter, Request, SamePosition, Timer};
use quadrille_core::{Game, Playout};
use quadrille_support::clock::Instant;
use quadrille_support::threads;
use std::sync::{Mutex, PoisonError};
use tree::Tree;
use worker::{Shared, Worker};

/// A Monte-Carlo player: options, and a tree kept from move to move.
#[derive(Debug)]
pub struct Searcher<G: Game> {
    options: Options,
    tree: Option<(Tree<G>, G)>,
    same: Option<SamePosition<G>>,
}

impl<G: Game> Searcher<G> {
    /// A player with an empty tree.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options, tree: None, same: None }
    }

    /// The options, which may be changed between two searches; the tree is discarded, since it may no longer fit them.
    pub fn options(&mut self) -> &mut Options {
        self.clear();
        &mut self.options
    }

    /// Forgets the tree, as for a new game.
    pub fn clear(&mut self) {
        if let Some((tree, _)) = self.tree.take() {
            reuse::discard(tree);
        }
    }

    /// Sets how positions are compared, for the option `verify`.
    pub fn compare_with(&mut self, same: SamePosition<G>) {
        self.same = Some(same);
    }

    /// Searches. `on_report` is called on this thread, at most ten times a second; the last report is the result.
    pub fn search<P: Playout<G>>(
        &mut self,
        request: &Request<'_, G>,
        knowledge: &Knowledge<'_, G, P>,
        on_report: &mut dyn FnMut(&Report<G>),
    ) -> Report<G> {
        self.search_with(request, knowledge, on_report, None)
    }

    /// Searches from an empty tree and records every step in the log. The result is that of [`Searcher::search`].
    pub fn trace<P: Playout<G>>(
        &mut self,
        request: &Request<'_, G>,
        knowledge: &Knowledge<'_, G, P>,
        log: Steps<G::Move>,
    ) -> (Report<G>, Steps<G::Move>) {
        self.clear();
        let log = Mutex::new(log);
        let report = self.search_with(request, knowledge, &mut |_| {}, Some(&log));
        (report, log.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn search_with<P: Playout<G>>(
        &mut self,
        request: &Request<'_, G>,
        knowledge: &Knowledge<'_, G, P>,
        on_report: &mut dyn FnMut(&Report<G>),
        log: Option<&Mutex<Steps<G::Move>>>,
    ) -> Report<G> {
        let start = Instant::now();
        let mut choices = request.choices();
        if choices.is_empty() {
            let mut report = Report::new(self.options.name());
            report.notes.push(words::GAME_OVER.refuse());
            return report;
        }
        let tree = self.tree_for(request, &choices);
        let timer = Timer::new(request.stop, start, findings::time_for(&request.limits));
        let threads = request.threads.clamp(1, threads::MOST);
        let proves = self.options.solver && !(tree.is_graph() && G::USES_HISTORY);
        let shared = Shared {
            options: &self.options,
            knowledge,
            tree: &tree,
            root: request.position,
            history: request.history,
            recent: request.recent,
            timer: &timer,
            same: self.same.filter(|_| self.options.verify),
            started: Apart::default(),
            most_playouts: findings::playouts_for(&request.limits, choices.len()),
            threads,
            proves,
            log,
            meeting: (log.is_some() && threads > 1 && self.options.scheme == Scheme::Free)
                .then(|| meeting::Meeting::of(threads)),
        };
        if tree.records.len() == 0 {
            let root = Worker::new(&shared, request.seed, usize::MAX).record(request.position, &mut choices);
            let place = tree.add(root);
            debug_assert_eq!(place, Some(tree.root), "the first record of a tree is its root");
        }
        if let Some(log) = log {
            let event = Event::Root { moves: tree.record(tree.root).edges.len() };
            log.lock().unwrap_or_else(PoisonError::into_inner).add(Noted { thread: 0, event });
        }
        let mut reporting = Reporting { request, reporter: Reporter::new(start, on_report) };
        let report = self.run(&shared, &mut reporting);
        self.tree = self.options.reuse.then(|| (tree, request.position.clone()));
        report
    }

    /// The tree to search in: what is left of the old one, or an empty one.
    fn tree_for(&mut self, request: &Request<'_, G>, choices: &[G::Move]) -> Tree<G> {
        let kept = self
            .tree
            .take()
            .and_then(|(tree, old_root)| reuse::subtree(tree, &old_root, request.position, choices, &self.options));
        kept.unwrap_or_else(|| Tree::new(&self.options))
    }

    fn run<P: Playout<G>>(&self, shared: &Shared<'_, G, P>, reporting: &mut Reporting<'_, '_, G>) -> Report<G> {
        let request = reporting.request;
        let mut workers: Vec<_> = (0..shared.threads).map(|index| Worker::new(shared, request.seed, index)).collect();
        if self.options.scheme == Scheme::Steps {
            parallel::run_steps(&mut workers, reporting);
        } else {
            let (first, others) = workers.split_at_mut(1);
            std::thread::scope(|scope| {
                for worker in others {
                    scope.spawn(|| parallel::run_free(worker, &mut None));
                }
                let _guard = shared.timer.guard();
                let mut watch = Some(Reporting { request, reporter: reporting.reporter.borrowed() });
                parallel::run_free(&mut first[0], &mut watch);
            });
        }
        while request.limits.infinite && !shared.timer.check() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        findings::report(shared, &workers, request)
    }
}

/// What intermediate reports need.
struct Reporting<'r, 'a, G: Game> {
    request: &'r Request<'r, G>,
    reporter: Reporter<'a, G>,
}

impl<G: Game> Reporting<'_, '_, G> {
    fn offer<P: Playout<G>>(&mut self, worker: &Worker<'_, G, P>) {
        let request = self.request;
        self.reporter.offer(|| findings::report(worker.shared, std::slice::from_ref(worker), request));
    }
}

/// The bench signature: a hash of the visits and values of the root moves of the given positions after `playouts`
/// playouts, with one thread and a fixed seed.
pub fn bench<G: Game, P: Playout<G>>(
    positions: &[G],
    knowledge: &Knowledge<'_, G, P>,
    options: &Options,
    playouts: u64,
) -> u64 {
    let stop = crate::Stop::new();
    let mut signature = 0_u64;
    for position in positions {
        let history = std::iter::once(position.history_key()).collect();
        let request = Request::new(position, &history, crate::Limits::playouts(playouts), &stop);
        let report = Searcher::new(options.clone()).search(&request, knowledge, &mut |_| {});
        signature = signature.rotate_left(7) ^ report.signature(position);
    }
    signature
}
