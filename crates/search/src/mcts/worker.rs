//! The state of one search thread, and what all threads share.

use super::knowledge::Knowledge;
use super::meeting::Meeting;
use super::options::Options;
use super::trace::Steps;
use super::tree::Tree;
use crate::{Apart, SamePosition, Timer};
use quadrille_core::{FirstCodes, Game, KeyHistory, Player, Playout, Rng};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

/// What all threads of one search share.
pub(super) struct Shared<'a, G: Game, P> {
    pub(super) options: &'a Options,
    pub(super) knowledge: &'a Knowledge<'a, G, P>,
    pub(super) tree: &'a Tree<G>,
    pub(super) root: &'a G,
    pub(super) history: &'a KeyHistory,
    /// The moves before the root, the latest last.
    pub(super) recent: &'a [G::Move],
    pub(super) timer: &'a Timer,
    pub(super) same: Option<SamePosition<G>>,
    /// Playouts started, and the limit.
    pub(super) started: Apart<AtomicU64>,
    pub(super) most_playouts: u64,
    pub(super) threads: usize,
    /// Whether proofs are backed up: not if the value of a shared record depends on the path to it.
    pub(super) proves: bool,
    /// The log, if the search is traced.
    pub(super) log: Option<&'a Mutex<Steps<G::Move>>>,
    /// Where its threads meet then.
    pub(super) meeting: Option<Meeting>,
}

/// One thread of a search. Workers are adjacent in memory and each is written constantly, so they must not share cache
/// lines.
#[repr(align(128))]
pub(super) struct Worker<'a, G: Game, P> {
    pub(super) shared: &'a Shared<'a, G, P>,
    /// The number of the thread.
    pub(super) index: usize,
    pub(super) rng: Rng,
    pub(super) history: KeyHistory,
    pub(super) path: Vec<Step>,
    /// Choices to repeat, by depth, and how often.
    pub(super) stays: Vec<Stay>,
    pub(super) codes: FirstCodes,
    pub(super) excluded: Vec<usize>,
    pub(super) priors: Vec<f32>,
    /// The judge's value of the position expanded last.
    pub(super) judged: Option<f32>,
    /// Whether simulations expand leaves (not with `scheme=steps`).
    pub(super) expands: bool,
    pub(super) playouts: u64,
    pub(super) depth_sum: u64,
    pub(super) deepest: u32,
}

/// One move of the descent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) record: u32,
    pub(super) edge: u32,
    pub(super) code: u32,
    pub(super) mover: Player,
}

/// A choice to be repeated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stay {
    pub(super) record: u32,
    pub(super) edge: u32,
    pub(super) left: u32,
}

impl<'a, G: Game, P: Playout<G>> Worker<'a, G, P> {
    pub(super) fn new(shared: &'a Shared<'a, G, P>, seed: u64, index: usize) -> Self {
        let codes = if shared.options.rule.uses_amaf() { shared.root.codes() } else { 0 };
        Self {
            shared,
            index,
            rng: Rng::stream(seed ^ shared.root.key(), index as u64),
            history: shared.history.clone(),
            path: Vec::with_capacity(64),
            stays: Vec::with_capacity(64),
            codes: FirstCodes::new(codes),
            excluded: Vec::new(),
            priors: Vec::new(),
            judged: None,
            expands: true,
            playouts: 0,
            depth_sum: 0,
            deepest: 0,
        }
    }
}
