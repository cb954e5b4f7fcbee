//! Alpha-beta search with iterative deepening.
//!
//! Read [`node`](self) in `node.rs` first: it is the search itself. `ordering.rs` holds move ordering, `memory.rs` its
//! histories, `pruning.rs` every pruning, reduction and extension rule, `quiescence.rs` quiescence search, `root.rs`
//! iterative deepening, `patience.rs` time management between iterations, `plain.rs` a plain minimax reference and
//! `trace.rs` the event trace. This file is the interface: a [`Searcher`] that keeps its table from move to move, and
//! its threads.
//!
//! Threads search the same position independently, at slightly different depths, and help each other only through the
//! shared table (lazy SMP): there are no locks.

mod frame;
mod memory;
mod node;
mod options;
mod ordering;
mod patience;
mod plain;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod trace;
mod worker;

pub use options::Options;
pub use plain::{minimax, trace_minimax};
pub use trace::{Ask, Event, Found, Reason, Replayed, Rule, Step, Steps, replay};

use crate::table::Table;
use crate::verify::{SamePosition, Witnesses};
use crate::words;
use crate::{Limits, MoveReport, Oracle, Report, Reporter, Request, Timer};
use frame::Window;
use memory::Memory;
use quadrille_core::{Evaluation, Refusal, Score, Tactics};
use quadrille_support::clock::Instant;
use quadrille_support::threads;
use reductions::Reductions;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use worker::{Shared, Worker};

/// A PV node: its exact value is wanted.
struct Full;
/// A null-window node: only a bound is wanted.
struct Null;
/// A traced node: the same code, compiled once more, so that normal searches do not pay for tracing.
struct Watched<W>(PhantomData<W>);

/// The name of this algorithm.
const NAME: &str = "alphabeta";

/// What is known about one root move.
#[derive(Clone, Debug)]
struct RootMove<M> {
    m: M,
    nodes: u64,
    /// Score in the last completed iteration, if searched with an open window.
    score: Option<Score>,
    line: Vec<M>,
}

/// An alpha-beta player: options, and a table kept from move to move.
pub struct Searcher<G: Tactics> {
    options: Options,
    oracle: Option<Arc<dyn Oracle<G>>>,
    table: Table,
    same: Option<SamePosition<G>>,
    witnesses: Option<Witnesses<G>>,
    /// Killers and histories of each thread, kept from move to move.
    memories: Vec<Memory<G>>,
    codes: usize,
    reductions: Reductions,
}

impl<G: Tactics> std::fmt::Debug for Searcher<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<G: Tactics> Searcher<G> {
    /// A player with a table of the given MiB.
    ///
    /// # Errors
    ///
    /// Returns an error if there is not enough memory.
    pub fn new(options: Options, table_mib: usize) -> Result<Self, Refusal> {
        let table = Table::new(table_mib)?;
        let reductions = Reductions::new(options.reduction_percent);
        Ok(Self {
            options,
            oracle: None,
            table,
            same: None,
            witnesses: None,
            memories: Vec::new(),
            codes: 0,
            reductions,
        })
    }

