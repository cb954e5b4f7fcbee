//! The body of alpha-beta: one node.
//!
//! Negamax, fail-soft, principal-variation search (Marsland 1983; Reinefeld 1983): the first move gets the full window,
//! the others must first show with a null window that they are better. [`Worker::node`] is the node, top to bottom;
//! [`Worker::try_moves`] the loop over its moves; [`Worker::search_move`] one move.

use super::ordering::{Clues, bring_best_forward};
use super::pruning::{value_by_table, within_proven_distance};
use super::worker::{SOLVED, Worker};
use super::{Full, Null};
use crate::table::{Bound, Entry};
use arrayvec::ArrayVec;
use quadrille_core::{Evaluation, MoveBuf, Score, Tactics};

/// The kind of a node: compiled twice, read once.
pub(super) trait Window {
    /// Whether the exact value is wanted, not only on which side of the window it lies.
    const FULL: bool;
}

impl Window for Full {
    const FULL: bool = true;
}

impl Window for Null {
    const FULL: bool = false;
}

/// What is known about a node while its moves are tried.
pub(super) struct Node<'p, G> {
    pub(super) position: &'p G,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) threatened: bool,
    pub(super) evaluation: Option<Score>,
    /// Whether the mover stands better than two plies ago: then less is cut away.
    pub(super) improving: bool,
    pub(super) entry: Option<Entry>,
    /// Counters when the node was entered, to see what its subtree added.
    pub(super) guesses: u64,
    pub(super) history_draws: u64,
}

/// Quiet moves remembered per node, to hold their failure against them.
const TRIED: usize = 32;

