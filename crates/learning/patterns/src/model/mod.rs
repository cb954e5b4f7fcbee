//! The log-linear model: the probability of a move is the exponential of a sum of weights, divided by that of all moves.
//!
//! A move's weights are those of every known zoom pattern around it, of every known response to the last move, and of
//! seven features (`features.rs`). It is a softmax regression, in the words of Go programmers a generalised Bradley-Terry
//! model (Coulom, *Computing Elo ratings of move patterns*, 2007), fitted by [`training`]. [`Tracker`] follows a game;
//! `predictor.rs` answers evaluations and searches.

mod body;
mod features;
mod predictor;
mod softmax;
mod tracker;
pub mod training;
mod weights;

pub use predictor::{BuiltIn, ByModel};
pub use tracker::{Candidate, Tracker};

use crate::counting::Tables;
use crate::zoom::matches::PatternSet;
use quadrille_core::{Player, Refusal};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use weights::WeightTable;

/// Learned weights.
///
/// ```
/// use quadrille_core::Player;
/// use quadrille_patterns::model::Model;
/// let model = Model::built_in();
/// let mut tracker = model.start(19, 19);
/// let candidates = tracker.candidates(&model, Player::Black);
/// let mut scores: Vec<f32> = candidates.iter().map(|candidate| candidate.score).collect();
/// scores.sort_by(f32::total_cmp);
/// assert!(scores.len() == 361 && scores[360] > scores[180] + 2.0, "corner points are far ahead of the rest");
/// ```
#[derive(Debug)]
pub struct Model {
    zooms: usize,
    reach: usize,
    patterns: WeightTable,
    features: Vec<f32>,
    /// How often its zoom patterns were seen and chosen, if that was kept.
    tables: Option<Arc<Tables>>,
    /// Empty boards of the shapes that were asked for, ready to be copied.
    starts: Mutex<Vec<Arc<Tracker>>>,
    /// A cache of trackers at the latest positions, since the next one is usually near. Boxed, because a tracker is
    /// large and moves between threads.
    idle: Mutex<Vec<Box<Tracker>>>,
}

impl Model {
    /// A model that knows these patterns (cut keys in rising order) and nothing about them.
    pub(crate) fn untrained(zooms: usize, reach: usize, keys: &[u64]) -> Result<Self, Refusal> {
        let patterns = WeightTable::new(keys.len(), keys.iter().map(|&key| (key, 0.0)))?;
        Ok(Self::new((zooms, reach), patterns, vec![0.0; features::WEIGHTS], None))
    }

    fn new(
        (zooms, reach): (usize, usize),
        patterns: WeightTable,
        features: Vec<f32>,
        tables: Option<Arc<Tables>>,
    ) -> Self {
        Self { zooms, reach, patterns, features, tables, starts: Mutex::default(), idle: Mutex::default() }
    }

    /// How often its zoom patterns were seen and chosen, if its file says so.
    #[must_use]
    pub fn tables(&self) -> Option<&Arc<Tables>> {
        self.tables.as_ref()
    }

    /// How many patterns it knows.
    #[must_use]
    pub fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// The largest zoom.
    #[must_use]
    pub fn zooms(&self) -> usize {
        self.zooms
    }

    /// All weights, to change them.
    fn weights_mut(&mut self) -> (&mut WeightTable, &mut [f32]) {
        self.starts.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.idle.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        (&mut self.patterns, &mut self.features)
    }

    /// An empty board of this shape with its patterns already found.
    #[must_use]
    pub fn start(&self, rows: u8, columns: u8) -> Tracker {
        let mut starts = self.starts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(start) = starts.iter().find(|start| start.board().shape() == (rows, columns)) {
            return Tracker::clone(start);
        }
        let mut tracker = Tracker::new(rows, columns, self.zooms);
        for player in Player::BOTH {
            tracker.refresh(self, player, |_| {});
        }
        starts.push(Arc::new(tracker.clone()));
        tracker
    }

    /// An idle tracker for this player's moves.
    fn take_tracker(&self, shape: (u8, u8), player: Player) -> Box<Tracker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = idle.iter().rposition(|tracker| tracker.serves(shape, player)) {
            return idle.swap_remove(place);
        }
        drop(idle);
        let mut tracker = Box::new(self.start(shape.0, shape.1));
        tracker.watch_only(player);
        tracker
    }

    fn give_back(&self, tracker: Box<Tracker>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(tracker);
    }

    /// The built-in model.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Model>> = LazyLock::new(|| {
            let bytes = crate::store::model_file();
            Arc::new(Model::from_bytes(&bytes).unwrap_or_else(|why| panic!("the built-in Go patterns: {why}")))
        });
        Arc::clone(&BUILT_IN)
    }
}

impl PatternSet for Model {
    #[inline]
    fn bucket(&self, key: u64) -> u32 {
        self.patterns.bucket_of(key)
    }

    #[inline]
    fn find(&self, key: u64, bucket: u32) -> Option<u32> {
        self.patterns.find_from(key, bucket)
    }
}
