//! The state of one search thread, and what all threads share.

use super::frame::Window;
use super::memory::{MAX_PLY, Memory};
use super::reductions::Reductions;
use super::{Event, Found, Options, Reason, RootMove, Step, Steps};
use crate::table::{Bound, Entry, Table};
use crate::verify::Witnesses;
use crate::{CERTAIN_WIN, Oracle, TableCounters, Timer, past};
use quadrille_core::{Evaluation, Game, KeyHistory, Score, Tactics};
use std::sync::atomic::{AtomicU64, Ordering};

/// The depth of an entry whose value does not depend on any horizon.
pub(super) const SOLVED: u8 = u8::MAX;
/// Nodes between two clock reads: under a millisecond even with a slow evaluation.
const CLOCK_EVERY: u64 = 512;

/// What all threads of one search share.
pub(super) struct Shared<'a, G: Game, E: ?Sized> {
    pub(super) options: &'a Options,
    pub(super) table: &'a Table,
    pub(super) witnesses: Option<&'a Witnesses<G>>,
    pub(super) evaluation: &'a E,
    /// The source of exact values.
    pub(super) oracle: Option<&'a dyn Oracle<G>>,
    pub(super) timer: &'a Timer,
    pub(super) reductions: &'a Reductions,
    pub(super) node_limit: Option<u64>,
    /// Nodes of all threads, added in batches of [`CLOCK_EVERY`].
    pub(super) nodes: AtomicU64,
    pub(super) threads: usize,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Tactics, E: ?Sized> {
    pub(super) shared: &'a Shared<'a, G, E>,
    /// Keys from the start of the game to the node being searched.
    pub(super) history: KeyHistory,
    /// How many of those keys belong to the game.
    pub(super) game_length: usize,
    pub(super) memory: &'a mut Memory<G>,
    pub(super) root_moves: Vec<RootMove<G::Move>>,
    /// Root moves before this one already have their variation (multi-PV).
    pub(super) first_root_move: usize,
    pub(super) counters: Counters,
    /// Principal variations, by ply.
    pub(super) lines: Vec<Vec<G::Move>>,
    /// Static evaluations along the line, by ply.
    pub(super) evaluations: Vec<Option<Score>>,
    /// Codes of the moves along the line, by ply; `None` for a null move.
    pub(super) played: Vec<Option<u32>>,
    /// Traces of the moves along the line, by ply; `None` for a null move.
    pub(super) traces: Vec<Option<u32>>,
    /// Ranks of the moves of every node on the line, one after the other.
    pub(super) ranks: Vec<i32>,
    /// The excluded move at this ply, during a singularity test.
    pub(super) left_out: Vec<Option<G::Move>>,
    /// Whether the node at this ply is an expected cut node.
    pub(super) expects_cut: Vec<bool>,
    /// Whether the move along the line was quiet, by ply.
    pub(super) quiet_played: Vec<bool>,
    /// By how many plies the node at this ply was reduced.
    pub(super) reduced: Vec<i32>,
    /// How many nodes at this ply ended with a cutoff since the node two plies above was entered.
    pub(super) cuts_at: Vec<u32>,
    /// The depth of the running iteration.
    pub(super) root_depth: usize,
    pub(super) interrupted: bool,
    /// How the nodes of the line were reached, by ply, in a traced search.
    pub(super) steps_down: Vec<Step<G::Move>>,
    /// The log of a traced search.
    pub(super) log: Option<Box<Steps<G::Move>>>,
}

/// What one worker counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    pub(super) nodes: u64,
    pub(super) cuts: u64,
    pub(super) first_move_cuts: u64,
    pub(super) table: TableCounters,
    pub(super) seldepth: usize,
    /// How often a value was heuristic rather than the end of a game: a subtree that adds nothing to this count is
    /// solved.
    pub(super) guesses: u64,
    /// How often a value depended on the game history.
    pub(super) history_draws: u64,
    /// How often an exact value was known.
    pub(super) known: u64,
}

