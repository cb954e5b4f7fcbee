//! What a player says about its thinking, in text: the record that the terminal, the protocols and the page show.

use serde::Serialize;

/// Statistics of a search, running or finished. Fields that do not apply to the algorithm are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TextReport {
    /// The algorithm that thought.
    pub algorithm: String,
    /// The move it would play; absent only when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// How good the position is for the side to move: pawns, discs or points, or the chance to win for Monte-Carlo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The same for people: `+1.25`, `win in 7`, `63.2 %`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub score_text: String,
    /// Plies to a proven end: positive when the side to move wins, negative when it loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proven: Option<i32>,
    /// The expected line.
    pub pv: Vec<String>,
    /// Completed depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The deepest line looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selective_depth: Option<u32>,
    /// Positions visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Alpha-beta cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cuts: Option<u64>,
    /// Cuts by the first move tried: the quality of the ordering.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move_cuts: Option<u64>,
    /// Table lookups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_probes: Option<u64>,
    /// Table lookups that found the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_hits: Option<u64>,
    /// Simulated games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Thousandths of the table in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// Time spent.
    pub seconds: f64,
    /// What is known of each move, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveReport>,
    /// Depth by depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<DepthRow>,
    /// The most visited moves of the search tree, if they were asked for; a move comes after the one it answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<BranchRow>,
    /// What was changed in the request, said openly: a clamped limit, an option without effect.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One move of a [`TextReport`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often the search went there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The mover's chance to win by the search's count, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The chance given to the move before searching.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// All-moves-as-first value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amaf: Option<f64>,
    /// The score in the game's unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The score for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub score_text: String,
    /// The expected line after it, the move included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pv: Vec<String>,
}

/// One completed depth of alpha-beta.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DepthRow {
    /// The depth.
    pub depth: u32,
    /// Positions visited so far.
    pub nodes: u64,
    /// Cuts so far.
    pub cuts: u64,
    /// Table hits so far.
    pub table_hits: u64,
    /// Share of cuts made by the first move tried.
    pub first_move_cut_rate: f64,
    /// The score at this depth.
    pub score: f64,
    /// The line at this depth.
    pub pv: Vec<String>,
    /// Time when the depth was done.
    pub seconds: f64,
}

/// One move somewhere in a search tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BranchRow {
    /// Where in the list the move stands that this one answers; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How often the search went there.
    pub visits: u64,
    /// The chance to win of the player who makes it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How many answers to it have been tried.
    pub answers: usize,
}
