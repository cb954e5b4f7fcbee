//! What a search reports, as typed objects.

use crate::moves::Spelled;
use pyo3::prelude::*;
use quadrille_core::Value as Known;
use quadrille_engine::{self as engine, Verdict};

/// The value of a position for the side to move, or of a move for the side that plays it.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Value {
    /// `score`, `chance`, `win`, `loss` or `margin`.
    kind: &'static str,
    /// Units of the game, a chance from 0 to 1, or plies to the proven end.
    amount: f64,
    /// The corresponding winning chance, 0 to 1.
    chance: f64,
    /// As text: `+1.25`, `win in 7`, `63.2 %`.
    text: String,
}

impl From<&Verdict> for Value {
    fn from(verdict: &Verdict) -> Self {
        let (kind, amount) = match verdict.value {
            Known::Score(units) => ("score", units),
            Known::Chance(chance) => ("chance", chance),
            Known::Win(plies) => ("win", plies.into()),
            Known::Loss(plies) => ("loss", plies.into()),
            Known::Margin(units) => ("margin", units),
        };
        Self { kind, amount, chance: verdict.chance, text: verdict.value.say().to_string() }
    }
}

#[pymethods]
impl Value {
    /// Whether it is proven.
    #[getter]
    fn is_proven(&self) -> bool {
        matches!(self.kind, "win" | "loss" | "margin")
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Value({:?}, {}, chance={:.3})", self.kind, self.amount, self.chance)
    }
}

/// What is known of one move.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The move.
    #[pyo3(name = "move")]
    played: Spelled,
    /// Number of visits.
    visits: Option<u64>,
    /// The mover's mean result in the search, 0 to 1.
    mean: Option<f64>,
    /// The prior probability of the move.
    prior: Option<f64>,
    /// All-moves-as-first value.
    amaf: Option<f64>,
    /// The value for the side that plays it.
    value: Option<Value>,
    /// The expected line, the move included.
    pv: Vec<Spelled>,
}

/// One completed depth of alpha-beta.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct DepthReport {
    /// The depth.
    depth: u32,
    /// Positions visited so far.
    nodes: u64,
    /// Cuts so far.
    cuts: u64,
    /// Table hits so far.
    table_hits: u64,
    /// Share of cuts made by the first move tried.
    first_move_cut_rate: f64,
    /// The value at this depth.
    value: Option<Value>,
    /// The line at this depth.
    pv: Vec<Spelled>,
    /// When the depth was done.
    seconds: f64,
}

/// One move somewhere in a search tree.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Branch {
    /// Index of the parent move in the list; none at the root.
    parent: Option<usize>,
    /// The move.
    #[pyo3(name = "move")]
    played: Spelled,
    /// Number of visits.
    visits: u64,
    /// The winning chance of the player who makes it, 0 to 1.
    value: Option<f64>,
    /// How many replies to it have been tried.
    answers: usize,
}

/// Statistics of a search, running or finished. Fields that do not apply to the algorithm are none.
#[pyclass(frozen, get_all, module = "quadrille")]
#[derive(Clone, Debug)]
pub struct Report {
    /// The algorithm that thought.
    algorithm: &'static str,
    /// The move it would play.
    best: Option<Spelled>,
    /// The value for the side to move.
    value: Option<Value>,
    /// The expected line.
    pv: Vec<Spelled>,
    /// Completed depth in plies.
    depth: Option<u32>,
    /// The deepest line looked at.
    selective_depth: Option<u32>,
    /// Positions visited.
    nodes: Option<u64>,
    /// Alpha-beta cuts.
    cuts: Option<u64>,
    /// Cuts by the first move tried.
    first_move_cuts: Option<u64>,
    /// Table lookups.
    table_probes: Option<u64>,
    /// Table lookups that found the position.
    table_hits: Option<u64>,
    /// Key collisions detected.
    collisions: Option<u64>,
    /// Positions whose exact value an endgame table knew.
    known: Option<u64>,
    /// Simulated games.
    playouts: Option<u64>,
    /// Thousandths of the table in use.
    hashfull: Option<u32>,
    /// Time spent.
    seconds: f64,
    /// The moves, best first.
    moves: Vec<MoveReport>,
    /// Depth by depth.
    depths: Vec<DepthReport>,
    /// The most visited moves of the tree, if `branches` asked for them.
    tree: Vec<Branch>,
    /// What was changed in the request: a clamped limit, an option without effect.
    notes: Vec<String>,
}

fn line(line: &engine::Line) -> Vec<Spelled> {
    line.0.iter().map(Spelled::from).collect()
}

fn value(verdict: Option<&Verdict>) -> Option<Value> {
    verdict.map(Value::from)
}

impl From<&engine::Report> for Report {
    fn from(report: &engine::Report) -> Self {
        Self {
            algorithm: report.algorithm,
            best: report.best.as_ref().map(Spelled::from),
            value: value(report.verdict.as_ref()),
            pv: line(&report.line),
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes: report.nodes,
            cuts: report.cuts,
            first_move_cuts: report.first_move_cuts,
            table_probes: report.table_probes,
            table_hits: report.table_hits,
            collisions: report.collisions,
            known: report.known,
            playouts: report.playouts,
            hashfull: report.hashfull,
            seconds: report.seconds,
            moves: report.moves.iter().map(MoveReport::from).collect(),
            depths: report.depths.iter().map(DepthReport::from).collect(),
            tree: report.tree.iter().map(Branch::from).collect(),
            notes: report.notes.0.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<&engine::MoveReport> for MoveReport {
    fn from(report: &engine::MoveReport) -> Self {
        Self {
            played: Spelled::from(&report.name),
            visits: report.visits,
            mean: report.mean,
            prior: report.prior,
            amaf: report.amaf,
            value: value(report.verdict.as_ref()),
            pv: line(&report.line),
        }
    }
}

impl From<&engine::DepthRow> for DepthReport {
    fn from(row: &engine::DepthRow) -> Self {
        Self {
            depth: row.depth,
            nodes: row.nodes,
            cuts: row.cuts,
            table_hits: row.table_hits,
            first_move_cut_rate: row.first_move_cut_rate,
            value: value(row.verdict.as_ref()),
            pv: line(&row.line),
            seconds: row.seconds,
        }
    }
}

impl From<&engine::BranchRow> for Branch {
    fn from(row: &engine::BranchRow) -> Self {
        Self {
            parent: row.parent,
            played: Spelled::from(&row.name),
            visits: row.visits,
            value: row.value,
            answers: row.answers,
        }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let best = self.best.as_ref().map_or("no move", Spelled::text);
        let value = self.value.as_ref().map_or("no value", |value| &value.text);
        format!("Report({:?}, {best}, {value}, {:.3} s)", self.algorithm, self.seconds)
    }
}
