//! Players: an algorithm with its options and its memory.

use crate::attend::attend;
use crate::errors::Raise;
use crate::options::Order;
use crate::report::Report;
use pyo3::prelude::*;
use quadrille_core::Lang;
use quadrille_engine::{self as engine, Domain, PlayerSpec, Question, Session, Stop, Thinker};
use std::sync::{Mutex, PoisonError};

/// An option of a player with its current value.
#[pyclass(frozen, get_all, name = "Option", module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Adjustable {
    /// The name it is set by.
    name: &'static str,
    /// Its present value.
    value: String,
    /// What it does.
    help: &'static str,
    /// What values it takes: `switch`, `whole`, `real` or `one-of`.
    kind: &'static str,
    /// The least number.
    least: Option<f64>,
    /// The largest number.
    most: Option<f64>,
    /// The names to choose from.
    names: Vec<&'static str>,
}

impl From<engine::Setting> for Adjustable {
    fn from(setting: engine::Setting) -> Self {
        let (kind, least, most, names) = match setting.domain {
            Domain::Switch => ("switch", None, None, Vec::new()),
            Domain::Whole { least, most } => ("whole", Some(least as f64), Some(most as f64), Vec::new()),
            Domain::Real { least, most } => ("real", Some(least), Some(most), Vec::new()),
            Domain::OneOf { names } => ("one-of", None, None, names),
        };
        let help = setting.help.template(Lang::English);
        Self { name: setting.name, value: setting.value, help, kind, least, most, names }
    }
}

#[pymethods]
impl Adjustable {
    fn __repr__(&self) -> String {
        format!("Option({}={})", self.name, self.value)
    }
}

/// A player by its description or with its memory.
#[derive(FromPyObject)]
pub enum Who {
    /// A description such as `uct,exploration=0.7`.
    Text(String),
    /// One that remembers.
    Object(Py<Player>),
}

/// Asks a player about a game; Ctrl-C stops it.
fn think(py: Python<'_>, thinker: &mut dyn Thinker, session: &dyn Session, order: &Order) -> PyResult<Report> {
    let stop = Stop::new();
    let question = Question {
        multipv: order.multipv.unwrap_or(1),
        branches: order.branches,
        root_moves: order.root_moves.clone(),
        ..Question::new(order.limits, &stop)
    };
    let listens = order.on_report.is_some();
    let report = attend(
        py,
        &stop,
        |news| {
            thinker.think(session, &question, &mut |report| {
                if listens {
                    // Nobody listens any more after an exception.
                    let _ = news.send(report.clone());
                }
            })
        },
        |py, report: engine::Report| {
            let Some(hear) = &order.on_report else { return Ok(()) };
            hear.call1(py, (Report::from(&report),)).map(drop)
        },
    )?;
    Ok(Report::from(&report))
}

/// A player that keeps its table or tree from move to move.
#[pyclass(module = "quadrille")]
pub struct Player {
    thinker: Mutex<Box<dyn Thinker>>,
    spec: PlayerSpec,
}

impl Player {
    /// The player that a description names, in the game of a session.
    pub fn open(session: &dyn Session, spec: PlayerSpec) -> PyResult<Self> {
        Ok(Self { thinker: Mutex::new(session.thinker(&spec).or_raise()?), spec })
    }

    /// Thinks about a game.
    pub fn think(&mut self, py: Python<'_>, session: &dyn Session, order: &Order) -> PyResult<Report> {
        let thinker = self.thinker.get_mut().unwrap_or_else(PoisonError::into_inner);
        think(py, thinker.as_mut(), session, order)
    }
}

#[pymethods]
impl Player {
    /// Clears the table or tree, as for a new game.
    fn clear(&mut self) {
        self.thinker.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// All options with their current values.
    fn options(&mut self) -> Vec<Adjustable> {
        let thinker = self.thinker.get_mut().unwrap_or_else(PoisonError::into_inner);
        thinker.options().into_iter().map(Adjustable::from).collect()
    }

    fn __repr__(&self) -> String {
        format!("Player({:?})", self.spec.to_string())
    }
}
