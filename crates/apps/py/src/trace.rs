//! Traced searches.

use crate::attend::attend;
use crate::errors::Raise;
use crate::options::{self, Order};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use quadrille_engine::trace::{self, Field, Fields, Kind, MOST_EVENTS};
use quadrille_engine::{Session, Stop, TraceOrder};

/// How many events are kept if nothing is said.
const USUAL_EVENTS: usize = 100_000;

/// A traced search: its tree and its events.
#[pyclass(frozen, module = "quadrille")]
pub struct Trace {
    trace: trace::Trace,
}

impl Trace {
    /// Watches a player think about a game.
    pub fn of(
        py: Python<'_>,
        session: &dyn Session,
        player: &str,
        given: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let order = read(player, given)?;
        let trace = attend(py, &Stop::new(), |_| session.trace(&order), |_, ()| Ok(()))?;
        Ok(Self { trace })
    }
}

/// The keywords: limits, `max_events`, and the algorithm's own options.
fn read(player: &str, given: Option<&Bound<'_, PyDict>>) -> PyResult<TraceOrder> {
    let mut most = USUAL_EVENTS;
    let mut given = given.map(PyDictMethods::copy).transpose()?;
    if let Some(given) = &mut given
        && let Some(value) = given.get_item("max_events")?
    {
        most = value.extract()?;
        if !(1..=MOST_EVENTS).contains(&most) {
            return Err(options::bad("max_events", most, "1 to 1000000"));
        }
        given.del_item("max_events")?;
    }
    let order = Order::read(given.as_ref())?.bounded();
    if order.multipv.is_some() || order.branches > 0 || order.root_moves.is_some() || order.on_report.is_some() {
        return Err(options::unknown("multipv, branches, root_moves or on_report", &KNOWN));
    }
    Ok(TraceOrder { player: options::player(player, &order.own)?, limits: order.limits, most })
}

const KNOWN: [&str; 5] = ["depth", "nodes", "playouts", "time", "max_events"];

#[pymethods]
impl Trace {
    /// `depth` (minimax and alpha-beta) or `tree` (Monte-Carlo tree search).
    #[getter]
    fn kind(&self) -> &'static str {
        if self.trace.kind == Kind::Depth { "depth" } else { "tree" }
    }

    /// The player as text.
    #[getter]
    fn player(&self) -> &str {
        &self.trace.player
    }

    /// The position it began at.
    #[getter]
    fn position(&self) -> &str {
        &self.trace.position
    }

    /// The best move.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.trace.found.best.as_deref()
    }

    /// Its value in hundredths of the game's unit, where the search has one.
    #[getter]
    fn score(&self) -> Option<i32> {
        self.trace.found.score
    }

    /// Its winning chance, if the search has one.
    #[getter]
    fn chance(&self) -> Option<f32> {
        self.trace.found.chance
    }

    /// The expected line.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.trace.found.pv.clone()
    }

    /// Positions visited, or in the tree.
    #[getter]
    fn nodes(&self) -> u64 {
        self.trace.found.nodes
    }

    /// How many events were not kept.
    #[getter]
    fn missed(&self) -> u64 {
        self.trace.missed
    }

    /// How many events there are.
    fn __len__(&self) -> usize {
        self.trace.event_count()
    }

    /// An event as a dictionary: what it is (`event`), the `node`, and what belongs to its kind.
    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyDict>> {
        let count = self.trace.event_count();
        let at = if index < 0 { index + count as isize } else { index };
        match usize::try_from(at) {
            Ok(at) if at < count => dictionary(py, self.trace.fields(at)),
            _ => Err(pyo3::exceptions::PyIndexError::new_err("there is no such event")),
        }
    }

    /// The tree as a picture.
    fn svg(&self) -> String {
        trace::svg(&self.trace)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The tree in Graphviz's language.
    fn dot(&self) -> String {
        trace::dot(&self.trace)
    }

    fn __repr__(&self) -> String {
        let Self { trace } = self;
        format!("Trace({:?}, {} nodes, {} events)", trace.player, trace.found.nodes, trace.event_count())
    }
}

fn dictionary(py: Python<'_>, fields: Fields) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, field) in fields {
        match field {
            Field::Whole(number) => dict.set_item(name, number)?,
            Field::Real(number) => dict.set_item(name, number)?,
            Field::Text(text) => dict.set_item(name, text)?,
            Field::Rows(rows) => {
                let rows: PyResult<Vec<_>> = rows.into_iter().map(|row| dictionary(py, row)).collect();
                dict.set_item(name, PyList::new(py, rows?)?)?;
            }
        }
    }
    Ok(dict)
}

/// Watches a player on a tree written as text, such as `((+3+12+8)(+2+4+6))`: parentheses enclose a position, `+3` is a leaf
/// where Black wins by 3. Moves are the letters a, b, c …
#[pyfunction]
#[pyo3(signature = (text, player = "bare", **options))]
fn trace_tree(py: Python<'_>, text: &str, player: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<Trace> {
    let order = read(player, options)?;
    let trace = py.detach(|| trace::trace_tree(text, &order)).or_raise()?;
    Ok(Trace { trace })
}

/// Adds what this file offers to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Trace>()?;
    module.add_function(wrap_pyfunction!(trace_tree, module)?)
}
