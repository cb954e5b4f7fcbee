//! What the command line needs, in three calls: [`prepare`], [`report`] and the methods of [`Compiled`] and [`Game`](crate::Game).

use serde::Serialize;

use crate::compile::{Compiled, Options, compile};
use crate::drawing::layout;
use crate::formula::{Formula, Sentence};
use crate::grid::Point;
use crate::netlist::Netlist;
use crate::solver::{Limits, Move, Value};
use crate::verify::{Verification, verify};

/// Reads a formula (JSON or text), draws it and compiles it.
///
/// # Errors
/// A sentence about the first thing that is wrong with the formula.
pub fn prepare(text: &str, strict: bool, options: Options) -> Result<Compiled, Sentence> {
    let formula = Formula::parse(text)?;
    if strict {
        formula.require_strict()?;
    }
    compile(&layout(&formula)?, options)
}

/// The answer of `sat2go`, ready for JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The formula as it was understood.
    pub formula: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Number of gadgets.
    pub gadgets: usize,
    /// What verification found; absent without it.
    #[serde(flatten)]
    pub verification: Option<VerificationReport>,
}

/// The part of a [`Report`] that verification adds.
#[derive(Clone, Debug, Serialize)]
pub struct VerificationReport {
    /// Whether the formula is satisfiable.
    pub satisfiable: bool,
    /// `white`, `black` or `unknown`.
    pub value: &'static str,
    /// Whether White wins the game on the graph of gadgets.
    pub netlist_value: bool,
    /// Whether all answers agree.
    pub agrees: bool,
    /// Positions visited.
    pub nodes: u64,
    /// Moves refused by superko anywhere in the search.
    pub repetitions: u64,
    /// The principal line, such as `W 12,7` (row and column from 1 at the top left) or `B pass`.
    pub line: Vec<String>,
}

/// Describes a compiled formula, and verifies it if limits are given.
///
/// # Errors
/// If the structure of the board breaks an invariant.
pub fn report(compiled: &Compiled, limits: Option<Limits>) -> Result<Report, Sentence> {
    Ok(Report {
        formula: compiled.drawing.formula.to_string(),
        rows: compiled.position.grid.rows(),
        columns: compiled.position.grid.columns(),
        gadgets: compiled.netlist.gadgets.len(),
        verification: limits.map(|limits| verify(compiled, limits)).transpose()?.map(VerificationReport::from),
    })
}

impl From<Verification> for VerificationReport {
    fn from(found: Verification) -> Self {
        Self {
            satisfiable: found.satisfiable,
            value: match found.value {
                Value::White => "white",
                Value::Black => "black",
                Value::Unknown => "unknown",
            },
            netlist_value: found.netlist_value,
            agrees: found.agrees(),
            nodes: found.nodes,
            repetitions: found.repetitions,
            line: found.line.iter().map(move_text).collect(),
        }
    }
}

/// A move as `W 12,7` or `B pass`.
#[must_use]
pub fn move_text(step: &Move) -> String {
    let player = if step.player == quadrille_core::Player::White { 'W' } else { 'B' };
    match step.point {
        Some(Point { row, column }) => format!("{player} {},{}", row + 1, column + 1),
        None => format!("{player} pass"),
    }
}

impl Compiled {
    /// The board as text: `#` black, `O` white, `E` white stone of an eye block, `G` marked stone of the reserve, `.` empty.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.position.grid.to_string()
    }

    /// The gadgets, their named points and the wires between them, one a line. Rows and columns count from 1 at the top left.
    #[must_use]
    pub fn netlist_text(&self) -> String {
        let Netlist { gadgets, wires } = &self.netlist;
        let mut lines = Vec::new();
        for (id, gadget) in gadgets.iter().enumerate() {
            let points = self.names.iter().filter(|named| named.gadget == id);
            let points: Vec<String> = points
                .map(|named| format!("{}={},{}", named.name, named.point.row + 1, named.point.column + 1))
                .collect();
            let label = gadget.role.label(Some(&self.drawing.formula));
            lines.push(format!("gadget {id} {:?} \"{label}\" {}", gadget.tile, points.join(" ")));
        }
        for wire in wires {
            let tests: Vec<String> = wire.tests.iter().map(usize::to_string).collect();
            let tested = if tests.is_empty() { String::new() } else { format!(" tested by {}", tests.join(" ")) };
            lines.push(format!("wire {} {:?} to {} {:?}{tested}", wire.from.0, wire.from.1, wire.to.0, wire.to.1));
        }
        lines.join("\n") + "\n"
    }
}
