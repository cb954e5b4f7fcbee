//! The subcommands, one file each.

pub mod analyse;
pub mod bench;
pub mod completions;
pub mod draws;
pub mod hash;
pub mod history;
pub mod man;
pub mod perft;
pub mod play;
pub mod protocols;
pub mod sat2go;
pub mod serve;
pub mod solve;
pub mod verify;
