//! Pruning, reductions and extensions: each rule is a small function that states its reason.
//!
//! All of them except the table cutoff are heuristics, so each has a switch in [`Options`] and none is used in exact
//! mode. None is used when the mover must answer a threat, nor to conclude that a game is lost.

use super::frame::{Candidate, Node, Window};
use super::worker::{SOLVED, Worker};
use super::{Event, Options, Reason, Rule, Step};
use crate::table::{Bound, Entry};
use quadrille_core::{Evaluation, Score, Tactics};
use std::ops::ControlFlow;

/// Shallow-depth rules apply below this depth.
const NEAR_HORIZON: i32 = 6;

impl Options {
    /// Whether any rule asks for the static evaluation of inner nodes.
    pub(super) const fn wants_evaluation(&self) -> bool {
        self.reverse_futility || self.futility || self.razoring || self.null_move
    }
}

/// A table cutoff: an entry of sufficient depth. In strict mode the depth must be equal, since a deeper value is better
/// but different.
#[inline]
pub(super) fn value_by_table(entry: &Entry, alpha: Score, beta: Score, depth: i32, strict: bool) -> Option<Score> {
    let known = i32::from(entry.depth);
    let usable = if strict { known == depth } else { known >= depth };
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
        Bound::None => false,
    };
    (usable && decides).then_some(entry.score)
}

