//! Turns the events of a search into columns.

use super::{CANDIDATE, EVENT, EVENTS, Found, HOW, Kind, NODE, Trace, reason_code, rule_code};
use quadrille_core::{Game, Player, Score};
use quadrille_search::alphabeta::{Ask, Event, Step};
use quadrille_search::table::Bound;
use quadrille_search::{Report, mcts};
use std::collections::HashMap;

/// The notation of moves.
pub(crate) type Name<G> = fn(&G, <G as Game>::Move) -> String;

/// Columns while they grow.
struct Builder<G: Game> {
    trace: Trace,
    known: HashMap<String, i32>,
    name: Name<G>,
}

/// A table of columns that grows by rows.
fn push(columns: &mut Vec<Vec<i32>>, row: &[i32]) {
    columns.resize(row.len(), Vec::new());
    for (column, &value) in columns.iter_mut().zip(row) {
        column.push(value);
    }
}

fn bits(number: Option<f32>) -> i32 {
    number.unwrap_or(f32::NAN).to_bits() as i32
}

/// The place of an event's name.
fn kind(name: &str) -> i32 {
    EVENTS.iter().position(|known| *known == name).map_or(-1, |place| place as i32)
}

impl<G: Game> Builder<G> {
    fn new(kind: Kind, name: Name<G>) -> Self {
        let columns = |count: usize| vec![Vec::new(); count];
        let trace = Trace {
            kind,
            player: String::new(),
            position: String::new(),
            names: Vec::new(),
            nodes: columns(NODE.len()),
            events: columns(EVENT.len()),
            candidates: columns(CANDIDATE.len()),
            missed: 0,
            found: Found::default(),
        };
        Self { trace, known: HashMap::new(), name }
    }

    /// The number of a move's name.
    fn named(&mut self, position: &G, m: G::Move) -> i32 {
        let text = (self.name)(position, m);
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        let number = self.trace.names.len() as i32;
        self.trace.names.push(text.clone());
        self.known.insert(text, number);
        number
    }

    fn event(&mut self, name: &str, node: i32, numbers: [i32; 4]) {
        let [a, b, c, d] = numbers;
        push(&mut self.trace.events, &[kind(name), node, a, b, c, d]);
    }

    fn set(&mut self, node: i32, column: &str, value: i32) {
        if let Some(place) = NODE.iter().position(|name| *name == column) {
            self.trace.nodes[place][node as usize] = value;
        }
    }
}

fn mover<G: Game>(position: &G) -> i32 {
    i32::from(position.to_move() == Player::White)
}

/// A node entered but not yet left; no position after a null move.
struct Open<G> {
    node: i32,
    ply: i32,
    side: i32,
    position: Option<G>,
}

/// The columns of minimax or alpha-beta.
pub(super) fn depth_first<G: Game>(root: &G, events: &[Event<G::Move>], name: Name<G>) -> Trace {
    let mut builder = Builder::new(Kind::Depth, name);
    let mut open: Vec<Open<G>> = Vec::new();
    for event in events {
        let node = open.last().map_or(-1, |open| open.node);
        match *event {
            Event::Depth(depth) => builder.event("depth", -1, [depth as i32, 0, 0, 0]),
            Event::Done(depth) => builder.event("done", -1, [depth as i32, 0, 0, 0]),
            Event::Enter { step, ask, alpha, beta, depth, .. } => {
                let entered = builder.enter(root, open.last(), step);
                let node = entered.node;
                let ask = match ask {
                    Ask::Value => 0,
                    Ask::Side => 1,
                    Ask::Quiet => 2,
                };
                let numbers = [("ask", ask), ("depth", depth), ("alpha", alpha.raw()), ("beta", beta.raw())];
                numbers.into_iter().for_each(|(column, value)| builder.set(node, column, value));
                builder.event("enter", node, [0; 4]);
                open.push(entered);
            }
            Event::Leave { score, reason } => {
                let [reason, x, y] = reason_code(reason);
                let leave = builder.trace.event_count() as i32;
                for (column, value) in
                    [("value", score.raw()), ("reason", reason), ("x", x), ("y", y), ("leave", leave)]
                {
                    builder.set(node, column, value);
                }
                builder.event("leave", node, [score.raw(), 0, 0, 0]);
                open.pop();
            }
            ref other => builder.inside(node, open.last().and_then(|open| open.position.as_ref()), other),
        }
    }
    builder.trace
}

