//! A player's report, as the terminal, the protocols and the page show it.

use quadrille_core::{Odds, Playable, Score, Sentence, Value};
use quadrille_search as search;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A move in both notations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub struct MoveName {
    /// The standard spelling.
    #[serde(rename = "move")]
    pub text: String,
    /// The notation of game records (SAN in chess).
    pub record: String,
}

impl MoveName {
    /// The names of a move in the position where it is played.
    pub fn of<G: Playable>(position: &G, m: G::Move) -> Self {
        Self { text: position.format_move(m), record: position.record_move(m) }
    }
}

/// A line of moves; in JSON two lists, `pv` in standard notation and `pv_record` in that of game records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "WrittenLine")]
pub struct Line(pub Vec<MoveName>);

impl Line {
    /// The moves of a line, each named in the position where it is played.
    pub fn of<G: Playable>(position: &G, moves: &[G::Move]) -> Self {
        let mut position = position.clone();
        let mut names = Vec::with_capacity(moves.len());
        for &m in moves {
            // A line read from a shared table may end in a move that another thread stored for another position.
            if !position.is_legal(m) {
                break;
            }
            names.push(MoveName::of(&position, m));
            position.play(m);
        }
        Self(names)
    }

    /// The standard spellings.
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        self.0.iter().map(|name| name.text.clone()).collect()
    }

    /// The notation of game records: SAN in chess.
    #[must_use]
    pub fn records(&self) -> Vec<&str> {
        self.0.iter().map(|name| name.record.as_str()).collect()
    }
}

impl Serialize for Line {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pv", &self.texts())?;
        if self.0.iter().any(|name| name.text != name.record) {
            map.serialize_entry("pv_record", &self.records())?;
        }
        map.end()
    }
}

/// A value with its winning chance. In JSON: `verdict` with its kind and amount, `chance`, and for scripts `score` (a
/// number in the game's unit, or the chance where that is all there is), `score_text` and `proven` (plies to a proven
/// end, negative for a loss).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Verdict {
    /// The value for the side to move, or for the side that plays the move.
    #[serde(rename = "verdict")]
    pub value: Value,
    /// The winning chance it corresponds to, 0 to 1.
    pub chance: f64,
}

impl Verdict {
    fn of(odds: Odds, score: Option<Score>, mean: Option<f32>, exact: bool) -> Option<Self> {
        let value = score.map(|score| Value::of(score, exact)).or(mean.map(|mean| Value::Chance(mean.into())))?;
        Some(Self { value, chance: value.chance(odds) })
    }

    /// The value as one number: units of the game, or the chance.
    #[must_use]
    pub fn number(&self) -> f64 {
        match self.value {
            Value::Score(units) | Value::Margin(units) => units,
            Value::Chance(chance) => chance,
            Value::Win(plies) => f64::from(Score::win_in(plies).raw()) / 100.0,
            Value::Loss(plies) => f64::from(Score::loss_in(plies).raw()) / 100.0,
        }
    }

    /// Plies to a proven end: positive for a win, negative for a loss.
    #[must_use]
    pub fn proven(&self) -> Option<i32> {
        match self.value {
            Value::Win(plies) => i32::try_from(plies).ok(),
            Value::Loss(plies) => i32::try_from(plies).ok().map(|plies| -plies),
            _ => None,
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("verdict", &self.value)?;
        map.serialize_entry("chance", &self.chance)?;
        map.serialize_entry("score", &self.number())?;
        map.serialize_entry("score_text", &self.value.say().to_string())?;
        if let Some(plies) = self.proven() {
            map.serialize_entry("proven", &plies)?;
        }
        map.end()
    }
}

/// A name that is a constant of the program. Without an alias, serde would borrow it from its input.
type Constant = &'static str;

/// Statistics of a search, running or finished. Fields that do not apply to the algorithm are absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    /// The algorithm that thought.
    #[serde(deserialize_with = "algorithm")]
    pub algorithm: Constant,
    /// The best move; absent only when the game is over.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "standard", deserialize_with = "read_standard")]
    pub best: Option<MoveName>,
    /// The value for the side to move.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// The expected line.
    #[serde(flatten)]
    pub line: Line,
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
    /// Cuts by the first move tried, a measure of the move ordering.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move_cuts: Option<u64>,
    /// Table lookups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_probes: Option<u64>,
    /// Table lookups that found the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_hits: Option<u64>,
    /// Key collisions detected: all of them with `verify`, otherwise those revealed by an illegal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collisions: Option<u64>,
    /// Positions whose exact value was known without a search: from endgame tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<u64>,
    /// Simulated games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playouts: Option<u64>,
    /// Thousandths of the table in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// Bytes of memory for an entry of the table, or on average for a position of the tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_bytes: Option<u32>,
    /// Time spent.
    pub seconds: f64,
    /// The moves, best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<MoveReport>,
    /// Depth by depth.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub depths: Vec<DepthRow>,
    /// The most visited moves of the search tree, if they were asked for; a move comes after the one it answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<BranchRow>,
    /// Remarks about the request: a clamped limit, an option without effect.
    #[serde(flatten)]
    pub notes: Notes,
}

