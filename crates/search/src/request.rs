//! What a search is asked.

use crate::{Limits, Stop};
use quadrille_core::{Game, KeyHistory, MoveBuf};

/// The input of a search. Use [`Request::new`] and change the fields that differ from the defaults.
#[derive(Clone, Debug)]
pub struct Request<'a, G: Game> {
    /// The position to find a move in.
    pub position: &'a G,
    /// The history keys of the game, ending with this position.
    pub history: &'a KeyHistory,
    /// When to stop.
    pub limits: Limits,
    /// Number of search threads, at least one.
    pub threads: usize,
    /// What everything random starts from.
    pub seed: u64,
    /// Number of principal variations to report (multi-PV).
    pub multipv: usize,
    /// How many nodes of the search tree to report, the most visited first; usually none.
    pub branches: usize,
    /// Search only these moves; illegal ones are ignored.
    pub root_moves: Option<&'a [G::Move]>,
    /// The moves that led to the position, the latest last, as far as they are known.
    pub recent: &'a [G::Move],
    /// How others end the search.
    pub stop: &'a Stop,
}

impl<'a, G: Game> Request<'a, G> {
    /// The default seed.
    pub const USUAL_SEED: u64 = 1;

    /// A request for one thread, with the default seed.
    #[must_use]
    pub const fn new(position: &'a G, history: &'a KeyHistory, limits: Limits, stop: &'a Stop) -> Self {
        let seed = Self::USUAL_SEED;
        Self {
            position,
            history,
            limits,
            threads: 1,
            seed,
            multipv: 1,
            branches: 0,
            root_moves: None,
            recent: &[],
            stop,
        }
    }

    /// The moves to choose from: legal, allowed by the history and among `root_moves`. If that leaves none,
    /// `root_moves` is ignored, so that there is always a move while the game is not over.
    #[must_use]
    pub fn choices(&self) -> Vec<G::Move> {
        let mut moves = G::Moves::default();
        self.position.legal_moves(&mut moves);
        let allowed = |m: &G::Move| !G::HISTORY_FORBIDS || self.position.allowed_by_history(*m, self.history);
        let all: Vec<G::Move> = moves.as_slice().iter().copied().filter(allowed).collect();
        let wanted: Vec<G::Move> =
            all.iter().copied().filter(|m| self.root_moves.is_none_or(|only| only.contains(m))).collect();
        if wanted.is_empty() { all } else { wanted }
    }
}
