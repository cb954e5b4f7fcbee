//! A traced search as data: its tree of nodes and its list of events, in columns of numbers.
//!
//! The page steps through it, `quadrille trace` writes it to files, and exercises are checked against it. A million
//! events take a few dozen megabytes in columns; as objects they would take ten times that. `run.rs` makes a trace,
//! `build.rs` turns the events of a search into columns, `fields.rs` gives the events' numbers names, `draw.rs` draws
//! the tree.

mod build;
mod draw;
mod fields;
mod run;
pub(crate) mod watch;

pub use draw::{DRAWN, dot, svg};
pub use fields::{Field, Fields};
pub(crate) use run::trace_game;
pub use run::{TREE, trace_tree};

use quadrille_search::alphabeta::{Reason, Rule};
use serde::Serialize;

/// The maximum number of events kept.
pub const MOST_EVENTS: usize = 1_000_000;

/// The request: a player, its limits, and how many events to keep.
#[derive(Clone, Debug)]
pub struct TraceOrder {
    /// The player; besides the usual ones `minimax`, without cutoffs, and `bare`, alpha-beta with cutoffs only.
    pub player: crate::PlayerSpec,
    /// When it stops.
    pub limits: quadrille_search::Limits,
    /// How many events to keep, from the start.
    pub most: usize,
}

/// Which kind of search was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Minimax and alpha-beta.
    Depth,
    /// Monte-Carlo tree search.
    Tree,
}

/// A search that was watched.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Which kind of search.
    pub kind: Kind,
    /// The player as text.
    pub player: String,
    /// The position it began at.
    pub position: String,
    /// The names of moves that the columns refer to by number.
    pub names: Vec<String>,
    /// One row for each node: a column each of [`NODE`].
    pub nodes: Vec<Vec<i32>>,
    /// One row for each event: a column each of [`EVENT`].
    pub events: Vec<Vec<i32>>,
    /// One row for each move considered in a selection: a column each of [`CANDIDATE`].
    pub candidates: Vec<Vec<i32>>,
    /// How many events were not kept.
    pub missed: u64,
    /// What the search found.
    pub found: Found,
}

/// The result: the same as without tracing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Found {
    /// The best move.
    pub best: Option<String>,
    /// Its value in hundredths of the game's unit, if the search has one.
    pub score: Option<i32>,
    /// Its winning chance, if the search has one.
    pub chance: Option<f32>,
    /// The expected line.
    pub pv: Vec<String>,
    /// Positions visited, or in the tree.
    pub nodes: u64,
    /// Beta cutoffs.
    pub cuts: u64,
    /// Table hits.
    pub table_hits: u64,
    /// Simulations.
    pub playouts: u64,
    /// Completed depth.
    pub depth: u32,
}

/// The columns of the nodes. `name` is -1 at a root, -2 for a null move, -3 for the same position again; `mover` is 0
/// where Black moves; `ask` is 0 for the value, 1 for a side, 2 for quiescence; `reason` is an index in
/// [`REASONS`], `x` and `y` its numbers; `enter` and `leave` are events, `leave` -1 while the node is open.
pub const NODE: [&str; 14] =
    ["parent", "name", "ply", "mover", "ask", "depth", "alpha", "beta", "value", "reason", "x", "y", "enter", "leave"];

/// The columns of the events. `kind` is an index in [`EVENTS`]; fractional numbers are stored as the bits of an `f32`.
pub const EVENT: [&str; 6] = ["kind", "node", "a", "b", "c", "d"];

/// The kinds of events, and the meaning of `a` to `d`.
pub const EVENTS: [&str; 18] = [
    "depth",      // a: the depth
    "enter",      // the node's own columns say the rest
    "probe",      // a: 0 nothing, 1 only a move, 2 at most, 3 at least, 4 exact; b: the score; c: its depth
    "evaluate",   // a: the score
    "stand",      // a: the score
    "skip",       // a: the move; b: the rule; c: the number; d: the bound
    "shorten",    // a: the move; b: plies
    "best",       // a: the move; b: the score
    "leave",      // a: the score
    "done",       // a: the depth
    "root",       // a: moves
    "simulation", // d: the thread, here and below
    "select",     // a: the first candidate; b: how many; c: the chosen move
    "down",       // a: virtual losses
    "expand",     // a: moves
    "value",      // a: how (a place in HOW); b: Black's result
    "backup",     // a: units of 256 for the mover; b: visits; c: mean
    "proven",     // a: 1 won, 0 drawn, -1 lost for the mover
];