impl<'a, G: Tactics, E: Evaluation<G> + ?Sized> Worker<'a, G, E> {
    /// The maximum ply: each ply keeps a position and its moves on the stack, and all of them must fit in half of the
    /// smallest thread stack (2 MiB).
    pub(super) const LONGEST: usize = {
        let ply = size_of::<G>() + 2 * size_of::<G::Moves>() + 1024;
        let fitting = (1 << 20) / ply;
        if fitting < MAX_PLY { fitting } else { MAX_PLY }
    };

    pub(super) fn new(
        shared: &'a Shared<'a, G, E>,
        history: &KeyHistory,
        memory: &'a mut Memory<G>,
        root_moves: Vec<RootMove<G::Move>>,
    ) -> Self {
        Self {
            shared,
            history: history.clone(),
            game_length: history.len(),
            memory,
            root_moves,
            first_root_move: 0,
            counters: Counters::default(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            evaluations: vec![None; MAX_PLY + 2],
            played: vec![None; MAX_PLY + 2],
            traces: vec![None; MAX_PLY + 2],
            ranks: Vec::with_capacity(4096),
            left_out: vec![None; MAX_PLY + 2],
            expects_cut: vec![false; MAX_PLY + 2],
            quiet_played: vec![false; MAX_PLY + 2],
            reduced: vec![0; MAX_PLY + 2],
            cuts_at: vec![0; MAX_PLY + 4],
            root_depth: 0,
            interrupted: false,
            steps_down: vec![Step::Root; MAX_PLY + 2],
            log: None,
        }
    }

    /// Records an event, if the search is traced.
    #[inline(always)]
    pub(super) fn note<W: Window>(&mut self, event: impl FnOnce() -> Event<G::Move>) {
        if W::WATCHED
            && let Some(log) = &mut self.log
        {
            log.add(event());
        }
    }

    /// Leaves a node with its value.
    #[inline(always)]
    pub(super) fn leave<W: Window>(&mut self, score: Score, reason: Reason) -> Score {
        self.note::<W>(|| Event::Leave { score, reason });
        score
    }

    /// Counts a node and returns whether the search must stop. After that, every result on the way up is discarded.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize) -> bool {
        self.counters.nodes += 1;
        self.counters.seldepth = self.counters.seldepth.max(ply);
        if self.interrupted || self.shared.timer.is_over() {
            self.interrupted = true;
        } else if self.counters.nodes.is_multiple_of(CLOCK_EVERY) {
            self.shared.nodes.fetch_add(CLOCK_EVERY, Ordering::Relaxed);
            self.interrupted = self.shared.timer.check();
        }
        if self.shared.node_limit.is_some_and(|limit| self.spent() > limit) {
            self.interrupted = true;
            self.shared.timer.end();
        }
        self.interrupted
    }

    /// Nodes of all threads: exact for one thread, to a few hundred for several.
    #[inline]
    fn spent(&self) -> u64 {
        if self.shared.threads == 1 { self.counters.nodes } else { self.shared.nodes.load(Ordering::Relaxed) }
    }

    /// The value of a position that the game history decides.
    #[inline]
    pub(super) fn result_by_history(&mut self, position: &G, ply: usize) -> Option<Score> {
        if ply == 0 {
            return None;
        }
        let outcome = past::outcome(position, &self.history, self.game_length)?;
        self.counters.history_draws += 1;
        Some(self.shared.evaluation.finished(position, outcome, ply as u32))
    }

    /// The value of a position that needs no search: decided by the history, or known exactly.
    #[inline]
    fn settled(&mut self, position: &G, ply: usize) -> Option<(Score, Reason)> {
        if let Some(score) = self.result_by_history(position, ply) {
            return Some((score, Reason::Past));
        }
        self.known(position, ply).map(|score| (score, Reason::Known))
    }

