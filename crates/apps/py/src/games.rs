//! The games that can be played, and what they offer.

use crate::errors::Raise;
use pyo3::prelude::*;
use quadrille_core::{Descriptor, Lang};
use quadrille_engine::exchange::Target;
use quadrille_engine::registry;

/// The name and features of a game.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The name it is opened by.
    name: &'static str,
    /// The name for people.
    title: &'static str,
    /// The game in a sentence.
    summary: &'static str,
    /// The rule sets, the default first, each with its name and meaning.
    variants: Vec<(&'static str, &'static str)>,
    /// Board sizes, the default first.
    sizes: Vec<&'static str>,
    /// A position as text.
    position_example: &'static str,
    /// What scores count.
    unit: &'static str,
    /// Formats its records are written in.
    formats: Vec<&'static str>,
}

impl From<&Descriptor> for GameInfo {
    fn from(game: &Descriptor) -> Self {
        let english = |message: &'static quadrille_core::Message| message.template(Lang::English);
        Self {
            name: game.name,
            title: english(game.title),
            summary: english(game.summary),
            variants: game.variants.iter().map(|(name, help)| (*name, english(help))).collect(),
            sizes: game.sizes.to_vec(),
            position_example: game.position_example,
            unit: english(game.unit),
            formats: Target::names(game.name),
        }
    }
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        format!("GameInfo({:?})", self.name)
    }
}

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    registry::names().collect()
}

/// The name and features of a game.
#[pyfunction]
fn game(name: &str) -> PyResult<GameInfo> {
    registry::descriptor(name).or_raise().map(GameInfo::from)
}

/// Adds what this file offers to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameInfo>()?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(game, module)?)
}