/// Mate distance pruning: no line through this node can be better than having won already (some games end in favour of
/// the side to move) or worse than having lost already, so a window beyond that is empty.
#[inline]
pub(super) fn within_proven_distance(alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
    (alpha.max(Score::loss_in(ply as u32)), beta.min(Score::win_in(ply as u32)))
}

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The rules that end a node before any move is tried.
    pub(super) fn cut_before_moves<W: Window>(&mut self, node: &Node<'_, G>) -> Option<(Score, Reason)> {
        let evaluation = node.evaluation?;
        let cut = self
            .cut_by_reverse_futility(node, evaluation)
            .or_else(|| self.cut_by_razoring::<W>(node, evaluation))
            .or_else(|| self.cut_by_null_move::<W>(node, evaluation))?;
        self.counters.guesses += 1;
        Some(cut)
    }

    /// Searches a node that is not reached by a move: the same position again, or a null move. Traced as such.
    #[inline(always)]
    fn aside<W: Window>(&mut self, ply: usize, step: Step<G::Move>, search: impl FnOnce(&mut Self) -> Score) -> Score {
        if !W::WATCHED {
            return search(self);
        }
        let before = std::mem::replace(&mut self.steps_down[ply], step);
        let score = search(self);
        self.steps_down[ply] = before;
        score
    }

    /// Reverse futility pruning: the evaluation is so far above the window that a few quiet plies will not bring it
    /// down.
    fn cut_by_reverse_futility(&self, node: &Node<'_, G>, evaluation: Score) -> Option<(Score, Reason)> {
        let options = self.shared.options;
        if !options.reverse_futility || node.depth > NEAR_HORIZON || node.beta.is_loss() {
            return None;
        }
        let margin = options.reverse_futility_margin * (node.depth - i32::from(node.improving)).max(0);
        let lowered = Score::from_raw(evaluation.raw() - margin);
        let reason = Reason::Rule(Rule::ReverseFutility, lowered.raw(), node.beta.raw());
        (lowered >= node.beta && !evaluation.is_win()).then_some((evaluation, reason))
    }

    /// Razoring: the evaluation is so far below the window that only noisy moves could help, so search only those.
    fn cut_by_razoring<W: Window>(&mut self, node: &Node<'_, G>, evaluation: Score) -> Option<(Score, Reason)> {
        let options = self.shared.options;
        if !options.razoring || !G::HAS_QUIESCENCE || !options.quiescence || node.depth > 2 || node.alpha.is_win() {
            return None;
        }
        let raised = evaluation.raw() + options.razoring_margin * node.depth;
        if raised >= node.alpha.raw() {
            return None;
        }
        let score = self.aside::<W>(node.ply, Step::Again, |worker| {
            worker.quiescence::<W::Null>(node.position, node.alpha, node.beta, node.ply)
        });
        (score <= node.alpha).then_some((score, Reason::Rule(Rule::Razoring, raised, node.alpha.raw())))
    }

    /// Null-move pruning: if the line is refuted even when the mover passes, a real move refutes it all the more (Beal
    /// 1989; Donninger 1993). Not twice in a row; the game itself says where zugzwang is likely.
    fn cut_by_null_move<W: Window>(&mut self, node: &Node<'_, G>, evaluation: Score) -> Option<(Score, Reason)> {
        if !self.shared.options.null_move || node.depth < 3 || evaluation < node.beta || node.beta.is_loss() {
            return None;
        }
        if node.ply > 0 && self.played[node.ply - 1].is_none() {
            return None;
        }
        let child = node.position.null_move()?;
        let surplus = (evaluation.raw() - node.beta.raw()) / 200;
        let depth = node.depth - 4 - node.depth / 4 - surplus.min(3);
        self.played[node.ply] = None;
        self.traces[node.ply] = None;
        if G::USES_HISTORY {
            self.history.push(child.history_key());
        }
        let above = Score::from_raw(node.beta.raw() - 1);
        let below = node.ply + 1;
        self.expects_cut[below] = !node.expects_cut;
        self.reduced[below] = 0;
        let score = -self
            .aside::<W>(below, Step::Pass, |worker| worker.node::<W::Null>(&child, -node.beta, -above, depth, below));
        self.take_back();
        if self.interrupted || score < node.beta {
            return None;
        }
        // A win found after a null move is not a proof.
        let reason = Reason::Rule(Rule::NullMove, score.raw(), node.beta.raw());
        Some((if score.is_win() { node.beta } else { score }, reason))
    }

    /// Whether a move is not worth searching at all, given that another was.
    pub(super) fn skips<W: Window>(
        &mut self,
        node: &Node<'_, G>,
        candidate: &Candidate<'_, G::Move>,
        best: Score,
    ) -> bool {
        if !Self::may_skip(node, candidate.searched, best) {
            return false;
        }
        let skipped = if candidate.quiet {
            !(W::FULL && self.shared.options.spare_exact) && self.skips_quiet(node, candidate)
        } else {
            self.loses_exchange(node, candidate.m)
        };
        self.counters.guesses += u64::from(skipped);
        if W::WATCHED && skipped {
            let (rule, number, bound) = self.why_skipped(node, candidate);
            self.note::<W>(|| Event::Skip { m: candidate.m, rule, number, bound });
        }
        skipped
    }

    /// Whether all remaining quiet moves can be skipped, except exempt threats. (A traced search reports them one by
    /// one.)
    pub(super) fn skips_all_quiets<W: Window>(&mut self, node: &Node<'_, G>, searched: usize, best: Score) -> bool {
        let options = self.shared.options;
        let spared = W::WATCHED || W::FULL && options.spare_exact;
        let skips = !spared
            && Self::may_skip(node, searched, best)
            && (self.is_too_late(node, searched) || self.is_futile(node));
        self.counters.guesses += u64::from(skips);
        skips
    }

    /// Whether moves may be pruned at all: not before one was found that does not lose.
    #[inline]
    fn may_skip(node: &Node<'_, G>, searched: usize, best: Score) -> bool {
        searched > 0 && !best.is_loss() && !node.threatened && node.ply > 0
    }

    /// The rule that pruned a move, the number it compared and the bound.
    fn why_skipped(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> (Rule, i32, i32) {
        let history = || self.memory.quiet_history(self.shared.options, node.position, candidate.m, candidate.clues);
        if !candidate.quiet {
            (Rule::Exchange, self.exchange_bar(node), 0)
        } else if self.is_too_late(node, candidate.searched) {
            (Rule::LateMove, candidate.searched as i32, self.allowance(node))
        } else if self.is_futile(node) {
            (Rule::Futility, self.futile_ceiling(node).unwrap_or_default(), node.alpha.raw())
        } else if self.is_futile_when_reduced(node, candidate) {
            (Rule::Futility, self.reduced_ceiling(node, candidate).unwrap_or_default(), node.alpha.raw())
        } else if self.has_failed_before(node, candidate) {
            (Rule::History, history(), Self::poor_history(node))
        } else {
            (Rule::Hanging, self.hanging_bar(node, candidate), 0)
        }
    }

    fn skips_quiet(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> bool {
        let hopeless = self.is_too_late(node, candidate.searched)
            || self.is_futile(node)
            || self.is_futile_when_reduced(node, candidate)
            || self.has_failed_before(node, candidate)
            || self.hangs(node, candidate);
        hopeless && !self.is_spared(node.position, node.depth, candidate.m)
    }

    /// Whether a quiet move is a threat worth a look: one that costs no more than an exchange may.
    pub(super) fn is_spared(&self, position: &G, depth: i32, m: G::Move) -> bool {
        let options = self.shared.options;
        options.spare_threats && position.is_forcing(m) && position.loses_at_most(m, options.exchange_margin * depth)
    }

    /// Late move pruning: near the horizon, a quiet move far back in the ordering is hardly ever the best.
    fn is_too_late(&self, node: &Node<'_, G>, searched: usize) -> bool {
        let options = self.shared.options;
        options.late_move_pruning && node.depth <= options.late_move_depth && searched as i32 > self.allowance(node)
    }

    /// How many moves are searched first.
    #[inline]
    fn allowance(&self, node: &Node<'_, G>) -> i32 {
        (self.shared.options.late_move_base + node.depth * node.depth) / if node.improving { 1 } else { 2 }
    }

    /// Futility pruning: near the horizon, a quiet move cannot lift an evaluation that is far below the window.
    fn is_futile(&self, node: &Node<'_, G>) -> bool {
        let options = self.shared.options;
        options.futility
            && node.depth <= NEAR_HORIZON
            && self.futile_ceiling(node).is_some_and(|ceiling| ceiling <= node.alpha.raw())
    }

    /// The bound that no quiet move is expected to exceed.
    #[inline]
    fn futile_ceiling(&self, node: &Node<'_, G>) -> Option<i32> {
        let margin = self.shared.options.futility_margin * (node.depth + 1);
        node.evaluation.map(|evaluation| evaluation.raw() + margin)
    }

    /// The same, with the depth that a late quiet move would be searched to at first.
    fn is_futile_when_reduced(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> bool {
        let options = self.shared.options;
        options.futility
            && options.reduced_margins
            && reduced_depth(node, candidate) <= NEAR_HORIZON
            && self.reduced_ceiling(node, candidate).is_some_and(|ceiling| ceiling <= node.alpha.raw())
    }

    #[inline]
    fn reduced_ceiling(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> Option<i32> {
        let margin = self.shared.options.futility_margin * (reduced_depth(node, candidate) + 1);
        node.evaluation.map(|evaluation| evaluation.raw() + margin)
    }

    /// History pruning: near the horizon, a quiet move with a bad history is skipped.
    fn has_failed_before(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> bool {
        let options = self.shared.options;
        options.history_pruning
            && node.depth <= 4
            && self.memory.quiet_history(options, node.position, candidate.m, candidate.clues)
                < Self::poor_history(node)
    }

    #[inline]
    fn poor_history(node: &Node<'_, G>) -> i32 {
        const PER_PLY: i32 = 3_000;
        -PER_PLY * node.depth
    }

    /// Near the horizon, a quiet move that hangs a piece is skipped.
    fn hangs(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> bool {
        self.shared.options.hanging_pruning
            && self.judged_depth(node, candidate) <= NEAR_HORIZON
            && !node.position.loses_at_most(candidate.m, self.hanging_bar(node, candidate))
    }

    #[inline]
    fn hanging_bar(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> i32 {
        let depth = self.judged_depth(node, candidate);
        self.shared.options.hanging_margin * depth * depth
    }

    /// The depth that the margin of a quiet move depends on.
    #[inline]
    fn judged_depth(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> i32 {
        if self.shared.options.reduced_margins { reduced_depth(node, candidate) } else { node.depth }
    }

    /// Near the horizon, a capture that loses much by static exchange evaluation is skipped.
    fn loses_exchange(&self, node: &Node<'_, G>, m: G::Move) -> bool {
        let options = self.shared.options;
        options.exchange_pruning
            && node.depth <= NEAR_HORIZON
            && !node.position.gains_at_least(m, self.exchange_bar(node))
    }

    #[inline]
    fn exchange_bar(&self, node: &Node<'_, G>) -> i32 {
        -self.shared.options.exchange_margin * node.depth
    }

    /// Late move reductions: late moves are searched less deeply first; one that turns out well is searched again at
    /// full depth (Romstad, *An introduction to late move reductions*).
    pub(super) fn reduction<W: Window>(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> i32 {
        const FIRST_REDUCED: usize = 2;
        const SHALLOWEST: i32 = 3;
        let options = self.shared.options;
        let late = candidate.searched >= FIRST_REDUCED + usize::from(W::FULL);
        let kind = candidate.quiet || options.noisy_reductions;
        if !options.reductions || !late || !kind || node.threatened || node.depth < SHALLOWEST {
            return 0;
        }
        let usual = self.shared.reductions.plies(node.depth, candidate.searched) - i32::from(W::FULL);
        let plies = usual - self.merit(node, candidate)
            + i32::from(!node.improving)
            + if node.expects_cut { options.cut_reduction } else { 0 }
            + i32::from(!W::FULL && options.cut_counts && self.cuts_at[node.ply + 1] > 3);
        plies.clamp(0, node.depth - 2)
    }

    /// By how many plies less a late move is reduced for its history.
    fn merit(&self, node: &Node<'_, G>, candidate: &Candidate<'_, G::Move>) -> i32 {
        /// This much history is worth one ply.
        const PLY_OF_HISTORY: i32 = 6_000;
        if candidate.quiet {
            let history = self.memory.quiet_history(self.shared.options, node.position, candidate.m, candidate.clues);
            return history / PLY_OF_HISTORY;
        }
        1 + self.memory.noisy_history(node.position, candidate.m) / PLY_OF_HISTORY
    }

    /// Hindsight: after a large reduction the node is searched one ply deeper if the evaluations do not show that the
    /// reduced move was bad, and after any reduction one ply less deeply if they do.
    pub(super) fn in_hindsight(&self, depth: i32, ply: usize) -> i32 {
        const LARGE: i32 = 3;
        const CLEAR: i32 = 80;
        let reduction = self.reduced[ply];
        if !self.shared.options.hindsight || reduction == 0 || ply == 0 {
            return depth;
        }
        let (Some(before), Some(now)) = (self.evaluations[ply - 1], self.evaluations[ply]) else { return depth };
        let lost = before.raw() + now.raw();
        if reduction >= LARGE && lost <= 0 { depth + 1 } else { depth - i32::from(depth >= 2 && lost > CLEAR) }
    }

    /// Singular extensions: by how many plies to extend the table move. One if the node fails below its value without it
    /// (Anantharaman, Campbell and Hsu, *Singular extensions*, 1988). With `singular_steps`, two if it fails far below;
    /// if it is above the window even without the table move, the node is cut (multi-cut; Björnsson and Marsland 1999),
    /// and if other moves may do as well, the table move is searched less deeply.
    pub(super) fn singularity<W: Window>(
        &mut self,
        node: &Node<'_, G>,
        candidate: &Candidate<'_, G::Move>,
    ) -> ControlFlow<Score, i32> {
        const NONE: ControlFlow<Score, i32> = ControlFlow::Continue(0);
        /// A move that beats all others by this much more gets a double extension.
        const FAR: i32 = 15;
        let options = self.shared.options;
        let shallowest = if options.singular_steps { 6 } else { 7 };
        let &Candidate { m, searched, clues, .. } = candidate;
        let Some(entry) = node.entry else { return NONE };
        let applies = options.singular
            && searched == 0
            && clues.table_code.is_some_and(|code| usize::from(code) == node.position.code(m))
            && node.ply > 0
            && node.depth >= shallowest
            && self.left_out[node.ply].is_none()
            && entry.depth != SOLVED
            && i32::from(entry.depth) >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.score.plies_to_end().is_none();
        if !applies {
            return NONE;
        }
        let bar = Score::from_raw(entry.score.raw() - options.singular_margin * node.depth);
        let below = Score::from_raw(bar.raw() - 1);
        self.left_out[node.ply] = Some(m);
        let score = self.aside::<W>(node.ply, Step::Again, |worker| {
            worker.node::<W::Null>(node.position, below, bar, (node.depth - 1) / 2, node.ply)
        });
        self.left_out[node.ply] = None;
        if self.interrupted {
            return NONE;
        }
        if score < bar {
            let far = options.singular_steps && !W::FULL && score.raw() < bar.raw() - FAR;
            return ControlFlow::Continue(1 + i32::from(far));
        }
        if !options.singular_steps {
            return NONE;
        }
        if !W::FULL && bar >= node.beta && !node.beta.is_loss() {
            self.counters.guesses += 1;
            return ControlFlow::Break(bar);
        }
        ControlFlow::Continue(match entry.score {
            value if value >= node.beta => -2 + i32::from(W::FULL),
            _ => -i32::from(node.expects_cut),
        })
    }
}

/// The depth that a move would be searched to at first.
#[inline]
fn reduced_depth<G, M>(node: &Node<'_, G>, candidate: &Candidate<'_, M>) -> i32 {
    (node.depth - 1 - candidate.reduction).max(0)
}
