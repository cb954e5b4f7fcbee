//! Verification: compares four independent answers for a compiled board.

use crate::compile::Compiled;
use crate::sat::satisfy;
use crate::solver::{Limits, Move, Value, solve};
use quadrille_core::Refusal;
use serde::Serialize;

/// What verification found.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// The formula's answer, by backtracking over valuations.
    pub satisfiable: bool,
    /// The value of the Go position, by search.
    pub value: Value,
    /// Whether White wins the game on the graph of gadgets.
    pub netlist_value: bool,
    /// Whether all answers that were reached agree. [`Value::Unknown`] does not agree with anything.
    pub agrees: bool,
    /// Positions visited by the search.
    pub nodes: u64,
    /// Moves that superko forbade anywhere in the search; with 0 the table of solved positions is exact.
    pub repetitions: u64,
    /// The principal line, in JSON as `W 12,7` (row and column from 1 at the top left) or `B pass`.
    pub line: Vec<Move>,
}

/// Validates the structure and compares formula, graph and board.
///
/// ```
/// use quadrille_reduction::{Limits, Options, command, verify};
/// let compiled = command::prepare("x1 x2; -x1", false, Options::default())?;
/// assert!(verify(&compiled, Limits::default())?.agrees);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn verify(compiled: &Compiled, limits: Limits) -> Result<Verification, Refusal> {
    if compiled.options.fault.is_none() {
        compiled.position.validate()?;
    }
    let answer = solve(&compiled.position, limits);
    let (value, nodes, repetitions, line) = (answer.value, answer.nodes, answer.repetitions, answer.line);
    let satisfiable = satisfy(&compiled.drawing.formula).is_some();
    let netlist_value = compiled.netlist.white_wins();
    let wanted = if satisfiable { Value::White } else { Value::Black };
    let agrees = netlist_value == satisfiable && value == wanted;
    Ok(Verification { satisfiable, value, netlist_value, agrees, nodes, repetitions, line })
}
