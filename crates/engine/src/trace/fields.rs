//! The events of a trace with named fields, for files and programs.

use super::{CANDIDATE, EVENTS, HOW, REASONS, Trace};
use serde::Serialize;

/// What stands in a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Field {
    /// A whole number.
    Whole(i32),
    /// Any number; none if it is not finite.
    Real(Option<f32>),
    /// A move or a word.
    Text(Option<String>),
    /// Fields of several moves.
    Rows(Vec<Fields>),
}

/// Fields with their names.
pub type Fields = std::collections::BTreeMap<&'static str, Field>;

fn text(text: &str) -> Field {
    Field::Text(Some(text.to_owned()))
}

fn real(bits: i32) -> Field {
    Field::Real(Some(f32::from_bits(bits as u32)).filter(|number| number.is_finite()))
}

impl Trace {
    /// The fields of an event: `event` is its kind, `node` where it happened, the others depend on the kind.
    #[must_use]
    pub fn fields(&self, at: usize) -> Fields {
        let kind = EVENTS[self.event(at, "kind") as usize];
        let node = self.event(at, "node");
        let mut fields = Fields::from([("event", text(kind)), ("node", Field::Whole(node))]);
        fields.extend(if kind == "enter" { self.enter(node as usize) } else { self.own_fields(kind, at) });
        fields
    }

    fn enter(&self, node: usize) -> Vec<(&'static str, Field)> {
        let of = |column| (column, Field::Whole(self.node(node, column)));
        let asked = ["value", "side", "quiet"][self.node(node, "ask") as usize];
        let window = [of("parent"), of("ply"), of("depth"), of("alpha"), of("beta")];
        window.into_iter().chain([("move", text(self.step(node))), ("ask", text(asked))]).collect()
    }

    fn own_fields(&self, kind: &str, at: usize) -> Vec<(&'static str, Field)> {
        let number = |column: &str| self.event(at, column);
        let whole = |column: &str| Field::Whole(number(column));
        let name = |column: &str| Field::Text(self.names.get(number(column) as usize).cloned());
        let node = number("node") as usize;
        let thread = ("thread", whole("d"));
        match kind {
            "depth" | "done" => vec![("depth", whole("a"))],
            "probe" => {
                let found = ["miss", "move", "upper", "lower", "exact"][number("a") as usize];
                vec![("found", text(found)), ("score", whole("b")), ("depth", whole("c"))]
            }
            "evaluate" | "stand" => vec![("score", whole("a"))],
            "skip" => {
                let rule = text(REASONS[number("b") as usize]);
                vec![("move", name("a")), ("rule", rule), ("number", whole("c")), ("bound", whole("d"))]
            }
            "shorten" => vec![("move", name("a")), ("plies", whole("b"))],
            "best" => vec![("move", name("a")), ("score", whole("b"))],
            "leave" => {
                let of = |column| (column, Field::Whole(self.node(node, column)));
                let reason = text(REASONS[self.node(node, "reason") as usize]);
                vec![("score", whole("a")), ("reason", reason), of("x"), of("y")]
            }
            "root" => vec![("moves", whole("a"))],
            "simulation" => vec![thread],
            "select" => vec![("move", name("c")), thread, ("candidates", Field::Rows(self.candidates_of(at)))],
            "down" => {
                let parent = Field::Whole(self.node(node, "parent"));
                vec![("parent", parent), ("move", text(self.step(node))), ("losses", whole("a")), thread]
            }
            "expand" => vec![("moves", whole("a")), thread],
            "value" => vec![("how", text(HOW[number("a") as usize])), ("black", real(number("b"))), thread],
            "backup" => vec![("units", whole("a")), ("visits", whole("b")), ("mean", real(number("c"))), thread],
            _ => vec![("result", whole("a")), thread],
        }
    }

    /// The statistics of every move at a selection.
    fn candidates_of(&self, at: usize) -> Vec<Fields> {
        let first = self.event(at, "a") as usize;
        let row = |row: usize| {
            let field = |&column: &&'static str| {
                let number = self.candidate(row, column);
                match column {
                    "name" => ("move", Field::Text(self.names.get(number as usize).cloned())),
                    "visits" | "amaf_visits" | "proven" => (column, Field::Whole(number)),
                    _ => (column, real(number)),
                }
            };
            CANDIDATE.iter().map(field).collect()
        };
        (first..first + self.event(at, "b") as usize).map(row).collect()
    }
}