/// How leaves get their values.
pub const HOW: [&str; 5] = ["playout", "judged", "over", "no-move", "decided"];

/// Why nodes are left.
pub const REASONS: [&str; 21] = [
    "open",
    "searched",
    "cut",
    "table",
    "past",
    "over",
    "horizon",
    "stand-pat",
    "distance",
    "interrupted",
    "reverse-futility",
    "razoring",
    "null-move",
    "late-move",
    "futility",
    "history",
    "hanging",
    "exchange",
    "left-out",
    "known",
    "multi-cut",
];

/// The columns of the candidates. `proven` is 1 for won, -1 for lost; `score` is not a number for a move that comes first.
pub const CANDIDATE: [&str; 9] =
    ["name", "visits", "mean", "prior", "amaf_visits", "amaf", "amaf_weight", "score", "proven"];

/// The index of a pruning rule among the reasons.
const fn rule_code(rule: Rule) -> i32 {
    match rule {
        Rule::ReverseFutility => 10,
        Rule::Razoring => 11,
        Rule::NullMove => 12,
        Rule::LateMove => 13,
        Rule::Futility => 14,
        Rule::History => 15,
        Rule::Hanging => 16,
        Rule::Exchange => 17,
        Rule::LeftOut => 18,
        Rule::MultiCut => 20,
    }
}

/// The index of a reason in [`REASONS`] and its two numbers.
const fn reason_code(reason: Reason) -> [i32; 3] {
    match reason {
        Reason::Searched => [1, 0, 0],
        Reason::Cut { searched, left } => [2, searched as i32, left as i32],
        Reason::Table => [3, 0, 0],
        Reason::Past => [4, 0, 0],
        Reason::Known => [19, 0, 0],
        Reason::Over => [5, 0, 0],
        Reason::Horizon => [6, 0, 0],
        Reason::StandPat => [7, 0, 0],
        Reason::Distance => [8, 0, 0],
        Reason::Interrupted => [9, 0, 0],
        Reason::Rule(rule, number, bound) => [rule_code(rule), number, bound],
    }
}

impl Trace {
    /// A number of a node. The column is one of [`NODE`].
    #[must_use]
    pub fn node(&self, row: usize, column: &str) -> i32 {
        number(&NODE, &self.nodes, row, column)
    }

    /// A number of an event. The column is one of [`EVENT`].
    #[must_use]
    pub fn event(&self, row: usize, column: &str) -> i32 {
        number(&EVENT, &self.events, row, column)
    }

    /// A number of a candidate. The column is one of [`CANDIDATE`].
    #[must_use]
    pub fn candidate(&self, row: usize, column: &str) -> i32 {
        number(&CANDIDATE, &self.candidates, row, column)
    }

    /// How many nodes there are.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.first().map_or(0, Vec::len)
    }

    /// How many events there are.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.events.first().map_or(0, Vec::len)
    }

    /// The move that leads to a node, in words for special steps.
    #[must_use]
    pub fn step(&self, node: usize) -> &str {
        match self.node(node, "name") {
            -1 => "root",
            -2 => "null move",
            -3 => "again",
            name => self.names.get(name as usize).map_or("?", String::as_str),
        }
    }

    /// The node reached from the root by these moves, the last one if it was searched several times.
    #[must_use]
    pub fn find(&self, path: &[&str]) -> Option<usize> {
        let mut at = (0..self.node_count()).rev().find(|&node| self.node(node, "parent") < 0)?;
        for step in path {
            let child = |&node: &usize| self.node(node, "parent") == at as i32 && self.step(node) == *step;
            at = (0..self.node_count()).rev().find(child)?;
        }
        Some(at)
    }

    /// The value of a node for the side that moves at the root, in hundredths of the game's unit.
    #[must_use]
    pub fn value_for_root(&self, node: usize) -> i32 {
        let same = self.node(node, "mover") == self.node(0, "mover");
        if same { self.node(node, "value") } else { -self.node(node, "value") }
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn path(&self, mut node: usize) -> Vec<&str> {
        let mut path = Vec::new();
        while self.node(node, "parent") >= 0 {
            path.push(self.step(node));
            node = self.node(node, "parent") as usize;
        }
        path.reverse();
        path
    }
}

fn number(names: &[&str], columns: &[Vec<i32>], row: usize, column: &str) -> i32 {
    let place = names.iter().position(|name| *name == column);
    place.and_then(|place| columns.get(place)?.get(row)).copied().unwrap_or_default()
}
