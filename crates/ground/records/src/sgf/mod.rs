//! Smart Game Format, FF\[4\] and its predecessors (Hollosi, <https://www.red-bean.com/sgf/>).
//!
//! A [`GameTree`] is the text of one game plus a flat arena of nodes, properties and values that point into it: parsing
//! copies the text once and allocates four vectors, every property is kept as it was written (unknown ones, their order,
//! escapes and foreign encodings included), and a tree nested a million deep is read, written, compared and dropped
//! without recursion. Read `tree.rs` first (the arena), then `parse.rs`; `game.rs` gives meaning to the common
//! properties (size, komi, moves, setup); `read.rs` takes games one by one from a stream of any length.
//!
//! ```
//! use quadrille_records::sgf::GameTree;
//! let tree = GameTree::parse(b"(;FF[4]SZ[9]KM[6.5];B[ee];W[gc](;B[cg])(;B[tt]))")?;
//! assert_eq!(tree.komi()?, Some(6.5));
//! let moves: Vec<String> = tree.moves().map(|play| play.map(|play| play.to_string())).collect::<Result<_, _>>()?;
//! assert_eq!(moves, ["B[ee]", "W[gc]", "B[cg]"]);
//! assert_eq!(GameTree::parse(&tree.to_bytes())?, tree);
//! # Ok::<(), quadrille_records::RecordError>(())
//! ```

mod build;
mod game;
mod parse;
mod read;
mod tree;
mod value;
mod write;

pub use build::EditError;
pub use game::{Play, Size};
pub use read::{Collection, SgfReader};
pub use tree::{GameTree, NodeId, NodeRef, PropertyRef};
pub use value::{Encoding, Point, Value, escape};
