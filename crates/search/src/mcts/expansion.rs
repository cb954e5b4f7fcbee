//! Expansion: makes the record of a leaf, with its moves.

use super::edges::Edges;
use super::knowledge::chance;
use super::tally::Tally;
use super::tree::{Amaf, Record};
use super::worker::Worker;
use arrayvec::ArrayVec;
use quadrille_core::{Game, MoveBuf, Playout};
use std::sync::OnceLock;

/// How many previous moves a judge receives.
const RECENT: usize = 8;

impl<G: Game, P: Playout<G>> Worker<'_, G, P> {
    /// Makes the record of a position and returns its number; `None` if the memory limit is reached.
    pub(super) fn expand(&mut self, position: &G) -> Option<u32> {
        let tree = self.shared.tree;
        if tree.records.bytes() >= self.shared.options.memory << 20 {
            return None;
        }
        let mut moves = G::Moves::default();
        position.legal_moves(&mut moves);
        if G::HISTORY_FORBIDS && !tree.is_graph() {
            let mut allowed = G::Moves::default();
            for &m in moves.as_slice().iter().filter(|&&m| position.allowed_by_history(m, &self.history)) {
                allowed.push(m);
            }
            moves = allowed;
        }
        let record = self.record(position, moves.as_mut());
        tree.add(record)
    }

    /// The record of a position with these moves. They are shuffled, so that ties do not follow the order of move
    /// generation.
    pub(super) fn record(&mut self, position: &G, moves: &mut [G::Move]) -> Record<G> {
        let knowledge = self.shared.knowledge;
        self.rng.shuffle(moves);
        self.priors.clear();
        if knowledge.judge.is_some() || knowledge.prior.is_some() {
            self.priors.resize(moves.len(), 1.0 / moves.len().max(1) as f32);
        }
        if let Some(judge) = knowledge.judge {
            let recent = self.recent();
            self.judged = Some(judge.judge(position, &recent, moves, &mut self.priors));
            // A judge leaves moves out by a probability of zero. It may leave out all that were asked about.
            if self.priors.iter().all(|&prior| prior == 0.0) {
                self.priors.fill(1.0 / moves.len().max(1) as f32);
            }
        } else if let Some(prior) = knowledge.prior {
            prior.priors(position, moves, &mut self.priors);
        }
        let mut record = Record::new(position.key(), Edges::new(moves, &self.priors));
        if self.shared.options.rule.uses_amaf() {
            let tallies = moves.iter().map(|_| Tally::default()).collect();
            // Codes are numbers of squares and directions: no game has 65,536.
            let codes = moves.iter().map(|&m| position.code(m) as u16).collect();
            record.amaf = Some(Box::new(Amaf { tallies, codes, by_code: OnceLock::new() }));
        }
        if self.shared.options.verify {
            record.witness = Some(Box::new(position.clone()));
        }
        if self.shared.options.minimax_weight > 0.0 {
            self.evaluate_children(position, &record);
        }
        record
    }

    /// The moves before the position at the end of the path, the latest first.
    fn recent(&self) -> ArrayVec<G::Move, RECENT> {
        let before_root = self.shared.recent.iter().rev().copied();
        self.moves_back().chain(before_root).take(RECENT).collect()
    }

    /// Each move starts with the evaluation of the position after it.
    fn evaluate_children(&self, position: &G, record: &Record<G>) {
        let Some(evaluation) = self.shared.knowledge.evaluation else { return };
        let mover = position.to_move();
        for i in 0..record.edges.len() {
            let mut child = position.clone();
            child.play(record.edges.m(i));
            let score = match child.outcome() {
                Some(outcome) => evaluation.finished(&child, outcome, 0),
                None => evaluation.evaluate(&child),
            };
            let chance = chance(score, self.shared.options.evaluation_scale);
            // The record is not yet part of the tree, which counts what it takes when it is added.
            record.edges.followed(i, |_| {}).set_minimax(if child.to_move() == mover { chance } else { 1.0 - chance });
        }
    }
}
