//! Recording the events of a traced search.

use super::edges::Proof;
use super::options::Options;
use super::selection::{Setting, amaf_weight, scores};
use super::trace::{Candidate, Drawn, Event, Noted, Steps};
use super::tree::Record;
use super::worker::Worker;
use quadrille_core::{Game, Playout};
use std::sync::{Mutex, PoisonError};

impl<G: Game, P: Playout<G>> Worker<'_, G, P> {
    /// Records an event, if the search is traced.
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

    /// Records what selection saw and chose; a repeated choice records no statistics.
    #[cold]
    pub(super) fn note_selection(&self, record: u32, chosen: usize, setting: Setting<'_>, again: bool) {
        let options = self.shared.options;
        let by_rule = !again && !self.halves();
        let candidates =
            if by_rule { candidates(options, self.shared.tree.record(record), setting) } else { Vec::new() };
        let Setting { mover, visits, .. } = setting;
        self.note(|| Event::Select { record, mover, visits, chosen, candidates });
    }

    /// Records a move's statistics after a result was backed up to it.
    #[cold]
    pub(super) fn note_backup(&self, record: u32, edge: usize, units: u64) {
        let count = self.shared.tree.record(record).edges.at(edge).count();
        let (visits, mean) = (count.visits, count.mean().unwrap_or_default());
        self.note(|| Event::Backup { record, edge, units, visits, mean });
    }

    /// Records that an edge is proven.
    #[cold]
    pub(super) fn note_proof(&self, record: u32, edge: usize) {
        let outcome = match self.shared.tree.record(record).edges.at(edge).proof() {
            Proof::Win => Ok(true),
            Proof::Loss => Ok(false),
            Proof::Draw => Err(Drawn),
            Proof::Unknown => return,
        };
        self.note(|| Event::Proven { record, edge, outcome });
    }
}

/// The statistics selection saw for the moves of a record, and their scores.
fn candidates<G: Game>(options: &Options, record: &Record<G>, setting: Setting<'_>) -> Vec<Candidate<G::Move>> {
    let scores = scores(options, record, setting);
    let of = |(i, score): (usize, Option<f32>)| {
        let edge = record.edges.at(i);
        let count = edge.count();
        let amaf = record.amaf.as_ref().map(|amaf| match setting.reference {
            Some(table) => table.of(setting.mover, u32::from(amaf.codes[i])).count(),
            None => amaf.tallies[i].count(),
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