impl<G: Game> Builder<G> {
    /// A new node below the open one.
    fn enter(&mut self, root: &G, above: Option<&Open<G>>, step: Step<G::Move>) -> Open<G> {
        let before = above.and_then(|above| above.position.as_ref());
        let (name, position) = match (step, before) {
            (Step::Root, _) | (_, None) if above.is_none() => (-1, Some(root.clone())),
            (Step::Move(m), Some(before)) => {
                let mut after = before.clone();
                after.play(m);
                (self.named(before, m), Some(after))
            }
            (Step::Again, Some(before)) => (-3, Some(before.clone())),
            (Step::Move(_), None) => (-1, None),
            _ => (-2, None),
        };
        let ply = above.map_or(0, |above| above.ply + i32::from(step != Step::Again));
        let node = self.trace.node_count() as i32;
        let parent = above.map_or(-1, |above| above.node);
        // After a null move there is no position: the sides alternate.
        let above_side = above.map_or(0, |above| above.side);
        let turned = if step == Step::Again { above_side } else { 1 - above_side };
        let side = position.as_ref().map_or(turned, mover);
        let enter = self.trace.event_count() as i32;
        push(&mut self.trace.nodes, &[parent, name, ply, side, 0, 0, 0, 0, 0, 0, 0, 0, enter, -1]);
        Open { node, ply, side, position }
    }

    /// An event between the entry and the exit of a node.
    fn inside(&mut self, node: i32, position: Option<&G>, event: &Event<G::Move>) {
        let mut named = |m| position.map_or(-1, |position| self.named(position, m));
        let (name, numbers) = match *event {
            Event::Probe(hit) => {
                let numbers = hit.map_or([0; 4], |found| {
                    let bound = match found.bound {
                        Bound::None => 1,
                        Bound::Upper => 2,
                        Bound::Lower => 3,
                        Bound::Exact => 4,
                    };
                    [bound, found.score.raw(), i32::from(found.depth), 0]
                });
                ("probe", numbers)
            }
            Event::Evaluate(score) => ("evaluate", [score.raw(), 0, 0, 0]),
            Event::Stand(score) => ("stand", [score.raw(), 0, 0, 0]),
            Event::Skip { m, rule, number, bound } => ("skip", [named(m), rule_code(rule), number, bound]),
            Event::Shorten { m, plies } => ("shorten", [named(m), plies, 0, 0]),
            Event::Best { m, score, .. } => ("best", [named(m), score.raw(), 0, 0]),
            Event::Depth(_) | Event::Done(_) | Event::Enter { .. } | Event::Leave { .. } => return,
        };
        self.event(name, node, numbers);
    }
}

/// The columns of a tree search. A node is a move that was tried; the root is node 0.
pub(super) fn tree<G: Game>(root: &G, events: &[mcts::Noted<G::Move>], name: Name<G>) -> Trace {
    let mut growing = Growing {
        builder: Builder::new(Kind::Tree, name),
        records: HashMap::from([(0, 0)]),
        edges: HashMap::new(),
        positions: vec![root.clone()],
        under_way: HashMap::new(),
    };
    push(&mut growing.builder.trace.nodes, &[-1, -1, 0, mover(root), 0, 0, 0, 0, 0, 0, 0, 0, 0, -1]);
    for noted in events {
        growing.add(noted.thread as i32, &noted.event);
    }
    growing.builder.trace
}

struct Growing<G: Game> {
    builder: Builder<G>,
    /// The node of each record, and of each edge.
    records: HashMap<u32, i32>,
    edges: HashMap<(u32, usize), i32>,
    /// The position of each node.
    positions: Vec<G>,
    /// The node that each thread's simulation has reached.
    under_way: HashMap<i32, i32>,
}

