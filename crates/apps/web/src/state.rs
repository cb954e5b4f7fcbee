//! What every request can reach.

use crate::catalogue;
use crate::events::Listeners;
use crate::games::Games;
use crate::lessons::{self, Lesson};
use crate::work::Work;
use axum::body::Bytes;
use quadrille_core::Refusal;
use quadrille_engine::Library;
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// Learned Go patterns; the built-in ones are read on first use.
#[derive(Clone, Default)]
pub struct Learned(Arc<OnceLock<Library>>);

impl Learned {
    /// The library.
    pub fn get(&self) -> &Library {
        self.0.get_or_init(Library::built_in)
    }
}

impl From<Option<Library>> for Learned {
    fn from(library: Option<Library>) -> Self {
        Self(Arc::new(library.map_or_else(OnceLock::new, OnceLock::from)))
    }
}

/// What every request can reach.
#[derive(Clone)]
pub struct AppState {
    pub(crate) games: Games,
    pub(crate) listeners: Listeners,
    /// Formulas are compiled one at a time.
    pub(crate) formulas: Work,
    /// Limits concurrent detection of pasted texts.
    pub(crate) imports: Work,
    /// Limits concurrent creation of games: each may have thousands of moves.
    pub(crate) creations: Work,
    pub(crate) library: Learned,
    /// Pattern look-ups run one at a time: each uses all cores for a moment.
    pub(crate) lookups: Arc<Semaphore>,
    /// Traced searches and exercises run one at a time.
    pub(crate) traces: Work,
    /// A teacher's own lessons first, then those of the program.
    pub(crate) lessons: Arc<Vec<Lesson>>,
    pub(crate) catalogue: Bytes,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) gate: crate::security::Gate,
}

impl AppState {
    /// Builds the catalogue.
    pub(crate) fn around(games: Games, library: Option<Library>) -> Result<Self, Refusal> {
        Ok(Self {
            games,
            listeners: Listeners::default(),
            formulas: Work::new(1),
            imports: Work::new(2),
            creations: Work::new(2),
            library: library.into(),
            lookups: Arc::new(Semaphore::new(1)),
            traces: Work::new(1),
            lessons: Arc::new(lessons::built_in()?),
            catalogue: catalogue::catalogue()?.into(),
            #[cfg(not(target_family = "wasm"))]
            gate: crate::security::Gate::new([], None),
        })
    }
}
