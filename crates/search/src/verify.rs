//! Verification mode: the full position beside every table entry.
//!
//! The table cannot distinguish two positions with the same 64-bit key; normally that risk is accepted. In this mode
//! each entry's position is stored and compared on every hit, so collisions are detected, counted and never used. This
//! costs memory and a lock per hit; it is meant for measurements, not for play.

use crate::table::{Place, Table};
use std::sync::{Mutex, PoisonError};

/// Whether two positions are the same in everything that their key stands for.
pub type SamePosition<G> = fn(&G, &G) -> bool;

/// The positions that belong to the entries of a table.
#[derive(Debug)]
pub(crate) struct Witnesses<G> {
    positions: Vec<Mutex<Option<G>>>,
    same: SamePosition<G>,
}

impl<G: Clone> Witnesses<G> {
    pub(crate) fn new(table: &Table, same: SamePosition<G>) -> Self {
        Self { positions: (0..table.entries()).map(|_| Mutex::new(None)).collect(), same }
    }

    /// Stores the position whose entry is in this slot.
    pub(crate) fn keep(&self, place: Place, position: &G) {
        *self.positions[place.index()].lock().unwrap_or_else(PoisonError::into_inner) = Some(position.clone());
    }

    /// Whether the entry in this slot belongs to the position. If another thread has replaced the entry in between,
    /// that counts as a collision too, so exact counts need a single thread.
    pub(crate) fn confirms(&self, place: Place, position: &G) -> bool {
        let kept = self.positions[place.index()].lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().is_some_and(|kept| (self.same)(kept, position))
    }
}
