//! The interface for the command line: [`prepare`], [`report`], and the methods of
//! [`Compiled`] and [`Game`](crate::Game).

use crate::compile::{Compiled, Options, compile};
use crate::drawing::layout;
use crate::formula::Formula;
use crate::solver::Limits;
use crate::verify::{Verification, verify};
use quadrille_core::Refusal;
use serde::Serialize;

/// Reads a formula (JSON or text), draws it and compiles it; in strict mode every clause must have three literals.
///
/// ```
/// use quadrille_reduction::{Options, command};
/// assert!(command::prepare("x1 x2", false, Options::default()).is_ok());
/// assert!(command::prepare("x1 x2", true, Options::default()).is_err());
/// ```
pub fn prepare(text: &str, strict: bool, options: Options) -> Result<Compiled, Refusal> {
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
    /// The result of verification, if requested.
    #[serde(flatten)]
    pub verification: Option<Verification>,
}

/// Describes a compiled formula, and verifies it if limits are given.
///
/// ```
/// use quadrille_reduction::{Limits, Options, Value, command};
/// let compiled = command::prepare("x1; -x1", false, Options::default())?;
/// let found = command::report(&compiled, Some(Limits::default()))?.verification.unwrap();
/// assert!(found.agrees && found.value == Value::Black);
/// # Ok::<(), quadrille_core::Refusal>(())
/// ```
pub fn report(compiled: &Compiled, limits: Option<Limits>) -> Result<Report, Refusal> {
    Ok(Report {
        formula: compiled.drawing.formula.to_string(),
        rows: compiled.position.grid.rows(),
        columns: compiled.position.grid.columns(),
        gadgets: compiled.netlist.gadgets.len(),
        verification: limits.map(|limits| verify(compiled, limits)).transpose()?,
    })
}
