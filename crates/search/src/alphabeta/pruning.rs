//! The rules that look at less than everything: each a small function with its reason.
//!
//! All of them but the table cut are guesses, which is why each has a switch in [`Options`] and why none is used in
//! exact mode. None is used when the mover must answer a threat, nor to conclude that a game is lost.

use super::node::Node;
use super::worker::{SOLVED, Worker};
use super::{Null, Options};
use crate::table::{Bound, Entry};
use quadrille_core::{Evaluation, Score, Tactics};

/// Rules at the horizon apply below this depth.
const NEAR_HORIZON: i32 = 6;

/// How many plies late moves are searched less deeply: by depth and by how many moves came before.
#[derive(Debug)]
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new(percent: u32) -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (late, plies) in row.iter_mut().enumerate().skip(1) {
                let usual = 0.4 + (depth as f64).ln() * (late as f64).ln() / 2.2;
                *plies = (usual * f64::from(percent) / 100.0) as u8;
            }
        }
        Self(table)
    }

    #[inline]
    fn plies(&self, depth: i32, late: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][late.min(63)])
    }
}

impl Options {
    /// Whether any rule asks for the static evaluation of inner nodes.
    pub(super) const fn wants_evaluation(&self) -> bool {
        self.reverse_futility || self.futility || self.razoring || self.null_move
    }
}

/// A value that the table already proves at sufficient depth. In strict mode only the very same depth will do, since a
/// deeper value is better but different.
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

