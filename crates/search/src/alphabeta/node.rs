//! The body of alpha-beta: one node.
//!
//! Negamax, fail-soft, principal variation search (Marsland 1983; Reinefeld 1983): the first move is searched with the
//! full window, the others with a null window first. [`Worker::node`] is the node, top to bottom; [`Worker::try_moves`]
//! the loop over its moves; [`Worker::search_move`] one move.

use super::frame::{Candidate, Node, Window};
use super::memory::{Clues, bonus};
use super::ordering::{Next, Picker};
use super::pruning::{value_by_table, within_proven_distance};
use super::worker::{SOLVED, Worker};
use super::{Ask, Event, Reason, Rule, Step};
use crate::table::{Bound, Entry};
use arrayvec::ArrayVec;
use quadrille_core::{Evaluation, MoveBuf, Score, Tactics};
use std::ops::ControlFlow;

/// Moves of each kind remembered per node, to penalise them after a cutoff.
const TRIED: usize = 32;

/// The moves of a node that were searched.
struct Tried<M> {
    quiet: ArrayVec<M, TRIED>,
    noisy: ArrayVec<M, TRIED>,
}

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The value, for the side to move, of a position `ply` moves below the root, searched `depth` plies deep. A result
    /// ≤ `alpha` is an upper bound, a result ≥ `beta` a lower bound.
    pub(super) fn node<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, depth: i32, ply: usize) -> Score {
        self.lines[ply].clear();
        if depth <= 0 || ply >= Self::LONGEST {
            return self.beyond_depth::<W>(position, alpha, beta, ply);
        }
        self.note_enter::<W>(alpha, beta, (depth, ply), true);
        if let Some((score, reason)) = self.ends_at_entry(position, ply) {
            return self.leave::<W>(score, reason);
        }
        let (alpha, beta) = within_proven_distance(alpha, beta, ply);
        if alpha >= beta {
            return self.leave::<W>(alpha, Reason::Distance);
        }
        let (guesses, history_draws) = (self.counters.guesses, self.counters.history_draws);
        let testing = self.left_out[ply].is_some();
        let entry = if testing { None } else { self.probe::<W>(position, ply) };
        if let Some(score) =
            entry.filter(|_| !W::FULL).and_then(|entry| self.cut_by_table(position, &entry, alpha, beta, depth))
        {
            return self.leave::<W>(score, Reason::Table);
        }
        let threatened = position.is_threatened();
        let mut moves = G::Moves::default();
        let moves_first = !G::ENDS_UNDER_THREAT || threatened;
        if moves_first && let Some(score) = self.generate_or_end(position, &mut moves, ply) {
            return self.leave::<W>(score, Reason::Over);
        }
        let raw_evaluation = self.static_evaluation(position, threatened, entry);
        let evaluation = self.better_evaluation(position, ply, raw_evaluation, entry);
        evaluation.inspect(|&score| self.note::<W>(|| Event::Evaluate(score)));
        let depth = if testing { depth } else { self.look_back(position, depth, ply) };
        let node = Node {
            position,
            alpha,
            beta,
            depth: self.reduced_without_table_move(depth, entry),
            ply,
            threatened,
            raw_evaluation,
            evaluation,
            improving: self.is_improving(ply),
            expects_cut: !W::FULL && self.expects_cut[ply],
            entry,
            guesses,
            history_draws,
        };
        if !W::FULL
            && !testing
            && let Some((score, reason)) = self.cut_before_moves::<W>(&node)
        {
            return self.leave::<W>(score, reason);
        }
        if !moves_first && let Some(score) = self.generate_or_end(position, &mut moves, ply) {
            return self.leave::<W>(score, Reason::Over);
        }
        self.try_moves::<W>(&node, &mut moves)
    }

    /// Depth 0: a repetition, or quiescence search.
    #[inline]
    fn beyond_depth<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        match self.result_by_history(position, ply) {
            Some(score) => {
                self.note_enter::<W>(alpha, beta, (0, ply), false);
                self.leave::<W>(score, Reason::Past)
            }
            None => self.horizon::<W>(position, alpha, beta, ply),
        }
    }

    /// Traces the entry of a node; `plies` are its depth and its distance from the root.
    #[inline(always)]
    pub(super) fn note_enter<W: Window>(
        &mut self,
        alpha: Score,
        beta: Score,
        (depth, ply): (i32, usize),
        counted: bool,
    ) {
        if !W::WATCHED {
            return;
        }
        let ask = if W::FULL { Ask::Value } else { Ask::Side };
        let step = self.steps_down[ply];
        self.note::<W>(|| Event::Enter { step, ask, alpha, beta, depth, counted });
    }

    #[inline]
    fn cut_by_table(&mut self, position: &G, entry: &Entry, alpha: Score, beta: Score, depth: i32) -> Option<Score> {
        let score = value_by_table(entry, alpha, beta, depth, self.shared.options.strict)?;
        if position.past_matters() {
            return None;
        }
        self.counters.guesses += u64::from(entry.depth != SOLVED);
        Some(score)
    }

    /// Generates the moves; the value of the position if there are none.
    fn generate_or_end(&mut self, position: &G, moves: &mut G::Moves, ply: usize) -> Option<Score> {
        self.allowed_moves(position, moves);
        moves.is_empty().then(|| self.no_moves(position, ply))
    }

    /// The legal moves that the game history permits.
    #[inline]
    fn allowed_moves(&self, position: &G, moves: &mut G::Moves) {
        if !G::HISTORY_FORBIDS {
            return position.legal_moves(moves);
        }
        let mut legal = G::Moves::default();
        position.legal_moves(&mut legal);
        for &m in legal.as_slice() {
            if position.allowed_by_history(m, &self.history) {
                moves.push(m);
            }
        }
    }

    /// The game is over, on the board or because the history forbids every move.
    fn no_moves(&mut self, position: &G, ply: usize) -> Score {
        let by_history = || position.adjudicate(&self.history);
        match position.outcome().or_else(by_history) {
            Some(outcome) => self.shared.evaluation.finished(position, outcome, ply as u32),
            None => Score::DRAW,
        }
    }

    /// Computed only if a rule needs it, and taken from the table if stored there.
    fn static_evaluation(&mut self, position: &G, threatened: bool, entry: Option<Entry>) -> Option<Score> {
        let wanted = self.shared.options.wants_evaluation() && !threatened;
        let known = entry.and_then(|entry| entry.evaluation);
        wanted.then(|| known.unwrap_or_else(|| self.shared.evaluation.evaluate(position)))
    }

    /// The corrected evaluation, or the table's value where that is a tighter bound.
    fn better_evaluation(
        &mut self,
        position: &G,
        ply: usize,
        raw: Option<Score>,
        entry: Option<Entry>,
    ) -> Option<Score> {
        let corrected = raw.map(|raw| self.corrected(position, raw));
        self.evaluations[ply] = corrected;
        let known = entry.filter(|entry| self.shared.options.table_evaluation && entry.score.plies_to_end().is_none());
        match (corrected, known) {
            (Some(evaluation), Some(entry)) => Some(match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => evaluation.max(entry.score),
                Bound::Upper => evaluation.min(entry.score),
                Bound::None => evaluation,
            }),
            _ => corrected,
        }
    }

    fn is_improving(&self, ply: usize) -> bool {
        let before = if ply >= 2 { self.evaluations[ply - 2] } else { None };
        match (before, self.evaluations[ply]) {
            (Some(before), Some(now)) => now > before,
            _ => false,
        }
    }

    /// Without a table move the ordering is poor: search less deeply; the next iteration will have a table move
    /// (internal iterative reduction; Schröder 2020).
    fn reduced_without_table_move(&self, depth: i32, entry: Option<Entry>) -> i32 {
        const SHALLOWEST: i32 = 5;
        let known = entry.is_some_and(|entry| entry.code.is_some());
        let applies = self.shared.options.internal_reduction && self.shared.options.table && depth >= SHALLOWEST;
        depth - i32::from(applies && !known)
    }

    /// What the evaluation says about the move before: rewards it, and returns the depth in hindsight.
    fn look_back(&mut self, position: &G, depth: i32, ply: usize) -> i32 {
        self.reward_by_evaluation(position, ply);
        self.in_hindsight(depth, ply)
    }

    /// A quiet move that made its side's evaluation rise was good: its history is rewarded by the difference, or
    /// penalised if the evaluation fell (Stockfish developers 2020).
    fn reward_by_evaluation(&mut self, position: &G, ply: usize) {
        /// Points of history for each hundredth of a unit.
        const RATE: i32 = 16;
        const LARGEST: i32 = 1_200;
        if !self.shared.options.evaluation_history || ply == 0 || !self.quiet_played[ply - 1] {
            return;
        }
        let known = (self.evaluations[ply - 1], self.evaluations[ply], self.played[ply - 1]);
        if let (Some(before), Some(now), Some(code)) = known {
            let bonus = (-RATE * (before.raw() + now.raw())).clamp(-LARGEST, LARGEST);
            self.memory.reward_code(!position.to_move(), code, bonus);
        }
    }

    fn try_moves<W: Window>(&mut self, node: &Node<'_, G>, moves: &mut G::Moves) -> Score {
        let &Node { position, beta, ply, .. } = node;
        self.memory.enter(ply);
        self.cuts_at[ply + 2] = 0;
        let clues = self.clues(node.entry, ply);
        let mut picker = self.picker(position, moves, &clues);
        let mut best = (-Score::INFINITE, None);
        let mut floor = node.alpha;
        let mut searched = 0;
        let mut reason = Reason::Searched;
        let mut tried = Tried { quiet: ArrayVec::new(), noisy: ArrayVec::new() };
        while let Some(next) = self.pick(&mut picker, position, moves, &clues) {
            let Next::Move(m) = next else {
                self.leave_out_quiets::<W>(&mut picker, node, moves, (searched, best.0));
                self.rank_quiets(&picker, position, moves, &clues);
                continue;
            };
            let quiet = !position.is_noisy(m);
            if self.left_out[ply] == Some(m) {
                self.note::<W>(|| Event::Skip { m, rule: Rule::LeftOut, number: 0, bound: 0 });
                continue;
            }
            let mut candidate = Candidate { m, quiet, searched, extension: 0, reduction: 0, clues: &clues };
            candidate.reduction = self.reduction::<W>(node, &candidate);
            if self.skips::<W>(node, &candidate, best.0) {
                self.leave_out_quiets::<W>(&mut picker, node, moves, (searched, best.0));
                continue;
            }
            let score = match self.try_move::<W>(node, &mut candidate, floor) {
                ControlFlow::Continue(score) => score,
                ControlFlow::Break((score, reason)) => {
                    self.finish(&picker);
                    return self.leave::<W>(score, reason);
                }
            };
            searched += 1;
            if score > best.0 {
                best.0 = score;
                if score > floor {
                    floor = score;
                    best.1 = Some(m);
                    self.note_best::<W>(ply, m, score);
                    if score >= beta {
                        reason = Reason::Cut { searched, left: Self::left(&picker) };
                        self.count_cut(node, &Candidate { searched, ..candidate }, &tried);
                        break;
                    }
                }
            }
            // When the list is full, later moves are dropped: they matter least.
            let _ = if quiet { tried.quiet.try_push(m) } else { tried.noisy.try_push(m) };
        }
        self.finish(&picker);
        if searched == 0 {
            return self.leave::<W>(node.alpha, Reason::Searched);
        }
        self.remember(node, best);
        self.leave::<W>(best.0, reason)
    }

    /// Searches a move, extended if it is singular. Breaks with the node's value if multi-cut ends the node
    /// or if the search must stop.
    fn try_move<W: Window>(
        &mut self,
        node: &Node<'_, G>,
        candidate: &mut Candidate<'_, G::Move>,
        alpha: Score,
    ) -> ControlFlow<(Score, Reason), Score> {
        match self.singularity::<W>(node, candidate) {
            ControlFlow::Continue(plies) => candidate.extension = plies,
            ControlFlow::Break(score) => {
                let reason = Reason::Rule(Rule::MultiCut, score.raw(), node.beta.raw());
                return ControlFlow::Break((score, reason));
            }
        }
        let score = self.search_move::<W>(node, candidate, alpha);
        if self.interrupted {
            return ControlFlow::Break((Score::DRAW, Reason::Interrupted));
        }
        ControlFlow::Continue(score)
    }

    /// A new best move: in a PV node, it begins the line.
    pub(super) fn note_best<W: Window>(&mut self, ply: usize, m: G::Move, score: Score) {
        if W::FULL {
            self.extend_line(ply, m);
        }
        self.note::<W>(|| Event::Best { m, score, line: W::FULL });
    }

    /// Skips all remaining quiet moves if none of them is worth searching, given the moves searched so far and the best
    /// score.
    fn leave_out_quiets<W: Window>(
        &mut self,
        picker: &mut Picker,
        node: &Node<'_, G>,
        moves: &mut G::Moves,
        (searched, best): (usize, Score),
    ) {
        if self.skips_all_quiets::<W>(node, searched, best) {
            self.drop_quiets(picker, node.position, node.depth, moves);
        }
    }

    /// The ordering context: the previous moves.
    pub(super) fn clues(&self, entry: Option<Entry>, ply: usize) -> Clues {
        let before = |plies: usize| ply.checked_sub(plies);
        Clues {
            table_code: entry.and_then(|entry| entry.code),
            ply,
            previous: before(1).and_then(|ply| self.played[ply]),
            traces: [before(1), before(2), before(4)].map(|ply| ply.and_then(|ply| self.traces[ply])),
        }
    }

    fn count_cut(&mut self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>, tried: &Tried<G::Move>) {
        let &Candidate { m, quiet, searched, clues, .. } = candidate;
        self.counters.cuts += 1;
        self.cuts_at[node.ply] += 1;
        self.counters.first_move_cuts += u64::from(searched == 1);
        let bonus = bonus(self.shared.options, node.depth);
        if quiet {
            self.memory.reward_quiet(self.shared.options, node.position, (m, &tried.quiet), bonus, clues);
        }
        if self.shared.options.noisy_history {
            self.memory.reward_noisy(node.position, (!quiet).then_some(m), &tried.noisy, bonus);
        }
    }

    /// Searches one move: a null-window scout first, a re-search only if it turns out better than expected.
    pub(super) fn search_move<W: Window>(
        &mut self,
        node: &Node<'_, G>,
        candidate: &Candidate<'_, G::Move>,
        alpha: Score,
    ) -> Score {
        let options = self.shared.options;
        let &Candidate { m, searched, .. } = candidate;
        let child = self.play(node.position, m, node.ply);
        let threatens = (options.extensions || options.reductions) && child.is_threatened();
        let mut extension = candidate.extension;
        if threatens && options.extensions {
            extension = extension.max(1);
        }
        if node.ply >= 2 * self.root_depth {
            extension = extension.min(0);
        }
        if extension != 0 {
            self.note::<W>(|| Event::Shorten { m, plies: -extension });
        }
        if W::WATCHED {
            self.steps_down[node.ply + 1] = Step::Move(m);
        }
        let depth = node.depth - 1 + extension;
        let below = node.ply + 1;
        // Cut nodes and all nodes alternate along first moves; a scout search expects a cut node.
        let answered = !W::FULL && !node.expects_cut;
        self.expects_cut[below] = answered;
        self.reduced[below] = 0;
        let score = if searched == 0 || !options.scout {
            -self.node::<W>(&child, -node.beta, -alpha, depth, below)
        } else {
            let above = Score::from_raw(alpha.raw() + 1);
            let reduction = if threatens { 0 } else { candidate.reduction };
            if reduction > 0 {
                self.note::<W>(|| Event::Shorten { m, plies: reduction });
            }
            self.expects_cut[below] = true;
            self.reduced[below] = reduction;
            let mut score = -self.node::<W::Null>(&child, -above, -alpha, depth - reduction, below);
            if score > alpha && reduction > 0 {
                self.expects_cut[below] = answered;
                self.reduced[below] = 0;
                score = -self.node::<W::Null>(&child, -above, -alpha, depth, below);
            }
            if W::FULL && score > alpha && score < node.beta {
                self.reduced[below] = 0;
                score = -self.node::<W>(&child, -node.beta, -alpha, depth, below);
            }
            score
        };
        self.take_back();
        score
    }

    /// Stores the result. A draw that depends on the game history holds on this path only, so its score is not stored.
    /// A subtree without any heuristic value is solved, and its value holds at every depth.
    fn remember(&mut self, node: &Node<'_, G>, (score, m): (Score, Option<G::Move>)) {
        if self.left_out[node.ply].is_some() {
            return;
        }
        let from_history = self.counters.history_draws != node.history_draws;
        let solved = self.counters.guesses == node.guesses && !from_history && !self.shared.options.strict;
        let bound = if from_history && score == Score::DRAW {
            Bound::None
        } else if score >= node.beta {
            Bound::Lower
        } else if score > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if self.shared.options.corrections && bound != Bound::None {
            self.learn_error(node, score, m, bound);
        }
        let depth = if solved { SOLVED } else { node.depth.clamp(0, i32::from(SOLVED) - 1) as u8 };
        let code = m.and_then(|m| u16::try_from(node.position.code(m)).ok());
        self.store(node.position, node.ply, Entry { code, score, evaluation: node.raw_evaluation, depth, bound });
    }

    /// Updates the correction history, unless the best move is noisy: quiescence search would have seen that.
    fn learn_error(&mut self, node: &Node<'_, G>, score: Score, m: Option<G::Move>, bound: Bound) {
        let Some(evaluation) = node.raw_evaluation else { return };
        let shown = match bound {
            Bound::Lower => score > evaluation,
            Bound::Upper => score < evaluation,
            Bound::Exact => true,
            Bound::None => false,
        };
        let noisy = m.is_some_and(|m| node.position.is_noisy(m));
        if shown && !noisy && score.plies_to_end().is_none() {
            self.memory.note_error(node.position, evaluation, score, node.depth);
        }
    }
}