    /// Enters a node; its value if the search must stop or the position needs no search.
    #[inline]
    pub(super) fn ends_at_entry(&mut self, position: &G, ply: usize) -> Option<(Score, Reason)> {
        if self.enter(ply) { Some((Score::DRAW, Reason::Interrupted)) } else { self.settled(position, ply) }
    }

    /// The exact value of a position below the root, if known. The root itself is searched, since it needs a move. A
    /// win of unknown distance is not exact: a shorter one is better.
    #[inline]
    pub(super) fn known(&mut self, position: &G, ply: usize) -> Option<Score> {
        let oracle = self.shared.oracle.filter(|_| ply > 0)?;
        let score = oracle.value(position)?;
        self.counters.known += 1;
        if score.raw().abs() == CERTAIN_WIN.raw() {
            self.counters.guesses += 1;
            return Some(Score::from_raw(score.raw() - score.raw().signum() * ply as i32));
        }
        Some(score.shifted(ply as i32))
    }

    /// Plays the move on a copy and pushes it to the history; [`Worker::take_back`] pops it.
    #[inline]
    pub(super) fn play(&mut self, position: &G, m: G::Move, ply: usize) -> G {
        self.played[ply] = Some(position.code(m) as u32);
        self.quiet_played[ply] = !position.is_noisy(m);
        if G::TRACES > 0 {
            self.traces[ply] = Some(position.trace(m) as u32);
        }
        let mut child = position.clone();
        child.play(m);
        if self.shared.options.table {
            self.shared.table.prefetch(child.key());
        }
        if G::USES_HISTORY {
            self.history.push(child.history_key());
        }
        child
    }

    #[inline]
    pub(super) fn take_back(&mut self) {
        if G::USES_HISTORY {
            self.history.pop();
        }
    }

    /// The static evaluation, counted as a heuristic value.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &G) -> Score {
        self.counters.guesses += 1;
        self.shared.evaluation.evaluate(position)
    }

    /// The corrected evaluation.
    #[inline]
    pub(super) fn corrected(&self, position: &G, evaluation: Score) -> Score {
        if self.shared.options.corrections { self.memory.corrected(position, evaluation) } else { evaluation }
    }

    /// What the table knows; in verification mode only if it really is the same position.
    #[inline]
    pub(super) fn probe<W: Window>(&mut self, position: &G, ply: usize) -> Option<Entry> {
        if !self.shared.options.table {
            return None;
        }
        let entry = self.look_up(position, ply);
        self.note::<W>(|| {
            Event::Probe(entry.map(|entry| Found { score: entry.score, bound: entry.bound, depth: entry.depth }))
        });
        entry
    }

    #[inline]
    fn look_up(&mut self, position: &G, ply: usize) -> Option<Entry> {
        self.counters.table.probes += 1;
        let (mut entry, place) = self.shared.table.probe(position.key())?;
        if self.shared.witnesses.is_some_and(|witnesses| !witnesses.confirms(place, position)) {
            self.counters.table.collisions += 1;
            return None;
        }
        self.counters.table.hits += 1;
        entry.score = entry.score.shifted(ply as i32);
        Some(entry)
    }

    /// Puts a result into the table, proven scores counted from this node.
    #[inline]
    pub(super) fn store(&mut self, position: &G, ply: usize, mut entry: Entry) {
        if !self.shared.options.table {
            return;
        }
        entry.score = entry.score.shifted(-(ply as i32));
        // A negative distance means a damaged or foreign score: do not store it.
        if entry.score.raw().abs() >= Score::INFINITE.raw() {
            entry.bound = Bound::None;
            entry.score = Score::DRAW;
        }
        let place = self.shared.table.store(position.key(), &entry);
        if let Some(witnesses) = self.shared.witnesses {
            witnesses.keep(place, position);
        }
    }

    /// Sets the line of this ply to `m` followed by the line below it.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}
