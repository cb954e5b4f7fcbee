//! Quadrille for Python: the extension module behind `import quadrille`.
//!
//! There are two parts.
//! [`board`] and its neighbours wrap the engine's interface: games, moves, searches, solutions, records, matches. [`space`]
//! and the modules based on it ([`state`], [`batch`], [`trees`]) are compiled for each game, since they are called
//! millions of times: games as numbers, stepped and searched in arrays.
//!
//! Refusals become exceptions ([`errors`]); long work runs on a thread of its own without the interpreter's lock
//! ([`attend`]). The Python side of the package, with its stubs and tests, is in `python/`.
#![expect(clippy::needless_pass_by_value, reason = "what Python gives to a function is the function's own")]

mod arrays;
mod attend;
mod batch;
mod board;
mod contest;
mod cursor;
mod errors;
mod fast;
mod games;
mod learning;
mod moves;
mod options;
mod player;
mod report;
mod solution;
mod space;
mod state;
mod svg;
mod trace;
mod trees;
pub mod words;

use pyo3::prelude::*;

/// Breakthrough, chess, Othello and Go: rules, searches, records and arrays of games.
#[pymodule]
fn _quadrille(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("QuadrilleError", py.get_type::<errors::QuadrilleError>())?;
    module.add_class::<board::Board>()?;
    module.add_class::<board::HistoryRow>()?;
    module.add_class::<board::Draws>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::Spelled>()?;
    module.add_class::<moves::Outcome>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<player::Adjustable>()?;
    module.add_class::<report::Report>()?;
    module.add_class::<report::MoveReport>()?;
    module.add_class::<report::DepthReport>()?;
    module.add_class::<report::Branch>()?;
    module.add_class::<report::Value>()?;
    module.add_class::<solution::Solution>()?;
    module.add_class::<solution::Prediction>()?;
    module.add_class::<state::State>()?;
    fast::register::<state::State>(py)?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<trees::Trees>()?;
    games::register(module)?;
    board::record::register(module)?;
    learning::register(module)?;
    trace::register(module)?;
    contest::register(module)
}
