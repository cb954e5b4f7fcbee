//! Keyword arguments that a function takes beside its own.

use crate::errors::{Raise, raise};
use crate::moves::Spelling;
use crate::words;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use quadrille_engine::{Limits, PlayerSpec};
use std::time::Duration;

/// The error for an unknown keyword.
pub fn unknown(name: &str, known: &[&str]) -> PyErr {
    raise(&quadrille_search::refuse_name(name, known))
}

/// The refusal of a value.
pub fn bad(name: &'static str, value: impl ToString, expected: &'static str) -> PyErr {
    raise(&words::BAD_OPTION.refuse().with("name", name).with("value", value.to_string()).with("expected", expected))
}

/// A time in seconds.
pub fn seconds(name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let seconds: f64 = value.extract()?;
    Duration::try_from_secs_f64(seconds).map_err(|_| bad(name, seconds, "seconds, not negative"))
}

/// What a search is asked beside its position.
#[derive(Default)]
pub struct Order {
    /// What bounds it.
    pub limits: Limits,
    /// How many best moves get a line.
    pub multipv: Option<usize>,
    /// How many moves of a tree are reported.
    pub branches: usize,
    /// Consider these moves only.
    pub root_moves: Option<Vec<String>>,
    /// Hears of the progress.
    pub on_report: Option<Py<PyAny>>,
    /// The algorithm's own options.
    pub own: Vec<(String, String)>,
}

impl Order {
    /// The keywords that are about the search.
    pub const NAMES: [&'static str; 8] =
        ["depth", "nodes", "playouts", "time", "multipv", "branches", "root_moves", "on_report"];

    /// Reads keywords; those that are not about the search are the algorithm's own options.
    pub fn read(given: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut order = Self::default();
        for (name, value) in given.into_iter().flatten() {
            let name = name.extract::<String>()?;
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "depth" => order.limits.depth = Some(value.extract()?),
                "nodes" => order.limits.nodes = Some(value.extract()?),
                "playouts" => order.limits.playouts = Some(value.extract()?),
                "time" => order.limits.time = Some(seconds("time", &value)?),
                "multipv" => order.multipv = Some(value.extract()?),
                "branches" => order.branches = value.extract()?,
                "on_report" => order.on_report = Some(value.unbind()),
                "root_moves" => {
                    let moves: Vec<Spelling> = value.extract()?;
                    order.root_moves = Some(moves.iter().map(|m| m.text().to_owned()).collect());
                }
                _ => order.own.push((name, text(&value)?)),
            }
        }
        Ok(order)
    }

    /// Without any bound a search would never end.
    pub fn bounded(mut self) -> Self {
        let Limits { depth, nodes, playouts, time, .. } = self.limits;
        if (depth, nodes, playouts, time) == (None, None, None, None) {
            self.limits.time = Some(USUAL_TIME);
        }
        self
    }
}

/// How long a search takes if nothing bounds it.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A value as options spell it.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(switch) = value.cast::<PyBool>() {
        return Ok(switch.is_true().to_string());
    }
    Ok(value.str()?.to_string())
}

/// The player that a text and keywords describe.
pub fn player(text: &str, own: &[(String, String)]) -> PyResult<PlayerSpec> {
    let mut spec: PlayerSpec = text.parse::<PlayerSpec>().or_raise()?;
    spec.options.extend(own.iter().cloned());
    Ok(spec)
}
