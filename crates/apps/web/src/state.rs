//! How the server is set up, and what every request can reach.

use crate::catalogue;
use crate::events::Listeners;
use crate::game::searches::Searches;
use crate::games::Games;
use crate::lessons::{self, Lesson};
use crate::security::Gate;
use crate::store::Store;
use crate::work::Work;
use axum::body::Bytes;
use quadrille_core::Refusal;
use quadrille_engine::Library;
use quadrille_support::threads;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// How the server runs.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where games are kept; without it they live as long as the server.
    pub data: Option<PathBuf>,
    /// Names under which the server answers, beside the loopback's.
    pub hosts: Vec<String>,
    /// What visitors from other machines have to know; without it they are strangers like all others.
    pub code: Option<String>,
    /// Engine moves searched at once; 0 means one for each core.
    pub searches: usize,
    /// What is known about Go moves; without it, what the program was built with.
    pub library: Option<Library>,
    /// A folder of lessons beside those of the program.
    pub lessons: Option<PathBuf>,
}

impl Options {
    /// The usual options: games in the user's data folder.
    #[must_use]
    pub fn usual() -> Self {
        Self { data: data_folder(), ..Self::default() }
    }
}

/// `$QUADRILLE_DATA`, or the place the system keeps such data in.
#[must_use]
pub fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    from("QUADRILLE_DATA")
        .or_else(|| from("XDG_DATA_HOME").map(|folder| folder.join("quadrille/games")))
        .or_else(|| from("HOME").map(|home| home.join(".local/share/quadrille/games")))
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
    pub(crate) library: Library,
    /// Positions are looked up in the patterns one at a time: each takes all cores for a moment.
    pub(crate) lookups: Arc<Semaphore>,
    /// Searches are watched and exercises checked one at a time.
    pub(crate) traces: Work,
    /// A teacher's own lessons first, then those of the program.
    pub(crate) lessons: Arc<Vec<Lesson>>,
    pub(crate) catalogue: Bytes,
    pub(crate) gate: Gate,
}

impl AppState {
    /// Opens the store and asks the engine what it offers.
    pub fn new(options: &Options) -> Result<Self, Refusal> {
        let store = Store::open(options.data.clone())?;
        let searches = Searches::new(if options.searches == 0 { threads::available() } else { options.searches });
        Ok(Self {
            games: Games::new(store, searches),
            listeners: Listeners::default(),
            formulas: Work::new(1),
            imports: Work::new(2),
            creations: Work::new(2),
            library: options.library.clone().unwrap_or_else(Library::built_in),
            lookups: Arc::new(Semaphore::new(1)),
            traces: Work::new(1),
            lessons: Arc::new(all_lessons(options)?),
            catalogue: catalogue::catalogue()?.into(),
            gate: Gate::new(options.hosts.iter().cloned(), options.code.as_deref()),
        })
    }
}

/// A teacher's lessons and the program's; of two with the same name the teacher's.
fn all_lessons(options: &Options) -> Result<Vec<Lesson>, Refusal> {
    let mut all = options.lessons.as_deref().map_or(Ok(Vec::new()), lessons::from_folder)?;
    for lesson in lessons::built_in()? {
        if all.iter().all(|own| own.name != lesson.name) {
            all.push(lesson);
        }
    }
    Ok(all)
}
