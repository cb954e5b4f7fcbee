//! wip
#![forbid(unsafe_code)]
pub mod board;
mod circuit;
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

pub use circuit::*;
pub use compile::*;
pub use drawing::*;
pub use formula::*;
pub use gadget_check::*;
pub use grid::*;
pub use netlist::*;
pub use plan::plan;
pub use position::*;
pub use sat::satisfy;
pub use sgf::SGF_SIDE;
pub use solver::*;
pub use tile::*;
pub use verify::*;
pub use walk::*;