/// Remarks about a search; in JSON `notes` in English and `remarks` in every language.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(from = "WrittenNotes")]
pub struct Notes(pub Vec<Sentence>);

impl Serialize for Notes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.0.is_empty() {
            map.serialize_entry("notes", &self.0.iter().map(ToString::to_string).collect::<Vec<_>>())?;
            map.serialize_entry("remarks", &self.0)?;
        }
        map.end()
    }
}

/// One move of a [`Report`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoveReport {
    /// The move.
    #[serde(flatten, serialize_with = "both")]
    pub name: MoveName,
    /// Number of visits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The mover's mean result in the search, 0 to 1.
    #[serde(rename = "value", skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The prior probability of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f64>,
    /// All-moves-as-first value: the mean of the playouts in which the mover made a move of this code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amaf: Option<f64>,
    /// How many playouts those were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amaf_visits: Option<u64>,
    /// The move code that these statistics belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<usize>,
    /// The value for the side that plays the move.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// The expected line after it, the move included.
    #[serde(flatten)]
    pub line: Line,
}

/// One completed depth of alpha-beta.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// The value at this depth.
    #[serde(flatten)]
    pub verdict: Option<Verdict>,
    /// The line at this depth.
    #[serde(flatten)]
    pub line: Line,
    /// Time when the depth was done.
    pub seconds: f64,
}

/// One move somewhere in a search tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BranchRow {
    /// Index of the parent move in the list; absent at the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move.
    #[serde(flatten, serialize_with = "both")]
    pub name: MoveName,
    /// Number of visits.
    pub visits: u64,
    /// The winning chance of the player who makes it, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// How many replies to it have been tried.
    pub answers: usize,
}

fn standard<S: Serializer>(name: &Option<MoveName>, serializer: S) -> Result<S::Ok, S::Error> {
    name.as_ref().map(|name| &name.text).serialize(serializer)
}

/// `move` and `record`.
fn both<S: Serializer>(name: &MoveName, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("move", &name.text)?;
    map.serialize_entry("record", &name.record)?;
    map.end()
}

/// A line as JSON has it.
#[derive(Deserialize)]
struct WrittenLine {
    #[serde(default)]
    pv: Vec<String>,
    pv_record: Option<Vec<String>>,
}

impl From<WrittenLine> for Line {
    fn from(WrittenLine { pv, pv_record }: WrittenLine) -> Self {
        let records = pv_record.unwrap_or_else(|| pv.clone());
        Self(pv.into_iter().zip(records).map(|(text, record)| MoveName { text, record }).collect())
    }
}

/// Notes as JSON has them.
#[derive(Deserialize)]
struct WrittenNotes {
    #[serde(default)]
    remarks: Vec<Sentence>,
}

impl From<WrittenNotes> for Notes {
    fn from(WrittenNotes { remarks }: WrittenNotes) -> Self {
        Self(remarks)
    }
}

fn algorithm<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static str, D::Error> {
    String::deserialize(deserializer).map(|name| quadrille_core::interned(&name))
}

/// The standard notation only; [`Report::named`] adds the other.
fn read_standard<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<MoveName>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| MoveName { record: text.clone(), text }))
}

impl Report {
    /// Restores a report read from JSON, where the best move has only one notation: the other is taken from its line.
    #[must_use]
    pub fn named(mut self) -> Self {
        if let Some(best) = &mut self.best {
            let names = self.line.0.first().into_iter().chain(self.moves.iter().map(|row| &row.name));
            if let Some(name) = names.into_iter().find(|name| name.text == best.text) {
                *best = name.clone();
            }
        }
        self
    }

