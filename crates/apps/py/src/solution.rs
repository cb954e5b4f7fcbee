//! Solved positions and predicted moves.

use crate::moves::colour;
use pyo3::prelude::*;
use quadrille_core::Picture;
use quadrille_engine::PointView;
use quadrille_engine::solve::{self, Winner, Worth};

/// A solved position.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Solution {
    /// The value for the side to move: `first` (it wins), `second`, `draw`, or `margin`.
    result: &'static str,
    /// The margin in discs or points for the side to move, in games that count one.
    margin: Option<f64>,
    /// Who wins: true for White.
    winner: Option<bool>,
    /// Plies to the end, if known.
    distance: Option<u32>,
    /// A move that keeps the value.
    best: Option<String>,
    /// Best play.
    pv: Vec<String>,
    /// Positions visited.
    nodes: u64,
    /// Time spent.
    seconds: f64,
    /// What solved it.
    method: &'static str,
    /// Remarks about the answer, such as a stored result.
    notes: Vec<String>,
}

impl From<solve::Solution> for Solution {
    fn from(solution: solve::Solution) -> Self {
        let (result, margin) = match solution.value {
            Worth::Margin(margin) => ("margin", Some(margin)),
            Worth::Result(Winner::First) => ("first", None),
            Worth::Result(Winner::Second) => ("second", None),
            Worth::Result(Winner::Draw) => ("draw", None),
        };
        Self {
            result,
            margin,
            winner: solution.winner.map(colour),
            distance: solution.distance,
            best: solution.best,
            pv: solution.pv,
            nodes: solution.nodes,
            seconds: solution.seconds,
            method: solution.method,
            notes: solution.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let value = self.margin.map_or_else(|| self.result.to_owned(), |margin| format!("{margin:+}"));
        format!("Solution({value}, best={:?}, {} nodes)", self.best, self.nodes)
    }
}

/// A predicted move.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The move.
    #[pyo3(name = "move")]
    played: String,
    /// How likely it is.
    probability: f32,
    /// The largest zoom at which the tables know the surroundings; 0 if none.
    zoom: usize,
    /// How often the pattern of that zoom was seen.
    seen: u64,
    /// How often the player moved there.
    chosen: u64,
}

impl Prediction {
    /// The prediction for a point of a board.
    pub fn of(point: &PointView, board: &Picture) -> Self {
        let name = board.names.get(point.row * board.columns + point.column);
        Self {
            played: name.cloned().unwrap_or_default(),
            probability: point.probability,
            zoom: point.zoom,
            seen: point.n,
            chosen: point.v,
        }
    }
}

#[pymethods]
impl Prediction {
    fn __repr__(&self) -> String {
        format!("Prediction({:?}, {:.3})", self.played, self.probability)
    }
}