impl<G: Game> Growing<G> {
    fn add(&mut self, thread: i32, event: &mcts::Event<G::Move>) {
        let record_node = |records: &HashMap<u32, i32>, record: u32| records.get(&record).copied().unwrap_or(0);
        match event {
            mcts::Event::Root { moves } => self.builder.event("root", 0, [*moves as i32, 0, 0, thread]),
            mcts::Event::Simulation => {
                self.under_way.insert(thread, 0);
                self.builder.event("simulation", 0, [0, 0, 0, thread]);
            }
            mcts::Event::Select { record, chosen, candidates, .. } => {
                let node = record_node(&self.records, *record);
                let first = self.builder.trace.candidates[0].len() as i32;
                let mut taken = -1;
                for (i, candidate) in candidates.iter().enumerate() {
                    let name = self.candidate(node, candidate);
                    taken = if i == *chosen { name } else { taken };
                }
                self.builder.event("select", node, [first, candidates.len() as i32, taken, thread]);
            }
            mcts::Event::Down { record, edge, m, losses } => {
                let parent = record_node(&self.records, *record);
                let node = self.edge(parent, (*record, *edge), *m);
                self.under_way.insert(thread, node);
                self.builder.event("down", node, [*losses as i32, 0, 0, thread]);
            }
            mcts::Event::Expand { record, edge, child, moves } => {
                let node = self.edges.get(&(*record, *edge)).copied().unwrap_or(0);
                self.records.entry(*child).or_insert(node);
                self.builder.event("expand", node, [*moves as i32, 0, 0, thread]);
            }
            mcts::Event::Value { how, black } => {
                let place = HOW.iter().position(|name| *name == how_name(*how)).map_or(0, |place| place as i32);
                let node = self.under_way.get(&thread).copied().unwrap_or(0);
                self.builder.event("value", node, [place, bits(Some(*black)), 0, thread]);
            }
            mcts::Event::Backup { record, edge, units, visits, mean } => {
                let node = self.edges.get(&(*record, *edge)).copied().unwrap_or(0);
                self.builder.event("backup", node, [*units as i32, *visits as i32, bits(Some(*mean)), thread]);
            }
            mcts::Event::Proven { record, edge, outcome } => {
                let node = self.edges.get(&(*record, *edge)).copied().unwrap_or(0);
                let sign = outcome.map_or(0, |won| if won { 1 } else { -1 });
                self.builder.event("proven", node, [sign, 0, 0, thread]);
            }
        }
    }

    /// Records a candidate; returns the number of its name.
    fn candidate(&mut self, node: i32, candidate: &mcts::Candidate<G::Move>) -> i32 {
        let name = self.builder.named(&self.positions[node as usize], candidate.m);
        let (amaf_visits, amaf) = candidate.amaf.map_or((0, None), |(visits, mean)| (visits as i32, Some(mean)));
        let proven = candidate.proven.map_or(0, |won| if won { 1 } else { -1 });
        let row = [
            name,
            candidate.visits as i32,
            bits(candidate.mean),
            bits(Some(candidate.prior)),
            amaf_visits,
            bits(amaf),
            bits(Some(candidate.amaf_weight)),
            bits(candidate.score),
            proven,
        ];
        push(&mut self.builder.trace.candidates, &row);
        name
    }

    /// The node of an edge, made when it is first tried.
    fn edge(&mut self, parent: i32, edge: (u32, usize), m: G::Move) -> i32 {
        if let Some(&node) = self.edges.get(&edge) {
            return node;
        }
        let before = &self.positions[parent as usize];
        let name = self.builder.named(before, m);
        let mut after = before.clone();
        // In a graph the record may have been reached on another path first, but its position is the same.
        after.play(m);
        let node = self.positions.len() as i32;
        let ply = self.builder.trace.node(parent as usize, "ply") + 1;
        let enter = self.builder.trace.event_count() as i32;
        push(&mut self.builder.trace.nodes, &[parent, name, ply, mover(&after), 0, 0, 0, 0, 0, 0, 0, 0, enter, -1]);
        self.positions.push(after);
        self.edges.insert(edge, node);
        node
    }
}

const fn how_name(how: mcts::How) -> &'static str {
    match how {
        mcts::How::Playout => "playout",
        mcts::How::Judged => "judged",
        mcts::How::Over => "over",
        mcts::How::NoMove => "no-move",
        mcts::How::Decided => "decided",
    }
}

/// What the search reported.
pub(super) fn found<G: Game>(report: &Report<G>, root: &G, name: Name<G>) -> Found {
    let mut position = root.clone();
    let mut pv = Vec::new();
    for &m in &report.pv {
        if !position.is_legal(m) {
            break;
        }
        pv.push(name(&position, m));
        position.play(m);
    }
    Found {
        best: report.best.map(|m| name(root, m)),
        score: report.score.map(Score::raw),
        chance: report.value,
        pv,
        nodes: report.nodes,
        cuts: report.cuts,
        table_hits: report.table.hits,
        playouts: report.playouts,
        depth: report.depth,
    }
}