/// No line through this node can be better than having won already (some games end in favour of the side to move) or
/// worse than having lost already: a window beyond that is empty. Keeps the search from improving on a win it has.
#[inline]
pub(super) fn within_proven_distance(alpha: Score, beta: Score, ply: usize) -> (Score, Score) {
    (alpha.max(Score::loss_in(ply as u32)), beta.min(Score::win_in(ply as u32)))
}

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The rules that end a node before any move is tried.
    pub(super) fn cut_before_moves(&mut self, node: &Node<'_, G>) -> Option<Score> {
        let evaluation = node.evaluation?;
        let score = self
            .cut_by_reverse_futility(node, evaluation)
            .or_else(|| self.cut_by_razoring(node, evaluation))
            .or_else(|| self.cut_by_null_move(node, evaluation))?;
        self.counters.guesses += 1;
        Some(score)
    }

    /// The evaluation is so far above the window that a few quiet plies will not bring it down.
    fn cut_by_reverse_futility(&self, node: &Node<'_, G>, evaluation: Score) -> Option<Score> {
        let options = self.shared.options;
        if !options.reverse_futility || node.depth > NEAR_HORIZON || node.beta.is_loss() {
            return None;
        }
        let margin = options.reverse_futility_margin * (node.depth - i32::from(node.improving)).max(0);
        let lowered = Score::from_raw(evaluation.raw() - margin);
        (lowered >= node.beta && !evaluation.is_win()).then_some(evaluation)
    }

    /// The evaluation is so far below the window that only noisy moves could help: ask them alone.
    fn cut_by_razoring(&mut self, node: &Node<'_, G>, evaluation: Score) -> Option<Score> {
        let options = self.shared.options;
        if !options.razoring || !G::HAS_QUIESCENCE || !options.quiescence || node.depth > 2 || node.alpha.is_win() {
            return None;
        }
        if evaluation.raw() + options.razoring_margin * node.depth >= node.alpha.raw() {
            return None;
        }
        let score = self.quiescence::<Null>(node.position, node.alpha, node.beta, node.ply);
        (score <= node.alpha).then_some(score)
    }

    /// If the opponent may move twice and the line is still refuted, a real move refutes it all the more (Beal 1989;
    /// Donninger 1993). Not twice in a row, and the game itself says where being forced to move might be the problem.
    fn cut_by_null_move(&mut self, node: &Node<'_, G>, evaluation: Score) -> Option<Score> {
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
        if G::USES_HISTORY {
            self.history.push(child.history_key());
        }
        let above = Score::from_raw(node.beta.raw() - 1);
        let score = -self.node::<Null>(&child, -node.beta, -above, depth, node.ply + 1);
        self.take_back();
        if self.interrupted || score < node.beta {
            return None;
        }
        // A win found while the opponent passed is no proof.
        Some(if score.is_win() { node.beta } else { score })
    }

    /// Whether a move is not worth searching at all, given that another was.
    pub(super) fn skips(&mut self, node: &Node<'_, G>, m: G::Move, quiet: bool, searched: usize, best: Score) -> bool {
        if searched == 0 || best.is_loss() || node.threatened || node.ply == 0 || node.depth > NEAR_HORIZON {
            return false;
        }
        let skipped =
            if quiet { self.is_too_late(node, searched) || self.is_futile(node) } else { self.loses_exchange(node, m) };
        self.counters.guesses += u64::from(skipped);
        skipped
    }

    /// Near the horizon, a quiet move that the ordering put far back has hardly ever been the best one.
    fn is_too_late(&self, node: &Node<'_, G>, searched: usize) -> bool {
        let allowance = (4 + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        self.shared.options.late_move_pruning && node.depth <= 4 && searched as i32 > allowance
    }

    /// Near the horizon, a quiet move cannot lift an evaluation that is far below the window.
    fn is_futile(&self, node: &Node<'_, G>) -> bool {
        let options = self.shared.options;
        options.futility
            && node.evaluation.is_some_and(|evaluation| {
                evaluation.raw() + options.futility_margin * (node.depth + 1) <= node.alpha.raw()
            })
    }

    /// Near the horizon, an exchange that loses much by simple counting is not investigated further.
    fn loses_exchange(&self, node: &Node<'_, G>, m: G::Move) -> bool {
        let options = self.shared.options;
        options.exchange_pruning && !node.position.gains_at_least(m, -options.exchange_margin * node.depth)
    }

    /// How many plies less deeply a move is searched at first: late quiet moves seldom matter, and if one turns out to,
    /// it is searched again in full (late-move reductions; Romstad, *An introduction to late move reductions*).
    pub(super) fn reduction(&self, node: &Node<'_, G>, m: G::Move, quiet: bool, searched: usize, full: bool) -> i32 {
        const FIRST_REDUCED: usize = 2;
        const SHALLOWEST: i32 = 3;
        let options = self.shared.options;
        let late = searched >= FIRST_REDUCED + usize::from(full);
        if !options.reductions || !late || !quiet || node.threatened || node.depth < SHALLOWEST {
            return 0;
        }
        let history = self.memory.history_of(node.position.to_move(), node.position.code(m)) / 6_000;
        let plies =
            self.shared.reductions.plies(node.depth, searched) - i32::from(full) - history + i32::from(!node.improving);
        plies.clamp(0, node.depth - 2)
    }

    /// Whether the table move stands alone: without it the node fails far below its value, so it deserves one more ply
    /// (Anantharaman, Campbell and Hsu, *Singular extensions*, 1988).
    pub(super) fn is_singular(&mut self, node: &Node<'_, G>, m: G::Move) -> bool {
        const SHALLOWEST: i32 = 7;
        let Some(entry) = node.entry else { return false };
        let applies = self.shared.options.singular
            && node.ply > 0
            && node.depth >= SHALLOWEST
            && self.left_out[node.ply].is_none()
            && entry.depth != SOLVED
            && i32::from(entry.depth) >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.score.plies_to_end().is_none();
        if !applies {
            return false;
        }
        let bar = Score::from_raw(entry.score.raw() - 2 * node.depth);
        let below = Score::from_raw(bar.raw() - 1);
        self.left_out[node.ply] = Some(m);
        let score = self.node::<Null>(node.position, below, bar, (node.depth - 1) / 2, node.ply);
        self.left_out[node.ply] = None;
        !self.interrupted && score < bar
    }
}
