//! Iterative deepening: depth 1, 2, 3 … over the root moves, until a limit is reached.
//!
//! Deepening costs little, since each iteration is several times larger than all before, and pays twice: there is an
//! answer at any time, and the table orders the next iteration (Slate and Atkin 1977; Korf 1985).

use super::frame::{Candidate, Node, Window};
use super::patience::Patience;
use super::worker::Worker;
use super::{Ask, Event, Full, Reason, Step, add_counters};
use crate::table::Table;
use crate::{DepthRow, MoveReport, Report, Reporter, Request};
use quadrille_core::{Evaluation, Score, Tactics};

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The thread whose result counts.
    pub(super) fn lead<W: Window>(
        &mut self,
        request: &Request<'_, G>,
        report: &mut Report<G>,
        reporter: &mut Reporter<'_, G>,
    ) {
        let soft = request.limits.budget().map(|budget| budget.soft);
        let mut patience = Patience::default();
        self.write(request, report);
        for depth in self.first_depth(request)..=request.limits.deepest() {
            self.note::<W>(|| Event::Depth(depth));
            let exhausted = self.iterate::<W>(request, depth);
            if self.interrupted {
                break;
            }
            self.note::<W>(|| Event::Done(depth));
            report.depth = depth;
            self.write(request, report);
            self.follow_known(request, report, exhausted);
            self.write_row(report);
            reporter.offer(|| self.current(report));
            let elapsed = self.shared.timer.elapsed();
            let enough = request.limits.soft_nodes.is_some_and(|nodes| self.counters.nodes >= nodes);
            let best = &self.root_moves[0];
            let effort = best.nodes as f64 / self.counters.nodes.max(1) as f64;
            let deserved = patience.after(best.m, best.score, effort);
            let deserved = if request.limits.clock.is_some() { deserved } else { 1.0 };
            let late = soft.is_some_and(|soft| elapsed >= soft.mul_f64(deserved));
            if enough || late || self.is_settled(request, depth, exhausted) {
                break;
            }
        }
        // Even an unfinished iteration may have found a better first move, with its score; among several lines, some may
        // be of the iteration before.
        if request.multipv > 1 {
            self.sort_lines(request);
        }
        self.write(request, report);
        self.follow_known(request, report, report.exact);
        add_counters(report, &self.counters);
        while request.limits.infinite && !self.shared.timer.check() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }

    /// The first depth: the last one, if only a depth was given and deepening is switched off.
    fn first_depth(&self, request: &Request<'_, G>) -> u32 {
        if self.shared.options.deepening { 1 } else { request.limits.depth.map_or(1, |_| request.limits.deepest()) }
    }

    /// A helper thread: the same iterations, with some skipped so that threads are not all at the same depth.
    pub(super) fn help(&mut self, request: &Request<'_, G>, index: usize) {
        let mut depth = 1 + index as u32 % 2;
        while depth <= request.limits.deepest() && !self.interrupted {
            if self.iterate::<Full>(request, depth) {
                break;
            }
            depth += 1 + u32::from(index % 4 == 3 && depth.is_multiple_of(3));
        }
    }

    /// Whether further iterations are pointless: every line was searched to the end of the game, a win was found within
    /// the horizon, or there is only one move and no analysis was requested.
    fn is_settled(&self, request: &Request<'_, G>, depth: u32, exhausted: bool) -> bool {
        /// Selective search may find a longer win first; it gets this many more plies to find the shortest.
        const PATIENCE: u32 = 4;
        let forced = self.root_moves.len() == 1 && (request.limits.clock.is_some() || request.limits.time.is_some());
        let proven = self.root_moves[0].score.and_then(Score::plies_to_end);
        let decided = proven.is_some_and(|plies| plies + PATIENCE <= depth) && request.limits.depth.is_none();
        exhausted || (request.multipv <= 1 && (forced || decided))
    }

    /// One depth, for each principal variation. Returns whether every line reached the end of the game.
    fn iterate<W: Window>(&mut self, request: &Request<'_, G>, depth: u32) -> bool {
        self.root_depth = depth as usize;
        let lines = request.multipv.clamp(1, self.root_moves.len());
        let (guesses, history_draws) = (self.counters.guesses, self.counters.history_draws);
        for line in 0..lines {
            self.first_root_move = line;
            self.aspirate::<W>(request.position, depth as i32);
            if self.interrupted {
                return false;
            }
        }
        self.sort_lines(request);
        self.counters.guesses == guesses && self.counters.history_draws == history_draws
    }

    /// The principal variations, best first.
    fn sort_lines(&mut self, request: &Request<'_, G>) {
        let lines = request.multipv.clamp(1, self.root_moves.len());
        self.root_moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
    }

    /// Aspiration windows: searches with a narrow window around the last score and widens it until the score lies
    /// inside.
    fn aspirate<W: Window>(&mut self, position: &G, depth: i32) -> Score {
        const SHALLOWEST: i32 = 4;
        let options = self.shared.options;
        let last = self.root_moves[self.first_root_move].score.filter(|score| score.plies_to_end().is_none());
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = options.aspiration_width;
        if let Some(last) = last.filter(|_| options.aspiration && depth >= SHALLOWEST) {
            alpha = lowered(last, width);
            beta = raised(last, width);
        }
        loop {
            let score = self.root::<W>(position, alpha, beta, depth);
            if self.interrupted || (score > alpha && score < beta) {
                return score;
            }
            if alpha == -Score::INFINITE && beta == Score::INFINITE {
                return score;
            }
            width = width.saturating_mul(3);
            if score <= alpha {
                alpha = lowered(score, width);
            } else {
                beta = raised(score, width);
            }
        }
    }

    /// The root node: like any other, but its moves keep their scores and lines, and it is never pruned.
    fn root<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, depth: i32) -> Score {
        self.note::<W>(|| Event::Enter { step: Step::Root, ask: Ask::Value, alpha, beta, depth, counted: true });
        self.enter(0);
        let entry = self.probe::<W>(position, 0);
        let threatened = position.is_threatened();
        let (guesses, history_draws) = (self.counters.guesses, self.counters.history_draws);
        self.evaluations[0] = None;
        (self.cuts_at[1], self.cuts_at[2]) = (0, 0);
        let first = self.first_root_move;
        let mut best = -Score::INFINITE;
        let mut floor = alpha;
        for i in first..self.root_moves.len() {
            let m = self.root_moves[i].m;
            let quiet = !position.is_noisy(m);
            let node = Node {
                position,
                alpha: floor,
                beta,
                depth,
                ply: 0,
                threatened,
                raw_evaluation: None,
                evaluation: None,
                improving: true,
                expects_cut: false,
                entry,
                guesses,
                history_draws,
            };
            let before = self.counters.nodes;
            let clues = self.clues(entry, 0);
            let searched = i - first;
            let mut candidate = Candidate { m, quiet, searched, extension: 0, reduction: 0, clues: &clues };
            candidate.reduction = self.reduction::<W>(&node, &candidate);
            let score = self.search_move::<W>(&node, &candidate, floor);
            if self.interrupted {
                return self.leave::<W>(best, Reason::Interrupted);
            }
            self.root_moves[i].nodes += self.counters.nodes - before;
            best = best.max(score);
            if score > floor || i == first {
                self.promote(i, score);
                self.note::<W>(|| Event::Best { m, score, line: true });
                floor = floor.max(score);
                if score >= beta {
                    let (searched, left) = (i + 1 - first, self.root_moves.len() - i - 1);
                    return self.leave::<W>(best, Reason::Cut { searched, left });
                }
            }
        }
        self.leave::<W>(best, Reason::Searched)
    }

    /// Puts a root move in front with its new line; the others keep their order.
    fn promote(&mut self, i: usize, score: Score) {
        let m = self.root_moves[i].m;
        self.extend_line(0, m);
        let root_move = &mut self.root_moves[i];
        root_move.score = Some(score);
        root_move.line.clone_from(&self.lines[0]);
        self.root_moves[self.first_root_move..=i].rotate_right(1);
    }

    /// Writes what is known about the moves.
    fn write(&self, request: &Request<'_, G>, report: &mut Report<G>) {
        let best = &self.root_moves[0];
        report.best = Some(best.m);
        report.score = best.score;
        report.pv.clone_from(&best.line);
        // Only the principal variations were searched with an open window; the others are known only not to be better,
        // and their scores from lower depths would mislead.
        let wanted = request.multipv.max(1);
        let known = |(i, root_move): (usize, &super::RootMove<G::Move>)| {
            if i < wanted {
                root_move.report()
            } else {
                MoveReport { visits: root_move.nodes, ..MoveReport::new(root_move.m) }
            }
        };
        report.moves = self.root_moves.iter().enumerate().map(known).collect();
    }

    /// If the root's value is known and nothing was heuristic, the result is exact, and the lines are extended to the
    /// end of the game: the search stops where values are known.
    fn follow_known(&self, request: &Request<'_, G>, report: &mut Report<G>, exhausted: bool) {
        let Some(oracle) = self.shared.oracle.filter(|_| exhausted) else { return };
        if oracle.value(request.position).is_none() {
            return;
        }
        report.exact = true;
        for pv in report.moves.iter_mut().filter(|row| row.score.is_some()).map(|row| &mut row.pv) {
            let mut end = request.position.clone();
            pv.iter().for_each(|&m| end.play(m));
            pv.extend(oracle.line(&end));
        }
        if let Some(first) = report.moves.first().filter(|row| !row.pv.is_empty()) {
            report.pv.clone_from(&first.pv);
        }
    }

    fn write_row(&self, report: &mut Report<G>) {
        let counters = &self.counters;
        report.history.push(DepthRow {
            depth: report.depth,
            nodes: counters.nodes,
            cuts: counters.cuts,
            table_hits: counters.table.hits,
            first_move_rate: counters.first_move_cuts as f32 / counters.cuts.max(1) as f32,
            score: report.score.unwrap_or_default(),
            pv: report.pv.clone(),
            elapsed: self.shared.timer.elapsed(),
        });
    }

    /// The report as it stands, with this thread's counters.
    fn current(&self, report: &Report<G>) -> Report<G> {
        let mut current = report.clone();
        add_counters(&mut current, &self.counters);
        current.table.hashfull = self.shared.table.hashfull();
        current.table.entry_bytes = Table::entry_bytes();
        current.elapsed = self.shared.timer.elapsed();
        current
    }
}

fn lowered(score: Score, width: i32) -> Score {
    Score::from_raw(score.raw().saturating_sub(width)).max(-Score::INFINITE)
}

fn raised(score: Score, width: i32) -> Score {
    Score::from_raw(score.raw().saturating_add(width)).min(Score::INFINITE)
}