    /// A search's report about `position`.
    pub fn of<G: Playable>(report: &search::Report<G>, position: &G) -> Self {
        let some = |count: u64| (count > 0).then_some(count);
        let odds = G::DESCRIPTOR.odds;
        Self {
            algorithm: report.algorithm,
            best: report.best.map(|m| MoveName::of(position, m)),
            verdict: Verdict::of(odds, report.score, report.value, report.exact),
            line: Line::of(position, &report.pv),
            depth: (report.depth > 0).then_some(report.depth),
            selective_depth: (report.seldepth > 0).then_some(report.seldepth),
            nodes: some(report.nodes),
            cuts: some(report.cuts),
            first_move_cuts: some(report.first_move_cuts),
            table_probes: some(report.table.probes),
            table_hits: some(report.table.hits),
            collisions: (report.table.probes > 0).then_some(report.table.collisions),
            known: some(report.known),
            playouts: some(report.playouts),
            hashfull: (report.table.probes > 0).then_some(report.table.hashfull),
            entry_bytes: (report.table.entry_bytes > 0).then_some(report.table.entry_bytes),
            seconds: report.elapsed.as_secs_f64(),
            moves: report.moves.iter().map(|m| MoveReport::of(m, position, report.exact)).collect(),
            depths: report.history.iter().map(|row| DepthRow::of(row, position)).collect(),
            tree: branches(&report.branches, position),
            notes: Notes(report.notes.clone()),
        }
    }

    /// The work it counts: playouts, or nodes.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.playouts.or(self.nodes).unwrap_or(0)
    }

    /// The figures only, without moves, depths and tree.
    #[must_use]
    pub fn figures(&self) -> Self {
        Self { moves: Vec::new(), depths: Vec::new(), tree: Vec::new(), ..self.clone() }
    }

    /// At most this many moves, and lines of at most this many.
    pub fn shorten(&mut self, moves: usize, line: usize) {
        self.moves.truncate(moves);
        let lines =
            self.moves.iter_mut().map(|row| &mut row.line).chain(self.depths.iter_mut().map(|row| &mut row.line));
        for Line(names) in lines.chain([&mut self.line]) {
            names.truncate(line);
        }
    }
}

impl MoveReport {
    fn of<G: Playable>(m: &search::MoveReport<G::Move>, position: &G, exact: bool) -> Self {
        Self {
            name: MoveName::of(position, m.m),
            visits: (m.visits > 0).then_some(m.visits),
            mean: m.value.map(f64::from),
            prior: m.prior.map(f64::from),
            amaf: m.amaf.map(f64::from),
            amaf_visits: m.amaf_visits,
            code: Some(position.code(m.m)),
            verdict: Verdict::of(G::DESCRIPTOR.odds, m.score, m.value, exact),
            line: Line::of(position, &m.pv),
        }
    }

    /// The chance to win of the side that plays the move.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.verdict.map(|verdict| verdict.chance)
    }
}

impl DepthRow {
    fn of<G: Playable>(row: &search::DepthRow<G::Move>, position: &G) -> Self {
        Self {
            depth: row.depth,
            nodes: row.nodes,
            cuts: row.cuts,
            table_hits: row.table_hits,
            first_move_cut_rate: row.first_move_rate.into(),
            verdict: Verdict::of(G::DESCRIPTOR.odds, Some(row.score), None, false),
            line: Line::of(position, &row.pv),
            seconds: row.elapsed.as_secs_f64(),
        }
    }
}

/// Every branch named in the position where its move is played.
fn branches<G: Playable>(branches: &[search::Branch<G::Move>], root: &G) -> Vec<BranchRow> {
    let mut rows = Vec::with_capacity(branches.len());
    // The position after each branch, and where its row is; none where the branch cannot be played.
    let mut after: Vec<Option<(G, usize)>> = Vec::with_capacity(branches.len());
    for branch in branches {
        let parent = branch.parent.map(|parent| after[parent].as_ref());
        let before = match parent {
            None => Some((root, None)),
            Some(parent) => parent.map(|(position, row)| (position, Some(*row))),
        };
        let Some((position, parent)) = before.filter(|(position, _)| position.is_legal(branch.m)) else {
            after.push(None);
            continue;
        };
        let name = MoveName::of(position, branch.m);
        let mut next = position.clone();
        next.play(branch.m);
        after.push(Some((next, rows.len())));
        let value = branch.value.map(f64::from);
        rows.push(BranchRow { parent, name, visits: branch.visits, value, answers: branch.answers });
    }
    rows
}
