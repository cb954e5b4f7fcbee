//! What a step of a lesson shows: one or two traced searches, a board, a formula, or evaluation weights.

use crate::words;
use quadrille_core::Refusal;
use quadrille_engine::trace::{self, MOST_EVENTS, TREE};
use quadrille_engine::{Limits, Session, Trace, TraceOrder, Weights, registry};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The maximum length of a position.
const LONGEST_TEXT: usize = 100_000;
/// The node limit of traced searches.
const MOST_NODES: u64 = 3_000_000;
/// And take this long.
const LONGEST: Duration = Duration::from_secs(8);

/// A position of a game: rules, a start, and the moves from it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game, or `tree` for a tree given as text.
    pub game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// A search to trace. It repeats the fields of [`Place`], because serde cannot both flatten a struct and reject unknown
/// fields.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Traced {
    /// The game, or `tree`.
    pub game: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The player, with its options.
    pub player: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// How many events are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<usize>,
    /// Where the page starts: `end`, or nothing for the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

/// What a step shows.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Setting {
    /// A search, step by step.
    Trace(Traced),
    /// Two searches side by side.
    Compare(Vec<Traced>),
    /// A board with the key of its position, truncated to some bits.
    Board(Board),
    /// A formula and its goban.
    Formula(String),
}

/// A board to look at.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The position.
    pub place: Place,
    /// How many bits of the key to show; none for only the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bits: Option<u32>,
}

impl Place {
    /// The game at this position.
    pub fn open(&self) -> Result<Box<dyn Session>, Refusal> {
        open(&self.game, &self.rules, self.position.as_deref(), &self.moves)
    }
}

fn open(game: &str, rules: &str, position: Option<&str>, moves: &[String]) -> Result<Box<dyn Session>, Refusal> {
    let length = rules.len() + position.map_or(0, str::len) + moves.iter().map(String::len).sum::<usize>();
    if length > LONGEST_TEXT {
        return Err(words::LONG_SETUP.refuse().with("length", length).with("most", LONGEST_TEXT));
    }
    let mut session = registry::open(game, rules, position)?;
    for (number, text) in (1..).zip(moves) {
        let refused = |why: Refusal| words::MOVE_REFUSED.refuse().with("number", number).with("why", why);
        session.play(text).map_err(refused)?;
    }
    Ok(session)
}

impl Traced {
    /// The game at the start of the search; none for a text tree.
    pub fn open(&self) -> Option<Result<Box<dyn Session>, Refusal>> {
        (self.game != TREE).then(|| open(&self.game, &self.rules, self.position.as_deref(), &self.moves))
    }

    /// Watches the search.
    pub fn run(&self) -> Result<Trace, Refusal> {
        if self.depth.is_none() && self.nodes.is_none() && self.playouts.is_none() {
            return Err(words::TRACE_LIMIT.refuse());
        }
        let nodes = Some(self.nodes.unwrap_or(MOST_NODES).min(MOST_NODES));
        let limits = Limits {
            depth: self.depth,
            playouts: self.playouts.or(self.nodes).map(|playouts| playouts.min(MOST_NODES)),
            nodes,
            time: Some(LONGEST),
            ..Limits::default()
        };
        let most = self.most.unwrap_or(MOST_EVENTS).clamp(1, MOST_EVENTS);
        let order = TraceOrder { player: self.player.parse()?, limits, most };
        match self.open() {
            Some(session) => session?.trace(&order),
            None => trace::trace_tree(self.position.as_deref().unwrap_or_default(), &order),
        }
    }
}

/// The opponent's weights.
pub const COUNTING: Weights = Weights { men: 1.0, corners: 0.0, edges: 0.0, moves: 0.0 };
