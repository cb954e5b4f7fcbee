//! The search above the small endgames: with the trained evaluation, to a depth or to the end.
//!
//! Read [`Worker::deep`] first. A search of `depth` plies ends in the evaluation, unless the depth reaches the end of
//! the game; then the last squares are solved exactly by `search.rs`. Below [`LEVEL_EXACT`], branches are cut if a
//! shallower search is outside the window by some standard deviations (Buro, *ProbCut: an effective selective extension
//! of the alpha-beta algorithm*, 1995). This proves nothing, but gives the exact search a good first score and move
//! order.

use super::ordering::{self, Child, Children};
use super::parallel::{Split, Task};
use super::parity::odd_quarters;
use super::search::Worker;
use super::selectivity;
use super::table::{self, LEVEL_EXACT, NO_SQUARE};
use quadrille_othello::evaluation::patterns::{Node, Weights};
use std::sync::Arc;

/// Games with fewer empty squares are solved without the evaluation.
pub(super) const DEEP_EMPTIES: u32 = 14;
/// Searches of fewer plies use no table and simple ordering.
const TABLE_DEPTH: u32 = 3;
/// From this many plies the children are looked up before any is searched.
const ETC_DEPTH: u32 = 9;
/// From this many plies moves are ranked by the evaluation.
const EVALUATION_DEPTH: u32 = 4;
/// A node this many discs below the window will hardly be saved by any of its moves, so their order matters little.
const HOPELESS: i32 = 6;
/// Up to this many plies the moves of such a node are not even evaluated.
const HOPELESS_DEPTH: u32 = 15;
/// The weight of a disc of evaluation in a move's rank; an opponent's reply weighs 16.
const RANK_DISC: i32 = 12;

/// How deep moves are searched to rank them.
const fn ranking_depth(depth: u32) -> u32 {
    match depth {
        0..=14 => 0,
        15..=18 => 1,
        _ => 2,
    }
}

/// The moves of a node and what is known for their order. They are ranked only when they are needed: often the table's move
/// refutes the window, and the others need no evaluation.
struct Choice {
    children: Children,
    moves: u64,
    entry: Option<table::Entry>,
    /// The evaluation of the node, once somebody has asked for it.
    value: Option<i32>,
    ranked: bool,
}

impl Choice {
    fn value(&mut self, node: &Node, weights: &Weights) -> i32 {
        *self.value.get_or_insert_with(|| node.discs(weights, self.moves))
    }

    /// Where the table's best move stands among the moves.
    fn known(&self) -> Option<usize> {
        let square = self.entry?.squares[0];
        self.children.iter().position(|child| child.square == square)
    }
}