impl<G: Tactics, E: Evaluation<G> + ?Sized> Worker<'_, G, E> {
    /// The value of a position `ply` moves below the root, searched `depth` plies deep, for the side to move; at most
    /// `alpha` means "at most this", at least `beta` means "at least this".
    pub(super) fn node<W: Window>(&mut self, position: &G, alpha: Score, beta: Score, depth: i32, ply: usize) -> Score {
        self.lines[ply].clear();
        if depth <= 0 || ply >= Self::LONGEST {
            return match self.result_by_history(position, ply) {
                Some(score) => score,
                None => self.horizon::<W>(position, alpha, beta, ply),
            };
        }
        if self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.result_by_history(position, ply) {
            return score;
        }
        let (alpha, beta) = within_proven_distance(alpha, beta, ply);
        if alpha >= beta {
            return alpha;
        }
        let (guesses, history_draws) = (self.counters.guesses, self.counters.history_draws);
        let testing = self.left_out[ply].is_some();
        let entry = if testing { None } else { self.probe(position, ply) };
        if let Some(score) =
            entry.filter(|_| !W::FULL).and_then(|entry| self.cut_by_table(position, &entry, alpha, beta, depth))
        {
            return score;
        }
        let mut moves = G::Moves::default();
        self.allowed_moves(position, &mut moves);
        if moves.is_empty() {
            return self.no_moves(position, ply);
        }
        let threatened = position.is_threatened();
        let evaluation = self.static_evaluation(position, ply, threatened, entry);
        let improving = self.is_improving(ply, evaluation);
        let depth = self.reduced_without_table_move(depth, entry);
        let node = Node {
            position,
            alpha,
            beta,
            depth,
            ply,
            threatened,
            evaluation,
            improving,
            entry,
            guesses,
            history_draws,
        };
        if !W::FULL
            && !testing
            && let Some(score) = self.cut_before_moves(&node)
        {
            return score;
        }
        self.try_moves::<W>(&node, &mut moves)
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

    /// The legal moves that the past permits.
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

    /// The game is over, on the board or because the past forbids every move.
    fn no_moves(&mut self, position: &G, ply: usize) -> Score {
        let by_history = || position.adjudicate(&self.history);
        match position.outcome().or_else(by_history) {
            Some(outcome) => self.shared.evaluation.finished(position, outcome, ply as u32),
            None => Score::DRAW,
        }
    }

    /// Computed only where a rule asks for it, and taken from the table where it is there.
    fn static_evaluation(&mut self, position: &G, ply: usize, threatened: bool, entry: Option<Entry>) -> Option<Score> {
        let wanted = self.shared.options.wants_evaluation() && !threatened;
        let known = entry.and_then(|entry| entry.evaluation);
        let evaluation = wanted.then(|| known.unwrap_or_else(|| self.shared.evaluation.evaluate(position)));
        self.evaluations[ply] = evaluation;
        evaluation
    }

    fn is_improving(&self, ply: usize, evaluation: Option<Score>) -> bool {
        let before = if ply >= 2 { self.evaluations[ply - 2] } else { None };
        match (before, evaluation) {
            (Some(before), Some(now)) => now > before,
            _ => false,
        }
    }

    /// Without a move from the table the ordering is poor: a shallower search will find one, and the next iteration comes
    /// back with it (internal iterative reduction; Schröder 2020).
    fn reduced_without_table_move(&self, depth: i32, entry: Option<Entry>) -> i32 {
        const SHALLOWEST: i32 = 5;
        let known = entry.is_some_and(|entry| entry.code.is_some());
        let applies = self.shared.options.internal_reduction && self.shared.options.table && depth >= SHALLOWEST;
        depth - i32::from(applies && !known)
    }

    fn try_moves<W: Window>(&mut self, node: &Node<'_, G>, moves: &mut G::Moves) -> Score {
        let &Node { position, beta, ply, .. } = node;
        self.memory.enter(ply);
        let previous = if ply > 0 { self.played[ply - 1] } else { None };
        let clues = Clues { table_code: node.entry.and_then(|entry| entry.code), ply, previous };
        let base = self.ranks.len();
        for &m in moves.as_slice() {
            self.ranks.push(self.memory.rank(self.shared.options, position, m, clues));
        }
        let mut best = (-Score::INFINITE, None);
        let mut floor = node.alpha;
        let mut searched = 0;
        let mut tried = ArrayVec::<G::Move, TRIED>::new();
        for i in 0..moves.len() {
            bring_best_forward(moves.as_mut(), &mut self.ranks[base..], i);
            let m = moves.as_slice()[i];
            let quiet = !position.is_noisy(m);
            if self.left_out[ply] == Some(m) || self.skips(node, m, quiet, searched, best.0) {
                continue;
            }
            let score = self.search_move::<W>(node, m, floor, searched, quiet);
            if self.interrupted {
                self.ranks.truncate(base);
                return Score::DRAW;
            }
            searched += 1;
            if score > best.0 {
                best.0 = score;
                if score > floor {
                    floor = score;
                    best.1 = Some(m);
                    if W::FULL {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        self.count_cut(node, m, quiet, searched, &tried, clues);
                        break;
                    }
                }
            }
            if quiet {
                // A full list forgets the latest: they matter least.
                let _ = tried.try_push(m);
            }
        }
        self.ranks.truncate(base);
        if searched == 0 {
            return node.alpha;
        }
        self.remember(node, best);
        best.0
    }

    fn count_cut(
        &mut self,
        node: &Node<'_, G>,
        m: G::Move,
        quiet: bool,
        searched: usize,
        tried: &[G::Move],
        clues: Clues,
    ) {
        self.counters.cuts += 1;
        self.counters.first_move_cuts += u64::from(searched == 1);
        if quiet {
            self.memory.reward(node.position, m, tried, node.depth, clues);
        }
    }

    /// One move: scout first, look closer only if it turns out better than expected.
    pub(super) fn search_move<W: Window>(
        &mut self,
        node: &Node<'_, G>,
        m: G::Move,
        alpha: Score,
        searched: usize,
        quiet: bool,
    ) -> Score {
        let options = self.shared.options;
        let is_table_move = searched == 0
            && node.entry.and_then(|entry| entry.code).is_some_and(|code| usize::from(code) == node.position.code(m));
        let singular = is_table_move && self.is_singular(node, m);
        let child = self.play(node.position, m, node.ply);
        let threatens = (options.extensions || options.reductions) && child.is_threatened();
        let deeper = (singular || (threatens && options.extensions)) && node.ply < 2 * self.root_depth;
        let depth = node.depth - 1 + i32::from(deeper);
        let below = node.ply + 1;
        let score = if searched == 0 || !options.scout {
            -self.node::<W>(&child, -node.beta, -alpha, depth, below)
        } else {
            let above = Score::from_raw(alpha.raw() + 1);
            let reduction = self.reduction(node, m, quiet && !threatens, searched, W::FULL);
            let mut score = -self.node::<Null>(&child, -above, -alpha, depth - reduction, below);
            if score > alpha && reduction > 0 {
                score = -self.node::<Null>(&child, -above, -alpha, depth, below);
            }
            if W::FULL && score > alpha && score < node.beta {
                score = -self.node::<W>(&child, -node.beta, -alpha, depth, below);
            }
            score
        };
        self.take_back();
        score
    }

    /// Stores the result. A draw that rests on the history of the game holds on this path only, so its score is not
    /// kept; a subtree without any guess is solved, and its value holds at every depth.
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
        let depth = if solved { SOLVED } else { node.depth.clamp(0, i32::from(SOLVED) - 1) as u8 };
        let code = m.and_then(|m| u16::try_from(node.position.code(m)).ok());
        self.store(node.position, node.ply, Entry { code, score, evaluation: node.evaluation, depth, bound });
    }
}
