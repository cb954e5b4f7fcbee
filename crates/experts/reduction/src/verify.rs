//! Is a compiled board right? Four independent answers to one question, compared.

use crate::compile::Compiled;
use crate::formula::Sentence;
use crate::sat::satisfy;
use crate::solver::{Limits, Move, Value, solve};

/// What verification found.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The formula's answer, by backtracking over valuations.
    pub satisfiable: bool,
    /// Whether White wins the game on the graph of gadgets.
    pub netlist_value: bool,
    /// The value of the Go position, by search.
    pub value: Value,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Positions visited by the search.
    pub nodes: u64,
    /// Moves that superko forbade anywhere in the search; with 0 the table of solved positions is exact.
    pub repetitions: u64,
    /// The principal line.
    pub line: Vec<Move>,
}

impl Verification {
    /// Whether all answers that were reached agree. [`Value::Unknown`] does not agree with anything.
    #[must_use]
    pub fn agrees(&self) -> bool {
        let wanted = if self.satisfiable { Value::White } else { Value::Black };
        self.netlist_value == self.satisfiable && self.value == wanted
    }
}

/// Validates the structure and compares formula, graph and board.
///
/// # Errors
/// If the structure of the board breaks an invariant.
pub fn verify(compiled: &Compiled, limits: Limits) -> Result<Verification, Sentence> {
    if compiled.options.fault.is_none() {
        compiled.position.validate()?;
    }
    let answer = solve(&compiled.position, limits);
    Ok(Verification {
        satisfiable: satisfy(&compiled.drawing.formula).is_some(),
        netlist_value: compiled.netlist.white_wins(),
        value: answer.value,
        rows: compiled.position.grid.rows(),
        columns: compiled.position.grid.columns(),
        nodes: answer.nodes,
        repetitions: answer.repetitions,
        line: answer.line,
    })
}