    /// The options, which may be changed between two searches.
    pub fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The table, for tests that damage it on purpose.
    pub fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.clear();
        self.witnesses = None;
    }

    /// Sets the source of exact values (initially none) and returns the previous one.
    pub fn ask(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) -> Option<Arc<dyn Oracle<G>>> {
        std::mem::replace(&mut self.oracle, oracle)
    }

    /// Sets how positions are compared, for the option `verify`.
    pub fn compare_with(&mut self, same: SamePosition<G>) {
        self.same = Some(same);
    }

    /// Searches. `on_report` is called on this thread, at most ten times a second; the last report is the result.
    pub fn search<E: Evaluation<G> + ?Sized>(
        &mut self,
        request: &Request<'_, G>,
        evaluation: &E,
        on_report: &mut dyn FnMut(&Report<G>),
    ) -> Report<G> {
        self.run::<Full, E>(request, evaluation, on_report, &mut None)
    }

    /// Searches on one thread and records every step in the log. The result is that of [`Searcher::search`].
    pub fn trace<E: Evaluation<G> + ?Sized>(
        &mut self,
        request: &Request<'_, G>,
        evaluation: &E,
        log: Steps<G::Move>,
    ) -> (Report<G>, Steps<G::Move>) {
        let mut log = Some(Box::new(log));
        let request = Request { threads: 1, ..request.clone() };
        let report = self.run::<Watched<Full>, E>(&request, evaluation, &mut |_| {}, &mut log);
        (report, log.map_or_else(|| Steps::new(0), |log| *log))
    }

    fn run<W: Window, E: Evaluation<G> + ?Sized>(
        &mut self,
        request: &Request<'_, G>,
        evaluation: &E,
        on_report: &mut dyn FnMut(&Report<G>),
        log: &mut Option<Box<Steps<G::Move>>>,
    ) -> Report<G> {
        let start = Instant::now();
        let root_moves = self.ordered_choices(request);
        let mut report = Report::new(NAME);
        note_clamps(&mut report, request);
        if root_moves.is_empty() {
            report.notes.push(words::GAME_OVER.refuse());
            return report;
        }
        let threads = request.threads.clamp(1, threads::MOST);
        self.prepare(request, threads);
        let timer = Timer::new(request.stop, start, request.limits.budget().map(|budget| budget.hard));
        let shared = Shared {
            options: &self.options,
            table: &self.table,
            witnesses: self.witnesses.as_ref(),
            evaluation,
            oracle: self.oracle.as_deref().filter(|_| self.options.oracle),
            timer: &timer,
            reductions: &self.reductions,
            node_limit: request.limits.nodes.or(request.limits.playouts),
            nodes: AtomicU64::new(0),
            threads,
        };
        let mut reporter = Reporter::new(start, on_report);
        std::thread::scope(|scope| {
            let (first, others) = self.memories[..threads].split_at_mut(1);
            let helpers: Vec<_> = others
                .iter_mut()
                .zip(1..)
                .map(|(memory, index)| {
                    let mut worker = Worker::new(&shared, request.history, memory, root_moves.clone());
                    scope.spawn(move || {
                        worker.help(request, index);
                        worker.counters
                    })
                })
                .collect();
            let mut worker = Worker::new(&shared, request.history, &mut first[0], root_moves.clone());
            worker.log = log.take();
            let _guard = timer.guard();
            worker.lead::<W>(request, &mut report, &mut reporter);
            *log = worker.log.take();
            timer.end();
            for helper in helpers {
                // A helper that panicked has printed why; the result of this thread does not depend on it.
                if let Ok(counters) = helper.join() {
                    add_counters(&mut report, &counters);
                }
            }
        });
        self.finished(report, start)
    }

    fn finished(&self, mut report: Report<G>, start: Instant) -> Report<G> {
        report.table.hashfull = self.table.hashfull();
        report.table.entry_bytes = Table::entry_bytes();
        report.elapsed = start.elapsed();
        report
    }

    /// The root moves, the most promising first, so that even a search with no time has an answer. If one move is
    /// wanted and an oracle knows which moves keep the value, only those are searched.
    fn ordered_choices(&self, request: &Request<'_, G>) -> Vec<RootMove<G::Move>> {
        let mut choices = request.choices();
        let oracle = self.oracle.as_ref().filter(|_| self.options.oracle && request.multipv <= 1);
        let safe = oracle.and_then(|oracle| oracle.choices(request.position)).unwrap_or_default();
        if choices.iter().any(|m| safe.contains(m)) {
            choices.retain(|m| safe.contains(m));
        }
        choices.sort_by_key(|&m| std::cmp::Reverse(request.position.promise(m)));
        choices.into_iter().map(|m| RootMove { m, nodes: 0, score: None, line: vec![m] }).collect()
    }

    fn prepare(&mut self, request: &Request<'_, G>, threads: usize) {
        self.table.new_search();
        if self.reductions.percent != self.options.reduction_percent {
            self.reductions = Reductions::new(self.options.reduction_percent);
        }
        let codes = request.position.codes();
        if codes != self.codes {
            self.codes = codes;
            self.memories.clear();
        }
        while self.memories.len() < threads {
            self.memories.push(Memory::new(codes));
        }
        if self.options.verify && self.witnesses.is_none() {
            self.table.clear();
            self.witnesses = self.same.map(|same| Witnesses::new(&self.table, same));
        } else if !self.options.verify {
            self.witnesses = None;
        }
    }
}

fn note_clamps<G: Tactics>(report: &mut Report<G>, request: &Request<'_, G>) {
    if let Some(depth) = request.limits.depth.filter(|depth| !(1..=Limits::DEEPEST).contains(depth)) {
        report.notes.push(words::DEPTH_CHANGED.refuse().with("asked", depth).with("used", request.limits.deepest()));
    }
    if !(1..=threads::MOST).contains(&request.threads) {
        let threads = request.threads.clamp(1, threads::MOST);
        report.notes.push(words::threads_changed(request.threads, threads));
    }
}

fn add_counters<G: Tactics>(report: &mut Report<G>, counters: &worker::Counters) {
    report.nodes += counters.nodes;
    report.cuts += counters.cuts;
    report.first_move_cuts += counters.first_move_cuts;
    report.known += counters.known;
    report.table.add(&counters.table);
    report.seldepth = report.seldepth.max(counters.seldepth as u32);
}

impl<M: Copy> RootMove<M> {
    fn report(&self) -> MoveReport<M> {
        MoveReport { visits: self.nodes, score: self.score, pv: self.line.clone(), ..MoveReport::new(self.m) }
    }
}

/// The bench signature: the total nodes of fixed-depth searches of the given positions, each with an empty 16 MiB table
/// and one thread.
///
/// # Errors
///
/// Returns an error if there is not enough memory for the table.
pub fn bench<G: Tactics, E: Evaluation<G> + ?Sized>(
    positions: &[G],
    evaluation: &E,
    options: &Options,
    depth: u32,
) -> Result<u64, Refusal> {
    const TABLE_MIB: usize = 16;
    let mut searcher = Searcher::new(options.clone(), TABLE_MIB)?;
    let stop = crate::Stop::new();
    let mut nodes = 0;
    for position in positions {
        searcher.clear();
        let history = std::iter::once(position.history_key()).collect();
        let request = Request::new(position, &history, Limits::depth(depth), &stop);
        nodes += searcher.search(&request, evaluation, &mut |_| {}).nodes;
    }
    Ok(nodes)
}