impl Worker<'_> {
    /// The score of a node against the null window `alpha .. alpha + 1` after `depth` plies; `moves` are the mover's.
    pub(super) fn deep(&mut self, node: &Node, moves: u64, alpha: i32, depth: u32, level: u8) -> i32 {
        let board = node.board;
        let empties = board.empties();
        if depth >= empties && empties < DEEP_EMPTIES {
            return self.null_window(board, moves, alpha);
        }
        self.nodes += 1;
        if depth == 0 && moves != 0 {
            return node.discs(self.weights, moves);
        }
        if depth >= TABLE_DEPTH && self.told_to_stop() {
            return alpha;
        }
        let depth = depth.min(empties);
        if let Some(bound) = self.cut_by_stability(board, empties, alpha) {
            return bound;
        }
        if moves == 0 {
            let passed = node.pass();
            let moves = passed.board.moves();
            return if moves == 0 {
                board.final_margin()
            } else {
                -self.deep(&passed, moves, -alpha - 1, depth, level)
            };
        }
        let place = (self.cutoffs.table && depth >= TABLE_DEPTH).then(|| self.table.place(board));
        let entry = place.and_then(|place| self.probe(self.table, place));
        if let Some(score) = entry.filter(|entry| entry.covers(depth, level)).and_then(|entry| entry.decides(alpha)) {
            return score;
        }
        let mut choice = Choice { children: Children::new(), moves, entry, value: None, ranked: false };
        if let Some(score) = self.cut_by_probability(node, &mut choice, alpha, depth, level) {
            return score;
        }
        ordering::add_children(&mut choice.children, board, moves, (depth >= ETC_DEPTH).then_some(self.table));
        if let Some(score) = self.cut_deep_by_children(&choice.children, depth, level, alpha) {
            return score;
        }
        let before = self.nodes;
        let (score, square) = self.try_deep(node, &mut choice, alpha, depth, level);
        if let (Some(place), false) = (place, self.aborted) {
            let nodes = self.nodes - before;
            self.table.store(place, &table::Result { depth, level, alpha, score, square, nodes });
        }
        score
    }

    /// A shallower search that is so far off the window that the deep one will hardly come back into it.
    fn cut_by_probability(
        &mut self,
        node: &Node,
        choice: &mut Choice,
        alpha: i32,
        depth: u32,
        level: u8,
    ) -> Option<i32> {
        if level >= LEVEL_EXACT || depth < selectivity::LEAST_DEPTH || self.probing >= selectivity::MOST_NESTED {
            return None;
        }
        let empties = node.board.empties();
        let shallow = selectivity::shallow_depth(depth);
        let margin = selectivity::margin(level, empties, depth, shallow);
        let static_margin = selectivity::margin(level, empties, depth, 0);
        let (value, moves) = (choice.value(node, self.weights), choice.moves);
        self.probing += 1;
        let mut cut = None;
        if value > alpha + static_margin / 2 && alpha + margin < 64 {
            let score = self.deep(node, moves, alpha + margin, shallow, level);
            cut = (score > alpha + margin).then_some(score - margin);
        }
        if cut.is_none() && value < alpha - static_margin / 2 && alpha - margin > -64 {
            let score = self.deep(node, moves, alpha - margin, shallow, level);
            cut = (score <= alpha - margin).then_some(score + margin);
        }
        self.probing -= 1;
        cut.filter(|_| !self.aborted)
    }

    /// A move that wipes the opponent out, or one whose result is in the table.
    fn cut_deep_by_children(&mut self, children: &Children, depth: u32, level: u8, alpha: i32) -> Option<i32> {
        if children.iter().any(|child| child.board.own == 0) {
            return Some(64);
        }
        if !(self.cutoffs.table && self.cutoffs.enhanced && depth >= ETC_DEPTH) {
            return None;
        }
        children.iter().find_map(|child| {
            let entry = self.probe(self.table, self.table.place(child.board))?;
            (entry.covers(depth - 1, level) && -i32::from(entry.upper) > alpha).then(|| -i32::from(entry.upper))
        })
    }

    /// The move to try as number `index`.
    fn next(&mut self, node: &Node, choice: &mut Choice, index: usize, alpha: i32, depth: u32) -> Child {
        if index == 0
            && let Some(known) = choice.known()
        {
            choice.children.swap(0, known);
            return choice.children[0];
        }
        if !choice.ranked {
            choice.ranked = true;
            match self.ranking(node, choice, alpha, depth) {
                Some(plies) => self.rank_by_search(node, &mut choice.children[index..], plies, choice.entry),
                None => {
                    ordering::rank(&mut choice.children[index..], node.board.empty(), choice.entry, self.cutoffs);
                }
            }
        }
        ordering::bring_best(&mut choice.children, index)
    }

    /// How deep the moves of a node are searched to rank them; none if what they leave the opponent is enough.
    fn ranking(&self, node: &Node, choice: &mut Choice, alpha: i32, depth: u32) -> Option<u32> {
        if depth < EVALUATION_DEPTH || !self.cutoffs.evaluation {
            return None;
        }
        if choice.value(node, self.weights) < alpha - HOPELESS {
            return (depth > HOPELESS_DEPTH).then_some(0);
        }
        Some(ranking_depth(depth))
    }

    /// Ranks moves by what they leave the opponent and the score of a search of this many plies.
    fn rank_by_search(&mut self, node: &Node, children: &mut [Child], plies: u32, entry: Option<table::Entry>) {
        let odd = odd_quarters(node.board.empty());
        for child in children.iter_mut() {
            child.rank = entry.and_then(|entry| ordering::rank_by_table(child, entry)).unwrap_or_else(|| {
                let after = node.after(self.weights, u32::from(child.square), child.flips(node.board));
                let value = self.shallow(&after, child.moves, -64, 64, plies);
                ordering::rank_of(child, odd) + RANK_DISC * value
            });
        }
    }

    /// Plain alpha-beta of very few plies, for ranking.
    fn shallow(&mut self, node: &Node, moves: u64, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        self.nodes += 1;
        if moves == 0 {
            let passed = node.pass();
            let moves = passed.board.moves();
            return if moves == 0 {
                node.board.final_margin()
            } else {
                -self.shallow(&passed, moves, -beta, -alpha, depth)
            };
        }
        if depth == 0 {
            return node.discs(self.weights, moves);
        }
        let mut children = Children::new();
        ordering::add_children(&mut children, node.board, moves, None);
        if depth > 1 {
            ordering::rank(&mut children, node.board.empty(), None, self.cutoffs);
        }
        let mut best = -64;
        for index in 0..children.len() {
            let child = if depth > 1 { ordering::bring_best(&mut children, index) } else { children[index] };
            let after = node.after(self.weights, u32::from(child.square), child.flips(node.board));
            best = best.max(-self.shallow(&after, child.moves, -beta, -alpha, depth - 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Searches the children in order until one refutes the window; the best score and its square.
    fn try_deep(&mut self, node: &Node, choice: &mut Choice, alpha: i32, depth: u32, level: u8) -> (i32, u8) {
        let (mut best, mut square) = (-64, NO_SQUARE);
        for index in 0..choice.children.len() {
            let child = self.next(node, choice, index, alpha, depth);
            if index > 0 && self.pool.is_some_and(|pool| pool.wants(depth)) {
                let split = Split::new(self.split.clone(), (best, square), alpha, depth - 1, level);
                return self.share(node, &mut choice.children, index, split);
            }
            let after = node.after(self.weights, u32::from(child.square), child.flips(node.board));
            let score = -self.deep(&after, child.moves, -alpha - 1, depth - 1, level);
            if self.aborted {
                break;
            }
            if score > best || square == NO_SQUARE {
                (best, square) = (score, child.square);
                if best > alpha {
                    self.cuts += 1;
                    break;
                }
            }
        }
        (best, square)
    }

    /// Searches the remaining children together with idle threads.
    fn share(&mut self, node: &Node, children: &mut Children, first: usize, split: Split) -> (i32, u8) {
        let Some(pool) = self.pool else { return split.best() };
        let split = Arc::new(split);
        let outer = self.split.replace(Arc::clone(&split));
        for index in first..children.len() {
            let child = ordering::bring_best(children, index);
            let after = node.after(self.weights, u32::from(child.square), child.flips(node.board));
            let task = Task { node: after, moves: child.moves, square: child.square };
            if !pool.offer(&split, task) {
                self.work(&split, &task);
            }
            if self.told_to_stop() {
                break;
            }
        }
        pool.finish(&split, |split, task| self.help(split, task));
        self.split = outer;
        // What stopped this node need not concern the ones above.
        self.aborted = false;
        let _ = self.told_to_stop();
        split.best()
    }

    /// Searches an offered move under its own node, unless that is decided already.
    pub(super) fn help(&mut self, split: &Arc<Split>, task: &Task) {
        if split.is_cut() {
            return;
        }
        let outer = self.split.replace(Arc::clone(split));
        self.work(split, task);
        self.split = outer;
    }

    /// Searches one move of a shared node and reports to it.
    fn work(&mut self, split: &Arc<Split>, task: &Task) {
        let (aborted, probing) = (self.aborted, self.probing);
        self.aborted = false;
        let score = -self.deep(&task.node, task.moves, -split.alpha - 1, split.depth, split.level);
        if !self.aborted {
            split.report(score, task.square);
        }
        (self.aborted, self.probing) = (aborted, probing);
    }
}
