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

/// What is known about Go moves; what the program was built with is read when it is first asked for.
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
    /// Pasted texts are recognised a few at a time.
    pub(crate) imports: Work,
    /// Games are made from requests a few at a time: each may bring thousands of moves.
    pub(crate) creations: Work,
    pub(crate) library: Learned,
    /// Positions are looked up in the patterns one at a time: each takes all cores for a moment.
    pub(crate) lookups: Arc<Semaphore>,
    /// Searches are watched and exercises checked one at a time.
    pub(crate) traces: Work,
    /// A teacher's own lessons first, then those of the program.
    pub(crate) lessons: Arc<Vec<Lesson>>,
    pub(crate) catalogue: Bytes,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) gate: crate::security::Gate,
}

impl AppState {
    /// Asks the engine what it offers.
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
