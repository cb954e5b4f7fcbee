//! From formulas to Go: the NP-hardness of generalised Go as a working compiler.
//!
//! Rectilinear Planar Monotone 3SAT asks whether a formula is satisfiable whose clauses are all-positive or all-negated and whose drawing
//! (variables on a line, positive clauses above, negative below) has no crossing. This crate turns such a formula into a Go
//! position in which White, to move, wins if and only if the formula is satisfiable: the last step of the proof that deciding a Go
//! position is NP-hard (Lichtenstein and Sipser, *GO is polynomial-space hard*, 1980, is the classic of this kind). White's reserve is chased
//! through pipes; White chooses a valuation, Black chooses a clause, White chooses a literal, and a test gadget looks whether the pipe of that
//! literal was connected on the way.
//!
//! ```
//! use quadrille_reduction::{Formula, Limits, Options, Value, compile, layout, verify};
//!
//! let formula = Formula::parse("x1 x2; -x1; -x2")?;
//! let board = compile(&layout(&formula)?, Options::default())?;
//! let found = verify(&board, Limits::default())?;
//! assert_eq!((found.satisfiable, found.value), (false, Value::Black));
//! # Ok::<(), quadrille_core::Refusal>(())
//! ```
//!
//! Read in this order: `formula` and `drawing` (the input), `tile` (the gadgets as pictures), `plan` (the circuit), `netlist` (the
//! game that the circuit stands for), `compile` (stones), `solver` (who wins on the real board), `gadget_check` (each gadget by
//! itself), `walk` (playing it). `board` is a Go board of its own for boards with hundreds of lines a side.
#![forbid(unsafe_code)]

pub mod board;
mod circuit;
pub mod command;
mod compile;
mod drawing;
mod formula;
mod gadget_check;
mod grid;
mod netlist;
mod order;
mod plan;
mod position;
mod reserve;
pub mod sample;
mod sat;
mod sgf;
mod solver;
mod svg;
mod tile;
mod verify;
mod walk;
pub mod words;

pub use compile::{Compiled, Options, Reserve, compile, graph};
pub use drawing::{Drawing, Nest, layout};
pub use formula::{Clause, Formula, Leg};
pub use gadget_check::{GadgetCheck, check_gadgets};
pub use grid::{Grid, Point};
pub use sat::satisfy;
pub use sgf::{SGF_SIDE, read_back};
pub use solver::{Limits, Move, Value, Width};
pub use tile::Fault;
pub use verify::{Verification, verify};
pub use walk::{Game, Played, Question, Script, Walk, play};
