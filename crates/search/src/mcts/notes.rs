//! How a watched search writes its events down.

use super::options::Options;
use super::selection::{Setting, amaf_weight, scores};
use super::trace::{Candidate, Drawn, Event, Noted, Steps};
use super::tree::{Proof, Record};
use super::worker::Worker;
use quadrille_core::{Game, Playout};
use std::sync::{Mutex, PoisonError};

impl<G: Game, P: Playout<G>> Worker<'_, G, P> {
    /// Writes an event down, if somebody watches.
    #[inline]
    pub(super) fn note(&self, event: impl FnOnce() -> Event<G::Move>) {
        if let Some(log) = self.shared.log {
            self.write(log, event());
        }
    }

    #[cold]
    fn write(&self, log: &Mutex<Steps<G::Move>>, event: Event<G::Move>) {
        log.lock().unwrap_or_else(PoisonError::into_inner).add(Noted { thread: self.index, event });
    }

    /// Writes down what selection saw and chose; an earlier choice that still held saw nothing.
    #[cold]
    pub(super) fn note_selection(&self, record: u32, chosen: usize, setting: Setting<'_>, again: bool) {
        let options = self.shared.options;
        let by_rule = !again && !self.halves();
        let candidates =
            if by_rule { candidates(options, self.shared.tree.record(record), setting) } else { Vec::new() };
        let Setting { mover, visits, .. } = setting;
        self.note(|| Event::Select { record, mover, visits, chosen, candidates });
    }

    /// Writes down what a move is worth after a result reached it.
    #[cold]
    pub(super) fn note_backup(&self, record: u32, edge: usize, units: u64) {
        let count = self.shared.tree.record(record).edges[edge].tally.count();
        let (visits, mean) = (count.visits, count.mean().unwrap_or_default());
        self.note(|| Event::Backup { record, edge, units, visits, mean });
    }

    /// Writes down that an edge is decided.
    #[cold]
    pub(super) fn note_proof(&self, record: u32, edge: usize) {
        let outcome = match self.shared.tree.record(record).edges[edge].proof() {
            Proof::Win => Ok(true),
            Proof::Loss => Ok(false),
            Proof::Draw => Err(Drawn),
            Proof::Unknown => return,
        };
        self.note(|| Event::Proven { record, edge, outcome });
    }
}

/// What selection knew about the moves of a record, and what the rule makes of it.
fn candidates<G: Game>(options: &Options, record: &Record<G>, setting: Setting<'_>) -> Vec<Candidate<G::Move>> {
    let scores = scores(options, record, setting);
    let of = |(i, score): (usize, Option<f32>)| {
        let edge = &record.edges[i];
        let count = edge.tally.count();
        let amaf = record.amaf.as_ref().map(|amaf| match setting.reference {
            Some(table) => table.of(setting.mover, amaf.edges[i].code).count(),
            None => amaf.edges[i].tally.count(),
        });
        Candidate {
            m: edge.m,
            visits: count.visits,
            mean: count.mean(),
            prior: edge.prior,
            amaf_weight: amaf.map_or(0.0, |anywhere| amaf_weight(options, count, anywhere)),
            amaf: amaf.and_then(|count| count.mean().map(|mean| (count.visits, mean))),
            score,
            proven: match edge.proof() {
                Proof::Win if options.solver => Some(true),
                Proof::Loss if options.solver => Some(false),
                _ => None,
            },
        }
    };
    scores.into_iter().enumerate().map(of).collect()
}
