//! The subcommands, one file each.

pub mod analyse;
pub mod bench;
mod by_network;
pub mod completions;
pub mod convert;
pub mod corpus;
pub mod data;
mod data_chess;
pub mod draws;
pub mod experiment;
pub mod hash;
pub mod history;
pub mod learn;
pub mod man;
pub mod match_;
mod pattern_methods;
mod pattern_plots;
pub mod perft;
pub mod play;
pub mod predict;
pub mod protocols;
pub mod sat2go;
pub mod serve;
pub mod solve;
pub mod tournament;
pub mod train;
pub mod verify;
